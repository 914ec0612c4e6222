/** Runs of our own: started within the budget, written in the journal, read back whatever their shape. */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, findNamed, mentions } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { recordIn } from '../../extract/record.ts'
import { mayWait, type RunView, readRun } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing, SetupFailed } from '../../requirements/missing.ts'
import type { Fixture, Key } from '../../target/target.ts'

export interface OwnRun {
  id: string
  chatId: string | undefined
  agent: string
  /** The reply to the start. */
  exchange: Exchange
  /** Whether it was seen to finish with a summary. */
  finished?: boolean
}

/** Started as the fixture says; a refusal ends the scenario without verdict, because starting is judged elsewhere. */
export async function startRun(
  t: Trial,
  fixture: Pick<Fixture, 'id' | 'task' | 'input'>,
  body?: unknown,
): Promise<OwnRun> {
  const exchange = await tryStart(t, fixture.id, body ?? bodyFor(t, fixture))
  const run = startedRun(exchange, fixture.id)
  if (exchange.status >= 300 || !run) throw new Missing(`setup: starting a run answered ${exchange.status}`)
  return run
}

export function bodyFor(t: Trial, fixture: Pick<Fixture, 'task' | 'input'>) {
  return {
    input: {
      task: fixture.task ?? 'Reply with one short sentence.',
      ...fixture.input,
      conformance: t.context.nonce,
    },
  }
}

/** Starts a run and returns any answer. Waits for an agent that does one run at a time until it is free. */
export async function tryStart(
  t: Trial,
  agent: string,
  body: unknown,
  options: CallOptions = {},
  patience = 2 * t.target.pace.runSeconds,
): Promise<Exchange> {
  t.context.budget.takeRun()
  const key = t.keys.with('agents:run')
  const send = () =>
    t.call('startRun', { key, path: { agent_id: agent }, ...(body !== undefined && { body }), ...options })
  const start = () =>
    t.make('run', `run of agent ${agent}`, key, send, exchange => startedRun(exchange, agent)?.id, agent)
  const first = await start()
  if (first.status < 400 || first.status >= 500) return first
  // Another key than usual may be refused for what it is: waiting for the agent would not change that.
  if (options.key && (first.status === 401 || first.status === 403)) return first
  if (first.status !== 409 && !(await isBusy(t, agent))) {
    // It may have become free just now: then the same request is taken. A wrong body is not sent twice.
    const again = first.status === 422 ? first : await start()
    return again.status < 300 ? again : first
  }
  t.observe('start-run-on-busy-agent', 'refuse', first)
  const later = await t.until('an agent to be free', patience, async () => {
    if (first.status !== 409 && (await isBusy(t, agent))) return undefined
    const exchange = await start()
    return exchange.status === 409 ? undefined : exchange
  })
  if (!later)
    throw new Missing(`a free agent: starting a run answers ${first.status} for ${Math.round(patience)} s`)
  return later
}

/** Whether a refusal may be about the agent, which works already, and not about the request. */
async function isBusy(t: Trial, agent: string): Promise<boolean> {
  const key = t.keys.home().find(one => one.scopes.has('runs:read'))
  if (!key) return false
  const reply = await t.call('listRuns', { key, query: { agent_id: agent, status: 'running' } })
  return reply.status === 200 && replyRows(reply).length > 0
}

export function startedRun(exchange: Exchange, agent: string): OwnRun | undefined {
  const record = recordIn(exchange.json, ['run'])
  const id = asId(record?.run_id) ?? asId(findNamed(exchange.json, 'run_id')?.value)
  if (exchange.status >= 300 || id === undefined) return undefined
  const chatId = asId(record?.chat_id) ?? asId(findNamed(exchange.json, 'chat_id')?.value)
  return { id, chatId, agent, exchange }
}

export interface CurrentRun extends RunView {
  exchange: Exchange
  /** When it was read, on the deployment's clock. */
  seconds: number
}

/** The run as it stands now. */
export async function currentRun(t: Trial, run: Pick<OwnRun, 'id'>): Promise<CurrentRun> {
  const exchange = await t.need('getRun', { path: { run_id: run.id } })
  const view = readRun(exchange.json)
  if (!view) throw new Missing(`setup: GET /runs/${run.id} answered without a record`)
  if (view.cost !== undefined) t.context.budget.costOf(run.id, view.cost)
  const { waiting } = t.target.words
  return {
    ...view,
    exchange,
    seconds: t.secondsAt(exchange),
    phase: waiting.includes(view.status ?? '') ? 'waiting' : view.phase,
  }
}

