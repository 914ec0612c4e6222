/**
 * Finds agents for the run scenarios where the target names none: candidates with promising past runs are tried once.
 */

import { pagesOf } from '../../engine/list-pages.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, wordIn } from '../../extract/record.ts'
import { endOf } from '../../extract/run-status.ts'
import { ignoreMissing, lacks, Missing } from '../../requirements/missing.ts'
import type { Fixture } from '../../target/target.ts'
import type { FixtureName } from '../../target/target-schema.ts'
import { agents } from '../discover.ts'
import { fieldsAsked } from './fields-asked.ts'
import {
  act,
  awaitRun,
  bodyFor,
  type CurrentRun,
  hasEnded,
  type OwnRun,
  startedRun,
  startRun,
  tryStart,
  waitsForPerson,
} from './own-run.ts'
import { type Habits, habitsIn, ranked, rankedBy } from './past-runs.ts'

/** How many unnamed agents are started: they may have side effects, so as few as are useful. */
const TRIED = 8
/** A run that works for this long can be caught working; required longer while no other agent was seen to finish. */
const SLOW_SECONDS = 6
const SLOWEST_SECONDS = 24

interface Seen {
  agent: string
  does: FixtureName
  seconds: number
}

/** The target's agent for that purpose, else one that was seen to serve it. */
export async function runner(t: Trial, name: FixtureName): Promise<Fixture> {
  const named = t.target.fixtures.get(name)
  if (named?.id) return named
  const seen = await survey(t)
  const found =
    seen.find(one => one.does === name) ??
    // The agent with the longest runs may be caught working after several tries.
    (name === 'agent-slow' ? finishing(seen).at(-1) : undefined)
  if (!found) {
    const none =
      seen.length === 0
        ? 'no agent showed what it does when it was tried'
        : `none of the ${seen.length} agents that showed what they do does that`
    const what = `fixture ${name}: ${none}`
    throw new Missing(lacks.fixture(name, what))
  }
  return { name, id: found.agent }
}

/**
 * Whether a run of the slow agent may come to that status by itself. A move leads to paused and cancelled, or to the
 * target's word for stopped; any other word may be one for the end of a run. Whether a run is paused or stopped without a
 * call shows an untouched one.
 */
export async function mayBeItself(t: Trial, run: OwnRun, view: CurrentRun): Promise<boolean> {
  const { status } = view
  if (status === 'cancelled') return false
  const isOfMove = status === 'paused' || status === t.target.words.stopped || endOf(status) === 'stopped'
  return !isOfMove || (await comesTo(t, run, view))
}

/**
 * Whether an untouched run of the slow agent comes to that status by itself. One that goes on for longer than one waits
 * may come to it later in its life than the run did, unless it was at work for longer than that run is old. `begin` brings
 * it where the run was.
 */
export async function comesTo(
  t: Trial,
  run: OwnRun,
  { status, seconds }: CurrentRun,
  begin?: (untouched: OwnRun) => Promise<unknown>,
): Promise<boolean> {
  const untouched = await startRun(t, await runner(t, 'agent-slow'))
  await begin?.(untouched)
  const atWork: number[] = []
  const isOver = (one: CurrentRun) => {
    if (one.phase === 'running') atWork.push(one.seconds)
    return one.status === status || one.phase === 'ended'
  }
  const seen = await awaitRun(t, untouched, 'an untouched run', isOver, 4 * t.target.pace.runSeconds)
  const [age, worked] = [seconds - t.secondsAt(run.exchange), (atWork.at(-1) ?? 0) - (atWork[0] ?? 0)]
  return seen === undefined ? worked <= age : seen.status === status
}

const finishing = (seen: readonly Seen[]) =>
  seen.filter(one => one.does === 'agent-finishes').toSorted((a, b) => a.seconds - b.seconds)

/** The agent that was seen to finish fastest. */
export const quickest = async (t: Trial): Promise<string | undefined> => finishing(await survey(t))[0]?.agent

