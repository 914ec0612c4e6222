/** Cancelling writes a message into the run's chat (section 3): looked for in the stream of that chat. */
import { scenario } from '../../engine/scenario.ts'
import { eventsOf, jsonOf, type StreamEvent } from '../../extract/event-stream.ts'
import { findNamed, mentions, places } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { runner } from './find-agents.ts'
import { finishedRun } from './finished-run.ts'
import { seize, startRun } from './own-run.ts'

const SECONDS = 4

export const cancelMessageScenario = scenario({
  id: 'runs/cancel-message',
  title: 'After a cancel the stream of the chat has a message that was not there before',
  requirements: ['STATE-16'],
  needs: { capability: 'streams', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 16, runs: 1, seconds: 12 },
  writes: true,
  async run(t) {
    const run = await startRun(t, await runner(t, 'agent-slow'))
    const task = String(findNamed(jsonOf(run.exchange.requestBody ?? ''), 'task')?.value)
    if (run.chatId === undefined) return t.notExercised('STATE-16', 'the chat_id of a start')
    const follow = (chat_id = run.chatId ?? '') =>
      t.call('streamChat', { path: { chat_id }, stop: () => false, timeoutSeconds: SECONDS })
    const [live, cancelled] = await Promise.all([follow(), seize(t, run, 'cancelRun')])
    if (cancelled.status !== 200)
      return t.notExercised('STATE-16', `a cancel that is served: it answered ${cancelled.status}`)
    const isBefore = (ms: number) => live.sent + ms < cancelled.sent
    const before = textsIn(live, isBefore)
    const since = textsIn(live, ms => !isBefore(ms))
    const newIn = (stream: Exchange) =>
      [...since, ...textsIn(stream)].find(one => !before.includes(one) && !one.includes(task))
    const first = await follow()
    const other =
      newIn(first) === undefined && first.ended
        ? (await finishedRun(t).catch(ignoreMissing))?.chatId
        : undefined
    const finished = other === undefined ? undefined : await follow(other)
    const known = [
      ...eventsOf(live.chunks).filter(({ ms }) => isBefore(ms)),
      ...eventsOf(finished?.chunks ?? []),
    ]
    const isSilent = (stream: Exchange) =>
      newIn(stream) === undefined && finished !== undefined && saysNothing(stream, known, task)
    const later = isSilent(first)
      ? await t.settled('the message of the cancel', follow, one => !isSilent(one))
      : first
    const text = newIn(later)
    if (text !== undefined)
      return t.met(
        'move-arrives',
        'STATE-16',
        `after the cancel the chat has ${t.quote(text)}`,
        cancelled,
        later,
      )
    const [shown = task] = before
    const sentence = `the stream of the chat shows ${t.quote(shown)} before the cancel, and nothing new after it`
    if (finished && isSilent(later))
      return t.violated(
        'move-arrives',
        'STATE-16',
        `${sentence}; it shows messages of more than one author where a run has finished`,
        cancelled,
        later,
        finished,
      )
    // How a message shows in a stream is not stated.
    t.notExercised('STATE-16', 'a stream of a chat that shows its messages', cancelled, live, later)
    if (before.length === 0) return
    t.advise(
      'message-after-cancel',
      'Section 3 says that a cancel writes a chat message; that the stream of the chat shows it is not said.',
      sentence,
      cancelled,
      live,
      later,
    )
  },
})

const MESSAGE = /message|text|content|body|note|reason|summary|delta|title/i

const AUTHOR = /^(role|author|sender|from)$/i
const authorOf = ({ json }: StreamEvent) =>
  [...places(json)].find(({ name, value }) => AUTHOR.test(name) && typeof value === 'string')?.value

/**
 * Whether a stream that shows the messages of a chat, whoever wrote them, says nothing of a cancel. It shows the message
 * that began the run, and was closed by the deployment. All else in it has the form of what came before the cancel, or in
 * the chat of a run that nobody cancelled: a message that shows in another form does not look like that.
 */
function saysNothing(stream: Exchange, known: readonly StreamEvent[], task: string): boolean {
  const events = eventsOf(stream.chunks)
  const messages = events.filter(one => authorOf(one) !== undefined)
  const forms = new Set(known.map(formOf))
  return (
    stream.status === 200 &&
    stream.ended &&
    new Set(known.flatMap(one => authorOf(one) ?? [])).size > 1 &&
    messages.some(({ json }) => mentions(json, task, true)) &&
    messages.every(one => mentions(one.json, task, true) || known.some(({ data }) => data === one.data)) &&
    events.every(one => forms.has(formOf(one)))
  )
}

/** The form of an event: its names, and what its members are called. */
const formOf = ({ event, json }: StreamEvent): string =>
  JSON.stringify([
    event,
    ...[...places(json)].flatMap(({ path, name, value }) => [
      path,
      /^(type|kind|event)$/i.test(name) && value,
    ]),
  ])

/** Texts of events: sentences in any member, and single words in members named like messages. */
function textsIn({ chunks, status }: Exchange, when: (ms: number) => boolean = () => true): string[] {
  if (status !== 200) return []
  const events = eventsOf(chunks).filter(({ ms }) => when(ms))
  return events.flatMap(({ json, data }) => {
    const texts = [...places(json)].flatMap(({ name, value }) =>
      typeof value === 'string' && (MESSAGE.test(name) || /\p{L} \p{L}/u.test(value)) ? [value] : [],
    )
    return json === undefined && /\p{L}/u.test(data) ? [data] : texts
  })
}
