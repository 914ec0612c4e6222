// What the tests of tasks have in common: calls by what they do, and replies as a value or a refusal.
import type { Client } from 'openapi-fetch'
import type { paths, RequestOf, Schemas } from '#openapi'
import type { Roles } from '../index.ts'

type KeyName = keyof Roles['keys']
type Task = Schemas['Task']
type Answer<Body> = Promise<{ data?: Body; error?: Schemas['Error']; response: Response }>

/**
 * The task operations with the key of that name. Each gives its body, or throws a `Refused`.
 *
 * @example const task = await tasksOf(kit).create({ title: 'Check the invoices' })
 */
export function tasksOf(kit: { as(key: KeyName): Client<paths> }, key: KeyName = 'member') {
  const api = kit.as(key)
  const at = (id: string) => ({ params: { path: { task_id: id } } })
  return {
    create: (body: Partial<RequestOf<'createTask'>['body']> = {}): Promise<Task> =>
      bodyOf(api.POST('/tasks', { body: { title: 'A task', ...body } })),
    read: (id: string): Promise<Task> => bodyOf(api.GET('/tasks/{task_id}', at(id))),
    list: (query: Partial<RequestOf<'listTasks'>['query']> = {}): Promise<Schemas['TaskList']> =>
      bodyOf(api.GET('/tasks', { params: { query } })),
    byNumber: (ref: string): Promise<Task> =>
      bodyOf(api.GET('/tasks/by-number/{ref}', { params: { path: { ref } } })),
    update: (id: string, body: RequestOf<'updateTask'>['body']): Promise<Task> =>
      bodyOf(api.PATCH('/tasks/{task_id}', { ...at(id), body })),
    move: (id: string, status: Task['status'], position?: number | null): Promise<Task> =>
      bodyOf(
        api.PATCH('/tasks/{task_id}/status', {
          ...at(id),
          body: { status, ...(position === undefined ? {} : { position }) },
        }),
      ),
    assign: (id: string, type: 'agent' | 'user' | null, assignee: string | null): Promise<Task> =>
      bodyOf(
        api.PATCH('/tasks/{task_id}/assignee', {
          ...at(id),
          body: { type, id: assignee },
        }),
      ),
    remove: (id: string): Promise<undefined> => bodyOf(api.DELETE('/tasks/{task_id}', at(id))),
    runs: async (id: string): Promise<Schemas['Run'][]> =>
      (await bodyOf(api.GET('/tasks/{task_id}/runs', at(id)))).data,
  }
}

/** A refusal as `409 task_limit_reached`, with its body beside it. */
export class Refused extends Error {
  readonly body: Schemas['Error']['error']
  constructor(status: number, { error }: Schemas['Error']) {
    super(`${status} ${error.code}`)
    this.body = error
  }
}

async function bodyOf<Body>(answer: Answer<Body>): Promise<Body> {
  const { data, error, response } = await answer
  if (error) throw new Refused(response.status, error)
  return data as Body
}
