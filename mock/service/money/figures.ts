// The only two sources of figures: sums over the ledger, and counts of runs. All views use them, so that views of the same
// period and teams agree. A run belongs to the period in which it started, with all that it costs.

import { words } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import type { Interval } from '../../store/interval.ts'
import { openWork } from '../../work/open-work.ts'
import type { Cell, Dimension, LedgerKind, LedgerQuery, Totals } from '../../world/ledger.ts'
import type { RunField, RunGroup } from '../../world/run-table.ts'
import type { RunStatus } from '../../world/runs.ts'
import type { Workspace } from '../../world/workspace.ts'
import { rounded, tokensView } from '../time.ts'
import type { Teams } from '../visibility.ts'

/** The scope of figures: a period, the teams that paid, and further restrictions. */
export interface Selection extends Interval {
  readonly teams: Teams
  readonly personId?: string
}

/** What leaves the wallet. */
export type Spending = Exclude<LedgerKind, 'top-up'>

/** What work costs. */
const USAGE = ['run', 'workflow', 'chat-completion'] as const satisfies readonly Spending[]
export const ALL_SPENDING = [...USAGE, 'subscription', 'adjustment'] as const satisfies readonly Spending[]

/** What was spent; gap `spend-definition`. */
export function spent(workspace: Workspace, selection: Selection): Totals {
  return workspace.ledger.sum(query(selection, spendOf(workspace)), openWork(workspace))
}

/** Spending by group; only groups with entries, in order of their keys. A statement has everything that left the wallet. */
export function spentBy<By extends Dimension>(
  workspace: Workspace,
  by: readonly By[],
  selection: Selection,
  kinds = spendOf(workspace),
): Cell<By>[] {
  return workspace.ledger.groupBy(by, query(selection, kinds), openWork(workspace))
}

/** The fields of runs by what they are counted with spending. */
const FIELDS = { agentId: 'agentId', userId: 'startedBy', teamId: 'teamId' } as const

/** The runs and the spending of agents, people or teams: who has any, and the figures of each. */
export function workBy(workspace: Workspace, by: keyof typeof FIELDS, selection: Selection) {
  const field = FIELDS[by]
  const money = new Map(spentBy(workspace, [by], selection).map(cell => [cell.key[by], cell]))
  const runs = countRunsBy(workspace, [field], selection, group => group[field] ?? '')
  return {
    ids: [...money.keys(), ...[...runs.keys()].map(id => id || null)],
    of(id: string | null) {
      const { tokensIn = 0, tokensOut = 0, micros = 0 } = money.get(id) ?? {}
      return { runs: runs.get(id ?? '') ?? noRuns(), tokens: tokensView(tokensIn, tokensOut), micros }
    },
  }
}

/** Spending by day, for days with spending. */
export function spentByDay(workspace: Workspace, selection: Selection): Map<string, Totals> {
  const wanted = query(selection, spendOf(workspace))
  const cells = workspace.ledger.groupBy(['date'], wanted, openWork(workspace))
  return new Map(cells.map(cell => [cell.key.date ?? '', cell]))
}

function spendOf({ profile }: Workspace): readonly Spending[] {
  return decisions.countsSubscriptionAsSpend(profile) ? ALL_SPENDING : USAGE
}

/** The number of runs by status. */
export type RunCounts = { readonly [status in RunStatus | 'total']: number }

/** The number of runs that were started. */
export function totalRuns(workspace: Workspace, selection: Selection): number {
  const { teams, personId } = selection
  return teams === 'all' && personId === undefined
    ? workspace.tables.runs.count('newest', null, selection)
    : countRuns(workspace, selection).total
}

/** The same by status. */
export function countRuns(workspace: Workspace, selection: Selection): RunCounts {
  return countRunsBy(workspace, [], selection, () => '').get('') ?? noRuns()
}

/** Counts the runs that were started, by a text made of some of their fields. */
export function countRunsBy<Field extends RunField>(
  { tables }: Workspace,
  fields: readonly Field[],
  selection: Selection,
  keyOf: (group: RunGroup<Field>) => string,
): Map<string, RunCounts> {
  const { teams, personId } = selection
  const counts = new Map<string, { -readonly [key in keyof RunCounts]: number }>()
  const needed: readonly RunField[] = ['teamId', ...(personId ? (['startedBy'] as const) : []), ...fields]
  tables.runs.visitGroups(selection, needed, (group, runs) => {
    if (!isAmong(group.teamId, teams) || (personId !== undefined && group.startedBy !== personId)) return
    const key = keyOf(group)
    const count = counts.get(key) ?? noRuns()
    counts.set(key, count)
    for (let place = 0; place < runs.length; place++) {
      count[words.RunStatus[place]!] += runs[place]!
      count.total += runs[place]!
    }
  })
  return counts
}

export function noRuns() {
  return { total: 0, running: 0, paused: 0, completed: 0, failed: 0, cancelled: 0, stopped: 0 }
}

/** Completed runs divided by ended runs; null if none has ended. */
export function successRate(runs: RunCounts): number | null {
  const ended = runs.total - runs.running - runs.paused
  return ended === 0 ? null : rounded(runs.completed / ended, 4)
}

function query({ from, to, teams, personId }: Selection, kind: readonly Spending[]): LedgerQuery {
  const where = { kind, teamId: teams === 'all' ? undefined : teams, userId: personId }
  return { from, to, where }
}

function isAmong(teamId: string | null, teams: Teams): boolean {
  return teams === 'all' || (teamId !== null && teams.includes(teamId))
}
