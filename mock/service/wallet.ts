// The workspace's money and plan (section 4.6).
import type { Schemas } from '#openapi'
import { monthAt } from '../simulation/time-zone.ts'
import { balanceMicros } from '../work/accounts.ts'
import { planOfTenant } from '../work/funds.ts'
import { workflowUsage } from '../work/workflow-usage.ts'
import { PLANS, type Plan } from '../world/plans.ts'
import type { Handlers } from './handler.ts'
import { agentsUsedBy } from './money/agent-usage.ts'
import { cachedFigures } from './money/cached-figures.ts'
import { type Selection, spent, totalRuns } from './money/figures.ts'
import { statement } from './money/statement.ts'
import { lastDays, monthOf, today } from './money/window.ts'
import { euros, iso, tokensView } from './time.ts'
import { seesAgent, teamsInView } from './visibility.ts'

export const wallet = {
  getWallet(_, context) {
    const { workspace, now } = context
    const teams = teamsInView(context, 'getWallet')
    const [day, month] = [today(now), lastDays(30, now, workspace.profile)]
    const figures = cachedFigures(workspace, ['wallet', month.from, teams], () => ({
      balance_euros: euros(balanceMicros(workspace)),
      currency: 'EUR' as const,
      spend_today_euros: euros(spent(workspace, { ...day, teams }).micros),
      spend_last_30_days_euros: euros(spent(workspace, { ...month, teams }).micros),
    }))
    return { status: 200, body: { ...figures, as_of: iso(now) } }
  },

  getMyUsage(_, { workspace, caller: { person }, now }) {
    const own = { teams: 'all', personId: person.id } as const
    const month = { ...lastDays(30, now, workspace.profile), ...own }
    const figures = (selection: Selection): Schemas['UsageFigures'] => {
      const { micros, tokensIn, tokensOut } = spent(workspace, selection)
      return {
        runs: totalRuns(workspace, selection),
        tokens: tokensView(tokensIn, tokensOut),
        spend_euros: euros(micros),
      }
    }
    const body = cachedFigures(workspace, ['own', month.from, person.id], () => ({
      user_id: person.id,
      user_name: person.name,
      today: figures({ ...today(now), ...own }),
      last_30_days: figures(month),
      agents: agentsUsedBy(workspace, person.id, month),
    }))
    return { status: 200, body }
  },

  getMonthlyStatement({ query }, context) {
    const { workspace, tables, now } = context
    const { person } = context.caller
    const month = monthOf(query.month, now, workspace.profile)
    const teams = teamsInView(context, 'getMonthlyStatement')
    const body = cachedFigures(workspace, ['statement', month, teams, person.id], () => {
      const hidden = tables.agents.all().flatMap(agent => (seesAgent(person, agent) ? [] : agent.id))
      return statement(workspace, month, teams, new Set(hidden))
    })
    return { status: 200, body }
  },

  getEntitlements(_, { workspace, tables, now }) {
    const month = { from: monthAt(now).from, to: now + 1, teams: 'all' } as const
    const body = cachedFigures(workspace, ['entitlements', month.from], () => {
      const plan = planOfTenant(workspace)
      return {
        plan: planView(plan),
        caps: { ...plan.caps },
        features: { ...plan.features },
        usage: {
          members: tables.people.size,
          agents: tables.agents.size,
          monthly_runs: totalRuns(workspace, month),
          monthly_workflow_runs: workflowUsage(workspace).used,
          knowledge_bases: tables.knowledgeBases.size,
        },
        upgrade_targets: PLANS.slice(PLANS.indexOf(plan) + 1).map(planView),
      }
    })
    return { status: 200, body }
  },
} satisfies Partial<Handlers>

function planView({ id, name, monthlyPriceMicros }: Plan): Schemas['Plan'] {
  return { id, name, monthly_price_euros: euros(monthlyPriceMicros) }
}