/** Polls until the run is as wanted; undefined when that does not happen in time. */
export function awaitRun(
  t: Trial,
  run: Pick<OwnRun, 'id'>,
  what: string,
  wanted: (view: CurrentRun) => boolean,
  seconds = t.target.pace.runSeconds,
): Promise<CurrentRun | undefined> {
  return t.until(what, seconds, async () => {
    const view = await currentRun(t, run).catch(problem => {
      // A run may take a moment until it can be read.
      if (problem instanceof SetupFailed && problem.status === 404) return undefined
      throw problem
    })
    return view && wanted(view) ? view : undefined
  })
}

/**
 * Ended: finished, failed, cancelled or stopped. A word of no known meaning counts once it has stood still for long:
 * before a run was seen to work it may be one more word for not having begun.
 */
export function hasEnded(): (view: CurrentRun) => boolean {
  let last = ''
  let since = 0
  let worked = false
  return view => {
    worked ||= view.phase === 'running'
    if (view.phase !== 'unknown') return view.phase === 'ended'
    if (view.status !== last) since = view.seconds
    last = view.status ?? ''
    return view.seconds - since >= (worked ? 8 : 40)
  }
}

/** Waits for a person: paused, or another word that says so, or an unknown one that stands still after it worked. */
export function waitsForPerson() {
  const still = hasEnded()
  let worked = false
  return (view: CurrentRun): boolean => {
    worked ||= view.phase === 'running'
    if (view.summary !== undefined || view.phase === 'running') return false
    return mayWait(view.status) || (worked && view.phase === 'unknown' && still(view))
  }
}

/** An action on a run, by default with a key of the tenant under test. */
export function act(t: Trial, operation: string, run: OwnRun, options: CallOptions = {}): Promise<Exchange> {
  return t.call(operation, { ...options, path: { run_id: run.id, agent_id: run.agent } })
}

/** How long a change may take until a read shows it. */
export const SETTLE = 10

/** Waits until it works, so that it can be caught working. */
export async function working(t: Trial, run: OwnRun): Promise<CurrentRun> {
  const view = await awaitRun(
    t,
    run,
    'the run to work',
    one => one.phase === 'running' || one.phase === 'ended' || one.phase === 'paused',
  )
  if (view?.phase !== 'running')
    throw new Missing(
      lacks.fixture(
        'agent-slow',
        `a run that can be caught working: this one was ${view?.status ?? 'never running'}`,
      ),
    )
  return view
}

/**
 * An action on a run that may be over in a moment: sent at once, and again while it has not begun. A refusal is given
 * back only of a run that was seen to work before and after it; undefined when it could not be caught.
 */
export async function seize(
  t: Trial,
  run: OwnRun,
  operation: string,
  options: CallOptions = {},
): Promise<Exchange | undefined> {
  let worked = false
  return t.until('the run to be caught', t.target.pace.runSeconds, async () => {
    const reply = await act(t, operation, run, options)
    if (reply.status < 400 || reply.status >= 500) return reply
    const { phase } = await currentRun(t, run)
    if (phase === 'running' && worked) return reply
    if (phase === 'ended' || phase === 'paused') throw new Missing(TOO_QUICK)
    worked = phase === 'running'
    return undefined
  })
}

const TOO_QUICK = 'an agent that is slow enough: the run was over by then'

/** What a key of another tenant finds under the id of our run. */
export async function runSeenBy(t: Trial, key: Key, run: OwnRun): Promise<'nothing' | 'ours' | 'another'> {
  const reply = await t.call('getRun', { key, path: { run_id: run.id } })
  if (reply.status >= 300) return 'nothing'
  return run.chatId !== undefined && mentions(reply.json, run.chatId) ? 'ours' : 'another'
}

/**
 * A refusal of an action that the run was ready for is a violation; that the run had moved on by then is not.
 * Gives no verdict in the second case, and says so by `false`.
 */
export async function wasReady(
  t: Trial,
  ids: string | string[],
  run: OwnRun,
  reply: Exchange,
  state: string,
): Promise<boolean> {
  if (reply.status < 400 || reply.status >= 500) return true
  const now = await currentRun(t, run)
  if (now.status === state) return true
  t.notExercised(
    ids,
    lacks.fixture('agent-slow', `an agent that is slow enough: the run was ${now.status} by then`),
    reply,
    now.exchange,
  )
  return false
}
