import type { Tenants } from '../deployment.ts'
import {
  also,
  answers,
  arrives,
  asPerson,
  changes,
  hides,
  type Loose,
  lives,
  type Mutant,
  mutants,
  refuses,
  replies,
  rows,
  sends,
  shows,
  streamsAs,
  together,
  without,
} from './mutant.ts'

const asAdmin = (operation: string) => asPerson(operation, 'person-admin')
const emptied = (operation: string) => shows(operation, { data: [] })
const noList = (operation: string) => answers(operation, () => ({ ok: true }))
const renamed = (operation: string, id: string) => shows(operation, { id })
const withoutIds = (operation: string) => rows(operation, data => data.map(row => without(row, 'id')))

/** A request that is answered with 200 and changes an approval, where its path names one. */
const decides =
  (method: string, path: RegExp, status: 'approved' | 'rejected' = 'approved') =>
  ({ home }: Tenants) => ({
    arrive(request: Loose, response: Loose) {
      const id = path.exec(request.url ?? '')?.[1] ?? ''
      if (request.method !== method || !home.tables.approvals.get(id)) return undefined
      home.tables.approvals.replace(id, { status, decidedAt: home.now() })
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ status }))
      return true
    },
  })
const JSON_TYPE = { 'content-type': 'application/json' }

/** The same where the body says more. */
const takesBody = (
  isMeant: (request: { method: string; url: string }) => unknown,
  take: (body: Loose, url: string) => void,
) => ({
  arrive(request: Loose, response: Loose) {
    if (!isMeant(request)) return undefined
    const { url } = request
    let text = ''
    request.on('data', (part: Buffer) => (text += part))
    request.on('end', () => {
      take(JSON.parse(text), url)
      response.writeHead(200, JSON_TYPE).end('{}')
    })
    return true
  },
})

const isToWallet = (asked: string) => (request: { method: string; url: string }) =>
  request.method === asked && request.url === '/wallet'

const approvals = [
  ...mutants('APPR-01', {
    'what a run waits for is not listed': rows('listPendingApprovals', data =>
      data.filter(row => row.kind !== 'run'),
    ),
    'pending approvals are no list': noList('listPendingApprovals'),
    'a decided approval is read as pending': shows('getApproval', { status: 'pending' }),
  }),
  ...mutants('APPR-02', {
    'decided approvals are listed among the pending ones': changes(
      'listPendingApprovals',
      ({ data }, { context }) => {
        const decided = context.tables.approvals.all().filter((row: Loose) => row.status !== 'pending')
        const shown = decided.map(({ id, status }: Loose) => ({ ...data[0], id, status }))
        return { data: [...data, ...shown] }
      },
    ),
  }),
  ...mutants('APPR-04', {
    'an approval is read as another': renamed('getApproval', 'appr_000000000000000'),
    'an approval is decided by reading it': also('getApproval', ({ path }, { tables }) =>
      tables.approvals.replace(path.approval_id, { status: 'approved' }),
    ),
  }),
  ...mutants('APPR-06', { 'gates are not listed': emptied('listPendingWorkflowApprovals') }),
  ...mutants('APPR-07', {
    'gates that others decide are listed': asAdmin('listPendingWorkflowApprovals'),
    'a gate that has been decided is listed': rows('listPendingWorkflowApprovals', data => [
      ...data,
      ...data.slice(-1).map(row => ({ ...row, id: 'appr_past', status: 'approved' })),
    ]),
  }),
  ...mutants('APPR-10', {
    'a key renames an approval': ({ home: { tables } }: Tenants) => {
      const idIn = (url: string) => /^\/approvals\/([^/]+)$/.exec(url)?.[1] ?? ''
      return takesBody(
        ({ method, url }) => method === 'PATCH' && tables.approvals.get(idIn(url)),
        ({ title }, url) => tables.approvals.replace(idIn(url), { title }),
      )
    },
  }),
  ...mutants('WALLET-19', {
    'POST to the wallet adds what its body names': () => {
      let added = 0
      return together(
        takesBody(isToWallet('POST'), ({ amount_euros }) => (added += amount_euros)),
        shows('getWallet', ({ balance_euros }) => ({ balance_euros: balance_euros + added })),
      )
    },
    'PUT to the wallet sets the balance': () => {
      let given: number | undefined
      return together(
        takesBody(isToWallet('PUT'), ({ balance_euros }) => (given = balance_euros)),
        shows('getWallet', ({ balance_euros }) => ({ balance_euros: given ?? balance_euros })),
      )
    },
  }),
  ...mutants('APPR-08', {
    'a path approves with a key': decides('POST', /^\/approvals\/([^/]+)\/(?:approve|decide|decision)/),
    'a path for all approvals approves one with a key': ({ home }: Tenants) =>
      takesBody(
        ({ method, url }) => method === 'POST' && /^\/approvals\/(decide|decision)$/.test(url),
        ({ approval_id: id }) => {
          const { approvals } = home.tables
          if (approvals.get(id)) approvals.replace(id, { status: 'approved', decidedAt: home.now() })
        },
      ),
    'reading an approval with a decision in the query decides it': ({ home }: Tenants) => ({
      arrive({ url = '' }) {
        const [, id = ''] = /^\/approvals\/([^/?]+)\?.*decision=/.exec(url) ?? []
        if (home.tables.approvals.get(id)) home.tables.approvals.replace(id, { status: 'approved' })
        return undefined
      },
    }),
    'a path rejects with a key': decides('POST', /^\/approvals\/([^/]+)\/reject/, 'rejected'),
    'a path rejects a gate with a key': decides(
      'POST',
      /^\/workflows\/approvals\/([^/]+)\/reject/,
      'rejected',
    ),
    'PATCH on an approval decides it': decides('PATCH', /^\/approvals\/([^/?]+)$/),
  }),
]

