/** Every read operation and every write on a task is served to permitted keys and refused to all others. */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import { taskIn } from '../../extract/task-record.ts'
import { allOperations, type Operation, scopeOf } from '../../requirements/contract.ts'
import { Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { pendingApproval } from '../approvals/pending-approvals.ts'
import { capabilityOf, knownAgent, knownWorkflow } from '../discover.ts'
import { isWorkedOn } from '../own-records/unasked-changes.ts'
import { anyRun } from '../runs/any-run.ts'
import { knownPerson } from '../tasks/existing-tasks.ts'
import { createTask, makeTask, readTask, sharedTask } from '../tasks/own-task.ts'
import { workflowRun } from '../workflows/existing-workflow-runs.ts'
import { accessRows, judgeWaiting, refusesOtherCallers } from './refused-callers.ts'

/**
 * A valid request for each operation. Operations on runs are tested with the run scenarios, which hold a run in the
 * right state.
 */
const REQUESTS: Record<string, { options?: (t: Trial) => Promise<CallOptions>; foreign?: string[] }> = {
  listAgents: {},
  getAgent: { options: async t => ({ path: { agent_id: (await knownAgent(t)).id } }), foreign: ['AGENT-15'] },
  listRuns: {},
  getRun: { options: async t => ({ path: { run_id: (await anyRun(t)).id } }), foreign: ['VIS-02'] },
  listTasks: {},
  getTask: { options: async t => ({ path: { task_id: (await sharedTask(t)).id } }), foreign: ['VIS-03'] },
  getTaskByNumber: { options: async t => ({ path: { ref: await reference(t) } }) },
  listTaskRuns: {
    options: async t => ({ path: { task_id: (await taskWithRuns(t)) ?? (await sharedTask(t)).id } }),
    foreign: ['VIS-03'],
  },
  listWorkflows: {},
  getWorkflowRunUsage: {},
  getWorkflow: {
    options: async t => ({ path: { workflow_id: (await knownWorkflow(t)).id } }),
    foreign: ['VIS-06'],
  },
  listWorkflowRuns: {
    options: async t => ({ path: { workflow_id: (await knownWorkflow(t)).id } }),
    foreign: ['VIS-06'],
  },
  getWorkflowRunsSummary: {
    options: async t => ({ path: { workflow_id: (await knownWorkflow(t)).id } }),
    foreign: ['VIS-06'],
  },
  getWorkflowRun: { options: async t => ({ path: await workflowRun(t) }), foreign: ['VIS-06'] },
  listWorkflowRunSteps: { options: async t => ({ path: await workflowRun(t) }), foreign: ['VIS-06'] },
  listPendingApprovals: {},
  getApproval: {
    options: async t => ({ path: { approval_id: await pendingApproval(t) } }),
    foreign: ['APPR-05'],
  },
  listPendingWorkflowApprovals: {},
  listModels: {},
  listKnowledgeFolders: {},
  searchKnowledge: {
    options: async t => ({ body: { query: t.target.fixtures.get('knowledge-hit')?.query ?? 'invoice' } }),
  },
  getAgencyClientUsage: {
    options: async t => ({ path: { client_id: t.fixture('agency-client').id } }),
    foreign: ['AGENCY-07'],
  },
}

const isRead = (row: Operation) => row.id in REQUESTS || row.rateLimit !== null

const reads = allOperations.filter(isRead).map(({ id, rateLimit, method, path }) =>
  scenario({
    id: `access/${id}`,
    title: `${method} ${path} is served to a key that may, and to no other`,
    requirements: accessRows(id, ...(REQUESTS[id]?.foreign ?? [])),
    needs: {
      capability: capabilityOf(id),
      ...(scopeOf(id) && { scopes: [scopeOf(id) as never] }),
    },
    cost: rateLimit ? { analytics: { [id]: 9 } } : { requests: 9 },
    writes: /^(getTask|listTaskRuns)/.test(id),
    async run(t) {
      const options = (await REQUESTS[id]?.options?.(t)) ?? {}
      await refusesOtherCallers(t, id, { options, foreign: REQUESTS[id]?.foreign ?? [] })
    },
  }),
)

/** A list that shows something tells more than an empty one. */
async function taskWithRuns(t: Trial): Promise<string | undefined> {
  const id = t.target.fixtures.get('task-with-runs')?.id
  const reply = id && (await t.call('listTaskRuns', { path: { task_id: id } }))
  return reply && reply.status === 200 && replyRows(reply).length > 0 ? id : undefined
}

async function reference(t: Trial): Promise<string> {
  const { record } = await sharedTask(t)
  for (const value of Object.values(record)) {
    const text = typeof value === 'number' && Number.isInteger(value) ? String(value) : value
    if (typeof text !== 'string' || !/^([A-Za-z][A-Za-z0-9]{0,11}-)?\d{1,9}$/.test(text)) continue
    const reply = await t.call('getTaskByNumber', { path: { ref: text } })
    // The check itself judges a refusal of the key.
    if (reply.status === 200 || reply.status === 401 || reply.status === 403) return text
  }
  throw new Missing('the number of a task')
}

/** Writes on the suite's own task, each with a valid body. */
const WRITES: Record<string, { body?: (t: Trial) => Promise<unknown>; foreign: string[] }> = {
  updateTask: { body: async () => ({ description: 'changed by one who may not' }), foreign: ['VIS-04'] },
  setTaskAssignee: {
    // Without a known person, clearing the assignee is the only request that is certainly valid.
    async body(t) {
      const id = await knownPerson(t)
      return id === undefined ? { type: null, id: null } : { type: 'user', id }
    },
    foreign: ['VIS-04'],
  },
  setTaskStatus: { body: async () => ({ status: 'done' }), foreign: ['VIS-04'] },
  deleteTask: { foreign: ['VIS-04'] },
}

const writes = Object.entries(WRITES).map(([id, { body, foreign }]) =>
  scenario({
    id: `access/${id}`,
    title: `${id} is served to a key that may, and to no other, for whom nothing changes`,
    requirements: accessRows(id, ...foreign, 'AUTH-07'),
    needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
    cost: { requests: 18 },
    writes: true,
    async run(t) {
      const task = await makeTask(t, `not for all to ${id}`, { description: 'as it was' })
      const before = await readTask(t, task.id)
      const read = async () => t.call('getTask', { path: { task_id: task.id } })
      await refusesOtherCallers(t, id, {
        options: { path: { task_id: task.id }, ...(body && { body: await body(t) }) },
        foreign,
        unchanged: ['AUTH-07'],
        seenBy: key => taskSeenBy(t, key, task.id, task.title),
        async changed() {
          const reply = await read()
          // One that was deleted stays unreadable; anything else passes.
          if (reply.status >= 400 && (await read()).status < 400) return undefined
          if (reply.status >= 400) return `afterwards the task cannot be read: ${reply.status}`
          if (reply.status !== 200 || !taskIn(reply.json)) return undefined
          const same = isSameTask(before, taskIn(reply.json) ?? {})
          return same ? undefined : 'the task has changed'
        },
      })
    },
  }),
)

/** What another tenant's key reads under the id of our task. */
async function taskSeenBy(t: Trial, key: Key, id: string, title: string) {
  const reply = await t.call('getTask', { key, path: { task_id: id } })
  if (reply.status >= 300) return 'nothing'
  return mentions(reply.json, title) ? 'ours' : 'another'
}

/** Equal in what is named; who works on the task may move it. */
const isSameTask = (before: Json, after: Json): boolean =>
  ['title', 'description', 'status', 'priority', 'tags', 'assignee_type', 'assignee_id'].every(
    name =>
      JSON.stringify(before[name]) === JSON.stringify(after[name]) ||
      (name === 'status' && isWorkedOn(after)),
  )

const create = scenario({
  id: 'access/createTask',
  title: 'A task is created by a key that may, and by no other',
  requirements: accessRows('createTask', 'AUTH-07'),
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 14 },
  writes: true,
  async run(t) {
    const title = t.name('not for all to create')
    const key = t.keys.with('tasks:write')
    await refusesOtherCallers(t, 'createTask', {
      options: { body: { title } },
      unchanged: ['AUTH-07'],
      async changed() {
        const reply = await t.need('listTasks')
        const rows = replyRows(reply)
        return rows.some(row => row.title === title) ? 'the task is listed' : undefined
      },
      served(exchange) {
        const id = idOf(taskIn(exchange.json), 'task')
        const n = t.context.journal.intend({ kind: 'task', mark: title, key: key.name })
        if (id !== undefined) t.context.journal.made(n, id)
      },
      right: one => createTask(t, { title }, one),
    })
  },
})

const MOVES = ['pauseRun', 'resumeRun', 'cancelRun', 'retryRun', 'stopRun', 'respondToRun']

const moves = scenario({
  id: 'access/moves',
  title:
    'Moves of runs are refused to those who may not, also where the run then ended too soon for the right key',
  requirements: [...new Set(MOVES.flatMap(id => accessRows(id, 'VIS-05')))],
  needs: { capability: 'runs' },
  cost: {},
  overall: true,
  run: async t => judgeWaiting(t),
})

export const accessScenarios: readonly Scenario[] = [...reads, ...writes, create, moves]
