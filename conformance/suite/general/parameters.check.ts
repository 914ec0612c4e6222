/** Every stated query parameter is taken: a right value of it is not what makes a request fail. */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findNamed } from '../../extract/find-value.ts'
import { listIn, rowsOfObjects } from '../../extract/list-rows.ts'
import { wordIn } from '../../extract/record.ts'
import { operation } from '../../requirements/contract.ts'
import type { Capability } from '../../target/target-schema.ts'
import { adminKey } from '../analytics/rows.check.ts'
import { agents, knownWorkflow } from '../discover.ts'
import { boardId, knownPerson, seenOnTasks, statusWords } from '../tasks/existing-tasks.ts'

type Value = string | number | boolean
type Values = readonly Value[] | ((t: Trial) => Promise<readonly (Value | undefined)[]>)

/** Operation, parameter, requirement, and values of which a service takes at least one. */
const TAKEN: readonly (readonly [operation: string, name: string, requirement: string, values: Values])[] = [
  ['listAgents', 'limit', 'AGENT-08', [1, 10]],
  ['listAgents', 'offset', 'AGENT-10', [0, 1]],
  ['listAgents', 'view', 'AGENT-01', ['summary']],
  ['listAgents', 'view', 'AGENT-12', ['summary']],
  ['listRuns', 'agent_id', 'RUN-14', async t => (await agents(t)).slice(0, 2).map(({ id }) => id)],
  ['listRuns', 'status', 'RUN-15', ['running', 'cancelled', 'paused']],
  ['listRuns', 'limit', 'RUN-17', [1, 10]],
  ['listRuns', 'offset', 'RUN-23', [0, 1]],
  ['listRuns', 'cursor', 'RUN-20', cursor],
  ['listTasks', 'status', 'TASK-13', statusWords],
  ['listTasks', 'project_id', 'TASK-14', async t => [await seenOnTasks(t, 'project')]],
  ['listTasks', 'board_id', 'TASK-15', async t => [await boardId(t)]],
  ['listTasks', 'owner', 'TASK-16', ['me']],
  ['listTasks', 'owner', 'TASK-17', async t => [await knownPerson(t)]],
  ['listTasks', 'assignee_type', 'TASK-09', ['user']],
  ['listTasks', 'assignee_type', 'TASK-10', ['agent']],
  ['listTasks', 'assignee_id', 'TASK-19', async t => [await knownPerson(t)]],
  ['listTasks', 'include_archived', 'TASK-21', [true]],
  ['listTasks', 'done_since_days', 'TASK-23', [1, 7, 30]],
  ['listTasks', 'done_since_days', 'TASK-24', [1, 7, 30]],
  ['listTasks', 'limit', 'TASK-27', [1, 10]],
  ['listTasks', 'offset', 'TASK-29', [0, 1]],
  ['listWorkflows', 'limit', 'WF-03', [1, 10]],
  ['listWorkflows', 'offset', 'WF-04', [0, 1]],
  ['listWorkflows', 'page', 'WF-05', [1]],
  ['listWorkflows', 'per_page', 'WF-06', [1, 10]],
  ['listWorkflowRuns', 'status', 'WF-22', workflowRunWords],
  ['listWorkflowRuns', 'date_from', 'WF-23', ['2026-01-31T00:00:00Z', '2026-01-31']],
  ['listWorkflowRuns', 'date_to', 'WF-24', ['2036-01-31T00:00:00Z', '2036-01-31']],
  ['listWorkflowRuns', 'had_objection', 'WF-25', [true]],
  ['listWorkflowRuns', 'limit', 'WF-30', [1, 10]],
  ['listWorkflowRuns', 'offset', 'WF-31', [0, 1]],
  ['getInsightsSummary', 'period', 'ANA-22', ['7d', '30d']],
  ['getTeamStats', 'group_by', 'SPEND-01', ['member']],
  ['getTeamStats', 'group_by', 'SPEND-26', ['member']],
  ['getTeamStats', 'group_by', 'SPEND-02', ['agent']],
  ['getTeamStats', 'group_by', 'SPEND-03', ['team']],
  ['getTeamStats', 'group_by', 'SPEND-04', ['day']],
  ['getTeamStats', 'team_id', 'SPEND-24', async t => [t.target.fixtures.get('team')?.id]],
  // The bounds of these are not stated; a service that takes none of them takes none at all.
  ...(
    [
      ['getSpendByAgent', 'SPEND-07'],
      ['getSpendByModel', 'SPEND-10'],
      ['getSpendByTeam', 'SPEND-13'],
      ['getSpendByUser', 'SPEND-16'],
      ['getSpendOverTime', 'SPEND-19'],
      ['getTeamStats', 'SPEND-22'],
    ] as const
  ).map(([id, requirement]) => [id, 'days', requirement, [30, 7, 90, 1]] as const),
]

