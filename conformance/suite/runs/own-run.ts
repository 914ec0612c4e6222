/** The suite's own runs: started within the budget, journaled for cleanup, read whatever their form. */

import { validateRequest } from '#openapi'
import type { CallOptions } from '../../engine/client.ts'
import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, findNamed, isObject, type Json } from '../../extract/find-value.ts'
import { recordIn } from '../../extract/record.ts'
import { mayWait, type RunView, readRun, saysItWaits } from '../../extract/run-status.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks, Missing, SetupFailed } from '../../requirements/missing.ts'
import { beginningWith, servedBeside } from '../../rules/stated-status.ts'
import type { Fixture, Key } from '../../target/target.ts'

export interface OwnRun {
  id: string
  chatId: string | undefined
  agent: string
  /** The reply to the start. */
  exchange: Exchange
  /** Whether it was seen finished with a summary. */
  finished?: boolean
}

/** The key is one of the target, because the journal names it. */
type StartOptions = CallOptions & { key?: Key }

/**
 * Starts a run as the fixture says. A refusal ends the scenario without verdict, because other scenarios judge
 * starting.
 */
export async function startRun(
  t: Trial,
  fixture: Pick<Fixture, 'id' | 'task' | 'input'>,
  body?: unknown,
  options: StartOptions = {},
): Promise<OwnRun> {
  const exchange = await tryStart(t, fixture.id, body ?? bodyFor(t, fixture), options)
  const run = startedRun(exchange, fixture.id)
  if (!run) throw new Missing(`setup: starting a run answered ${exchange.status}`)
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

/** Whether an input bears the mark of this run of the suite. */
export const isMarked = (t: Trial, input: unknown): input is Json =>
  isObject(input) && input.conformance === t.context.nonce

/** Remembered once a start with the mark was served by an agent, or was refused and is served without it. */
const TAKEN = 'the mark is taken'
const UNMARKED = 'starts are served without the mark'

/** The body without the mark of this run of the suite; undefined where it has none. */
function withoutMark(t: Trial, body: unknown): Json | undefined {
  if (!isObject(body) || !isMarked(t, body.input)) return undefined
  const { conformance: _, ...input } = body.input
  return { ...body, input }
}

/**
 * Starts a run and returns any reply; waits until an agent that does one run at a time is free. Where the mark is refused,
 * because an agent need not take another key than `task`, the run of the suite goes on without it.
 */
export async function tryStart(
  t: Trial,
  agent: string,
  wanted: unknown,
  { key = t.keys.with('agents:run'), ...options }: StartOptions = {},
  patience = 2 * t.target.pace.runSeconds,
): Promise<Exchange> {
  t.context.budget.takeRun()
  const { memory } = t.context
  const unmarked = withoutMark(t, wanted)
  const taken = `${TAKEN} by ${agent}`
  const known = unmarked && t.input('the mark', () => [UNMARKED, taken].find(one => memory.has(one)) ?? '')
  let body = known === UNMARKED ? unmarked : wanted
  const send = () =>
    t.call('startRun', { key, path: { agent_id: agent }, ...(body !== undefined && { body }), ...options })
  const start = () =>
    t.make('run', `run of agent ${agent}`, key, send, exchange => startedRun(exchange, agent)?.id, agent)
  const first = await start()
  if (first.status < 300 && known === '') memory.set(taken, Promise.resolve())
  if (first.status < 400 || first.status >= 500) return first
  // A stated refusal of the body says nothing of the agent.
  if (first.status === 422 && !validateRequest('startRun', { path: { agent_id: agent }, query: {}, body }).ok)
    return first
  if (first.status === 422 && known === '') {
    body = unmarked
    t.context.budget.takeRun()
    const bare = await start()
    body = wanted
    // What was refused for a moment is taken now.
    const again = bare.status < 300 ? await start() : first
    if (again.status < 300) return again
    if (bare.status < 300) {
      memory.set(UNMARKED, Promise.resolve())
      return bare
    }
  }
  // Another key may be refused for itself: waiting for the agent would not change that.
  if (key !== t.keys.with('agents:run') && (first.status === 401 || first.status === 403)) return first
  if (first.status !== 409 && !(await isBusy(t, agent))) {
    // The agent may have become free: then the same request is accepted. An invalid body is not sent twice.
    const again = first.status === 422 ? first : await start()
    if (again.status >= 300) return first
    noteTransient(t, first)
    return again
  }
  t.observe('start-run-on-busy-agent', 'refuse', first)
  const later = await t.until('an agent to be free', patience, async () => {
    if (first.status !== 409 && (await isBusy(t, agent))) return undefined
    const exchange = await start()
    return exchange.status === 409 ? undefined : exchange
  })
  if (!later) throw new Missing(`a free agent: starting a run still answers ${first.status}`)
  if (later.status < 300) noteTransient(t, first)
  return later
}

const transient = ({ status }: Exchange) => `starts refused for a time with ${status}`
/** The same start was refused and later served: a refusal with that status may be for a time, and shows nothing. */
const noteTransient = (t: Trial, refused: Exchange) =>
  void t.context.memory.set(transient(refused), Promise.resolve())

/** Journals a run for cleanup that did not begin by `tryStart`. */
export function journalRun(t: Trial, agent: string, mark: string, id: string | undefined) {
  const { journal } = t.context
  const n = journal.intend({ kind: 'run', mark, key: t.keys.with('agents:run').name, parent: agent })
  if (id !== undefined) journal.made(n, id)
}

/**
 * A start of that agent, served and out of the way again: then neither the wallet nor a cap nor a busy agent explains the
 * refusal of a call beside it.
 */
export const freeStart =
  (t: Trial, agent: string, body: object = bodyFor(t, {})) =>
  async (refused: Exchange): Promise<Exchange | undefined> => {
    const exchange = await tryStart(t, agent, body, {}, 0).catch(ignoreMissing)
    const run = exchange && startedRun(exchange, agent)
    if (t.context.memory.has(transient(refused))) return undefined
    return run ? outOfTheWay(t, run) : exchange
  }

/** The reply that started the run, once that is stopped and over. */
export async function outOfTheWay(t: Trial, run: OwnRun): Promise<Exchange | undefined> {
  await act(t, 'stopRun', run)
  const over = await awaitSoon(t, run, 'the run beside it to end', one => one.phase === 'ended')
  return over && run.exchange
}

/** Judges an action that costs money, or depends on the agent, by its first reply, and in turns with starts that are served. */
export const servedBesideStarts = (
  t: Trial,
  ids: string | readonly string[],
  what: string,
  run: OwnRun,
  first: Exchange,
  control = freeStart(t, run.agent),
): Promise<Exchange> =>
  servedBeside(
    t,
    ids,
    what,
    beginningWith(first, () => sendAgain(t, run, first)),
    control,
  )

/** Whether the refusal may be due to a busy agent rather than to the request. */
async function isBusy(t: Trial, agent: string): Promise<boolean> {
  const [key] = t.keys.home('runs:read')
  if (!key) return false
  const query = { agent_id: agent, status: 'running' }
  const ask = (paging: Paging) => t.call('listRuns', { key, query: { ...query, ...paging } })
  for await (const { rows } of pagesOf(4, ask)) if (rows.length > 0) return true
  return false
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

/** Matches a run with that status. */
export const isCalled =
  (word: string | undefined) =>
  ({ status }: Pick<RunView, 'status'>): boolean =>
    status === word

/** Whether the target names the agent: nobody else answers what its runs ask. */
export const isNamed = (t: Trial, { agent }: Pick<OwnRun, 'agent'>): boolean =>
  [...t.target.fixtures.values()].some(({ id }) => id === agent)

/** The run as it is now. */
export async function currentRun(t: Trial, run: Pick<OwnRun, 'id'>): Promise<CurrentRun> {
  const exchange = await t.need('getRun', { path: { run_id: run.id } })
  const view = readRun(exchange.json)
  if (!view) throw new Missing(`setup: GET /runs/${run.id} answered without a record`)
  if (view.cost !== undefined) t.context.budget.costOf(run.id, view.cost)
  const { waiting, ...ends } = t.target.words
  const [{ status }, seconds] = [view, t.secondsAt(exchange)]
  const isWaiting = status !== undefined && waiting.includes(status)
  const named = Object.values(ends).includes(status ?? '') ? 'ended' : view.phase
  return { ...view, exchange, seconds, phase: isWaiting ? 'waiting' : named }
}

/**
 * The run once it reads as it must, else as it reads when it has had the time to: a read may be older than the one
 * before it.
 */
export const settledRun = (
  t: Trial,
  run: Pick<OwnRun, 'id'>,
  isRight: (view: CurrentRun) => boolean,
): Promise<CurrentRun> => t.settled('the run to read as it must', () => currentRun(t, run), isRight)

/** The run once it was left alone for so many seconds, or has left the state before. */
export async function leftAlone(t: Trial, run: OwnRun, word: string, seconds: number): Promise<CurrentRun> {
  await awaitRun(t, run, `a run to stay ${word}`, one => one.status !== word, seconds)
  return settledRun(t, run, isCalled(word))
}

/** Polls until the run matches; undefined when that takes too long. */
export function awaitRun(
  t: Trial,
  run: Pick<OwnRun, 'id'>,
  what: string,
  wanted: (view: CurrentRun) => boolean,
  seconds = t.target.pace.runSeconds,
): Promise<CurrentRun | undefined> {
  return t.until(what, seconds, async () => {
    const view = await currentRun(t, run).catch(problem => {
      // A new run may not be readable at once.
      if (problem instanceof SetupFailed && problem.status === 404) return undefined
      throw problem
    })
    return view && wanted(view) ? view : undefined
  })
}

/** Waits for the end of a run that the key of somebody else may have started, and reads. */
export const ends = (t: Trial, run: OwnRun, key?: Key): Promise<boolean> => {
  const read = () => t.call('getRun', { path: { run_id: run.id }, ...(key && { key }) })
  const isOver = async () => readRun((await read()).json)?.phase === 'ended'
  return t.comes('the run to end', isOver, t.target.pace.runSeconds)
}

/** As `awaitRun`, for what shows as soon as reads no longer lag behind. */
export const awaitSoon = (
  t: Trial,
  run: Pick<OwnRun, 'id'>,
  what: string,
  wanted: (view: CurrentRun) => boolean,
) => awaitRun(t, run, what, wanted, t.target.pace.lateSeconds)

/** Matches what has had the same status for so many seconds. */
function stays(seconds: number) {
  let last = ''
  let since = 0
  return (view: CurrentRun): boolean => {
    if (view.status !== last) since = view.seconds
    last = view.status ?? ''
    return view.seconds - since >= seconds
  }
}

/**
 * Matches an ended run: finished, failed, cancelled or stopped. It may be queued or tidy up under an unknown status, which
 * counts once it has stayed the same for as long as the target gives a run.
 */
export function hasEnded(t: Trial): (view: CurrentRun) => boolean {
  const stayed = stays(t.target.pace.runSeconds)
  return view => {
    const isStill = stayed(view)
    return view.phase === 'ended' || (view.phase === 'unknown' && isStill && !saysItWaits(view.status))
  }
}

const ASKING_SECONDS = 8

/**
 * Matches a run that seems to wait for a person: paused, or under another word for that, or an unknown one after the run
 * worked, for some time.
 */
export function waitsForPerson() {
  const stayed = stays(ASKING_SECONDS)
  let worked = false
  return (view: CurrentRun): boolean => {
    const isStill = stayed(view)
    worked ||= view.phase === 'running'
    if (view.summary !== undefined || view.phase === 'running') return false
    return (
      view.phase === 'paused' || (isStill && (mayWait(view.status) || (worked && view.phase === 'unknown')))
    )
  }
}

/** Sends an action on a run, by default with a key of the tenant under test. */
export function act(
  t: Trial,
  operation: string,
  run: Pick<OwnRun, 'id' | 'agent'>,
  options: CallOptions = {},
): Promise<Exchange> {
  return t.call(operation, { ...options, path: { run_id: run.id, agent_id: run.agent } })
}

/** Waits until the run works; `look` sees each read. */
export async function working(
  t: Trial,
  run: OwnRun,
  look: (view: CurrentRun) => void = () => {},
): Promise<CurrentRun> {
  const view = await awaitRun(t, run, 'the run to work', one => {
    look(one)
    return one.phase === 'running' || one.phase === 'ended' || one.phase === 'paused'
  })
  if (view?.phase !== 'running') throw uncaught(view?.status)
  return view
}

const uncaught = (status = 'never running') =>
  new Missing(lacks.fixture('agent-slow', `a run that can be caught working: this one was ${status}`))

/**
 * Sends an action on a run that may end soon: at once, and again while the run has not begun. Returns a refusal only if
 * the run was seen at work before and after it; ends the scenario when the run ended too soon.
 */
export async function seize(
  t: Trial,
  run: OwnRun,
  operation: string,
  options: CallOptions = {},
): Promise<Exchange> {
  let worked = false
  const caught = await t.until('the run to be caught', t.target.pace.runSeconds, async () => {
    const reply = await act(t, operation, run, options)
    if (reply.status < 400 || reply.status >= 500) return reply
    const { phase, status } = await currentRun(t, run)
    if (phase === 'running' && worked) return reply
    if (phase === 'ended' || phase === 'paused') throw uncaught(status)
    worked = phase === 'running'
    return undefined
  })
  if (!caught) throw uncaught()
  return caught
}

/** The same action with the same body. */
export const sendAgain = (
  t: Trial,
  run: OwnRun,
  { operation, requestBody: raw }: Exchange,
): Promise<Exchange> => act(t, operation, run, raw === undefined ? {} : { raw })

/** A refused action sent again for as long as reads may lag behind: a run may be locked for a moment. */
export const onceUnlocked = (t: Trial, run: OwnRun, reply: Exchange): Promise<Exchange> | Exchange =>
  isRefusal(reply)
    ? t.settled(
        'the run to be unlocked',
        () => sendAgain(t, run, reply),
        one => !isRefusal(one),
      )
    : reply

/** Gives no verdict on a run that did not stay long enough in the state that is judged. */
export const tooQuick = (t: Trial, ids: string | readonly string[], seen: string, ...evidence: Exchange[]) =>
  t.notExercised(ids, lacks.fixture('agent-slow', `a slower agent: ${seen}`), ...evidence)

/** Whether an action is served; its refusal is a violation if the run was in the right state, and had not moved on. */
export async function servedInTime(
  t: Trial,
  ids: string | string[],
  run: OwnRun,
  reply: Exchange,
  state: string,
): Promise<boolean> {
  // A read may lag behind: only a run that stays in the state was in it.
  const isOther = ({ status }: CurrentRun) => status !== state
  const moved = isRefusal(reply) ? await awaitSoon(t, run, 'the run to move on', isOther) : undefined
  if (!moved) return t.served(ids, reply)
  tooQuick(t, ids, `the run was ${moved.status} by then`, reply, moved.exchange)
  return false
}
