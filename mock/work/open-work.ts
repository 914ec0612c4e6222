// Work under way, which is part of every sum of money. An index in memory; never saved, because it follows from the
// runs.
import { madeOncePer } from '../store/on-demand.ts'
import type { LedgerRow } from '../world/ledger.ts'
import type { Progress, RunRow } from '../world/runs.ts'
import { maxMicrosPerMs, usedBy, type WorkStretch } from '../world/work-stretch.ts'
import type { Workspace } from '../world/workspace.ts'
import { rowOfWork } from './funds.ts'
import { lengthOf } from './steps.ts'

type WorkingRun = RunRow & { readonly progress: Progress & { readonly work: WorkStretch } }

interface OpenWork {
  readonly runs: Map<string, WorkingRun>
  /** An upper bound: what all work costs per millisecond, and what it would have cost at that rate before it began. */
  microsPerMs: number
  microsBefore: number
  /** The latest instant at which any work under way ends. */
  latestEnd: number
}

/** The maximum rounding error of one stretch of work, in micro-euros. */
const ROUNDING = 64

/** Work under way as ledger rows, up to now. */
export function openWork(workspace: Workspace): LedgerRow[] {
  const now = workspace.now()
  return workingRuns(workspace).map(run => rowOfWork(workspace, run, run.id, usedBy(run.progress.work, now)))
}

/** The cost of work under way so far, in micro-euros. */
export function openMicros(workspace: Workspace): number {
  const now = workspace.now()
  let micros = 0
  for (const { progress } of openIn(workspace).runs.values()) micros += usedBy(progress.work, now).micros
  return micros
}

/**
 * An upper bound of `openMicros`, its growth per millisecond, and until when it holds. Constant time, however many runs
 * work.
 */
export function maxOpenMicros(workspace: Workspace) {
  const { runs, microsPerMs, microsBefore, latestEnd } = openIn(workspace)
  const now = microsPerMs * workspace.now() - microsBefore + runs.size * ROUNDING
  return { now, perMs: microsPerMs, until: latestEnd, runs: runs.size }
}

/** The runs that are working. */
export function workingRuns(workspace: Workspace): WorkingRun[] {
  return [...openIn(workspace).runs.values()]
}

const openIn = madeOncePer(({ tables: { runs } }: Workspace) => {
  const open: OpenWork = { runs: new Map(), microsPerMs: 0, microsBefore: 0, latestEnd: 0 }
  for (const run of runs.range('byStatus', 'running')) follow(open, undefined, run)
  runs.watch((before, after) => follow(open, before, after))
  return open
})

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
  // Reset, so that rounding errors of the sums do not pile up.
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
