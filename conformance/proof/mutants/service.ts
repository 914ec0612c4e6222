/** What the rest of the service promises: tasks, tenants, approvals, completions, knowledge, and the wire itself. */
import { type OperationId, type OperationRow, operationIds, operations } from '#openapi'
import type { World } from '../stage.ts'
import {
  abroad,
  answers,
  arrives,
  handles,
  judges,
  type Loose,
  type Mutant,
  mutants,
  refusals,
  replies,
  reply,
  without,
} from './mutant.ts'

const TASK_VIEWS = [
  'getTask',
  'createTask',
  'updateTask',
  'getTaskByNumber',
  'setTaskStatus',
  'setTaskAssignee',
] as const

const tasks = [
  ...mutants('TASK-01', {
    'a new task starts in todo': handles('createTask', (request, context, handler) =>
      handler({ ...request, body: { ...request.body, status: request.body.status ?? 'todo' } }, context),
    ),
    'a new task starts done': handles('createTask', (request, context, handler) =>
      handler({ ...request, body: { ...request.body, status: request.body.status ?? 'done' } }, context),
    ),
  }),
  ...mutants('TASK-02', {
    'a created task is told without an id': answers('createTask', body => without(body, 'id')),
    'a created task is told under another id': answers('createTask', body => ({
      ...body,
      id: 'task_never_was_there',
    })),
    'a created task is told as ok': answers('createTask', () => ({ ok: true })),
  }),
  ...mutants('TASK-03', {
    'a created task tells no number': answers(['createTask'], body => without(body, 'number', 'reference')),
    'a created task tells number null': answers('createTask', body => ({
      ...without(body, 'reference'),
      number: null,
    })),
  }),
  ...mutants('TASK-04', {
    'a task tells no last_run_status': answers([...TASK_VIEWS, 'listTasks'], body =>
      without(body, 'last_run_status'),
    ),
  }),
  ...mutants('TASK-05', {
    'last_run_status is that of the first run': handles('getTask', (request, context, handler) => {
      const answer = handler(request, context)
      const runs = context.tables.runs.range('newest', `task:${request.path.task_id}`)
      return runs.length > 0
        ? { ...answer, body: { ...answer.body, last_run_status: runs[0].status } }
        : answer
    }),
    'last_run_status is always completed': answers('getTask', body =>
      body.last_run_status === null ? undefined : { ...body, last_run_status: 'completed' },
    ),
    'last_run_status stays null': answers(['getTask', 'listTasks'], body =>
      body.data
        ? { ...body, data: body.data.map((row: Loose) => ({ ...row, last_run_status: null })) }
        : { ...body, last_run_status: null },
    ),
  }),
  ...mutants('TASK-06', {
    'priorities are numbers': answers(TASK_VIEWS, body => ({
      ...body,
      priority: ['none', 'low', 'medium', 'high', 'urgent'].indexOf(body.priority),
    })),
    'the priority urgent is shown as critical': answers(TASK_VIEWS, body =>
      body.priority === 'urgent' ? { ...body, priority: 'critical' } : undefined,
    ),
    'priorities are shown in capitals': answers(TASK_VIEWS, body => ({
      ...body,
      priority: body.priority?.toUpperCase(),
    })),
  }),
  ...mutants('TASK-07', {
    'references with a prefix are unknown': byNumber(ref => (/-/.test(ref) ? null : ref)),
    'references with a prefix find the task before': byNumber(ref =>
      ref.replace(/-(\d+)$/, (_, n) => `-${Number(n) - 1}`),
    ),
    'prefixes have to be in small letters': byNumber(ref => (/[A-Z]/.test(ref) ? null : ref.toUpperCase())),
  }),
  ...mutants('TASK-08', {
    'bare numbers are unknown': byNumber(ref => (/^\d+$/.test(ref) ? null : ref)),
    'bare numbers are counted from 0': byNumber(ref => (/^\d+$/.test(ref) ? String(Number(ref) - 1) : ref)),
  }),
  ...mutants('TASK-33', {
    'numbers resolve to a task without an id': answers('getTaskByNumber', () => ({ found: true })),
  }),
  ...mutants('TASK-34', {
    'a task is read as another': answers('getTask', body => ({ ...body, id: 'task_0000000000000000' })),
  }),
  ...mutants('TASK-36', {
    'deleting answers a body': replies('deleteTask', () => ({ status: 200, body: { deleted: true } })),
    'deleting answers 404': handles('deleteTask', () => reply(404, { error: {} })),
  }),
  ...mutants('TASK-37', {
    'a deleted task can still be read': kept('getTask'),
    'a deleted task is still listed': kept('listTasks'),
    'deleting does nothing': handles('deleteTask', () => ({ status: 204, body: undefined })),
  }),
  ...mutants('STATE-53', {
    'a move is answered and not kept': handles('setTaskStatus', (request, context, handler) => {
      const { status } = context.tables.tasks.get(request.path.task_id) ?? {}
      const answer = handler(request, context)
      if (status) context.tables.tasks.replace(request.path.task_id, { status })
      return answer
    }),
    'the list shows the column before': (() => {
      const before = new Map<string, string>()
      return {
        intercept: {
          ...handles('setTaskStatus', (request, context, handler) => {
            const row = context.tables.tasks.get(request.path.task_id)
            if (row && !before.has(row.id)) before.set(row.id, row.status)
            return handler(request, context)
          }).intercept,
          ...answers('listTasks', body => ({
            ...body,
            data: body.data.map((row: Loose) => ({ ...row, status: before.get(row.id) ?? row.status })),
          })).intercept,
        },
      }
    })(),
  }),
  ...mutants('STATE-54', {
    'a task moved to done is in review': answers(TASK_VIEWS, body =>
      body.status === 'done' ? { ...body, status: 'in_review' } : undefined,
    ),
    'a move to done is answered and not kept': handles('setTaskStatus', (request, context, handler) => {
      const { status } = context.tables.tasks.get(request.path.task_id) ?? {}
      const answer = handler(request, context)
      if (status && request.body.status === 'done')
        context.tables.tasks.replace(request.path.task_id, { status })
      return answer
    }),
  }),
  ...mutants('UPDATE-34', {
    'an update clears the description': clears('description', null),
    'an update clears the tags': clears('tags', []),
    'an update sets the priority back': clears('priority', 'none'),
    'an update takes the assignee away': clears('assigneeId', null, { assigneeType: null }),
    'an update clears the due date': clears('dueDate', null),
  }),
  ...mutants('UPDATE-35', {
    'an update changes the status': {
      intercept: {
        judge: contract =>
          ((id: OperationId, raw: Loose) => {
            const result = contract(id, raw) as Loose
            if (id !== 'updateTask' || !raw.body?.status) return result
            const { status, ...rest } = raw.body
            const again = contract(id, { ...raw, body: rest }) as Loose
            return again.ok
              ? { ...again, value: { ...again.value, body: { ...again.value.body, status } } }
              : result
          }) as never,
        ...handlerOnly('updateTask', (request, context, handler) => {
          const answer = handler(request, context)
          if (request.body.status)
            context.tables.tasks.replace(request.path.task_id, { status: request.body.status })
          return answer
        }),
      },
    },
    'an update moves the task on': handles('updateTask', (request, context, handler) => {
      const answer = handler(request, context)
      context.tables.tasks.replace(request.path.task_id, { status: 'in_progress' })
      return answer
    }),
  }),
  ...mutants('ASSIGN-10', {
    'a refused assignee is taken all the same': judges('setTaskAssignee', (raw, contract) => {
      const result = contract(raw)
      if (result.ok) return result
      pendingRefusal.add(raw.path.task_id)
      return contract({ ...raw, body: { type: null, id: null } })
    }),
  }).map(mutant => ({
    ...mutant,
    make: {
      intercept: {
        ...(mutant.make as Loose).intercept,
        ...handlerOnly('setTaskAssignee', (request, context, handler) => {
          if (!pendingRefusal.delete(request.path.task_id)) return handler(request, context)
          context.tables.tasks.replace(request.path.task_id, { assigneeType: null, assigneeId: null })
          return reply(422, { error: { message: 'refused' } })
        }),
      },
    },
  })),
  ...mutants('ERR-12', {
    'a refused task is created all the same': {
      intercept: {
        refusal: (answer, exchange) => {
          if (exchange.operation?.id !== 'createTask' || answer.status !== 422) return answer
          const { tables, ids } = (exchange.tenancy as Loose).workspace
          const [like] = tables.tasks.all()
          const title = /"title"\s*:\s*"([^"]+)"/.exec(exchange.requestText)?.[1]
          if (like && title)
            tables.tasks.insert({
              ...like,
              id: ids.next('task'),
              title,
              number: 80_000 + tables.tasks.all().length,
              ownerId: (exchange.caller as Loose).person.id,
              archived: false,
              status: 'backlog',
            })
          return answer
        },
      },
    },
    'a refused update is made all the same': {
      intercept: {
        refusal: (answer, exchange) => {
          if (
            !['updateTask', 'setTaskStatus'].includes(exchange.operation?.id ?? '') ||
            answer.status !== 422
          )
            return answer
          const id = exchange.pathParams.task_id ?? ''
          ;(exchange.tenancy as Loose).workspace.tables.tasks.replace(id, {
            title: 'changed all the same',
            description: 'changed all the same',
            priority: 'urgent',
            status: 'cancelled',
          })
          return answer
        },
      },
    },
  }),
]

