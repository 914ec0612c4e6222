// What the tests of tasks have in common: calls by what they do, and replies as a value or a refusal.
import type { RequestOf, Schemas } from '#openapi'
import type { Roles } from '../index.ts'
import type { Answer } from './send-as.ts'

type KeyName = keyof Roles['keys']
type Task = Schemas['Task']

interface Asks {
  ask(line: string, body?: unknown, key?: KeyName): Promise<Answer>
}

/**
 * The task operations with the key of that name. Each gives its body, or throws a `Refused`.
 *
 * @example const task = await tasksOf(kit).create({ title: 'Check the invoices' })
 */
export function tasksOf(kit: Asks, key: KeyName = 'member') {
  const call = async <Reply>(line: string, sent?: object): Promise<Reply> => {
    const { status, body } = await kit.ask(line, sent, key)
    if (status >= 400) throw new Refused(status, body)
    return body
  }
  return {
    create: (body: Partial<RequestOf<'createTask'>['body']> = {}) =>
      call<Task>('POST /tasks', { title: 'A task', ...body }),
    read: (id: string) => call<Task>(`GET /tasks/${id}`),
    list: (query: Partial<RequestOf<'listTasks'>['query']> = {}) =>
      call<Schemas['TaskList']>(`GET /tasks?${new URLSearchParams(query as Record<string, string>)}`),
    byNumber: (ref: string) => call<Task>(`GET /tasks/by-number/${ref}`),
    update: (id: string, body: RequestOf<'updateTask'>['body']) => call<Task>(`PATCH /tasks/${id}`, body),
    move: (id: string, status: Task['status'], position?: number | null) =>
      call<Task>(`PATCH /tasks/${id}/status`, { status, position }),
    assign: (id: string, type: 'agent' | 'user' | null, assignee: string | null) =>
      call<Task>(`PATCH /tasks/${id}/assignee`, { type, id: assignee }),
    remove: (id: string) => call<undefined>(`DELETE /tasks/${id}`),
    runs: async (id: string) => (await call<Schemas['TaskRunList']>(`GET /tasks/${id}/runs`)).data,
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
