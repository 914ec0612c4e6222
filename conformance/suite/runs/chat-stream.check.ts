/** The stream of a run's chat: media type, framing, and delivery while the run works. */

import { SCOPES } from '#openapi'
import type { CallOptions } from '../../engine/client.ts'
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { eventsOf, isFramed } from '../../extract/event-stream.ts'
import { mentions } from '../../extract/find-value.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import { runner } from './find-agents.ts'
import { act, awaitRun, awaitSoon, currentRun, type OwnRun, seize, startRun, working } from './own-run.ts'

export const hasEvent = (text: string) => /(^|[\r\n])data:/.test(text)

export const streamScenario = scenario({
  id: 'runs/stream',
  title: 'The chat of a run is followed as a stream while the run works',
  requirements: ['EVENT-02', 'EVENT-03', 'EVENT-04', 'VIS-07', ...accessRows('streamChat')],
  needs: { capability: 'streams', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 22, runs: 2, seconds: 40 },
  async run(t) {
    const followed = await followAtWork(t, SECONDS)
    if (!followed) return t.notExercised(['EVENT-02', 'EVENT-03', 'EVENT-04'], 'the chat_id of a start')
    const { run, exchange } = followed
    const path = { chat_id: run.chatId }
    t.refusedByScope(exchange)
    const type = exchange.headers['content-type'] ?? 'none'
    const right = exchange.status === 200 && /^text\/event-stream\b/i.test(type)
    const sentence = `following the chat answered ${exchange.status} with the type ${type}`
    // No scope is stated for it: only a key with every scope has certainly what it takes.
    if (isRefusal(exchange) && !hasEveryScope(t, exchange.key))
      return t.notExercised('EVENT-02', `a key with every scope: ${sentence}`, exchange)
    if (!t.expect('stream-delivers', 'EVENT-02', right, sentence, exchange)) return
    await delivery(t, followed)
    if (exchange.text.trim() === '') t.notExercised('EVENT-03', 'something on the stream', exchange)
    else {
      const begins = `the stream begins ${t.quote(exchange.text, 120)}`
      t.expect('stream-delivers', 'EVENT-03', isFramed(exchange.text), begins, exchange)
    }
    const kinds = new Set(eventsOf(exchange.chunks).map(({ event }) => event ?? 'message'))
    t.observe('chat-event-kinds', [...kinds].join(', '), exchange)
    await refusesOtherCallers(t, 'streamChat', {
      options: { path, stop: () => true, timeoutSeconds: 5 },
      right: async () => exchange,
    })
    if (run.chatId !== undefined) await closedElsewhere(t, run.chatId, run.id, exchange)
  },
})

/** Seconds, not those of a faster clock, after which a stream without an event is looked at again with patience. */
const SECONDS = 4

/** How many runs are followed where the one before was over too soon. */
const TRIES = 6

/** Follows the chat of a run that is not over before it is paused; undefined where a start names no chat. */
async function followAtWork(t: Trial, patience: number) {
  const agent = await runner(t, 'agent-slow')
  for (let left = TRIES; ; left--) {
    const run = await startRun(t, agent)
    const { chatId } = run
    if (chatId === undefined) return undefined
    try {
      const followed = await follow(t, { ...run, chatId }, patience)
      if (followed.last.phase !== 'ended' || left === 1) return followed
    } catch (problem) {
      if (!(problem instanceof Missing) || left === 1) throw problem
    }
  }
}

/**
 * Follows the chat of a run at work until its first event. The run is paused meanwhile, so that it cannot end, and
 * stopped once an event came or none did within `patience` seconds: what follows a stop does not speak of a beginning.
 */
async function follow(t: Trial, run: OwnRun & { chatId: string }, patience: number) {
  await working(t, run)
  const { clockScale, runSeconds } = t.target.pace
  const timeoutSeconds = 2 * patience + (runSeconds * 1.2) / clockScale
  let hasCome = false
  const stop = (text: string) => (hasCome = hasEvent(text))
  const stream = chatStream(t, { path: { chat_id: run.chatId }, stop, timeoutSeconds })
  // Awaited at the end; without a handler until then, a stream without an answer would end the process.
  stream.catch(() => {})
  const paused = await seize(t, run, 'pauseRun').catch(() => undefined)
  const held = await awaitSoon(t, run, 'the run to be paused', one => one.phase !== 'running')
  // A late read may show it as it was before the pause.
  const isOver = async () => hasCome || (await currentRun(t, run)).phase === 'ended'
  if (held?.phase === 'paused') await t.comes('the first event', isOver, patience * clockScale)
  const last = await currentRun(t, run)
  const stopped = paused?.status === 200 ? await act(t, 'stopRun', run) : undefined
  return { run, exchange: await stream, held, last, stopped }
}

/** The chat may be there a moment later than the run; until then 403 may be the reply to a key with every scope. */
export const chatStream = (t: Trial, options: CallOptions): Promise<Exchange> => {
  const isThere = ({ status, key }: Exchange) =>
    status < 400 || status === 401 || (status === 403 && !hasEveryScope(t, key))
  return t.replied('the chat to be there', 'streamChat', options, isThere)
}

const hasEveryScope = (t: Trial, key: string) => t.keys.named(key)?.scopes.size === SCOPES.length

type Followed = Awaited<ReturnType<typeof follow>>

