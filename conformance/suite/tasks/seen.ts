/** Ids and words that the deployment's own tasks show: what cannot be listed can at least be seen there. */
import type { Json } from '../../reading/find.ts'
import { asId, isObject } from '../../reading/find.ts'
import { listIn, rowsOfObjects } from '../../reading/list.ts'
import { refIn } from '../../reading/record.ts'
import type { Trial } from '../../trial.ts'
import { knownAgent } from '../discover.ts'
import { assigneeOf, boardOf, readTask, sharedTask, statusOf } from './own-task.ts'

/** Tasks as the list shows them; read only, never changed. */
export const existingTasks = (t: Trial): Promise<Json[]> =>
  t.once('existing-tasks', async () => {
    const reply = await t.need('listTasks')
    return rowsOfObjects(listIn(reply.json, ['tasks']) ?? [])
  })

/** A value of `<kind>_id` (or of the field itself) on any task. */
export async function seenOnTasks(t: Trial, kind: string): Promise<string | undefined> {
  for (const task of await existingTasks(t)) {
    const value = refIn(task, kind) ?? asId(task[kind])
    if (value !== undefined && !isObject(task[kind])) return value
    if (value !== undefined) return value
  }
  return kind === 'project' ? t.target.fixtures.get('project')?.id : undefined
}

/** A board: of the target file, or the one on which our own tasks land. */
export async function boardId(t: Trial): Promise<string | undefined> {
  const named = t.target.fixtures.get('board')?.id
  if (named) return named
  return boardOf((await sharedTask(t)).record) ?? (await seenOnTasks(t, 'board'))
}

/** Another board than that one. */
export async function secondBoard(t: Trial, first: string | undefined): Promise<string | undefined> {
  const named = t.target.fixtures.get('second-board')?.id
  if (named) return named
  return (await existingTasks(t)).map(boardOf).find(board => board !== undefined && board !== first)
}

/** A person: the owner of a key, or one to whom a task is assigned. */
export async function knownPerson(t: Trial): Promise<string | undefined> {
  const owner = t.keys.home().find(key => key.owner !== undefined)?.owner
  if (owner !== undefined) return owner
  const assignees = (await existingTasks(t)).map(assigneeOf)
  return assignees.find(one => one?.type === 'user' && one.id !== undefined)?.id
}

/** Somebody who exists, so that a wrong body has one fault: a person, else an agent. */
export async function someAssignee(t: Trial): Promise<{ type: string; id: string }> {
  const person = await knownPerson(t)
  return person === undefined ? { type: 'agent', id: (await knownAgent(t)).id } : { type: 'user', id: person }
}

/** Words that tasks show as their status, beside `done`, which is stated. */
export async function statusWords(t: Trial): Promise<string[]> {
  const own = statusOf(await readTask(t, (await sharedTask(t)).id))
  const seen = (await existingTasks(t)).map(statusOf)
  return [...new Set([own, 'done', ...seen].filter(word => word !== undefined))]
}

/** Acceptance criteria of an existing task: their inside is not stated, so only what was seen can be sent. */
export async function seenCriteria(t: Trial): Promise<unknown[] | undefined> {
  for (const task of (await existingTasks(t)).slice(0, 12)) {
    const shown = task.acceptance_criteria
    if (Array.isArray(shown) && shown.length > 0) return shown
  }
  return undefined
}
