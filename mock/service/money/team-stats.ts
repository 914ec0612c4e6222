import type { Schemas } from '#openapi'
import { daysIn } from '../../simulation/time-zone.ts'
import type { Totals } from '../../world/ledger.ts'
import type { RunField, RunGroup } from '../../world/run-table.ts'
import type { Workspace } from '../../world/workspace.ts'
import { euros, tokensView } from '../time.ts'
import { countRuns, countRunsBy, type Selection, spentBy, spentByDay } from './figures.ts'
import { type Listed, largestFirst, listedWith, type Subject } from './listed.ts'

type Row = Schemas['TeamStatsRow']

/** The usage of teams by member, agent, team or day. The rows add up to the spending of the teams. */
export function teamStatsRows(
  workspace: Workspace,
  groupBy: Schemas['TeamStats']['group_by'],
  selection: Selection,
): Row[] {
  switch (groupBy) {
    case 'member':
      return rowsBy(workspace, 'userId', 'startedBy', selection)
    case 'agent':
      return rowsBy(workspace, 'agentId', 'agentId', selection)
    case 'team':
      return rowsBy(workspace, 'teamId', 'teamId', selection)
    case 'day':
      return rowsByDay(workspace, selection)
  }
}

function rowsBy<Field extends RunField>(
  workspace: Workspace,
  subject: Subject,
  field: Field,
  selection: Selection,
): Row[] {
  const runs = countRunsBy(workspace, [field], selection, (group: RunGroup<Field>) => group[field] ?? '')
  const cells = spentBy(workspace, [subject], selection)
  const money = new Map(cells.map(cell => [cell.key[subject], cell as Totals]))
  const all = listedWith(workspace.tables, subject, selection.teams, [
    ...money.keys(),
    ...[...runs.keys()].map(id => id || null),
  ])
  const row = ({ id, name }: Listed) => rowOf(id, name, runs.get(id ?? '')?.total ?? 0, money.get(id))
  return largestFirst(all.map(row), row => [row.spend_euros, row.key])
}

function rowsByDay(workspace: Workspace, selection: Selection): Row[] {
  const money = spentByDay(workspace, selection)
  return daysIn(selection).map(({ date, from, to }) => {
    const day = { ...selection, from: Math.max(from, selection.from), to: Math.min(to, selection.to) }
    return rowOf(date, date, countRuns(workspace, day).total, money.get(date))
  })
}

function rowOf(key: string | null, name: string, runs: number, money: Totals | undefined): Row {
  const { tokensIn = 0, tokensOut = 0, micros = 0 } = money ?? {}
  return { key, name, runs, tokens: tokensView(tokensIn, tokensOut), spend_euros: euros(micros) }
}
