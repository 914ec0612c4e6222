// Spending (section 4.6). Every table adds up to its total, and all totals for one period and scope are equal.

import type { OperationId } from '#openapi'
import { daysIn } from '../simulation/time-zone.ts'
import { hidden, Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Context, Handlers } from './handler.ts'
import { figuresOfDays } from './money/cached-figures.ts'
import { type Selection, spent, spentBy, spentByDay } from './money/figures.ts'
import { largestFirst, listedWith, namedBy, type Subject } from './money/listed.ts'
import { teamStatsRows } from './money/team-stats.ts'
import { euros } from './time.ts'
import { type Teams, teamsInView } from './visibility.ts'

export const spend = {
  getSpendByAgent: spendBy('getSpendByAgent', 'agentId'),
  getSpendByModel: spendBy('getSpendByModel', 'modelId'),
  getSpendByTeam: spendBy('getSpendByTeam', 'teamId'),
  getSpendByUser: spendBy('getSpendByUser', 'userId'),

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

/** Spending by subject, including those without any, largest first. */
function spendBy<Of extends Subject>(operation: OperationId, subject: Of) {
  return ({ query }: { readonly query: { readonly days: number } }, context: Context) =>
    figuresOfDays(context, operation, query.days, selection => {
      const { workspace, tables } = context
      const cells = spentBy(workspace, [subject], selection)
      const micros = new Map(cells.map(cell => [cell.key[subject], cell.micros]))
      const listed = listedWith(tables, subject, selection.teams, micros.keys())
      const rows = listed.map(one => ({ one, spend_euros: euros(micros.get(one.id) ?? 0) }))
      const sorted = largestFirst(rows, row => [row.spend_euros, row.one.id])
      return {
        total_spend_euros: totalOf(workspace, selection),
        data: sorted.map(({ one, spend_euros }) => ({ ...namedBy(subject, one), spend_euros })),
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
