// Spending (section 4.6). Every table adds up to its total, and all totals for one period and scope are equal.

import { daysIn } from '../simulation/time-zone.ts'
import { hidden, Refusal } from '../world/refusal.ts'
import type { Context, Handlers } from './handler.ts'
import { type Selection, spent, spentBy, spentByDay } from './money/figures.ts'
import { type Listed, largestFirst, listedWith, type Subject } from './money/listed.ts'
import { teamStatsRows } from './money/team-stats.ts'
import { spendWindow, type Window } from './money/window.ts'
import { teamsInView } from './role-rule.ts'
import { euros, iso } from './time.ts'

type SpendOperation =
  | 'getSpendByAgent'
  | 'getSpendByModel'
  | 'getSpendByTeam'
  | 'getSpendByUser'
  | 'getSpendOverTime'
  | 'getTeamStats'

export const spend = {
  getSpendByAgent({ query }, context) {
    const { rows, ...head } = spendTable(context, 'getSpendByAgent', 'agentId', query.days)
    const data = rows.map(({ id, name, spend_euros }) => ({ agent_id: id, agent_name: name, spend_euros }))
    return { status: 200, body: { ...head, data } }
  },

  getSpendByModel({ query }, context) {
    const { rows, ...head } = spendTable(context, 'getSpendByModel', 'modelId', query.days)
    const data = rows.map(({ id, name, spend_euros }) => ({ model: id, model_name: name, spend_euros }))
    return { status: 200, body: { ...head, data } }
  },

  getSpendByTeam({ query }, context) {
    const { rows, ...head } = spendTable(context, 'getSpendByTeam', 'teamId', query.days)
    const data = rows.map(({ id, name, spend_euros }) => ({ team_id: id, team_name: name, spend_euros }))
    return { status: 200, body: { ...head, data } }
  },

  getSpendByUser({ query }, context) {
    const { rows, ...head } = spendTable(context, 'getSpendByUser', 'userId', query.days)
    const data = rows.map(({ id, name, spend_euros }) => ({ user_id: id, user_name: name, spend_euros }))
    return { status: 200, body: { ...head, data } }
  },

  getSpendOverTime({ query }, context) {
    const selection = selectionFor(context, 'getSpendOverTime', query.days)
    const byDay = spentByDay(context.workspace, selection)
    const data = daysIn(selection, 'UTC').map(({ date }) => ({
      date,
      spend_euros: euros(byDay.get(date)?.micros ?? 0),
    }))
    return { status: 200, body: { ...headOf(context, selection, query.days), data } }
  },

  getTeamStats({ query }, context) {
    const { days, group_by, team_id = null } = query
    const selection = { ...selectionFor(context, 'getTeamStats', days), teams: teamsAsked(context, team_id) }
    const data = teamStatsRows(context.workspace, group_by, selection)
    return { status: 200, body: { group_by, team_id, ...headOf(context, selection, days), data } }
  },
} satisfies Handlers<SpendOperation>

/** Spending by subject, including those without any, largest first. */
function spendTable(context: Context, operation: SpendOperation, subject: Subject, days: number) {
  const { workspace, tables } = context
  const selection = selectionFor(context, operation, days)
  const cells = spentBy(workspace, [subject], selection)
  const micros = new Map(cells.map(cell => [cell.key[subject], cell.micros]))
  const row = ({ id, name }: Listed) => ({ id, name, spend_euros: euros(micros.get(id) ?? 0) })
  const rows = listedWith(tables, subject, selection.teams, micros.keys()).map(row)
  return { ...headOf(context, selection, days), rows: largestFirst(rows, row => row.spend_euros) }
}

function selectionFor(context: Context, operation: SpendOperation, days: number): Selection & Window {
  const window = spendWindow(days, context.now, context.workspace.profile)
  return { ...window, teams: teamsInView(context, operation) }
}

function headOf({ workspace }: Context, selection: Selection & Window, days: number) {
  const { from, until } = selection
  const total = spent(workspace, selection).micros
  return { days, from: iso(from), to: iso(until), total_spend_euros: euros(total) }
}

/** The requested team, or every team that the caller sees. What no team paid for is not included. */
function teamsAsked(context: Context, teamId: string | null): readonly string[] {
  const seen = teamsInView(context, 'getTeamStats')
  const ids = context.tables.teams
    .all()
    .flatMap(team => (seen === 'all' || seen.includes(team.id) ? team.id : []))
  if (teamId === null) return ids
  if (ids.includes(teamId)) return [teamId]
  throw new Refusal(
    'team_not_found',
    `There is no team ${teamId} whose usage ${context.caller.person.name} can see.`,
    {
      param: 'team_id',
      ...hidden(context.tables.teams.get(teamId)),
      because: { accepted: ids },
    },
  )
}
