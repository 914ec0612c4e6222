/** Requests with one wrong thing in them, operation by operation: each is refused with 422 and changes nothing. */

import type { Scope } from '#openapi'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type RefusalSetup, refuses } from '../../negatives/refusals.ts'
import { idsOf, operation, refusalsOf, scopeOf } from '../../requirements/contract.ts'
import { UI_MESSAGE } from '../completions/agent-completions.check.ts'
import { model, PROMPT } from '../completions/completions.check.ts'
import { capabilityOf, knownAgent, knownWorkflow } from '../discover.ts'
import { wordsThatHit } from '../knowledge/search-results.ts'
import { someAssignee } from '../tasks/existing-tasks.ts'
import { makeTask, staysWhileRefused } from '../tasks/own-task.ts'

interface Invalid {
  id: string
  operation: string
  requests: number
  /** The scopes that its setup needs beside that of the operation. */
  scopes?: readonly Scope[]
  /** A right request. */
  setup?: (t: Trial) => Promise<RefusalSetup>
  /** The right body of a write to a task, which the wrong ones must leave as it is. */
  ofTask?: (t: Trial) => Promise<RefusalSetup['right']>
}

const TABLE: readonly Invalid[] = [
  { id: 'agents/list-invalid', operation: 'listAgents', requests: 5 },
  { id: 'runs/list-invalid', operation: 'listRuns', requests: 4 },
  { id: 'tasks/list-invalid', operation: 'listTasks', requests: 9 },
  { id: 'workflows/list-invalid', operation: 'listWorkflows', requests: 7 },
  {
    id: 'workflows/runs-invalid',
    operation: 'listWorkflowRuns',
    requests: 7,
    setup: async t => ({ options: { path: { workflow_id: (await knownWorkflow(t)).id } } }),
  },
  {
    id: 'knowledge/search-invalid',
    operation: 'searchKnowledge',
    requests: 30,
    setup: async t => ({ right: { query: (await wordsThatHit(t)) ?? 'anything' } }),
  },
  {
    id: 'completions/chat-invalid',
    operation: 'createChatCompletion',
    requests: 24,
    scopes: ['chat:read'],
    setup: async t => ({ right: { model: await model(t), messages: PROMPT, stream: false } }),
  },
  {
    id: 'completions/agent-invalid',
    operation: 'createAgentCompletion',
    requests: 34,
    setup: async t => ({
      right: { agentId: (await knownAgent(t)).id, messages: [UI_MESSAGE], stream: false },
    }),
  },
  {
    id: 'tasks/update-invalid',
    operation: 'updateTask',
    requests: 70,
    ofTask: async () => ({ description: 'right' }),
  },
  {
    id: 'tasks/assign-invalid',
    operation: 'setTaskAssignee',
    requests: 20,
    ofTask: async t => ({ ...(await someAssignee(t)) }),
  },
  {
    id: 'tasks/move-invalid',
    operation: 'setTaskStatus',
    requests: 14,
    ofTask: async () => ({ status: 'done' }),
  },
]

const invalid = TABLE.map(({ id, operation: called, requests, scopes = [], setup, ofTask }) => {
  const { method } = operation(called)
  const where = method === 'GET' ? 'query' : 'body'
  const rows = refusalsOf(called, where)
  return scenario({
    id,
    title: `${called} with one wrong thing in its ${where} is refused with 422`,
    requirements: [...idsOf(rows), ...(ofTask ? ['ERR-12'] : [])],
    needs: {
      capability: capabilityOf(called),
      scopes: [scopeOf(called) as Scope, ...(ofTask ? (['tasks:read'] as const) : scopes)],
    },
    cost: { requests },
    writes: where === 'body' && called !== 'searchKnowledge',
    async run(t) {
      if (!ofTask) return void (await refuses(t, called, rows, (await setup?.(t)) ?? {}))
      const task = await makeTask(t, `not to be changed by ${called}`)
      const right = (await ofTask(t)) ?? {}
      const options = { path: { task_id: task.id } }
      await staysWhileRefused(t, task, () => refuses(t, called, rows, { options, right }))
    },
  })
})

export const invalidScenarios: readonly Scenario[] = invalid
