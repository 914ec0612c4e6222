// Spending (section 4.6). Every table adds up to its total, and all totals for one period and scope are equal.

import type { OperationId } from '#openapi'
import { daysIn } from '../simulation/time-zone.ts'
import { hidden, Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Context, Handlers } from './handler.ts'
import { figuresOfDays } from './money/cached-figures.ts'
import { type Selection, spent, spentBy, spentByDay } from './money/figures.ts'
import { type Listed, largestFirst, listedWith, type Subject } from './money/listed.ts'
import { teamStatsRows } from './money/team-stats.ts'
import { type Teams, teamsInView } from './role-rule.ts'
import { euros } from './time.ts'

export const spend = {
  getSpendByAgent({ query }, context) {
    const row = ({ id, name, spend_euros }: Spent) => ({ agent_id: id, agent_name: name, spend_euros })
    return spendTable(context, 'getSpendByAgent', 'agentId', query.days, row)
  },

  getSpendByModel({ query }, context) {
    const row = ({ id, name, spend_euros }: Spent) => ({ model: id, model_name: name, spend_euros })
    return spendTable(context, 'getSpendByModel', 'modelId', query.days, row)
  },

  getSpendByTeam({ query }, context) {
    const row = ({ id, name, spend_euros }: Spent) => ({ team_id: id, team_name: name, spend_euros })
    return spendTable(context, 'getSpendByTeam', 'teamId', query.days, row)
  },

  getSpendByUser({ query }, context) {
    const row = ({ id, name, spend_euros }: Spent) => ({ user_id: id, user_name: name, spend_euros })
    return spendTable(context, 'getSpendByUser', 'userId', query.days, row)
  },

  getSpendOverTime: ({ query }, context) =>
    figuresOfDays(context, 'getSpendOverTime', query.days, selection => {
      const byDay = spentByDay(context.workspace, selection)
      return {
        total_spend_euros: totalOf(context.workspace, selection),
        data: daysIn(selection).map(({ date }) => ({
          date,
          spend_euros: euros(byDay.get(date)?.micros ?? 0),
        })),
      }
    }),

  getTeamStats({ query: { days, group_by, team_id = null } }, context) {
    const make = (selection: Selection) => ({
      total_spend_euros: totalOf(context.workspace, selection),
      data: teamStatsRows(context.workspace, group_by, selection),
    })
    const teams = teamsAsked(context, team_id)
    return figuresOfDays(context, 'getTeamStats', days, make, { head: { group_by, team_id }, teams })
  },
} satisfies Partial<Handlers>

type Spent = Listed & { readonly spend_euros: number }

/** Spending by subject, including those without any, largest first. */
function spendTable<Row>(
  context: Context,
  operation: OperationId,
  subject: Subject,
  days: number,
  view: (row: Spent) => Row,
) {
  const { workspace, tables } = context
  return figuresOfDays(context, operation, days, selection => {
    const cells = spentBy(workspace, [subject], selection)
    const micros = new Map(cells.map(cell => [cell.key[subject], cell.micros]))
    const listed = listedWith(tables, subject, selection.teams, micros.keys())
    const rows = listed.map(({ id, name }) => ({ id, name, spend_euros: euros(micros.get(id) ?? 0) }))
    return {
      total_spend_euros: totalOf(workspace, selection),
      data: largestFirst(rows, row => [row.spend_euros, row.id]).map(view),
    }
  })
}

function totalOf(workspace: Workspace, selection: Selection): number {
  return euros(spent(workspace, selection).micros)
}

/** The requested team, or all that the caller sees; an admin sees the people and the work of no team, too. */
function teamsAsked(context: Context, teamId: string | null): Teams {
  const seen = teamsInView(context, 'getTeamStats')
  if (teamId === null) return seen
  const ids = context.tables.teams
    .all()
    .flatMap(team => (seen === 'all' || seen.includes(team.id) ? team.id : []))
  if (ids.includes(teamId)) return [teamId]
  throw new Refusal('team_not_found', `There is no team ${teamId} whose usage this key can see.`, {
    param: 'team_id',
    ...hidden(context.tables.teams.get(teamId)),
    because: { accepted: ids },
  })
}
