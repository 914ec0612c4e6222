import type { Tenants } from '../deployment.ts'
import {
  answers,
  arrives,
  handles,
  type Loose,
  type Mutant,
  mutants,
  replies,
  reply,
  without,
} from './mutant.ts'

const asAdmin = (operation: string) => (world: Tenants) =>
  handles(operation, (request, context, handler) =>
    handler(request, {
      ...context,
      caller: { ...context.caller, person: world.home.tables.people.get(world.roles.people['person-admin']) },
    }),
  )
const emptied = (operation: string) => answers(operation, body => ({ ...body, data: [] }))
const noList = (operation: string) => answers(operation, () => ({ ok: true }))
const renamed = (operation: string, id: string) => answers(operation, body => ({ ...body, id }))

const approvals = [
  ...mutants('APPR-01', {
    'what a run waits for is not listed': answers('listPendingApprovals', body => ({
      ...body,
      data: body.data.filter((row: Loose) => row.kind !== 'run'),
    })),
    'pending approvals are no list': noList('listPendingApprovals'),
  }),
  ...mutants('APPR-02', {
    'decided approvals are listed among the pending ones': handles(
      'listPendingApprovals',
      (request, context, handler) => {
        const answer = handler(request, context)
        const decided = context.tables.approvals.all().filter((row: Loose) => row.status !== 'pending')
        return {
          ...answer,
          body: {
            ...answer.body,
            data: [
              ...answer.body.data,
              ...decided.map((row: Loose) => ({ ...answer.body.data[0], id: row.id, status: row.status })),
            ],
          },
        }
      },
    ),
  }),
  ...mutants('APPR-04', {
    'an approval is read as another': renamed('getApproval', 'appr_000000000000000'),
    'an approval is decided by reading it': handles('getApproval', (request, context, handler) => {
      const answer = handler(request, context)
      context.tables.approvals.replace(request.path.approval_id, { status: 'approved' })
      return answer
    }),
  }),
  ...mutants('APPR-06', { 'gates are not listed': emptied('listPendingWorkflowApprovals') }),
  ...mutants('APPR-07', {
    'gates that others decide are listed': asAdmin('listPendingWorkflowApprovals'),
    'a gate that has been decided is listed': answers('listPendingWorkflowApprovals', body => ({
      ...body,
      data: [
        ...body.data,
        ...body.data.slice(-1).map((row: Loose) => ({ ...row, id: 'appr_past', status: 'approved' })),
      ],
    })),
  }),
  ...mutants('APPR-10', {
    'a key renames an approval': (world: Tenants) => ({
      arrive(request, response) {
        const [, id = ''] = /^\/approvals\/([^/]+)$/.exec(request.url ?? '') ?? []
        const { approvals } = world.home.tables
        if (request.method !== 'PATCH' || !approvals.get(id)) return undefined
        let text = ''
        request.on('data', part => (text += part))
        request.on('end', () => {
          approvals.replace(id, { title: JSON.parse(text).title })
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
        })
        return true
      },
    }),
  }),
  ...mutants('APPR-08', {
    'a path approves with a key': (world: Tenants) => ({
      arrive(request, response) {
        const [, id = ''] = /^\/approvals\/([^/]+)\/(approve|decide|decision)/.exec(request.url ?? '') ?? []
        if (request.method !== 'POST' || !world.home.tables.approvals.get(id)) return undefined
        world.home.tables.approvals.replace(id, { status: 'approved', decidedAt: world.home.now() })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"approved"}')
        return true
      },
    }),
    'a path for all approvals approves one with a key': (world: Tenants) => ({
      arrive(request, response) {
        const { approvals } = world.home.tables
        if (request.method !== 'POST' || !/^\/approvals\/(decide|decision)$/.test(request.url ?? ''))
          return undefined
        let text = ''
        request.on('data', part => (text += part))
        request.on('end', () => {
          const id = JSON.parse(text).approval_id
          if (approvals.get(id)) approvals.replace(id, { status: 'approved', decidedAt: world.home.now() })
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"approved"}')
        })
        return true
      },
    }),
    'reading an approval with a decision in the query decides it': ({ home }: Tenants) => ({
      arrive({ url = '' }) {
        const [, id = ''] = /^\/approvals\/([^/?]+)\?.*decision=/.exec(url) ?? []
        if (home.tables.approvals.get(id)) home.tables.approvals.replace(id, { status: 'approved' })
        return undefined
      },
    }),
    'a path rejects with a key': (world: Tenants) => ({
      arrive(request, response) {
        const [, id = ''] = /^\/approvals\/([^/]+)\/reject/.exec(request.url ?? '') ?? []
        if (request.method !== 'POST' || !world.home.tables.approvals.get(id)) return undefined
        world.home.tables.approvals.replace(id, { status: 'rejected', decidedAt: world.home.now() })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"rejected"}')
        return true
      },
    }),
    'a path rejects a gate with a key': (world: Tenants) => ({
      arrive(request, response) {
        const [, id = ''] = /^\/workflows\/approvals\/([^/]+)\/reject/.exec(request.url ?? '') ?? []
        if (request.method !== 'POST' || !world.home.tables.approvals.get(id)) return undefined
        world.home.tables.approvals.replace(id, { status: 'rejected', decidedAt: world.home.now() })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"rejected"}')
        return true
      },
    }),
    'PATCH on an approval decides it': (world: Tenants) => ({
      arrive(request, response) {
        const [, id = ''] = /^\/approvals\/([^/?]+)$/.exec(request.url ?? '') ?? []
        if (request.method !== 'PATCH' || !world.home.tables.approvals.get(id)) return undefined
        world.home.tables.approvals.replace(id, { status: 'approved', decidedAt: world.home.now() })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"approved"}')
        return true
      },
    }),
  }),
]

