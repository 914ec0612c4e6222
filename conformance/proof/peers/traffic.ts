/** What a team would give such tools: the contract with ids that exist in it, and a session worth replaying. */
import {
  type Contract,
  document,
  type OperationId,
  type OperationRow,
  operationIds,
  operations,
} from '#openapi'
import type { World } from '../stage.ts'

export interface Sent {
  readonly operation: OperationId
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly key: 'right' | 'none' | 'unknown'
}

// biome-ignore lint/suspicious/noExplicitAny: the document is taken apart without regard to its form.
type Loose = any

/** Ids by the path parameter and the operation that takes them. */
function idsIn({ home, roles }: World): (operation: string, name: string) => string {
  const run = home.tables.runs.all().find(row => row.status === 'completed')?.id ?? ''
  const task = home.tables.tasks.all().find(row => row.boardId === roles.boards['board-ops'])
  const workflowRun = home.tables.workflowRuns.all()[0]
  const chat = home.tables.runs.all().find(row => row.status === 'completed')?.chatId ?? ''
  const known: Record<string, string> = {
    agent_id: roles.agents['agent-that-finishes'],
    run_id: run,
    task_id: task?.id ?? '',
    ref: task?.reference ?? '',
    workflow_id: workflowRun?.workflowId ?? '',
    approval_id: home.tables.approvals.all()[0]?.id ?? '',
    client_id: roles.clients['client-contoso'],
    chat_id: chat,
  }
  return (operation, name) =>
    name === 'run_id' && /Workflow/.test(operation) ? (workflowRun?.id ?? '') : (known[name] ?? '')
}

/** Right bodies for what takes one. */
function bodiesIn({ roles }: World): Partial<Record<OperationId, unknown>> {
  return {
    createTask: { title: 'A task of the recording', priority: 'high', tags: ['finance'] },
    updateTask: { priority: 'urgent', due_date: '2026-11-30T17:00:00.000Z' },
    setTaskAssignee: { type: 'agent', id: roles.agents['agent-that-finishes'] },
    setTaskStatus: { status: 'in_review', position: 1 },
    startRun: { input: { task: 'Check the invoice.' } },
    searchKnowledge: { query: 'invoice', topK: 3 },
    createChatCompletion: { model: 'aw-small', messages: [{ role: 'user', content: 'Say hello.' }] },
    createAgentCompletion: {
      agentId: roles.agents['agent-that-finishes'],
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
    },
    startWorkflowRun: {},
    respondToRun: { answer: 'Yes.' },
  }
}

/** Every operation with a right request, with a wrong body, without a key and with an unknown one. */
export function session(world: World): Sent[] {
  const ids = idsIn(world)
  const bodies = bodiesIn(world)
  return operationIds
    .filter(id => id !== 'streamChat' && id !== 'deleteTask')
    .flatMap(operation => {
      const { method, path: template, queryParams } = operations[operation] as OperationRow
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(ids(operation, name)),
      )
      const body = bodies[operation] === undefined ? undefined : JSON.stringify(bodies[operation])
      const one = (what: string, key: Sent['key'], more: Partial<Sent> = {}): Sent => ({
        operation,
        what: `${operation}: ${what}`,
        method,
        path,
        key,
        ...(body !== undefined && { body }),
        ...more,
      })
      const has = (name: string) => queryParams.some(parameter => parameter.name === name)
      return [
        one('right', 'right'),
        one('no key', 'none'),
        one('unknown key', 'unknown'),
        ...(body === undefined ? [] : [one('a list as body', 'right', { body: '[]' })]),
        ...(has('limit')
          ? [
              one('limit=1', 'right', { path: `${path}?limit=1` }),
              one('limit=many', 'right', { path: `${path}?limit=many` }),
            ]
          : []),
        ...(has('days') ? [one('days=91', 'right', { path: `${path}?days=91` })] : []),
        ...(has('cursor') ? [one('offset=0', 'right', { path: `${path}?offset=0` })] : []),
      ]
    })
}

/** The contract with those ids and bodies as examples, and without the stream, which the tools cannot read. */
export function contractWithExamples(world: World, url: string): Contract {
  const ids = idsIn(world)
  const bodies = bodiesIn(world)
  const copy: Loose = JSON.parse(JSON.stringify(document))
  copy.servers = [{ url }]
  for (const item of Object.values(copy.paths) as Loose[]) {
    for (const operation of Object.values(item) as Loose[]) {
      const id = operation.operationId as OperationId | undefined
      if (!id) continue
      operation.parameters = operation.parameters?.map((given: Loose) => {
        const parameter = given.$ref ? copy.components.parameters[given.$ref.split('/').at(-1)] : given
        const example = ids(id, parameter.name)
        return parameter.in === 'path'
          ? { ...parameter, example, schema: { ...parameter.schema, example } }
          : parameter
      })
      const content = operation.requestBody?.content?.['application/json']
      if (content && bodies[id] !== undefined) content.example = bodies[id]
    }
  }
  delete copy.paths['/chats/{chat_id}/stream']
  return copy
}
