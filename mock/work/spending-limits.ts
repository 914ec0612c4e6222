// Fails running runs when the money is used up: the budget of their task (section 8) or the wallet (gap
// `empty-wallet`).

import { decisions } from '../profile/decisions.ts'
import { DAY } from '../simulation/duration.ts'
import { euros } from '../world/money.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import type { RunRow } from '../world/runs.ts'
import type { TaskRow } from '../world/tasks.ts'
import { usedBy, type WorkStretch } from '../world/work-stretch.ts'
import type { Workspace } from '../world/workspace.ts'
import { maxOpenMicros, workingRuns } from './open-work.ts'
import { endRun } from './run-changes.ts'

const WALLET_CHECK = 'wallet.check'
const BUDGET_SPENT = 'task.budget-spent'

/** Plans the end of the money for a run that starts to work. */
export function watchSpending(workspace: Workspace, run: RunRow): void {
  watchWallet(workspace)
  const task = run.taskId === null ? undefined : workspace.tables.tasks.get(run.taskId)
  if (task) watchBudget(workspace, task)
}

/** Plans it anew for a task whose budget has changed. */
export function watchBudget(workspace: Workspace, task: TaskRow): void {
  const { simulation, tables } = workspace
  simulation.cancelWhere(task.id, BUDGET_SPENT)
  if (task.budgetMicros === null) return
  const runs = tables.runs.range('byTask', task.id)
  const booked = runs.reduce((micros, run) => micros + run.micros, 0)
  const works = worksOf(runs)
  if (works.length === 0) return
  const last = lastAffordable(works, task.budgetMicros - booked, workspace.now())
  if (last < maxOpenMicros(workspace).until) simulation.plan(last, BUDGET_SPENT, task.id)
}

/** Handlers for the planned ends of money. */
export const spendingEvents = {
  [BUDGET_SPENT]: (workspace, { subject }) => {
    const task = workspace.tables.tasks.get(subject)
    if (!task || task.budgetMicros === null) return
    const budget = euros(task.budgetMicros).toFixed(2)
    const error = {
      code: 'budget_exhausted',
      message: `The budget of ${task.reference}, ${budget} euros, is used up.`,
    }
    for (const run of workspace.tables.runs.range('byTask', task.id))
      if (run.progress?.work) fail(workspace, run, error)
  },
  [WALLET_CHECK]: workspace => {
    if (!decisions.refusesEmptyWallet(workspace.profile)) return
    const runs = workingRuns(workspace)
    if (runs.length === 0) return
    const balance = 0 - workspace.ledger.sum().micros
    const now = workspace.now()
    const last = lastAffordable(worksOf(runs), balance, now)
    if (last >= maxOpenMicros(workspace).until) return
    if (last > now) plan(workspace, last)
    else for (const run of runs) fail(workspace, run, EMPTY)
  },
} satisfies Partial<EventHandlers>

const EMPTY = { code: 'balance_exhausted', message: 'The wallet of the workspace is empty.' }

/**
 * Plans the next check of the wallet, halfway to the instant at which an upper bound of the cost would empty it. The
 * bound is known in constant time, so a start need not add up all work under way. Call after each charge as well.
 */
export function watchWallet(workspace: Workspace): void {
  if (!decisions.refusesEmptyWallet(workspace.profile)) return
  const now = workspace.now()
  const bound = maxOpenMicros(workspace)
  if (bound.runs === 0) return
  const left = 0 - workspace.ledger.sum().micros - bound.now
  const reached = now + Math.max(0, left) / bound.perMs
  if (reached > bound.until) return
  const [planned] = workspace.simulation.schedule.of('wallet')
  if (planned && planned.due <= reached) return
  if (planned) workspace.simulation.cancel(planned.id)
  plan(workspace, Math.floor(now + (reached - now) / 2))
}

function plan(workspace: Workspace, at: number): void {
  // In the background, so that a workspace with nothing else planned counts as idle.
  workspace.simulation.plan(at, WALLET_CHECK, 'wallet', null, true)
}

function fail(workspace: Workspace, run: RunRow, error: NonNullable<RunRow['error']>): void {
  workspace.simulation.cancelWhere(run.id, 'run.step')
  endRun(workspace, run, 'failed', { error })
}

function worksOf(runs: readonly RunRow[]): WorkStretch[] {
  return runs.flatMap(run => run.progress?.work ?? [])
}

/** The last instant at which the work can end without costing more than allowed; `now` if it has cost more already. */
function lastAffordable(works: readonly WorkStretch[], allowed: number, now: number): number {
  const costAt = (at: number) => works.reduce((sum, work) => sum + usedBy(work, at, at).micros, 0)
  let [low, high] = [now, now + 1000]
  while (costAt(high) <= allowed && high - now < 365 * DAY) [low, high] = [high, now + 2 * (high - now)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (costAt(middle) <= allowed) low = middle
    else high = middle
  }
  return low
}