const listed = [
  ...mutants('AGENT-03', {
    'agents come without ids': answers('listAgents', body => ({
      ...body,
      data: body.data.map((row: Loose) => without(row, 'id')),
    })),
    'agents are no list': noList('listAgents'),
  }),
  ...mutants('AGENT-04', { 'the agent list has no final slash': moved('/agents/') }),
  ...mutants('AGENT-14', { 'an agent is read as another': renamed('getAgent', 'agt_0000000000000000') }),
  ...mutants('WF-01', {
    'workflows come without ids': answers('listWorkflows', body => ({
      ...body,
      data: body.data.map((row: Loose) => without(row, 'id')),
    })),
    'workflows are no list': noList('listWorkflows'),
  }),
  ...mutants('WF-02', { 'the workflow list has no final slash': moved('/workflows/') }),
  ...mutants('WF-12', {
    'a workflow comes without its steps': answers('getWorkflow', body =>
      without(body, 'steps', 'step_count'),
    ),
    'a workflow has no steps in it': answers('getWorkflow', body => ({ ...body, steps: [] })),
    'a workflow comes without its gates': answers('getWorkflow', body => ({
      ...body,
      steps: body.steps.filter((step: Loose) => step.agent_name),
    })),
  }),
  ...mutants('WF-13', {
    'steps show no names of agents': answers('getWorkflow', body => without(body, 'agent_name')),
    'steps show other names of agents': answers('getWorkflow', body => ({
      ...body,
      steps: body.steps.map((step: Loose) => ({ ...step, agent_name: step.agent_name && 'An agent' })),
    })),
  }),
  ...mutants('WF-15', {
    'a workflow start shows no shared_chat_id': answers('startWorkflowRun', body =>
      without(body, 'shared_chat_id'),
    ),
    'a workflow start shows shared_chat_id null': answers('startWorkflowRun', body => ({
      ...body,
      shared_chat_id: null,
    })),
  }),
  ...mutants('WF-21', { 'the runs of a workflow are no list': noList('listWorkflowRuns') }),
  ...mutants('WF-34', {
    'the run summary has no figures': answers('getWorkflowRunsSummary', body => ({
      workflow_id: body.workflow_id,
    })),
  }),
  ...mutants('WF-36', {
    'a workflow run shows no status': answers('getWorkflowRun', body => without(body, 'status')),
  }),
  ...mutants('WF-38', {
    'the steps of a workflow run are no list': noList('listWorkflowRunSteps'),
    'a workflow run has no steps': emptied('listWorkflowRunSteps'),
    'the steps of a workflow run leave out its gates': answers('listWorkflowRunSteps', body => ({
      ...body,
      data: body.data.filter((step: Loose) => step.agent_name),
    })),
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
    'a search reaches what its caller may not search': (world: Tenants) =>
      handles('searchKnowledge', (request, context, handler) =>
        handler(request, {
          ...context,
          caller: {
            ...context.caller,
            person: world.home.tables.people.get(world.roles.people['person-admin']),
          },
        }),
      ),
  }),
  ...mutants('KNOW-18', {
    'a search finds nothing': answers('searchKnowledge', body => mapLists(body, () => [])),
    'a search answers no list': noList('searchKnowledge'),
  }),
  ...mutants('KNOW-19', {
    'a search without bases reaches the first one only': (world: Tenants) =>
      handles('searchKnowledge', (request, context, handler) =>
        handler(
          {
            ...request,
            body: {
              ...request.body,
              knowledgeBaseIds: request.body.knowledgeBaseIds ?? [
                world.roles.knowledgeBases['kb-operations'],
              ],
            },
          },
          context,
        ),
      ),
    'a search without bases leaves out those of teams': handles(
      'searchKnowledge',
      (request, context, handler) => {
        const open = context.tables.knowledgeBases.all().filter((base: Loose) => base.teamIds.length === 0)
        const knowledgeBaseIds = request.body.knowledgeBaseIds ?? open.map((base: Loose) => base.id)
        return handler({ ...request, body: { ...request.body, knowledgeBaseIds } }, context)
      },
    ),
    'a search without bases finds nothing': answers('searchKnowledge', (body, { sent }) =>
      sent.knowledgeBaseIds == null ? mapLists(body, () => []) : undefined,
    ),
  }),
  ...mutants('KNOW-08', {
    'a search gives one result more than topK': handles('searchKnowledge', (request, context, handler) =>
      handler(
        { ...request, body: { ...request.body, ...(request.body.topK && { topK: request.body.topK + 1 }) } },
        context,
      ),
    ),
  }),
  ...mutants('KNOW-11', {
    'a search keeps what scores less than minScore': handles('searchKnowledge', (request, context, handler) =>
      handler(
        {
          ...request,
          body: { ...request.body, ...(request.body.minScore && { minScore: request.body.minScore / 2 }) },
        },
        context,
      ),
    ),
  }),
  ...mutants('KNOW-04', {
    'a search in one base reaches all': handles('searchKnowledge', (request, context, handler) =>
      handler({ ...request, body: { ...request.body, knowledgeBaseIds: undefined } }, context),
    ),
  }),
  ...mutants('KNOW-05', {
    'a search with bases null answers 500': handles('searchKnowledge', (request, context, handler) =>
      request.body.knowledgeBaseIds === null ? reply(500, {}) : handler(request, context),
    ),
  }),
  ...mutants('MODEL-01', {
    'models are a bare list': answers('listModels', body => body.data),
    'models are under items': answers('listModels', ({ data, ...rest }) => ({ ...rest, items: data })),
    'models have no ids': answers('listModels', body => ({
      ...body,
      data: body.data.map((row: Loose) => without(row, 'id')),
    })),
    'the object of the model list is called models': answers('listModels', body => ({
      ...body,
      object: 'models',
    })),
    'the model list has no object': answers('listModels', body => without(body, 'object')),
  }),
]

