/** The stream of a run's chat: media type, framing, and delivery while the run works. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { eventsOf, isFramed } from '../../extract/event-stream.ts'
import { mentions } from '../../extract/find-value.ts'
import { lacks } from '../../requirements/missing.ts'
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
    if (
      !t.expect(
        'EVENT-02',
        right,
        `following the chat answered ${exchange.status} with the type ${type}`,
        exchange,
      )
    )
      return
    const events = eventsOf(exchange.chunks)
    await delivery(t, followed)
    if (exchange.text.trim() === '') t.notExercised('EVENT-03', 'something on the stream', exchange)
    else
      t.expect(
        'EVENT-03',
        isFramed(exchange.text),
        `the stream begins ${t.quote(exchange.text, 120)}`,
        exchange,
      )
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

/** Follows the chat of a run at work until its first event, then reads the run. Times are on the deployment's clock. */
async function follow(t: Trial, run: OwnRun, chat_id: string) {
  await working(t, run)
  const began = t.seconds()
  const timeoutSeconds = Math.max(4, (t.target.pace.runSeconds * 1.2) / t.target.pace.clockScale)
  const exchange = await t.call('streamChat', { path: { chat_id }, stop: hasEvent, timeoutSeconds })
  const after = await currentRun(t, run)
  return { run, exchange, after, seconds: t.seconds() - began }
}
type Followed = Awaited<ReturnType<typeof follow>>

/** The agent works in steps, yet the stream has no event until the work is over. */
function isHeldBack(t: Trial, { run, exchange, after, seconds }: Followed): boolean {
  if (t.target.fixtures.get('agent-slow')?.id !== run.agent) return false
  return (seconds >= 3 && after.phase === 'ended') || (!hasEvent(exchange.text) && seconds >= 12)
}

/** At least one event arrives while a read still finds the run at work. */
async function delivery(t: Trial, first: Followed) {
  let followed = first
  if (isHeldBack(t, first)) {
    // On a busy machine this client may have read the event late.
    const again = await startRun(t, await runner(t, 'agent-slow'))
    if (again.chatId !== undefined) followed = await follow(t, again, again.chatId)
  }
  const { run, exchange, after, seconds } = followed
  const got = hasEvent(exchange.text)
  const atWork = after.phase === 'running' || after.phase === 'waiting'
  if (got && atWork)
    return t.met('EVENT-04', `an event came while the run was ${after.status}`, exchange, after.exchange)
  if (isHeldBack(t, followed)) {
    const came = got ? `the first event came when it was ${after.status}` : 'no event came'
    const open = `${seconds.toFixed(1)} s with the run at work`
    return t.violated('EVENT-04', `the stream was open for ${open}, and ${came}`, exchange, after.exchange)
  }
  t.notExercised(
    'EVENT-04',
    lacks.fixture('agent-slow', `an agent that works long enough: ${run.id} was ${after.status}`),
    exchange,
    after.exchange,
  )
}

async function elsewhere(t: Trial, run: OwnRun, path: Record<string, string>) {
  if (!t.wants('VIS-07')) return
  const key = t.keys.elsewhere('agents:run')
  const exchange = await t.call('streamChat', { path, key, stop: hasEvent, timeoutSeconds: 3 })
  const refused = exchange.status >= 400 && exchange.status < 500
  const shows = mentions(exchange.text, run.id, true) || hasEvent(exchange.text)
  t.expect(
    'VIS-07',
    refused || !shows,
    `followed with key ${key.name} of another tenant, the chat answered ${exchange.status}`,
    exchange,
  )
}

export const streamScenarios: readonly Scenario[] = [stream]
