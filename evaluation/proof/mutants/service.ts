/** Agents, workflows, knowledge and completions: their lists and replies, and what a request may hold. */
import {
  answers,
  arrives,
  asPerson,
  handles,
  hides,
  judges,
  type Loose,
  lives,
  type MutantTable,
  onlyRows,
  refuses,
  replies,
  rows,
  sends,
  shows,
  streams,
  streamsAs,
  tried,
  without,
} from './mutant.ts'

export const asAdmin = (operation: string) => asPerson(operation, 'person-admin')
export const emptied = (operation: string) => shows(operation, { data: [] })
export const noList = (operation: string) => answers(operation, () => ({ ok: true }))
export const renamed = (operation: string, id: string) => shows(operation, { id })
const withoutIds = (operation: string) => rows(operation, data => data.map(row => without(row, 'id')))

/** A request that is answered with 200 and has an effect, which its body may name. */
export const takes = (
  isMeant: (request: { method: string; url: string }) => unknown,
  take: (body: Loose, url: string) => void,
) => ({
  arrive(request: Loose, response: Loose) {
    if (!isMeant(request)) return undefined
    const { url } = request
    let text = ''
    request.on('data', (part: Buffer) => (text += part))
    request.on('end', () => {
      take(text === '' ? {} : JSON.parse(text), url)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    return true
  },
})

const listed: MutantTable = {
  'AGENT-03 agents come without ids': withoutIds('listAgents'),
  'AGENT-03 agents come without ids in the summary view': shows('listAgents', ({ data }, { query }) =>
    query.get('view') === 'summary' ? { data: data.map((row: Loose) => without(row, 'id')) } : {},
  ),
  'AGENT-03 agents are no list': noList('listAgents'),
  'AGENT-04 the agent list has no final slash': moved('/agents/'),
  'AGENT-14 an agent is read as another': renamed('getAgent', 'agt_0000000000000000'),
  'WF-01 workflows come without ids': withoutIds('listWorkflows'),
  'WF-01 workflows are no list': noList('listWorkflows'),
  'WF-02 the workflow list has no final slash': moved('/workflows/'),
  'WF-12 a workflow comes without its steps': hides('getWorkflow', 'steps', 'step_count'),
  'WF-12 a workflow has no steps in it': shows('getWorkflow', { steps: [] }),
  'WF-12 a workflow comes without its gates': shows('getWorkflow', ({ steps }) => ({
    steps: steps.filter((step: Loose) => step.agent_name),
  })),
  'WF-13 steps show no names of agents': hides('getWorkflow', 'agent_name'),
  'WF-13 steps show other names of agents': shows('getWorkflow', ({ steps }) => ({
    steps: steps.map((step: Loose) => ({ ...step, agent_name: step.agent_name && 'An agent' })),
  })),
  'WF-13 steps after a gate show no names of agents': shows('getWorkflow', ({ steps }) => {
    const gate = steps.findIndex((step: Loose) => !step.agent_name)
    return {
      steps: steps.map((step: Loose, n: number) =>
        gate !== -1 && n > gate ? { ...step, agent_name: null } : step,
      ),
    }
  }),
  'WF-16 a start without a body is refused': refuses('startWorkflowRun', ({ body }) => body == null),
  'WF-17 a test with a body is refused': refuses(
    'startWorkflowRun',
    ({ query, body }) => query.test === true && Object.keys(body ?? {}).length > 0,
  ),
  'WF-14 a start with a body answers 200': replies('startWorkflowRun', (answer, { sent }) =>
    sent === undefined ? answer : { ...answer, status: 200 },
  ),
  'WF-15 a workflow start shows no shared_chat_id': hides('startWorkflowRun', 'shared_chat_id'),
  'WF-15 a workflow start shows shared_chat_id null': shows('startWorkflowRun', { shared_chat_id: null }),
  'WF-15 a start with test=true shows no shared_chat_id': answers('startWorkflowRun', (body, { query }) =>
    query.get('test') === 'true' ? { ...body, shared_chat_id: undefined } : undefined,
  ),
  'WF-15 a start with a body shows no shared_chat_id': answers('startWorkflowRun', (body, { sent }) =>
    sent === undefined ? undefined : { ...body, shared_chat_id: undefined },
  ),
  'WF-15 a start in a group shows no shared_chat_id': answers('startWorkflowRun', (body, { query }) =>
    query.has('group_id') ? { ...body, shared_chat_id: undefined } : undefined,
  ),
  'WF-21 the runs of a workflow are no list': noList('listWorkflowRuns'),
  'WF-21 a page of the runs of a workflow answers 206 where more follow': tried(
    { beside: ['workflows/runs'] },
    replies('listWorkflowRuns', ({ body, ...answer }) => ({
      ...answer,
      body,
      ...(body?.total > body?.offset + body?.data?.length && { status: 206 }),
    })),
  ),
  'WF-34 the run summary has no figures': answers('getWorkflowRunsSummary', ({ workflow_id }) => ({
    workflow_id,
  })),
  'WF-34 the run summary counts only what completed as runs': lives(
    'which runs are counted is not stated',
    shows('getWorkflowRunsSummary', ({ by_status }) => ({ runs: by_status.completed })),
  ),
  'WF-36 a workflow run shows no status': hides('getWorkflowRun', 'status'),
  'WF-38 the steps of a workflow run are no list': noList('listWorkflowRunSteps'),
  'WF-38 a workflow run has no steps': tried(
    { beside: ['workflows/start'] },
    emptied('listWorkflowRunSteps'),
  ),
  'WF-38 the steps of a workflow run leave out its gates': onlyRows(
    'listWorkflowRunSteps',
    step => step.agent_name,
  ),
  'WF-38 the steps of a workflow run are those of the workflow': rows('listWorkflowRunSteps', data =>
    data.map(({ step_id, position, kind, name, agent_id, agent_name }) => ({
      step_id,
      position,
      kind,
      name,
      agent_id,
      agent_name,
    })),
  ),
  'TASK-40 the runs of a task are no list': noList('listTaskRuns'),
}

/** The operation is found only without its final slash. */
function moved(path: string) {
  return arrives(
    (_, at) => at === path,
    request => Object.assign(request, { url: request.url.replace(path, '/nothing-here') }),
  )
}

const knowledge: MutantTable = {
  'KNOW-16 folders are no list': noList('listKnowledgeFolders'),
  'KNOW-17 folders of other teams are listed': asAdmin('listKnowledgeFolders'),
  'KNOW-17 a search reaches what its caller may not search': asAdmin('searchKnowledge'),
  'KNOW-17 one base that its caller may search opens those named beside it': asPerson(
    'searchKnowledge',
    'person-admin',
    ({ body }, { caller: { person }, tables }) =>
      body.knowledgeBaseIds?.some((id: string) => {
        const teams: string[] | undefined = tables.knowledgeBases.get(id)?.teamIds
        const own = [...person.teamIds, ...person.managedTeamIds]
        return teams && (teams.length === 0 || teams.some(one => own.includes(one)))
      }),
  ),
  'KNOW-18 a search finds nothing': answers('searchKnowledge', body => mapLists(body, () => [])),
  'KNOW-18 a search answers no list': noList('searchKnowledge'),
  'KNOW-19 a search without bases reaches the first one only': ({ roles }) =>
    sends('searchKnowledge', ({ knowledgeBaseIds }) => ({
      knowledgeBaseIds: knowledgeBaseIds ?? [roles.knowledgeBases['kb-operations']],
    })),
  'KNOW-19 a search without bases leaves out those of teams': sends(
    'searchKnowledge',
    ({ knowledgeBaseIds }, { tables }) => {
      const open = tables.knowledgeBases.all().filter((base: Loose) => base.teamIds.length === 0)
      return { knowledgeBaseIds: knowledgeBaseIds ?? open.map((base: Loose) => base.id) }
    },
  ),
  'KNOW-19 a search without bases finds nothing': answers('searchKnowledge', (body, { sent }) =>
    sent.knowledgeBaseIds == null ? mapLists(body, () => []) : undefined,
  ),
  'KNOW-08 a search gives one result more than topK': sends(
    'searchKnowledge',
    ({ topK }) => topK && { topK: topK + 1 },
  ),
  'KNOW-11 a search keeps what scores less than minScore': lives(
    'which score minScore is about is not stated',
    sends('searchKnowledge', ({ minScore }) => minScore && { minScore: minScore / 2 }),
  ),
  'KNOW-11 a search takes no notice of minScore': sends('searchKnowledge', () => ({ minScore: null })),
  'KNOW-04 a search in one base reaches all': sends('searchKnowledge', () => ({
    knowledgeBaseIds: undefined,
  })),
  'KNOW-05 a search with bases null answers 500': refuses(
    'searchKnowledge',
    ({ body }) => body.knowledgeBaseIds === null,
    500,
  ),
  'KNOW-12 a search with minScore null and without hybrid answers 500': refuses(
    'searchKnowledge',
    ({ body }) => body.minScore === null && body.hybrid === false,
    500,
  ),
  'KNOW-09 topK null is refused beside named bases': refuses(
    'searchKnowledge',
    ({ body }) => body.topK === null && Array.isArray(body.knowledgeBaseIds),
  ),
  'MODEL-01 models are a bare list': answers('listModels', body => body.data),
  'MODEL-01 models are under items': answers('listModels', ({ data, ...rest }) => ({ ...rest, items: data })),
  'MODEL-01 models have no ids': withoutIds('listModels'),
  'MODEL-01 the object of the model list is called models': shows('listModels', { object: 'models' }),
  'MODEL-01 the model list has no object': hides('listModels', 'object'),
}

function mapLists(body: Loose, change: (list: Loose[]) => Loose[]): Loose {
  if (Array.isArray(body)) return change(body)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? change(value) : value]),
  )
}