const listed = [
  ...mutants('AGENT-03', {
    'agents come without ids': withoutIds('listAgents'),
    'agents are no list': noList('listAgents'),
  }),
  ...mutants('AGENT-04', { 'the agent list has no final slash': moved('/agents/') }),
  ...mutants('AGENT-14', { 'an agent is read as another': renamed('getAgent', 'agt_0000000000000000') }),
  ...mutants('WF-01', {
    'workflows come without ids': withoutIds('listWorkflows'),
    'workflows are no list': noList('listWorkflows'),
  }),
  ...mutants('WF-02', { 'the workflow list has no final slash': moved('/workflows/') }),
  ...mutants('WF-12', {
    'a workflow comes without its steps': hides('getWorkflow', 'steps', 'step_count'),
    'a workflow has no steps in it': shows('getWorkflow', { steps: [] }),
    'a workflow comes without its gates': shows('getWorkflow', ({ steps }) => ({
      steps: steps.filter((step: Loose) => step.agent_name),
    })),
  }),
  ...mutants('WF-13', {
    'steps show no names of agents': hides('getWorkflow', 'agent_name'),
    'steps show other names of agents': shows('getWorkflow', ({ steps }) => ({
      steps: steps.map((step: Loose) => ({ ...step, agent_name: step.agent_name && 'An agent' })),
    })),
    'steps after a gate show no names of agents': shows('getWorkflow', ({ steps }) => {
      const gate = steps.findIndex((step: Loose) => !step.agent_name)
      return {
        steps: steps.map((step: Loose, n: number) =>
          gate !== -1 && n > gate ? { ...step, agent_name: null } : step,
        ),
      }
    }),
  }),
  ...mutants('WF-16', {
    'a start without a body is refused': refuses('startWorkflowRun', ({ body }) => body == null),
  }),
  ...mutants('WF-15', {
    'a workflow start shows no shared_chat_id': hides('startWorkflowRun', 'shared_chat_id'),
    'a workflow start shows shared_chat_id null': shows('startWorkflowRun', { shared_chat_id: null }),
    'a start with test=true shows no shared_chat_id': answers('startWorkflowRun', (body, { query }) =>
      query.get('test') === 'true' ? { ...body, shared_chat_id: undefined } : undefined,
    ),
    'a start in a group shows no shared_chat_id': answers('startWorkflowRun', (body, { query }) =>
      query.has('group_id') ? { ...body, shared_chat_id: undefined } : undefined,
    ),
  }),
  ...mutants('WF-21', { 'the runs of a workflow are no list': noList('listWorkflowRuns') }),
  ...mutants('WF-34', {
    'the run summary has no figures': answers('getWorkflowRunsSummary', ({ workflow_id }) => ({
      workflow_id,
    })),
    'the run summary counts only what completed as runs': lives(
      'which runs are counted is not stated',
      shows('getWorkflowRunsSummary', ({ by_status }) => ({ runs: by_status.completed })),
    ),
  }),
  ...mutants('WF-36', {
    'a workflow run shows no status': hides('getWorkflowRun', 'status'),
  }),
  ...mutants('WF-38', {
    'the steps of a workflow run are no list': noList('listWorkflowRunSteps'),
    'a workflow run has no steps': emptied('listWorkflowRunSteps'),
    'the steps of a workflow run leave out its gates': rows('listWorkflowRunSteps', data =>
      data.filter(step => step.agent_name),
    ),
    'the steps of a workflow run are those of the workflow': rows('listWorkflowRunSteps', data =>
      data.map(({ step_id, position, kind, name, agent_id, agent_name }) => ({
        step_id,
        position,
        kind,
        name,
        agent_id,
        agent_name,
      })),
    ),
  }),
  ...mutants('TASK-40', { 'the runs of a task are no list': noList('listTaskRuns') }),
]

