/** What a team would give such tools: the contract with ids that exist in it, and a session worth replaying. */
import {
  type Contract,
  document,
  type OperationId,
  type OperationRow,
  operationIds,
  operations,
} from '#openapi'
import type { Tenants } from '../deployment.ts'

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

/** Ids by the path parameter and the operation that takes them: of things in the state that the operation asks for. */
function idsIn({ home, roles }: Tenants): (operation: string, name: string) => string {
  const runs = home.tables.runs.all().filter(row => row.workflowRunId === null)
  const [running = [], paused = []] = (['running', 'paused'] as const).map(status =>
    runs.filter(row => row.status === status),
  )
  const asking = paused.find(row => row.agentId === roles.agents['agent-that-asks-text'])
  const held = paused.find(row => row.agentId === roles.agents['agent-that-is-slow'])
  const subjects: Record<string, (typeof runs)[number] | undefined> = {
    pauseRun: running[0],
    cancelRun: running[1],
    stopRun: running[2] ?? held,
    resumeRun: held,
    respondToRun: asking,
    retryRun: runs.find(row => row.status === 'failed'),
  }
  const completed = runs.find(row => row.status === 'completed')
  const tasks = home.tables.tasks.all().filter(row => row.boardId === roles.boards['board-ops'])
  const workflowRun = home.tables.workflowRuns.all()[0]
  const known: Record<string, string> = {
    agent_id: roles.agents['agent-that-finishes'],
    run_id: completed?.id ?? '',
    task_id: tasks[0]?.id ?? '',
    ref: tasks[0]?.reference ?? '',
    workflow_id: workflowRun?.workflowId ?? '',
    approval_id: home.tables.approvals.all()[0]?.id ?? '',
    client_id: roles.clients['client-contoso'],
    chat_id: completed?.chatId ?? '',
  }
  return (operation, name) => {
    const subject = subjects[operation]
    if (subject && name === 'run_id') return subject.id
    if (subject && name === 'agent_id') return subject.agentId
    if (operation === 'deleteTask') return tasks.at(-1)?.id ?? ''
    if (name === 'run_id' && /Workflow/.test(operation)) return workflowRun?.id ?? ''
    return known[name] ?? ''
  }
}

/** Right bodies for what takes one. */
function bodiesIn({ roles }: Tenants): Partial<Record<OperationId, unknown>> {
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
export function session(world: Tenants): Sent[] {
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

/** The contract with those ids and bodies as examples, and without the streams, which the tools cannot read. */
export function contractWithExamples(world: Tenants, url: string): Contract {
  const ids = idsIn(world)
  const bodies = bodiesIn(world)
  const copy: Loose = JSON.parse(JSON.stringify(document))
  copy.servers = [{ url }]
  for (const { parameters: common = [], ...item } of Object.values<Loose>(copy.paths)) {
    for (const operation of Object.values<Loose>(item)) {
      const id = operation.operationId as OperationId | undefined
      if (!id) continue
      operation.parameters = [...common, ...(operation.parameters ?? [])].map((given: Loose) => {
        const parameter = given.$ref ? copy.components.parameters[given.$ref.split('/').at(-1)] : given
        const example = ids(id, parameter.name)
        return parameter.in === 'path'
          ? { ...parameter, example, schema: { ...parameter.schema, example } }
          : parameter
      })
      for (const { content } of Object.values<Loose>(operation.responses))
        if (content?.['application/json']) delete content['text/event-stream']
      const content = operation.requestBody?.content?.['application/json']
      if (content && bodies[id] !== undefined) content.example = bodies[id]
    }
  }
  for (const item of Object.values<Loose>(copy.paths)) delete item.parameters
  delete copy.paths['/chats/{chat_id}/stream']
  return copy
}

/** The contract with none but these replies. */
export function withReplies(contract: Contract, wanted: (status: string) => boolean): Contract {
  const copy: Loose = JSON.parse(JSON.stringify(contract))
  for (const item of Object.values<Loose>(copy.paths))
    for (const operation of Object.values<Loose>(item))
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses).filter(([status]) => wanted(status)),
      )
  return copy
}
