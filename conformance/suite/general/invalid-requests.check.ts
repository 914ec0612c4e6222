/** Requests with one wrong thing in them, operation by operation: each is refused with 422 and changes nothing. */

import type { Scope } from '#openapi'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { type RefusalSetup, refuses } from '../../negatives/refusals.ts'
import { idsOf, operation, refusalsOf, scopeOf } from '../../requirements/contract.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { UI_MESSAGE } from '../completions/agent-completions.check.ts'
import { model, PROMPT } from '../completions/completions.check.ts'
import { capabilityOf, knownAgent } from '../discover.ts'
import { wordsThatHit } from '../knowledge/search-results.ts'
import { knownPath } from '../known-path.ts'
import { someAssignee } from '../tasks/existing-tasks.ts'
import { makeTask, staysWhileRefused } from '../tasks/own-task.ts'
import { OF_LISTS, PAGING, valuesOf } from './parameters.check.ts'

interface Invalid {
  id: string
  operation: string
  requests: number
  /** The scopes that its setup needs beside that of the operation. */
  scopes?: readonly Scope[]
  /** A right body; the wrong ones of a write to a task must leave it as it is. */
  right?: (t: Trial) => Promise<RefusalSetup['right']>
  /** Optional members, beside which a required one is missed as well. */
  more?: Json
}

const TABLE: readonly Invalid[] = [
  { id: 'agents/list-invalid', operation: 'listAgents', requests: 15 },
  { id: 'runs/list-invalid', operation: 'listRuns', requests: 13 },
  { id: 'tasks/list-invalid', operation: 'listTasks', requests: 32 },
  { id: 'workflows/list-invalid', operation: 'listWorkflows', requests: 7 },
  { id: 'workflows/runs-invalid', operation: 'listWorkflowRuns', requests: 22 },
  {
    id: 'knowledge/search-invalid',
    operation: 'searchKnowledge',
    requests: 30,
    right: async t => ({ query: (await wordsThatHit(t)) ?? 'anything' }),
    more: { knowledgeBaseIds: null, topK: 3, minScore: 0, hybrid: true },
  },
  {
    id: 'completions/chat-invalid',
    operation: 'createChatCompletion',
    requests: 24,
    scopes: ['chat:read'],
    right: async t => ({ model: await model(t), messages: PROMPT, stream: false }),
    more: { temperature: 0.5 },
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
    requests: 40,
    right: async t => ({ ...(await someAssignee(t)) }),
  },
  {
    id: 'tasks/move-invalid',
    operation: 'setTaskStatus',
    requests: 14,
    right: async () => ({ status: 'done' }),
    more: { position: 2 },
  },
]

const invalid = TABLE.map(({ id, operation: called, requests, scopes = [], right, more }) => {
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
      const missing = more ? rows.filter(({ subject }) => subject.case === 'refuses-missing') : []
      const refuse = async () => {
        const isSent = await refuses(t, called, rows, { options, ...(body && { right: body }) })
        return (await refuses(t, called, missing, { options, right: { ...body, ...more } })) || isSent
      }
      await (task ? staysWhileRefused(t, task, refuse) : refuse())
      const query = await takenFilters(t, called, options)
      // What is ignored beside a status need not be judged.
      const beside = rows.filter(({ subject }) => subject.field !== 'done_since_days')
      if (Object.keys(query).length > 0) await refuses(t, called, beside, { options: { ...options, query } })
      if (called === 'setTaskAssignee' && body?.type === 'user') await onceAssigned(t, rows, body)
    },
  })
})

/** As many of the filters as are served together, beside which what is wrong is as wrong as alone. */
async function takenFilters(t: Trial, called: string, options: RefusalSetup['options']) {
  let query = {}
  for (const [list, name, , values] of OF_LISTS) {
    if (list !== called || name in query || PAGING.has(name)) continue
    const [value] = await valuesOf(t, values)
    const wider = { ...query, [name]: value }
    if (value !== undefined && isServed(await t.call(called, { ...options, query: wider }))) query = wider
  }
  return query
}

/** A wrong assignee may be completed by the one that the task has. */
async function onceAssigned(t: Trial, rows: ReturnType<typeof refusalsOf>, right: Json) {
  const assigned = { assignee_type: right.type, assignee_id: right.id }
  const task = await makeTask(t, 'not to be assigned otherwise', assigned).catch(ignoreMissing)
  const options = { path: { task_id: task?.id ?? '' } }
  if (task) await staysWhileRefused(t, task, () => refuses(t, 'setTaskAssignee', rows, { options, right }))
}

export const invalidScenarios: readonly Scenario[] = invalid