/** The operation is found only without its final slash. */
function moved(path: string) {
  return arrives(
    (_, at) => at === path,
    request => Object.assign(request, { url: request.url.replace(path, '/nothing-here') }),
  )
}

const knowledge = [
  ...mutants('KNOW-16', {
    'folders are no list': noList('listKnowledgeFolders'),
  }),
  ...mutants('KNOW-17', {
    'folders of other teams are listed': asAdmin('listKnowledgeFolders'),
    'a search reaches what its caller may not search': asAdmin('searchKnowledge'),
  }),
  ...mutants('KNOW-18', {
    'a search finds nothing': answers('searchKnowledge', body => mapLists(body, () => [])),
    'a search answers no list': noList('searchKnowledge'),
  }),
  ...mutants('KNOW-19', {
    'a search without bases reaches the first one only': ({ roles }: Tenants) =>
      sends('searchKnowledge', ({ knowledgeBaseIds }) => ({
        knowledgeBaseIds: knowledgeBaseIds ?? [roles.knowledgeBases['kb-operations']],
      })),
    'a search without bases leaves out those of teams': sends(
      'searchKnowledge',
      ({ knowledgeBaseIds }, { tables }) => {
        const open = tables.knowledgeBases.all().filter((base: Loose) => base.teamIds.length === 0)
        return { knowledgeBaseIds: knowledgeBaseIds ?? open.map((base: Loose) => base.id) }
      },
    ),
    'a search without bases finds nothing': answers('searchKnowledge', (body, { sent }) =>
      sent.knowledgeBaseIds == null ? mapLists(body, () => []) : undefined,
    ),
  }),
  ...mutants('KNOW-08', {
    'a search gives one result more than topK': sends(
      'searchKnowledge',
      ({ topK }) => topK && { topK: topK + 1 },
    ),
  }),
  ...mutants('KNOW-11', {
    'a search keeps what scores less than minScore': lives(
      'which score minScore is about is not stated',
      sends('searchKnowledge', ({ minScore }) => minScore && { minScore: minScore / 2 }),
    ),
    'a search takes no notice of minScore': sends('searchKnowledge', () => ({ minScore: null })),
  }),
  ...mutants('KNOW-04', {
    'a search in one base reaches all': sends('searchKnowledge', () => ({ knowledgeBaseIds: undefined })),
  }),
  ...mutants('KNOW-05', {
    'a search with bases null answers 500': refuses(
      'searchKnowledge',
      ({ body }) => body.knowledgeBaseIds === null,
      500,
    ),
  }),
  ...mutants('MODEL-01', {
    'models are a bare list': answers('listModels', body => body.data),
    'models are under items': answers('listModels', ({ data, ...rest }) => ({ ...rest, items: data })),
    'models have no ids': withoutIds('listModels'),
    'the object of the model list is called models': shows('listModels', { object: 'models' }),
    'the model list has no object': hides('listModels', 'object'),
  }),
]

