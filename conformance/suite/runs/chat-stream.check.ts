/** The stream of a run's chat: media type, framing, and delivery while the run works. */

import { SCOPES } from '#openapi'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { eventsOf, isFramed } from '../../extract/event-stream.ts'
import { mentions } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { isRefusal } from '../../rules/stated-status.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import { runner } from './find-agents.ts'
import { currentRun, type OwnRun, startRun, working } from './own-run.ts'

const hasEvent = (text: string) => /(^|[\r\n])data:/.test(text)

const stream = scenario({
  id: 'runs/stream',
  title: 'The chat of a run is followed as a stream while the run works',
  requirements: [...new Set(['EVENT-02', 'EVENT-03', 'EVENT-04', 'VIS-07', ...accessRows('streamChat')])],
  needs: { capability: 'streams', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 22, runs: 2, seconds: 40 },
  writes: true,
  async run(t) {
    const run = await startRun(t, await runner(t, 'agent-slow'))
    if (run.chatId === undefined)
      return t.notExercised(['EVENT-02', 'EVENT-03', 'EVENT-04'], 'the chat_id of a start')
    const path = { chat_id: run.chatId }
    const followed = await follow(t, run, run.chatId)
    const { exchange } = followed
    t.refusedByScope(exchange)
    const type = exchange.headers['content-type'] ?? 'none'
    const right = exchange.status === 200 && /^text\/event-stream\b/i.test(type)
    const sentence = `following the chat answered ${exchange.status} with the type ${type}`
    // No scope is stated for it: only a key with every scope has certainly what it takes.
    const able = t.keys.named(exchange.key)?.scopes.size === SCOPES.length
    if (isRefusal(exchange) && !able)
      return t.notExercised('EVENT-02', `a key with every scope: ${sentence}`, exchange)
    if (!t.expect('stream-delivers', 'EVENT-02', right, sentence, exchange)) return
    const events = eventsOf(exchange.chunks)
    delivery(t, followed)
    if (exchange.text.trim() === '') t.notExercised('EVENT-03', 'something on the stream', exchange)
    else {
      const begins = `the stream begins ${t.quote(exchange.text, 120)}`
      t.expect('stream-delivers', 'EVENT-03', isFramed(exchange.text), begins, exchange)
    }
    t.observe(
      'chat-event-kinds',
      [...new Set(events.map(event => event.event ?? 'message'))].join(', '),
      exchange,
    )

    await refusesOtherCallers(t, 'streamChat', {
      options: { path, stop: () => true, timeoutSeconds: 5 },
      right: async () => exchange,
    })
    await elsewhere(t, run, path)
  },
})

/** Follows the chat of a run at work until its first event, and reads the run meanwhile and then. */
async function follow(t: Trial, run: OwnRun, chat_id: string) {
  await working(t, run)
  const timeoutSeconds = Math.max(4, (t.target.pace.runSeconds * 1.2) / t.target.pace.clockScale)
  const atWork: Exchange[] = []
  const stream = t.call('streamChat', { path: { chat_id }, stop: hasEvent, timeoutSeconds })
  let isOpen = true
  const reads = t.until('the first event', t.target.pace.runSeconds, async () => {
    if (!isOpen) return true
    const { phase, exchange } = await currentRun(t, run)
    if (phase === 'running') atWork.push(exchange)
    return phase === 'running' ? undefined : true
  })
  const exchange = await stream
  isOpen = false
  await reads
  return { run, exchange, atWork, after: await currentRun(t, run) }
}
type Followed = Awaited<ReturnType<typeof follow>>

/**
 * An event arrives before a read that still finds the run at work. A stream of a slow agent that was open while reads
 * found it at work, and begins with the run's beginning when the run is over, was held back.
 */
function delivery(t: Trial, { run, exchange, atWork, after }: Followed) {
  const [first] = eventsOf(exchange.chunks).filter(({ data }) => data !== '')
  const came = first ? exchange.sent + first.ms : undefined
  const evidence = [exchange, after.exchange]
  if (came !== undefined && (after.phase === 'running' || atWork.some(({ sent }) => sent >= came)))
    return t.met('stream-delivers', 'EVENT-04', `an event came while the run was running`, ...evidence)
  const says = [first?.event, first?.json, first?.data].map(one => JSON.stringify(one)).join(' ')
  const begins = /\b(start(ed|ing)?|running|created|begin|began|queued)\b/i.test(says)
  const declared = t.target.fixtures.get('agent-slow')?.id === run.agent
  const sentence = `${atWork.length} reads beside the stream found the run ${run.id} running; it was ${after.status} when its first event came: ${t.quote(first?.data, 120)}`
  if (declared && begins && atWork.length > 1 && after.phase === 'ended')
    t.violated('stream-delivers', 'EVENT-04', sentence, ...atWork.slice(-1), ...evidence)
  else
    t.notExercised(
      'EVENT-04',
      lacks.fixture('agent-slow', `an agent that says something while it works: ${sentence}`),
      ...evidence,
    )
}

async function elsewhere(t: Trial, run: OwnRun, path: Record<string, string>) {
  if (!t.wants('VIS-07')) return
  const key = t.keys.elsewhere('agents:run')
  const exchange = await t.call('streamChat', { path, key, stop: hasEvent, timeoutSeconds: 3 })
  const refused = exchange.status >= 400 && exchange.status < 500
  const shows = mentions(exchange.text, run.id, true) || hasEvent(exchange.text)
  const sentence = `followed with key ${key.name} of another tenant, the chat answered ${exchange.status}`
  t.expect('tenant-closed', 'VIS-07', refused || !shows, sentence, exchange)
}

export const streamScenarios: readonly Scenario[] = [stream]
