// Summaries of the workspace's work, and its headline numbers (section 4.6).
import { type OperationId, operations, type Schemas } from '#openapi'
import { isWorkspaceWide } from '../profile/access-rules.ts'
import { daysIn } from '../simulation/time-zone.ts'
import type { Workspace } from '../world/workspace.ts'
import type { Context, Handlers } from './handler.ts'
import { agentStats, agentUsage } from './money/agent-usage.ts'
import { cachedFigures, figuresOfDays } from './money/cached-figures.ts'
import {
  countRunsBy,
  noRuns,
  type Selection,
  spent,
  spentBy,
  successRate,
  totalRuns,
} from './money/figures.ts'
import { largestFirst } from './money/listed.ts'
import { lastDays, periodWindow, today, type Window, zoneOf } from './money/window.ts'
import { euros, iso, tokensView } from './time.ts'
import { seesAgent, seesApproval, seesRun, teamsInView } from './visibility.ts'

const MAX_TOP_MODELS = 5

export const analytics = {
  getInsightsSummary({ query: { period } }, context) {
    const { workspace, tables, now } = context
    const window = periodWindow(period, now, workspace.profile)
    const selection = { ...window, teams: teamsInView(context, 'getInsightsSummary') }
    const figures = cachedFigures(workspace, ['insights', selection.from, selection.teams], () => {
      const { runs, agents, users } = activityIn(workspace, selection)
      const { micros, savedMicros } = spent(workspace, selection)
      return {
        runs,
        success_rate: successRate(runs),
        runs_per_day: runsPerDay(context, selection),
        active_agents: agents.size,
        active_users: users.size,
        messages: tables.chats.countMessages(selection, selection.teams),
        cost_euros: euros(micros),
        prompt_caching_saving_euros: euros(savedMicros),
        top_models: topModels(context, selection),
      }
    })
    return { status: 200, body: { period, from: iso(window.from), to: iso(window.until), ...figures } }
  },

  getAgentStats: ({ query }, context) =>
    figuresOfDays(context, 'getAgentStats', query.days, selection => ({
      data: agentStats(context.workspace, selection),
    })),

  getUsageByUser: usageBy('getUsageByUser', 'userId'),
  getUsageByTeam: usageBy('getUsageByTeam', 'teamId'),

  getDashboardStats({ query }, context) {
    const { workspace, tables, caller, now } = context
    const { profile } = workspace
    const tz = zoneOf(query.tz, tables.tenant.all()[0]?.timeZone ?? 'UTC', profile)
    const teams = teamsInView(context, 'getDashboardStats')
    const seesAll = isWorkspaceWide(operations.getDashboardStats, profile)
    const runs = (window: Window) =>
      countRunsBy(workspace, ['agentId', 'startedBy'], { ...window, teams }, run =>
        seesAll || seesRun(context, run) ? 'seen' : 'hidden',
      ).get('seen') ?? noRuns()
    const [day, month] = [today(now, tz), lastDays(30, now, profile, tz)]
    const figures = cachedFigures(
      workspace,
      ['dashboard', day.from, month.from, teams, caller.person.id],
      () => {
        const ever = runs({ ...day, from: Number.NEGATIVE_INFINITY })
        const pending = tables.approvals.range('oldest', 'status:pending')
        return {
          agents: tables.agents.all().filter(agent => seesAgent(caller.person, agent)).length,
          runs: runs(month).total,
          runs_today: runs(day).total,
          runs_in_progress: ever.running + ever.paused,
          pending_approvals: pending.filter(approval => seesApproval(context, approval)).length,
        }
      },
    )
    return { status: 200, body: { tz, as_of: iso(now), ...figures } }
  },
} satisfies Partial<Handlers>

function usageBy<Owner extends 'userId' | 'teamId'>(operation: OperationId, owner: Owner) {
  return ({ query }: { readonly query: { readonly days: number } }, context: Context) =>
    figuresOfDays(context, operation, query.days, selection => ({
      data: agentUsage(context.workspace, owner, selection),
    }))
}

/** Runs per UTC day; of the first and the last day only those in the window. */
function runsPerDay({ workspace }: Context, selection: Selection) {
  return daysIn(selection).map(({ date, ...day }) => ({
    date,
    runs: totalRuns(workspace, { ...selection, ...day }),
  }))
}

/** The runs, and who has a run or other spending. */
function activityIn(workspace: Workspace, selection: Selection) {
  const [agents, users] = [new Set<string>(), new Set<string>()]
  const runs = countRunsBy(workspace, ['agentId', 'startedBy'], selection, ({ agentId, startedBy }) => {
    agents.add(agentId)
    users.add(startedBy)
    return ''
  })
  for (const { key } of spentBy(workspace, ['agentId'], selection)) if (key.agentId) agents.add(key.agentId)
  for (const { key } of spentBy(workspace, ['userId'], selection)) if (key.userId) users.add(key.userId)
  return { runs: runs.get('') ?? noRuns(), agents, users }
}

/** The most used models, by cost. */
function topModels({ workspace }: Context, selection: Selection): Schemas['InsightsSummary']['top_models'] {
  const cells = spentBy(workspace, ['modelId'], selection).filter(cell => cell.key.modelId !== null)
  return largestFirst(cells, cell => [cell.micros, cell.key.modelId])
    .slice(0, MAX_TOP_MODELS)
    .map(({ key, entries, tokensIn, tokensOut, micros }) => ({
      model: key.modelId ?? '',
      requests: entries,
      tokens: tokensView(tokensIn, tokensOut),
      cost_euros: euros(micros),
    }))
}
