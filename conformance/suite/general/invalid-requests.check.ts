/** Requests with one wrong thing in them, operation by operation: each is refused with 422 and changes nothing. */

import type { Scope } from '#openapi'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type RefusalSetup, refuses } from '../../negatives/refusals.ts'
import { idsOf, operation, refusalsOf, scopeOf } from '../../requirements/contract.ts'
import { UI_MESSAGE } from '../completions/agent-completions.check.ts'
import { model, PROMPT } from '../completions/completions.check.ts'
import { capabilityOf, knownAgent } from '../discover.ts'
import { wordsThatHit } from '../knowledge/search-results.ts'
import { knownPath } from '../known-path.ts'
import { someAssignee } from '../tasks/existing-tasks.ts'
import { makeTask, staysWhileRefused } from '../tasks/own-task.ts'

interface Invalid {
  id: string
  operation: string
  requests: number
  /** The scopes that its setup needs beside that of the operation. */
  scopes?: readonly Scope[]
  /** A right body; the wrong ones of a write to a task must leave it as it is. */
  right?: (t: Trial) => Promise<RefusalSetup['right']>
}

const TABLE: readonly Invalid[] = [
  { id: 'agents/list-invalid', operation: 'listAgents', requests: 5 },
  { id: 'runs/list-invalid', operation: 'listRuns', requests: 4 },
  { id: 'tasks/list-invalid', operation: 'listTasks', requests: 9 },
  { id: 'workflows/list-invalid', operation: 'listWorkflows', requests: 7 },
  { id: 'workflows/runs-invalid', operation: 'listWorkflowRuns', requests: 7 },
  {
    id: 'knowledge/search-invalid',
    operation: 'searchKnowledge',
    requests: 30,
    right: async t => ({ query: (await wordsThatHit(t)) ?? 'anything' }),
  },
  {
    id: 'completions/chat-invalid',
    operation: 'createChatCompletion',
    requests: 24,
    scopes: ['chat:read'],
    right: async t => ({ model: await model(t), messages: PROMPT, stream: false }),
  },
  {
    id: 'completions/agent-invalid',
    operation: 'createAgentCompletion',
    requests: 34,
    right: async t => ({ agentId: (await knownAgent(t)).id, messages: [UI_MESSAGE], stream: false }),
  },
  {
    id: 'tasks/update-invalid',
    operation: 'updateTask',
    requests: 70,
    right: async () => ({ description: 'right' }),
  },
  {
    id: 'tasks/assign-invalid',
    operation: 'setTaskAssignee',
    requests: 20,
    right: async t => ({ ...(await someAssignee(t)) }),
  },
  {
    id: 'tasks/move-invalid',
    operation: 'setTaskStatus',
    requests: 14,
    right: async () => ({ status: 'done' }),
  },
]

const invalid = TABLE.map(({ id, operation: called, requests, scopes = [], right }) => {
  const { method } = operation(called)
  const where = method === 'GET' ? 'query' : 'body'
  const rows = refusalsOf(called, where)
  const isOfTask = scopeOf(called) === 'tasks:write'
  return scenario({
    id,
    title: `${called} with one wrong thing in its ${where} is refused with 422`,
    requirements: [...idsOf(rows), ...(isOfTask ? ['ERR-12'] : [])],
    needs: {
      capability: capabilityOf(called),
      scopes: [scopeOf(called), ...(isOfTask ? (['tasks:read'] as const) : scopes)],
    },
    cost: { requests },
    writes: where === 'body' && called !== 'searchKnowledge',
    async run(t) {
      const task = isOfTask ? await makeTask(t, `not to be changed by ${called}`) : undefined
      const options = { path: task ? { task_id: task.id } : await knownPath(t, called) }
      const body = await right?.(t)
      const refuse = () => refuses(t, called, rows, { options, ...(body && { right: body }) })
      await (task ? staysWhileRefused(t, task, refuse) : refuse())
    },
  })
})

export const invalidScenarios: readonly Scenario[] = invalid