function mapLists(body: Loose, change: (list: Loose[]) => Loose[]): Loose {
  if (Array.isArray(body)) return change(body)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? change(value) : value]),
  )
}

/** Changes the chunks of a streamed completion; what does not change is passed on, and undefined leaves it out. */
const chunked = (change: (data: Loose) => Loose) =>
  replies('createChatCompletion', answer =>
    'stream' in answer
      ? {
          ...answer,
          stream: (async function* () {
            for await (const part of answer.stream) {
              const data = change(part.data)
              if (data !== undefined) yield { ...part, data }
            }
          })(),
        }
      : answer,
  )
const withObjects = (change: (data: Loose) => Loose) =>
  chunked(data => (typeof data === 'object' ? change(data) : data))

const completions = [
  ...mutants('COMP-01', {
    'any agent answers for one that is not there': ({ home }: Tenants) =>
      sends('createAgentCompletion', ({ agentId }) => ({
        agentId: (home.tables.agents.get(agentId) ?? home.tables.agents.all()[0])?.id,
      })),
  }),
  ...mutants('COMP-25', {
    'an agent completion shows no message': answers('createAgentCompletion', body => ({ id: body.id })),
    'an agent completion shows a message of the user': answers('createAgentCompletion', body =>
      JSON.parse(JSON.stringify(body).replaceAll('"assistant"', '"user"')),
    ),
    'a streamed agent completion is empty': replies('createAgentCompletion', answer =>
      'stream' in answer ? { ...answer, stream: (async function* () {})() } : answer,
    ),
  }),
  ...mutants('COMP-23', {
    'temperature is refused': refuses('createChatCompletion', ({ body }) => body.temperature !== undefined),
  }),
  ...mutants('COMP-26', {
    'a completion has no choices': hides('createChatCompletion', 'choices'),
    'a completion has empty choices': shows('createChatCompletion', { choices: [] }),
    'a completion is of role user': shows('createChatCompletion', body => ({
      choices: body.choices.map((one: Loose) => ({ ...one, message: { ...one.message, role: 'user' } })),
    })),
    'a completion has text instead of message': shows('createChatCompletion', body => ({
      choices: body.choices.map(({ message, ...one }: Loose) => ({ ...one, text: message.content })),
    })),
    'a completion has no content': shows('createChatCompletion', body => ({
      choices: body.choices.map((one: Loose) => ({ ...one, message: without(one.message, 'content') })),
    })),
    'stream=false is streamed': sends('createChatCompletion', () => ({ stream: true })),
  }),
  ...mutants('COMP-27', {
    'stream=true is answered whole': sends('createChatCompletion', () => ({ stream: false })),
    'the stream of a completion is called text/plain': streamsAs('text/plain'),
    'the stream of a completion is called application/json': streamsAs('application/json'),
  }),
  ...mutants('COMP-28', {
    'chunks have no choices': withObjects(data => without(data, 'choices')),
    'chunks have message instead of delta': withObjects(data => ({
      ...data,
      choices: data.choices?.map(({ delta, ...one }: Loose) => ({ ...one, message: delta })),
    })),
    'chunks carry no text': withObjects(data => ({
      ...data,
      choices: data.choices?.map((one: Loose) => ({ ...one, delta: without(one.delta, 'content') })),
    })),
    'chunks are texts': withObjects(data => ({ text: data.choices?.[0]?.delta?.content ?? '' })),
    'a stream ends without DONE': lives(
      'that the end of a stream is part of its shape is not said: the suite advises',
      chunked(data => (data === '[DONE]' ? undefined : data)),
    ),
  }),
]

export const serviceMutants: readonly Mutant[] = [...approvals, ...listed, ...knowledge, ...completions]