/** Changes the chunks of a streamed completion; what does not change is passed on, and undefined leaves it out. */
const chunked = (change: (data: Loose) => Loose) =>
  streams('createChatCompletion', async function* (parts) {
    for await (const part of parts) {
      const data = change(part.data)
      if (data !== undefined) yield { ...part, data }
    }
  })
const withObjects = (change: (data: Loose) => Loose) =>
  chunked(data => (typeof data === 'object' ? change(data) : data))

const completions: MutantTable = {
  'COMP-01 any agent answers for one that is not there': ({ home }) =>
    sends('createAgentCompletion', ({ agentId }) => ({
      agentId: (home.tables.agents.get(agentId) ?? home.tables.agents.all()[0])?.id,
    })),
  'COMP-01 another agent answers, under the id of the one that is asked': handles(
    'createAgentCompletion',
    async (request, context, handler) => {
      const { agentId } = request.body
      if (!context.tables.agents.get(agentId)) return handler(request, context)
      const isOther = ({ id, visibility }: Loose) => id !== agentId && visibility === 'shared'
      const other = context.tables.agents.all().find(isOther)
      const answer = await handler({ ...request, body: { ...request.body, agentId: other?.id } }, context)
      return answer.body?.agentId ? { ...answer, body: { ...answer.body, agentId } } : answer
    },
  ),
  'COMP-02 the agent may be that of the conversation': ({ home }) =>
    judges('createAgentCompletion', (raw, contract) => {
      const { agentId } = home.tables.conversations.get(raw.body?.conversationId ?? '') ?? {}
      return contract(agentId ? { ...raw, body: { agentId, ...raw.body } } : raw)
    }),
  'COMP-04 several messages are refused': refuses(
    'createAgentCompletion',
    ({ body }) => body.messages?.length > 1,
  ),
  'COMP-25 an agent completion shows no message': answers('createAgentCompletion', body => ({ id: body.id })),
  'COMP-25 an agent completion shows a message of the user': answers('createAgentCompletion', body =>
    JSON.parse(JSON.stringify(body).replaceAll('"assistant"', '"user"')),
  ),
  'COMP-25 a streamed agent completion is empty': streams('createAgentCompletion', async function* () {}),
  'COMP-23 temperature is refused': refuses(
    'createChatCompletion',
    ({ body }) => body.temperature !== undefined,
  ),
  'COMP-23 only whole temperatures are accepted': refuses(
    'createChatCompletion',
    ({ body }) => !Number.isInteger(body.temperature ?? 1),
  ),
  'COMP-23 temperature is refused in a stream': refuses(
    'createChatCompletion',
    ({ body }) => body.temperature !== undefined && body.stream === true,
  ),
  'COMP-27 a stream with a temperature is answered whole': sends('createChatCompletion', body =>
    body.temperature === undefined ? {} : { stream: false },
  ),
  'COMP-06 a stream with nulls beside it is refused': refuses(
    'createAgentCompletion',
    ({ body }) => body.output === null && body.stream === true,
  ),
  'COMP-11 maxSteps null is refused beside another null': refuses(
    'createAgentCompletion',
    ({ body }) => body.maxSteps === null && body.conversationId === null,
  ),
  'COMP-13 imageResponseFormat null is refused in a conversation': refuses(
    'createAgentCompletion',
    ({ body }) => body.imageResponseFormat === null && typeof body.conversationId === 'string',
  ),
  'COMP-10 maxSteps is refused in a stream': refuses(
    'createAgentCompletion',
    ({ body }) => body.maxSteps === 5 && body.stream === true,
  ),
  'COMP-26 a completion has no choices': hides('createChatCompletion', 'choices'),
  'COMP-26 a completion has empty choices': shows('createChatCompletion', { choices: [] }),
  'COMP-26 a completion is of role user': shows('createChatCompletion', body => ({
    choices: body.choices.map((one: Loose) => ({ ...one, message: { ...one.message, role: 'user' } })),
  })),
  'COMP-26 a completion has text instead of message': shows('createChatCompletion', body => ({
    choices: body.choices.map(({ message, ...one }: Loose) => ({ ...one, text: message.content })),
  })),
  'COMP-26 a completion has no content': shows('createChatCompletion', body => ({
    choices: body.choices.map((one: Loose) => ({ ...one, message: without(one.message, 'content') })),
  })),
  'COMP-26 stream=false is streamed': sends('createChatCompletion', () => ({ stream: true })),
  'COMP-27 stream=true is answered whole': sends('createChatCompletion', () => ({ stream: false })),
  'COMP-27 the stream of a completion is called text/plain': streamsAs('text/plain'),
  'COMP-27 the stream of a completion is called application/json': streamsAs('application/json'),
  'COMP-28 chunks have no choices': withObjects(data => without(data, 'choices')),
  'COMP-28 chunks have message instead of delta': withObjects(data => ({
    ...data,
    choices: data.choices?.map(({ delta, ...one }: Loose) => ({ ...one, message: delta })),
  })),
  'COMP-28 chunks carry no text': withObjects(data => ({
    ...data,
    choices: data.choices?.map((one: Loose) => ({ ...one, delta: without(one.delta, 'content') })),
  })),
  'COMP-28 a stream lacks its first piece': streams('createChatCompletion', async function* (parts) {
    let isPast = false
    for await (const part of parts) {
      if (isPast || !part.data?.choices?.[0]?.delta?.content) yield part
      else isPast = true
    }
  }),
  'COMP-28 beside a temperature each piece comes twice': replies(
    'createChatCompletion',
    (answer, { sent }) =>
      'stream' in answer && sent?.temperature != null
        ? {
            ...answer,
            stream: (async function* () {
              for await (const part of answer.stream) {
                yield part
                if (part.data?.choices?.[0]?.delta?.content) yield part
              }
            })(),
          }
        : answer,
  ),
  'COMP-28 chunks are texts': withObjects(data => ({ text: data.choices?.[0]?.delta?.content ?? '' })),
  'COMP-28 a stream ends without DONE': lives(
    'that the end of a stream is part of its shape is not said: the suite advises',
    chunked(data => (data === '[DONE]' ? undefined : data)),
  ),
}

export const serviceMutants: MutantTable = { ...listed, ...knowledge, ...completions }