const CAPABILITY: Readonly<Record<string, Capability>> = {
  listAgents: 'agents',
  listRuns: 'runs',
  listTasks: 'tasks',
  listWorkflows: 'workflows',
  listWorkflowRuns: 'workflows',
}

const OPERATIONS = [...new Set(TAKEN.map(([id]) => id))]

export const parameterScenarios: readonly Scenario[] = OPERATIONS.map(id => {
  const rows = TAKEN.filter(([one]) => one === id)
  const scope = operation(id).scopes[0]?.[0]
  return scenario({
    id: `parameters/${id}`,
    title: `${id} takes each of its parameters`,
    requirements: [...new Set(rows.map(([, , requirement]) => requirement))],
    needs: {
      capability: CAPABILITY[id] ?? 'analytics',
      ...(scope !== undefined && { scopes: [scope as never] }),
    },
    cost: operation(id).rateLimit ? { analytics: { [id]: 2 } } : { requests: 12 },
    // What other checks have sent to a limited endpoint is not sent again.
    overall: operation(id).rateLimit !== null,
    writes: id === 'listTasks',
    async run(t) {
      const options: CallOptions = {
        ...(operation(id).rateLimit && { key: adminKey(t) }),
        ...(id === 'listWorkflowRuns' && { path: { workflow_id: (await knownWorkflow(t)).id } }),
      }
      // Only what is served without a parameter can be refused for one.
      const bare = await (operation(id).rateLimit ? t.read(id, options) : t.call(id, options))
      if (bare.status !== 200) return
      for (const [, name, requirement, values] of rows) {
        if (!t.wants(requirement)) continue
        const wanted = typeof values === 'function' ? await values(t).catch(() => []) : values
        await taken(
          t,
          id,
          name,
          requirement,
          wanted.filter(one => one !== undefined),
          options,
        )
      }
    },
  })
})

async function taken(
  t: Trial,
  id: string,
  name: string,
  requirement: string,
  values: readonly Value[],
  options: CallOptions,
) {
  const before = operation(id).rateLimit && t.context.taken.get(`${id}?${name}`)
  if (before) return t.notExercised(requirement, `its effect: ${name} is taken`, before)
  const answered: string[] = []
  for (const value of values.slice(0, 4)) {
    const exchange = await t.call(id, { ...options, query: { [name]: value } })
    if (exchange.status === 200)
      return t.notExercised(requirement, `its effect: ${name}=${value} is taken`, exchange)
    answered.push(`${name}=${value} ${exchange.status}`)
  }
  if (answered.length === 0) return t.notExercised(requirement, `a right value of ${name}`)
  const { method, path } = operation(id)
  t.violated(
    requirement,
    `${method} ${path} is served without ${name} and not with it: ${answered.join(', ')}`,
  )
}

async function cursor(t: Trial): Promise<string[]> {
  const first = await t.need('listRuns', { query: { limit: 1 } })
  const next = findNamed(first.json, 'next_cursor')?.value
  return typeof next === 'string' && next !== '' ? [next] : []
}

async function workflowRunWords(t: Trial): Promise<string[]> {
  const path = { workflow_id: (await knownWorkflow(t)).id }
  const rows = rowsOfObjects(
    listIn((await t.need('listWorkflowRuns', { path })).json, ['runs', 'workflow_runs']) ?? [],
  )
  return [...new Set(rows.flatMap(row => wordIn(row) ?? []))]
}