function mapLists(body: Loose, change: (list: Loose[]) => Loose[]): Loose {
  if (Array.isArray(body)) return change(body)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? change(value) : value]),
  )
}

const chunked = (change: (data: Loose) => Loose) =>
  replies('createChatCompletion', answer =>
    'stream' in answer
      ? {
          ...answer,
          stream: (async function* () {
            for await (const part of answer.stream)
              yield 'data' in part && typeof part.data === 'object'
                ? { ...part, data: change(part.data) }
                : part
          })(),
        }
      : answer,
  )

const completions = [
  ...mutants('COMP-01', {
    'any agent answers for one that is not there': ({ home }: Tenants) =>
      handles('createAgentCompletion', (request, context, handler) => {
        const known = home.tables.agents.get(request.body.agentId)
        const agentId = known?.id ?? home.tables.agents.all()[0]?.id
        return handler({ ...request, body: { ...request.body, agentId } }, context)
      }),
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
    'temperature is refused': handles('createChatCompletion', (request, context, handler) =>
      request.body.temperature === undefined ? handler(request, context) : reply(422, { error: {} }),
    ),
  }),
  ...mutants('COMP-26', {
    'a completion has no choices': answers('createChatCompletion', body => without(body, 'choices')),
    'a completion has empty choices': answers('createChatCompletion', body => ({ ...body, choices: [] })),
    'a completion is of role user': answers('createChatCompletion', body => ({
      ...body,
      choices: body.choices.map((one: Loose) => ({ ...one, message: { ...one.message, role: 'user' } })),
    })),
    'a completion has text instead of message': answers('createChatCompletion', body => ({
      ...body,
      choices: body.choices.map(({ message, ...one }: Loose) => ({ ...one, text: message.content })),
    })),
    'a completion has no content': answers('createChatCompletion', body => ({
      ...body,
      choices: body.choices.map((one: Loose) => ({ ...one, message: without(one.message, 'content') })),
    })),
    'stream=false is streamed': handles('createChatCompletion', (request, context, handler) =>
      handler({ ...request, body: { ...request.body, stream: true } }, context),
    ),
  }),
  ...mutants('COMP-27', {
    'stream=true is answered whole': handles('createChatCompletion', (request, context, handler) =>
      handler({ ...request, body: { ...request.body, stream: false } }, context),
    ),
    'the stream of a completion is called text/plain': {
      depart: given =>
        /event-stream/.test(String(given.headers['content-type']))
          ? { ...given, headers: { ...given.headers, 'content-type': 'text/plain' } }
          : given,
    },
    'the stream of a completion is called application/json': {
      depart: given =>
        /event-stream/.test(String(given.headers['content-type']))
          ? { ...given, headers: { ...given.headers, 'content-type': 'application/json' } }
          : given,
    },
  }),
  ...mutants('COMP-28', {
    'chunks have no choices': chunked(data => without(data, 'choices')),
    'chunks have message instead of delta': chunked(data => ({
      ...data,
      choices: data.choices?.map(({ delta, ...one }: Loose) => ({ ...one, message: delta })),
    })),
    'chunks carry no text': chunked(data => ({
      ...data,
      choices: data.choices?.map((one: Loose) => ({ ...one, delta: without(one.delta, 'content') })),
    })),
    'chunks are texts': chunked(data => ({ text: data.choices?.[0]?.delta?.content ?? '' })),
  }),
]

export const serviceMutants: readonly Mutant[] = [...approvals, ...listed, ...knowledge, ...completions]