/**
 * An event came before the run was stopped, or the stream that then begins with the run's beginning was held back. A
 * slow stream is lawful: only one that says nothing for as long as the target waits for an answer is blamed, and the
 * long wait is only for a stream that already looks held back.
 */
async function delivery(t: Trial, quick: Followed) {
  const patience = Math.max(SECONDS, t.target.pace.timeoutSeconds)
  const again = isHeldBack(quick) ? await followAtWork(t, patience) : undefined
  const followed = again ?? quick
  const { run, exchange, last } = followed
  const evidence = [exchange, last.exchange]
  const [first] = spoken(exchange)
  if (hasComeInTime(followed))
    return t.met('stream-delivers', 'EVENT-04', `an event came while the run was ${last.status}`, ...evidence)
  if (first === undefined)
    for (const name of ['agent-finishes', 'agent-slow'] as const)
      if (await isSilent(t, await startRun(t, await runner(t, name)))) return
  const sentence = `while the run ${run.id} was ${last.status} no event came; later the first one was ${t.quote(first?.data, 120)}`
  const paused = `${sentence}. It was paused for ${patience} s before (pace.timeout_seconds)`
  const lack = lacks.fixture('agent-slow', `an agent that says something while it works: ${sentence}`)
  if (again && isHeldBack(again)) t.violated('stream-delivers', 'EVENT-04', paused, ...evidence)
  else t.notExercised('EVENT-04', lack, ...evidence)
}

/**
 * Where the chat of one run said nothing, that of another is followed until it is closed, or for as long after the end as
 * the target waits for an answer: a run that came to a summary made progress. A read must find it at work after the
 * head of the stream has come.
 */
export async function isSilent(t: Trial, run: OwnRun): Promise<boolean> {
  const { timeoutSeconds: patience, runSeconds, clockScale } = t.target.pace
  const timeoutSeconds = patience + (runSeconds * 1.2) / clockScale
  const path = { chat_id: run.chatId ?? '' }
  let hasCome = false
  const stop = (text: string) => (hasCome = hasEvent(text))
  const followed = t.call('streamChat', { path, stop, timeoutSeconds }).then(async exchange => {
    hasCome ||= exchange.status !== 200
    return { exchange, last: await currentRun(t, run) }
  })
  followed.catch(() => {})
  let worked = 0
  const end = await awaitRun(t, run, 'the run to finish', one => {
    if (one.phase === 'running') worked = one.exchange.sent
    return hasCome || one.summary !== undefined
  })
  const { exchange, last } = await followed
  const begun = exchange.sent + (exchange.chunks[0]?.ms ?? Infinity)
  const seconds = end ? (exchange.sent + exchange.ms - end.exchange.sent) / 1000 : 0
  // One that is closed before the end of the run may be meant to be opened again.
  const isDone = exchange.ended ? last.summary !== undefined : seconds >= patience
  if (exchange.status !== 200 || spoken(exchange).length > 0 || begun > worked || !isDone) return false
  const sentence = `the chat of the run ${run.id} was followed while it worked and until ${exchange.ended ? 'the deployment closed it' : `${patience} s (pace.timeout_seconds)`} after its end, and said nothing`
  t.violated('stream-delivers', 'EVENT-04', sentence, exchange, last.exchange)
  return true
}

const spoken = (stream: Exchange) => eventsOf(stream.chunks).filter(({ data }) => data !== '')

/** Whether an event came while the run was at work: before the stop was sent, or else before the last read. */
function hasComeInTime({ exchange, last, stopped }: Followed): boolean {
  const [first] = spoken(exchange)
  const isOpen = last.phase === 'paused' || last.phase === 'running'
  return first !== undefined && isOpen && exchange.sent + first.ms <= (stopped ?? last.exchange).sent
}

/** Whether the stream of a paused run said nothing until the stop, and then that the run begins. */
function isHeldBack(followed: Followed): boolean {
  const [first] = spoken(followed.exchange)
  const says = [first?.event, first?.json, first?.data].map(one => JSON.stringify(one)).join(' ')
  const begins = /\b(start(ed|ing)?|running|created|begin|began|queued)\b/i.test(says)
  const { exchange, held, last } = followed
  // A chat may be there a moment later than its run.
  const isInTime = held !== undefined && exchange.sent <= held.exchange.sent
  return first !== undefined && begins && isInTime && last.phase === 'paused' && !hasComeInTime(followed)
}

/** Another tenant's key does not follow the chat of the run. */
export async function closedElsewhere(t: Trial, chat_id: string, run_id: string, own: Exchange) {
  if (!t.wants('VIS-07')) return
  const key = t.keys.elsewhere('agents:run')
  const follow = (id: string) =>
    t.call('streamChat', { path: { chat_id: id }, key, stop: hasEvent, timeoutSeconds: 3 })
  const exchange = await follow(chat_id)
  const refused = exchange.status >= 400 && exchange.status < 500
  // A stream may say that there is no such chat, as it does where there is none.
  const isShown = async () => hasEvent(exchange.text) && !hasEvent((await follow(unknownLike(chat_id))).text)
  // The id of the chat was sent, and may hold that of the run.
  const isNamed = run_id.length > 7 && mentions(exchange.text.replaceAll(chat_id, ''), run_id, true)
  const shows = isNamed || (await isShown())
  const sentence = `followed with key ${key.name} of another tenant, the chat answered ${exchange.status}`
  t.expect('tenant-closed', 'VIS-07', refused || !shows, sentence, exchange, own)
}
