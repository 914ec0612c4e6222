/** Cancelling writes a message into the run's chat (section 3): looked for in the stream of that chat. */
import { scenario } from '../../engine/scenario.ts'
import { eventsOf } from '../../extract/event-stream.ts'
import { places } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { runner } from './find-agents.ts'
import { currentRun, seize, startRun } from './own-run.ts'

const SECONDS = 4

export const cancelMessageScenario = scenario({
  id: 'runs/cancel-message',
  title: 'After a cancel the stream of the chat has a message that was not there before',
  requirements: ['STATE-16'],
  needs: { capability: 'streams', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 12, runs: 1, seconds: 12 },
  async run(t) {
    const run = await startRun(t, await runner(t, 'agent-slow'))
    if (run.chatId === undefined) return t.notExercised('STATE-16', 'the chat_id of a start')
    const path = { chat_id: run.chatId }
    const follow = () => t.call('streamChat', { path, stop: () => false, timeoutSeconds: SECONDS })
    const [live, cancelled] = await Promise.all([follow(), seize(t, run, 'cancelRun')])
    if (cancelled.status !== 200)
      return t.notExercised('STATE-16', `a cancel that is served: it answered ${cancelled.status}`)
    const later = await follow()
    const before = textsIn(live, ms => live.sent + ms < cancelled.sent)
    const after = [...textsIn(live, ms => live.sent + ms >= cancelled.sent), ...textsIn(later)]
    const text = after.find(one => !before.includes(one))
    const sentence = `after the cancel the chat has ${t.quote(text)}`
    const { status, exchange } = await currentRun(t, run)
    // What a run that was not cancelled goes on to write is no message of a cancel.
    if (status !== 'cancelled')
      return t.notExercised('STATE-16', `a run that is cancelled: it is ${status}`, cancelled, exchange)
    if (text !== undefined) return t.met('move-arrives', 'STATE-16', sentence, cancelled, later, exchange)
    // How a message shows in a stream is not stated.
    t.notExercised('STATE-16', 'a stream of a chat that shows its messages', cancelled, live, later)
    const [shown] = before
    if (shown === undefined) return
    t.advise(
      'message-after-cancel',
      'Section 3 says that a cancel writes a chat message; that the stream of the chat shows it is not said.',
      `the stream of the chat shows ${t.quote(shown)} before the cancel, and nothing new after it`,
      cancelled,
      live,
      later,
    )
  },
})

const MESSAGE = /message|text|content|body|note|reason|summary|delta|title/i

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
