// The work that is under way in a workspace, for whoever adds up money. Kept beside the runs and never saved: it
// follows from them.
import type { LedgerRow } from '../world/ledger.ts'
import type { Progress, RunRow } from '../world/runs.ts'
import { maxMicrosPerMs, usedBy, type WorkStretch } from '../world/work-stretch.ts'
import type { Workspace } from '../world/workspace.ts'
import { payerOf } from './funds.ts'
import { lengthOf } from './steps.ts'

type WorkingRun = RunRow & { readonly progress: Progress & { readonly work: WorkStretch } }

interface OpenWork {
  readonly runs: Map<string, WorkingRun>
  /** At least what all of it costs in a millisecond, and at that rate would have cost before it began. */
  microsPerMs: number
  microsBefore: number
  /** No work under way goes on for longer than up to here without beginning anew. */
  latestEnd: number
}

/** Roundings of one piece of work, in micro-euros; never more. */
const ROUNDING = 64

const known = new WeakMap<Workspace, OpenWork>()

/** Work under way as the ledger will have it, up to now. */
export function openWork(workspace: Workspace): LedgerRow[] {
  const now = workspace.now()
  return workingRuns(workspace).map(run => ({
    ...payerOf(workspace, run),
    id: run.id,
    from: run.progress.work.from,
    at: now,
    work: run.progress.work,
    ...usedBy(run.progress.work, now),
  }))
}

/** What work under way has cost by now, in micro-euros. */
export function openMicros(workspace: Workspace): number {
  const now = workspace.now()
  let micros = 0
  for (const { progress } of openIn(workspace).runs.values()) micros += usedBy(progress.work, now).micros
  return micros
}

/** The same at most, how much more in each millisecond, and until when: known at once, however much work there is. */
export function maxOpenMicros(workspace: Workspace): {
  readonly now: number
  readonly perMs: number
  readonly until: number
  readonly runs: number
} {
  const { runs, microsPerMs, microsBefore, latestEnd } = openIn(workspace)
  const now = microsPerMs * workspace.now() - microsBefore + runs.size * ROUNDING
  return { now, perMs: microsPerMs, until: latestEnd, runs: runs.size }
}

/** The runs that work. */
export function workingRuns(workspace: Workspace): WorkingRun[] {
  return [...openIn(workspace).runs.values()]
}

function openIn(workspace: Workspace): OpenWork {
  const found = known.get(workspace)
  if (found) return found
  const open: OpenWork = { runs: new Map(), microsPerMs: 0, microsBefore: 0, latestEnd: 0 }
  known.set(workspace, open)
  const { runs } = workspace.tables
  for (const run of runs.range('newest', 'status:running')) follow(open, undefined, run)
  runs.watch((before, after) => follow(open, before, after))
  return open
}

function follow(open: OpenWork, before: RunRow | undefined, after: RunRow | undefined): void {
  const [ended, begun] = [before?.progress?.work, after?.progress?.work]
  if (after && works(after)) open.runs.set(after.id, after)
  else if (before && ended) open.runs.delete(before.id)
  if (ended === begun) return
  if (ended) add(open, ended, -1)
  if (after?.progress && begun) {
    add(open, begun, 1)
    const { script, at } = after.progress
    open.latestEnd = Math.max(open.latestEnd, begun.from + lengthOf(script[at]) - begun.doneMs)
  }
  // Nothing is left of roundings when nothing works.
  if (open.runs.size === 0) Object.assign(open, { microsPerMs: 0, microsBefore: 0, latestEnd: 0 })
}

function works(run: RunRow): run is WorkingRun {
  return Boolean(run.progress?.work)
}

function add(open: OpenWork, work: WorkStretch, sign: 1 | -1): void {
  const rate = sign * maxMicrosPerMs(work)
  open.microsPerMs += rate
  open.microsBefore += rate * work.from
}