const pendingRefusal = new Set<string>()

function handlerOnly(operation: string, act: (request: Loose, context: Loose, handler: Loose) => Loose) {
  return { handler: handles(operation, act).intercept?.handler } as { handler: never }
}

function byNumber(change: (ref: string) => string | null) {
  return handles('getTaskByNumber', (request, context, handler) => {
    const ref = change(request.path.ref)
    return ref === null ? reply(404, { error: {} }) : handler({ ...request, path: { ref } }, context)
  })
}

function clears(field: string, value: unknown, more: object = {}) {
  return handles('updateTask', (request, context, handler) => {
    const answer = handler(request, context)
    const named = field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    if (!(named in request.body))
      context.tables.tasks.replace(request.path.task_id, { [field]: value, ...more })
    return answer
  })
}

/** Deleted tasks go on in the replies of one operation. */
function kept(operation: 'getTask' | 'listTasks') {
  const gone = new Map<string, Loose>()
  return {
    intercept: {
      handler: (row: OperationRow, handler: Loose) => {
        if (row.id === 'deleteTask')
          return (request: Loose, context: Loose) => {
            const { body } = readOf(context, request.path.task_id)
            gone.set(request.path.task_id, body)
            return handler(request, context)
          }
        if (row.id === 'getTask')
          return (request: Loose, context: Loose) => {
            const was = gone.get(request.path.task_id)
            if (operation === 'getTask' && was) return reply(200, was)
            reads.set(context.workspace.id, handler)
            return handler(request, context)
          }
        if (row.id === 'listTasks' && operation === 'listTasks')
          return (request: Loose, context: Loose) => {
            const answer = handler(request, context)
            return { ...answer, body: { ...answer.body, data: [...gone.values(), ...answer.body.data] } }
          }
        return handler
      },
    },
  }
}
const reads = new Map<string, Loose>()
const readOf = (context: Loose, task_id: string) => {
  const handler = reads.get(context.workspace.id)
  if (handler) return handler({ path: { task_id }, query: {}, header: {}, body: undefined }, context)
  const row = context.tables.tasks.get(task_id)
  return {
    body: { id: task_id, title: row.title, status: row.status, number: row.number, reference: row.reference },
  }
}

