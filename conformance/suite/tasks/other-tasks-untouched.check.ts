/** An action on one task does not affect its neighbours. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { isSameValue } from '../../extract/same-value.ts'
import { taskIn } from '../../extract/task-record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { isServed } from '../../rules/stated-status.ts'
import { memberOf } from '../own-records/unasked-changes.ts'
import { knownPerson, statusWords } from './existing-tasks.ts'
import { SET } from './fields.ts'
import { makeTask, onceThere } from './own-task.ts'

const CHANGE: Json = {
  description: 'changed',
  priority: 'low',
  tags: ['changed'],
  due_date: '2033-04-05T06:30:00Z',
  requires_approval: true,
  max_runs_per_hour: 7,
  budget_euros: 8.5,
}
const ANOTHER: Json = {
  description: 'changed once more',
  priority: 'urgent',
  tags: ['again'],
  due_date: '2034-05-06T07:45:00Z',
  requires_approval: false,
  max_runs_per_hour: 9,
  budget_euros: 9.5,
}

/** Sends the reads; `general/frames` compares every read of the neighbours with the one before. */
export const taskNeighbourScenario = scenario({
  id: 'tasks/neighbours',
  title: 'Updates, moves, assignments and the deletion of a task leave the tasks beside it alone',
  requirements: ['TASK-34'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 60 },
  writes: true,
  // Created without other tasks in between, they are neighbours in every order.
  turn: 'alone',
  async run(t) {
    const set = { ...SET, priority: 'medium' }
    const before = [await makeTask(t, 'two before another', set), await makeTask(t, 'before another', set)]
    const task = await makeTask(t, 'changed beside others', set)
    const beside = [
      ...before,
      await makeTask(t, 'after another', set),
      await makeTask(t, 'two after another', set),
    ]
    const path = { task_id: task.id }
    for (const { id } of beside) await onceThere(t, id)
    for (const { id } of beside) if (await follows(t, task.id, id)) return
    const person = (await knownPerson(t)) ?? null
    const [word] = (await statusWords(t)).filter(one => one !== 'done')
    const writes: [operation: string, body?: Json][] = [
      ['updateTask', CHANGE],
      ['updateTask', { title: task.title, position: 1 }],
      ['setTaskAssignee', { type: person && 'user', id: person }],
      ['setTaskStatus', { status: word ?? 'done' }],
      ['setTaskStatus', { status: 'done' }],
      ['setTaskAssignee', { type: null, id: null }],
      ['deleteTask'],
    ]
    for (const [operation, body] of writes) {
      const done = await t.call(operation, { path, ...(body && { body }) })
      for (const { id } of beside) {
        const last = await onceThere(t, id)
        const sentence = `after ${done.method} on the task beside it, a task answers ${last.status}`
        if (isRefusal(last)) return t.violated('keeps-others', 'TASK-34', sentence, done, last)
      }
    }
    t.notExercised('TASK-34', 'a task that changes with the one beside it: judged over all readings')
  },
})

/** Blames a member that shows three times what was just set on the task beside it. */
async function follows(t: Trial, task_id: string, beside: string): Promise<boolean> {
  const read = () => t.call('getTask', { path: { task_id: beside } })
  const evidence = [await read()]
  const shown = ({ json }: Exchange, member: string) => memberOf(taskIn(json) ?? {}, member)
  let following = Object.keys(CHANGE).filter(one => !isSameValue(CHANGE[one], shown(evidence[0]!, one)))
  for (const body of [CHANGE, ANOTHER, CHANGE]) {
    const set = await t.call('updateTask', { path: { task_id }, body })
    const seen = await read()
    following = following.filter(one => isServed(set) && isSameValue(body[one], shown(seen, one)))
    if (following.length === 0) return false
    evidence.push(set, seen)
  }
  const sentence = `${following.join(', ')} of a task is each time what was set on the one beside it`
  t.violated('keeps-others', 'TASK-34', sentence, ...evidence)
  return true
}
