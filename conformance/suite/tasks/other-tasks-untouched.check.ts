/** An action on one task does not affect its neighbours. */
import { scenario } from '../../engine/scenario.ts'
import type { Json } from '../../extract/find-value.ts'
import { isRefusal } from '../../requirements/exchange.ts'
import { knownPerson, statusWords } from './existing-tasks.ts'
import { SET } from './fields.ts'
import { makeTask, onceThere } from './own-task.ts'

/** Sends the reads; `general/frames` compares every read of the neighbours with the one before. */
export const taskNeighbourScenario = scenario({
  id: 'tasks/neighbours',
  title: 'Updates, moves, assignments and the deletion of a task leave the tasks beside it alone',
  requirements: ['TASK-34'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 40 },
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
    const change = {
      description: 'changed',
      priority: 'low',
      tags: ['changed'],
      due_date: '2033-04-05T06:30:00Z',
      requires_approval: true,
      max_runs_per_hour: 7,
      budget_euros: 8.5,
    }
    const person = (await knownPerson(t)) ?? null
    const [word] = (await statusWords(t)).filter(one => one !== 'done')
    const writes: [operation: string, body?: Json][] = [
      ['updateTask', change],
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
