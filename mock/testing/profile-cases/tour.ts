// Calls every operation under any profile. Requests are lawful everywhere, and replies are checked by the contract of the
// profile. What a profile does not show, such as the id of a workflow run, is looked up in the tables.
import { document, type OperationId, operations, rightRequest } from '#openapi'
import { type Answer, asJson } from '../send-as.ts'
import type { TestKit } from '../test-kit.ts'
import { stream } from './case.ts'

/** The statuses by request. Throws if anything does not fit the contract. */
export async function tour(kit: TestKit): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  const go = async (line: string, body?: unknown): Promise<Answer> => {
    const answer = await kit.ask(line, body)
    seen.set(line, answer.status)
    return answer
  }
  await runsOf(kit, go)
  await tasksOf(kit, go)
  await workflowsOf(kit, go)
  for (const { method, path, pathParams } of Object.values(operations))
    if (method === 'GET' && pathParams.length === 0) await go(`GET ${path}`)
  await go('GET /admin/wallet/team-stats?group_by=day')
  await go(`GET /agency/clients/${kit.roles.clients['client-contoso']}/usage`)
  await completionsOf(kit, go)
  // Refusals have the form of the profile, too.
  await go('GET /runs/nobody')
  await go('POST /tasks', { title: 7 })
  await go('GET /tasks?limit=many')
  return seen
}

type Go = (line: string, body?: unknown) => Promise<Answer>

async function runsOf(kit: TestKit, go: Go): Promise<void> {
  await go('GET /agents/?limit=3&view=summary')
  await go(`GET /agents/${kit.agent('agent-that-finishes')}`)
  const start = async (handle: string) => {
    const { body } = await go(`POST /agents/${kit.agent(handle)}/run`, {
      input: { task: 'Check invoice 17.' },
    })
    kit.untilIdle()
    return { id: body.run_id as string, chat: body.chat_id as string, agent: kit.agent(handle) }
  }
  const finished = await start('agent-that-finishes')
  const failed = await start('agent-that-fails')
  const asking = await start('agent-that-asks-text')
  await start('agent-that-waits-for-approval')
  await go(`POST /agents/${asking.agent}/runs/${asking.id}/respond`, { answer: 'The March list.' })
  kit.untilIdle()
  for (const { id } of [finished, failed, asking]) await go(`GET /runs/${id}`)
  for (const { chat } of [finished, failed, asking]) await stream(kit, `GET /chats/${chat}/stream`)
  await go(`POST /agents/runs/${failed.id}/retry`)
  kit.untilIdle()

  const agent = kit.agent('agent-that-uses-tools')
  const { body } = await go(`POST /agents/${agent}/run`, { triggered_by: 'api' })
  for (const move of ['pause', 'resume', 'cancel', 'pause'])
    await go(`POST /agents/runs/${body.run_id}/${move}`)
  await go(`POST /agents/${agent}/runs/${body.run_id}/stop`)
  await go('GET /runs?limit=5&offset=1')
  await go('GET /runs?limit=5&status=running')
}

async function tasksOf(kit: TestKit, go: Go): Promise<void> {
  const { body } = await go('POST /tasks', {
    title: 'Check the invoices of November',
    tags: ['finance'],
    acceptance_criteria: [{ text: 'All of them match.' }],
    due_date: '2026-11-30T17:00:00Z',
  })
  const task = kit.workspace.tables.tasks.get(body.id)!
  const at = `/tasks/${task.id}`
  await go(`PATCH ${at}`, { priority: 'high', budget_euros: 12.5, max_runs_per_hour: 3 })
  await go(`PATCH ${at}/assignee`, { type: 'agent', id: kit.agent('agent-that-finishes') })
  await go(`PATCH ${at}/status`, { status: 'done' })
  kit.untilIdle()
  await go(`GET ${at}`)
  await go(`GET ${at}/runs`)
  await go(`GET /tasks/by-number/${task.reference}`)
  await go('GET /tasks?limit=5&status=done')
  await go(`DELETE ${at}`)
}

async function workflowsOf(kit: TestKit, go: Go): Promise<void> {
  await go('GET /workflows/?limit=2')
  const { 'workflow-with-gate': gate, 'workflow-straight': straight } = kit.roles.workflows
  for (const workflow of [gate, straight]) {
    const at = `/workflows/${workflow}`
    await go(`GET ${at}`)
    const { body } = await go(`POST ${at}/run?group_id=november&test=false`)
    kit.untilIdle()
    const run = kit.workspace.tables.workflowRuns
      .all()
      .find(each => each.sharedChatId === body.shared_chat_id)!
    await go(`GET ${at}/runs?limit=3`)
    await go(`GET ${at}/runs/summary`)
    await go(`GET ${at}/runs/${run.id}`)
    await go(`GET ${at}/runs/${run.id}/steps`)
    if (workflow === straight) await stream(kit, `GET /chats/${run.sharedChatId}/stream`)
  }
  for (const approval of kit.workspace.tables.approvals.range('oldest', 'status:pending', { limit: 2 }))
    await go(`GET /approvals/${approval.id}`)
}

async function completionsOf(kit: TestKit, go: Go): Promise<void> {
  const names = (kind: string) => (kind === 'agent' ? [kit.agent('agent-that-finishes')] : [])
  const bodyOf = (id: OperationId) => rightRequest(operations[id], { document, names }).body as object
  await go('POST /v1/knowledge/search', bodyOf('searchKnowledge'))
  const chat = bodyOf('createChatCompletion')
  const agent = bodyOf('createAgentCompletion')
  await go('POST /v1/chat/completions', { ...chat, stream: false })
  await go('POST /v1/agent/chat/completions', { ...agent, stream: false })
  await stream(kit, 'POST /v1/chat/completions', asJson({ ...chat, stream: true }))
  await stream(kit, 'POST /v1/agent/chat/completions', asJson({ ...agent, stream: true }))
}