const survey = (t: Trial): Promise<Seen[]> =>
  t.once('survey-of-agents', async () => {
    const all = (await agents(t)).map(({ id }) => id)
    const chosen = chosenFrom(all, habitsIn(await pastRuns(t)))
    const seen: Seen[] = []
    const finished = () => seen.some(one => one.does === 'agent-finishes')
    const trying = chosen.map(async agent => {
      const one = await tried(t, agent, finished).catch(ignoreMissing)
      if (one) seen.push(one)
    })
    await Promise.all(trying)
    return seen
  })

/** The newest pages of the list of runs. */
export async function pastRuns(t: Trial) {
  const all: Json[] = []
  for await (const { rows } of pagesOf(4, query => t.call('listRuns', { query }))) all.push(...rows)
  return all
}

/**
 * The best candidates of each kind in turn, then agents without past runs. The longest runs are those that waited for a
 * person, who need not work: what is tried here is paid for.
 */
function chosenFrom(all: readonly string[], habits: readonly Habits[]): string[] {
  const known = habits.filter(one => all.includes(one.agent))
  const best = new Map(ranked(known))
  const kinds = [
    ...(['agent-finishes', 'agent-asks-text', 'agent-fails'] as const).map(name => best.get(name) ?? []),
    rankedBy(known, one => one.longest ?? 0),
  ]
  const turns = [0, 1, 2].flatMap(turn => kinds.flatMap(kind => kind[turn]?.agent ?? []))
  return [...new Set([...turns, ...all])].slice(0, TRIED)
}

/** Starts one run and watches until it ends, waits for somebody, or has worked for long. */
async function tried(t: Trial, agent: string, othersFinished: () => boolean): Promise<Seen | undefined> {
  const run = startedRun(await tryStart(t, agent, bodyFor(t, {}), {}, SLOWEST_SECONDS), agent)
  if (!run) return undefined
  const began = t.seconds()
  const [ended, waits] = [hasEnded(t), waitsForPerson()]
  let working: number | undefined
  const view = await awaitRun(
    t,
    run,
    'an agent to show what it does',
    one => {
      if (one.phase === 'running') working ??= one.seconds
      const long = othersFinished() ? SLOW_SECONDS : SLOWEST_SECONDS
      const slow = working !== undefined && one.phase === 'running' && one.seconds - working >= long
      return slow || endOf(one.status) === 'failed' || ended(one) || waits(one)
    },
    2 * SLOWEST_SECONDS,
  )
  const seen = (does: FixtureName): Seen => ({ agent, does, seconds: t.seconds() - began })
  if (view?.summary === undefined && endOf(view?.status) === 'failed') return seen('agent-fails')
  if (view?.phase === 'ended') {
    const done = await awaitRun(t, run, 'its summary', one => one.summary !== undefined, 3)
    return done || endOf(view.status) === 'finished' ? seen('agent-finishes') : undefined
  }
  if (view?.phase === 'running') {
    await act(t, 'stopRun', run)
    return seen('agent-slow')
  }
  if (!view?.status) return undefined
  const does = await waitsFor(t, run, view.status)
  await act(t, 'stopRun', run)
  return does && seen(does)
}

/** What resumes the run is what it waited for: an answer, values, or, if neither works, an approval that names it. */
async function waitsFor(t: Trial, run: OwnRun, word: string): Promise<FixtureName | undefined> {
  const [key] = t.keys.home('approvals:read')
  const list = key && (await t.call('listPendingApprovals', { key }))
  const rows = list ? replyRows(list) : []
  if (rows.some(row => idOf(row, 'approval') !== undefined && mentions(row, run.id)))
    return 'agent-waits-approval'
  const goesOn = async (body: object) => {
    const reply = await act(t, 'respondToRun', run, { body })
    if (reply.status >= 300) return false
    return (await awaitRun(t, run, 'the answered run to go on', one => one.status !== word, 2)) !== undefined
  }
  const record = (await t.call('getRun', { path: { run_id: run.id } })).json
  if (await goesOn({ answer: `heron-${t.context.nonce}` })) return 'agent-asks-text'
  const values = fieldsAsked(record, t.context.nonce)
  return values && wordIn(record) === word && (await goesOn({ values })) ? 'agent-asks-fields' : undefined
}