/** The neighbour's key is served from this workspace, as if its person were the admin here. */
const leaks =
  (...names: string[]) =>
  (world: World) =>
    abroad(
      handles(names, (request, context, handler) => {
        const own = (() => {
          try {
            return handler(request, context)
          } catch (problem) {
            return { problem }
          }
        })()
        const listed = own.body?.data !== undefined
        if (!listed && own.problem === undefined) return own
        const person = world.home.tables.people.get(world.roles.people['person-admin'])
        const there = {
          ...context,
          workspace: world.home,
          tables: world.home.tables,
          caller: { ...context.caller, person },
        }
        if (!listed) return handler(request, there)
        const theirs = handler({ ...request, query: { ...request.query, cursor: undefined } }, there)
        return { ...own, body: { ...own.body, data: [...theirs.body.data, ...own.body.data] } }
      }),
    )

const tenants = [
  ...(
    [
      ['VIS-02', ['getRun', 'listRuns']],
      ['VIS-03', ['getTask', 'listTasks', 'listTaskRuns', 'getTaskByNumber']],
      ['VIS-04', ['updateTask', 'setTaskAssignee', 'setTaskStatus', 'deleteTask']],
      ['VIS-05', ['pauseRun', 'resumeRun', 'cancelRun', 'retryRun', 'stopRun', 'respondToRun', 'startRun']],
      [
        'VIS-06',
        [
          'getWorkflow',
          'listWorkflows',
          'listWorkflowRuns',
          'getWorkflowRun',
          'listWorkflowRunSteps',
          'getWorkflowRunsSummary',
          'startWorkflowRun',
        ],
      ],
      ['VIS-07', ['streamChat']],
      ['AGENT-15', ['getAgent']],
      ['APPR-03', ['listPendingApprovals']],
      ['MODEL-02', []],
    ] as const
  ).flatMap(([requirement, names]) =>
    names.flatMap(name => mutants(requirement, { [`${name} reaches into another tenant`]: leaks(name) })),
  ),
  ...mutants('MODEL-02', {
    'models of another tenant are listed': (world: World) =>
      handles('listModels', (request, context, handler) => {
        const answer = handler(request, context)
        const theirs = handler(request, { ...context, workspace: world.abroad, tables: world.abroad.tables })
        return { ...answer, body: { ...answer.body, data: theirs.body.data } }
      }),
  }),
  ...mutants('APPR-05', {
    'every approval can be read': (world: World) =>
      handles('getApproval', (request, context, handler) =>
        handler(request, {
          ...context,
          caller: {
            ...context.caller,
            person: world.home.tables.people.get(world.roles.people['person-admin']),
          },
        }),
      ),
    'approvals of another tenant can be read': leaks('getApproval'),
  }),
]

