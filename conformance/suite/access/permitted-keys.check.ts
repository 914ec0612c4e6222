/** Every read operation and every write on a task is served to permitted keys and refused to all others. */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf } from '../../extract/record.ts'
import { taskIn } from '../../extract/task-record.ts'
import { allOperations, type Operation, scopeRequirements } from '../../requirements/contract.ts'
import { isSuccess } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import type { FixtureName } from '../../target/target-schema.ts'
import { needsOf } from '../discover.ts'
import { knownPath, pathParams } from '../known-path.ts'
import { isKept } from '../own-records/lost-writes.ts'
import { isWorkedOn } from '../own-records/unasked-changes.ts'
import { knownPerson, openColumn } from '../tasks/existing-tasks.ts'
import { createTask, makeTask, onceThere, readTask } from '../tasks/own-task.ts'
import { judgeClosed } from './foreign-replies.ts'
import { accessRows, EFFECT, judgeWaiting, refusesOtherCallers } from './refused-callers.ts'

/** The requirement that no other tenant reads a record, by the first parameter of the path. */
const FOREIGN: Readonly<Record<string, string>> = {
  agent_id: 'AGENT-15',
  run_id: 'VIS-02',
  task_id: 'VIS-03',
  ref: 'VIS-03',
  workflow_id: 'VIS-06',
  approval_id: 'APPR-05',
  client_id: 'AGENCY-07',
}

/** Records in other states than that of the record with which all callers are tried. */
const IN_OTHER_STATES: Readonly<Record<string, readonly FixtureName[]>> = {
  getApproval: ['decided-approval'],
  getTask: ['archived-task', 'old-done-task'],
}

/** The chat stream and the moves of runs are tested with the run scenarios, which hold a run in the right state. */
const isRead = ({ id, method }: Operation) =>
  (method === 'GET' && id !== 'streamChat') || id === 'searchKnowledge'

const reads = allOperations.filter(isRead).map(({ id, rateLimit, method, path }) => {
  const foreign = pathParams(id)
    .slice(0, 1)
    .flatMap(name => FOREIGN[name] ?? [])
  return scenario({
    id: `access/${id}`,
    title: `${method} ${path} is served to a key that may, and to no other`,
    requirements: accessRows(id, ...foreign),
    needs: needsOf(id),
    cost: rateLimit ? { analytics: { [id]: 9 } } : { requests: 13 },
    writes: /^(getTask|listTaskRuns)/.test(id),
    async run(t) {
      const withRuns = id === 'listTaskRuns' ? await taskWithRuns(t) : undefined
      const options: CallOptions = { path: withRuns ? { task_id: withRuns } : await knownPath(t, id) }
      if (id === 'searchKnowledge')
        options.body = { query: t.target.fixtures.get('knowledge-hit')?.query ?? 'invoice' }
      await refusesOtherCallers(t, id, { options, foreign })
      for (const name of IN_OTHER_STATES[id] ?? []) {
        const other = t.target.fixtures.get(name)?.id
        const path = { [pathParams(id)[0] ?? '']: other ?? '' }
        if (other !== undefined && t.wants(...foreign))
          await judgeClosed(t, id, foreign, path).catch(ignoreMissing)
      }
    },
  })
})

/** A list that shows something tells more than an empty one. */
async function taskWithRuns(t: Trial): Promise<string | undefined> {
  const id = t.target.fixtures.get('task-with-runs')?.id
  const reply = id && (await t.call('listTaskRuns', { path: { task_id: id } }))
  return reply && reply.status === 200 && replyRows(reply).length > 0 ? id : undefined
}

/** Writes on the suite's own task, each with a valid body. */
const WRITES: Record<string, (t: Trial) => Promise<CallOptions>> = {
  updateTask: async () => ({ body: { description: 'changed by one who may not' } }),
  // Without a known person, clearing the assignee is the only request that is certainly valid.
  async setTaskAssignee(t) {
    const id = await knownPerson(t)
    return { body: id === undefined ? { type: null, id: null } : { type: 'user', id } }
  },
  setTaskStatus: async t => ({ body: { status: await openColumn(t) } }),
  deleteTask: async () => ({}),
}

const writes = Object.entries(WRITES).map(([id, request]) =>
  scenario({
    id: `access/${id}`,
    title: `${id} is served to a key that may, and to no other, for whom nothing changes`,
    requirements: accessRows(id, 'VIS-04', 'AUTH-07'),
    needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
    cost: { requests: 24 },
    writes: true,
    async run(t) {
      const task = await makeTask(t, `not for all to ${id}`, { description: 'as it was' })
      const before = await readTask(t, task.id)
      const options = await request(t)
      // Somebody else may have changed what the request does not name.
      const shows = (record: Json) =>
        Object.entries(options.body ?? {}).every(
          ([name, value]) =>
            isKept(record, id === 'setTaskAssignee' ? `assignee_${name}` : name, value) === true,
        )
      const changedFrom = (old: Json, task_id: string, mayMove?: typeof isWorkedOn) => async () => {
        // One that was deleted stays unreadable; anything else passes.
        const reply = await onceThere(t, task_id)
        if (reply.status >= 400) return `afterwards the task cannot be read: ${reply.status}`
        if (reply.status !== 200 || !taskIn(reply.json)) return undefined
        const after = taskIn(reply.json) ?? {}
        return shows(old) || !shows(after) || mayMove?.(after) ? undefined : 'the task has changed'
      }
      const control = await refusesOtherCallers(t, id, {
        options: { path: { task_id: task.id }, ...options },
        foreign: ['VIS-04'],
        unchanged: ['AUTH-07'],
        // Who works on the task may move it.
        changed: changedFrom(before, task.id, id === 'setTaskStatus' ? isWorkedOn : undefined),
      })
      // Whom a task is assigned to needs the scope as well. That person may change one task at that moment, not two.
      const row = scopeRequirements.get(id) ?? ''
      const key = t.keys.without('tasks:write').find(one => one.personId !== undefined)
      if (!key || !t.wants(row) || !isSuccess(control)) return
      const assignee = { assignee_type: 'user', assignee_id: key.personId }
      for (const round of [1, 2]) {
        const own = await makeTask(t, `${round} not for whom it is assigned to to ${id}`, assignee)
        const changed = changedFrom(await readTask(t, own.id), own.id)
        const reply = await t.call(id, { path: { task_id: own.id }, ...options, key })
        const change = isSuccess(reply) && (await t.until('an effect of the call', EFFECT, changed))
        if (!change) return
        const sentence = `${id} with key ${key.name}, to whose owner the task is assigned, is served; ${change}`
        if (round === 2) t.violated('scope-needed', row, sentence, reply, control)
      }
    },
  }),
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

const MOVES = allOperations.filter(({ method, path }) => method === 'POST' && path.includes('{run_id}'))

const moves = scenario({
  id: 'access/moves',
  title:
    'Moves of runs are refused to those who may not, also where the run then ended too soon for the right key',
  requirements: MOVES.flatMap(({ id }) => accessRows(id, 'VIS-05')),
  needs: { capability: 'runs' },
  cost: {},
  turn: 'overall',
  run: async t => judgeWaiting(t),
})

export const accessScenarios: readonly Scenario[] = [...reads, ...writes, create, moves]