const asAdmin = (operation: string) => (world: World) =>
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
  ...mutants('APPR-04', { 'an approval is read as another': renamed('getApproval', 'appr_000000000000000') }),
  ...mutants('APPR-06', { 'gates are not listed': emptied('listPendingWorkflowApprovals') }),
  ...mutants('APPR-07', { 'gates that others decide are listed': asAdmin('listPendingWorkflowApprovals') }),
  ...mutants('APPR-08', {
    'a path approves with a key': (world: World) => ({
      arrive(request, response) {
        const [, id = ''] = /^\/approvals\/([^/]+)\/(approve|decide|decision)/.exec(request.url ?? '') ?? []
        if (request.method !== 'POST' || !world.home.tables.approvals.get(id)) return undefined
        world.home.tables.approvals.replace(id, { status: 'approved', decidedAt: world.home.now() })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"approved"}')
        return true
      },
    }),
    'a path rejects with a key': (world: World) => ({
      arrive(request, response) {
        const [, id = ''] = /^\/approvals\/([^/]+)\/reject/.exec(request.url ?? '') ?? []
        if (request.method !== 'POST' || !world.home.tables.approvals.get(id)) return undefined
        world.home.tables.approvals.replace(id, { status: 'rejected', decidedAt: world.home.now() })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"rejected"}')
        return true
      },
    }),
    'PATCH on an approval decides it': (world: World) => ({
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
  }),
  ...mutants('WF-13', {
    'steps tell no names of agents': answers('getWorkflow', body => without(body, 'agent_name')),
    'steps tell other names of agents': answers('getWorkflow', body => ({
      ...body,
      steps: body.steps.map((step: Loose) => ({ ...step, agent_name: step.agent_name && 'An agent' })),
    })),
  }),
  ...mutants('WF-15', {
    'a workflow start tells no shared_chat_id': answers('startWorkflowRun', body =>
      without(body, 'shared_chat_id'),
    ),
    'a workflow start tells shared_chat_id null': answers('startWorkflowRun', body => ({
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
    'a workflow run tells no status': answers('getWorkflowRun', body => without(body, 'status')),
  }),
  ...mutants('WF-38', {
    'the steps of a workflow run are no list': noList('listWorkflowRunSteps'),
    'a workflow run has no steps': emptied('listWorkflowRunSteps'),
  }),
  ...mutants('TASK-40', { 'the runs of a task are no list': noList('listTaskRuns') }),
]

/** Found only without its final slash. */
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
    'a search reaches what its caller may not search': (world: World) =>
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
    'a search without bases reaches the first one only': (world: World) =>
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
  ...mutants('COMP-25', {
    'an agent completion tells no message': answers('createAgentCompletion', body => ({ id: body.id })),
    'an agent completion tells a message of the user': answers('createAgentCompletion', body =>
      JSON.parse(JSON.stringify(body).replaceAll('"assistant"', '"user"')),
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

const GEN = [
  'listAgents',
  'getTask',
  'listRuns',
  'createTask',
  'getWallet',
  'listModels',
  'getRun',
  'listWorkflows',
  'searchKnowledge',
  'startRun',
] as const
const wire = [
  ...GEN.flatMap(operation =>
    mutants('GEN-01', {
      [`${operation} answers JSON as text/plain`]: replies(operation, answer => ({
        ...answer,
        headers: { ...answer.headers, 'content-type': 'text/plain' },
      })),
      ...(operation === 'listAgents' || operation === 'getTask'
        ? {
            [`${operation} answers JSON as text/html`]: replies(operation, answer => ({
              ...answer,
              headers: { ...answer.headers, 'content-type': 'text/html' },
            })),
          }
        : {}),
    }),
  ),
  ...mutants('GEN-01', {
    'getTask answers JSON that is cut off': spoils(/^\/tasks\/(?!by-number)[^/]+$/, text =>
      text.slice(0, -1),
    ),
    'listTasks answers JSON with a comma too many': spoils(/^\/tasks(\?|$)/, text =>
      text.replace(/\}$/, ',}'),
    ),
    'getWallet answers JSON with a prefix': spoils(/^\/wallet$/, text => `)]}'\n${text}`),
  }),
  ...(
    ['createTask', 'updateTask', 'searchKnowledge', 'setTaskStatus', 'createChatCompletion'] as const
  ).flatMap(operation =>
    mutants('GEN-02', {
      [`${operation} understands forms only`]: judges(operation, () => ({
        ok: false,
        issues: [
          { in: 'body', field: '', message: 'body must be a form', expected: 'a form', received: null },
        ],
      })),
    }),
  ),
  ...(
    [
      'createTask',
      'updateTask',
      'setTaskAssignee',
      'setTaskStatus',
      'createAgentCompletion',
      'createChatCompletion',
      'searchKnowledge',
    ] as const
  ).flatMap(operation =>
    mutants('ERR-11', {
      [`${operation} answers 200 to a body that is no JSON`]: refusals(operation, (answer, { sent }) =>
        sent === undefined && answer.status === 422
          ? { ...answer, status: 200, body: { id: 'x' } }
          : undefined,
      ),
    }),
  ),
  ...mutants('ERR-11', {
    'createTask answers 500 to a body that is no JSON': refusals('createTask', (answer, { sent }) =>
      sent === undefined && answer.status === 422 ? { ...answer, status: 500 } : undefined,
    ),
  }),
  ...operationIds
    .filter(id => operations[id].path.startsWith('/v1/'))
    .flatMap(id => mutants('VER-01', { [`${id} is not under /v1`]: elsewhere(id, bare, prefixed) })),
  ...(
    [
      'listAgents',
      'getRun',
      'listTasks',
      'createTask',
      'listWorkflows',
      'getWallet',
      'getInsightsSummary',
      'listPendingApprovals',
      'getAgencyClientUsage',
      'startRun',
    ] as const
  ).flatMap(id => mutants('VER-02', { [`${id} is under /v1`]: elsewhere(id, prefixed, bare) })),
]

function prefixed(path: string) {
  return `/v1${path}`
}
function bare(path: string) {
  return path.replace('/v1', '')
}

/** The operation answers at another address only. */
function elsewhere(id: OperationId, to: (path: string) => string, back: (path: string) => string) {
  const { method, path } = operations[id]
  const patternOf = (at: string) => new RegExp(`^${at.replace(/\{\w+\}/g, '[^/]+')}$`)
  const [stated, other] = [patternOf(path), patternOf(to(path))]
  return arrives(
    (sent, at) => sent === method && (stated.test(at) || other.test(at)),
    request =>
      Object.assign(request, {
        url: request.url.replace(/^[^?]*/, at => (other.test(at) ? back(at) : `${at}-nothing-here`)),
      }),
  )
}

/** The text of a reply is spoilt on the wire. */
function spoils(path: RegExp, change: (text: string) => string) {
  return {
    arrive(request: Loose, response: Loose) {
      if (request.method !== 'GET' || !path.test(request.url)) return undefined
      const { writeHead } = response
      const end = response.end.bind(response)
      response.writeHead = (status: number, { 'content-length': _, ...headers }: Loose = {}) =>
        writeHead.call(response, status, headers)
      response.end = (bytes?: Buffer) => end(bytes === undefined ? undefined : change(bytes.toString('utf8')))
      return undefined
    },
  }
}

/** What is judged over all operations is judged by what other scenarios got from them. */
const STORIES = [
  'completions/chat',
  'completions/agent',
  'runs/finish',
  'runs/start-access',
  'tasks/move',
  'knowledge/search',
]
const besideOf = (mutant: Mutant): Mutant => {
  const operation = operationIds.find(id => mutant.what.startsWith(`${id} `))
  return operation ? { ...mutant, beside: [`access/${operation}`, ...STORIES] } : mutant
}

export const serviceMutants: readonly Mutant[] = [
  ...tasks,
  ...tenants,
  ...approvals,
  ...listed,
  ...knowledge,
  ...completions,
  ...wire.map(besideOf),
]
