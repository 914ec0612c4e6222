/** What an update, a move or an assignment keeps, what it changes beside that, and what a refused request changes. */
import {
  also,
  each,
  handles,
  judges,
  type Loose,
  type MutantTable,
  refusals,
  reply,
  requests,
  sends,
  together,
  tried,
  without,
} from './mutant.ts'

const pendingRefusal = new Set<string>()

export const taskChangeMutants: MutantTable = {
  'UPDATE-05 new criteria are added to those there': requests('updateTask', (request, context) => {
    const { acceptance_criteria: added } = request.body
    if (Array.isArray(added))
      request.body.acceptance_criteria = [...taskOf(request, context)!.acceptanceCriteria, ...added]
  }),
  'UPDATE-12 a position is answered and not kept': keepsPosition('updateTask'),
  'MOVE-04 a position is ignored beside a status': keepsPosition('setTaskStatus'),
  'UPDATE-34 an update clears the description': clears('description', null),
  'UPDATE-34 an update clears the tags': clears('tags', []),
  'UPDATE-34 an update sets the priority back': clears('priority', 'none'),
  'UPDATE-34 an update takes the assignee away': clears('assigneeId', null, { assigneeType: null }),
  'UPDATE-34 an update clears the due date': clears('dueDate', null),
  'UPDATE-34 an update takes the approval away': clears('requiresApproval', false),
  'UPDATE-34 an update takes the approvers away': clears('approverIds', [], {}, 'title'),
  'UPDATE-34 an update clears the budget': also('updateTask', (request, context) => {
    if (!('budget_euros' in request.body)) put(request, context, { budgetMicros: null })
  }),
  'CREATE-48 a move clears the due date': tried(
    { beside: ['general/written', 'tasks/move'] },
    also('setTaskStatus', (request, context) => put(request, context, { dueDate: null })),
  ),
  'UPDATE-11 an update loses the time of day of a due date': tried(
    {
      beside: [
        'general/written',
        'tasks/create-fields',
        'tasks/update-fields',
        'tasks/update-leaves-the-rest',
      ],
    },
    sends('updateTask', ({ due_date }) => due_date != null && { due_date: due_date.slice(0, 10) }),
  ),
  'CREATE-48 a creation loses the time of day of a due date': tried(
    { beside: ['general/written', 'tasks/create-fields', 'tasks/update-fields'] },
    sends('createTask', ({ due_date }) => due_date != null && { due_date: due_date.slice(0, 10) }),
  ),
  'CREATE-30 an assignment clears the tags': tried(
    { beside: ['general/written', 'tasks/assign'] },
    also('setTaskAssignee', (request, context) => put(request, context, { tags: [] })),
  ),
  'UPDATE-34 another board clears the due date': sends(
    'updateTask',
    ({ board_id, due_date }) => typeof board_id === 'string' && due_date === undefined && { due_date: null },
  ),
  'UPDATE-34 an update sets the priority of a done task back': also('updateTask', (request, context) => {
    if (request.body.priority === undefined && taskOf(request, context)?.status === 'done')
      put(request, context, { priority: 'none' })
  }),
  'UPDATE-34 an update of the title clears the description': clears('description', null, {}, 'title'),
  'UPDATE-35 an update changes the status': together(
    keepsAny('status'),
    also('updateTask', (request, context) => {
      const { status } = request.body
      if (status) put(request, context, { status })
    }),
  ),
  ...each(['title', 'budget_euros'], beside => ({
    [`UPDATE-35 an update changes the status beside ${beside}`]: together(
      keepsAny('status'),
      also('updateTask', (request, context) => {
        const { status, [beside]: named } = request.body
        if (status && named) put(request, context, { status })
      }),
    ),
  })),
  'UPDATE-35 an update moves the task on': also('updateTask', (request, context) =>
    put(request, context, { status: 'in_progress' }),
  ),
  'ASSIGN-01 a task that goes from a person to an agent keeps its type': keepsType('user', 'agent'),
  'ASSIGN-02 a task that goes from an agent to a person keeps its type': keepsType('agent', 'user'),
  'ASSIGN-02 whoever is assigned as a person, the caller is': sends(
    'setTaskAssignee',
    ({ type }, { caller }) => type === 'user' && { id: caller.person.id },
  ),
  'ASSIGN-03 a task that an agent has stays with it': handles(
    'setTaskAssignee',
    (request, context, handler) => {
      const { assigneeType, assigneeId } = taskOf(request, context) ?? {}
      const answer = handler(request, context)
      if (assigneeType === 'agent' && request.body.type === null)
        put(request, context, { assigneeType, assigneeId })
      return answer
    },
  ),
  'ASSIGN-08 an id alone keeps the type of the assignee': ({ home }) =>
    judges('setTaskAssignee', (raw, contract) => {
      const type = home.tables.tasks.get(raw.path?.task_id)?.assigneeType
      const keeps = type && typeof raw.body?.id === 'string' && raw.body.type == null
      return contract(keeps ? { ...raw, body: { ...raw.body, type } } : raw)
    }),
  'TASK-38 the assignee that the task has answers 204': handles(
    'setTaskAssignee',
    (request, context, handler) => {
      const had = taskOf(request, context)?.assigneeId
      const answer = handler(request, context)
      return had && had === request.body.id ? reply(204, undefined) : answer
    },
  ),
  'UPDATE-07 approvers beside false make it true': sends(
    'updateTask',
    ({ requires_approval, approval_approver_ids }) =>
      requires_approval === false && approval_approver_ids?.length > 0 && { requires_approval: true },
  ),
  'UPDATE-08 an update adds to the approvers': addsTo('approval_approver_ids', 'approverIds'),
  'UPDATE-10 the mail is ignored beside the notice in the app': requests('updateTask', request =>
    request.body.approval_notify_in_app == null
      ? request
      : { ...request, body: without(request.body, 'approval_notify_email') },
  ),
  'ASSIGN-10 a type without an id is refused and unassigns': refusals(
    'setTaskAssignee',
    ({ status }, { path, sent }, workspace) => {
      if (status === 422 && sent?.type && sent.id === null && workspace.tables.tasks.get(path.task_id))
        put({ path }, workspace, { assigneeType: null, assigneeId: null })
    },
  ),
  ...each(['agent', 'user'], kind => ({
    [`ASSIGN-10 of a refused ${kind} that is not there the task keeps a half`]: refusals(
      'setTaskAssignee',
      (_, { path, sent }, workspace) => {
        if (sent?.type !== kind || typeof sent.id !== 'string' || !taskOf({ path }, workspace)) return
        put({ path }, workspace, kind === 'agent' ? { assigneeType: kind } : { assigneeId: sent.id })
      },
    ),
  })),
  'ASSIGN-10 a refused assignee is taken all the same': together(
    judges('setTaskAssignee', (raw, contract) => {
      const result = contract(raw)
      if (result.ok) return result
      pendingRefusal.add(raw.path.task_id)
      return contract({ ...raw, body: { type: null, id: null } })
    }),
    handles('setTaskAssignee', (request, context, handler) => {
      if (!pendingRefusal.delete(request.path.task_id)) return handler(request, context)
      put(request, context, { assigneeType: null, assigneeId: null })
      return reply(422, { error: { message: 'refused' } })
    }),
  ),
  'ERR-12 a refused task is created all the same': refusals(
    'createTask',
    ({ status }, { sent, caller }, { tables, ids }) => {
      const [like] = tables.tasks.all()
      if (status === 422 && like && typeof sent?.title === 'string')
        tables.tasks.insert({
          ...like,
          id: ids.next('task'),
          title: sent.title,
          number: 80_000 + tables.tasks.all().length,
          ownerId: caller.person.id,
          archived: false,
          status: 'backlog',
        })
    },
  ),
  'ERR-12 a refused update is made all the same': refusals(
    ['updateTask', 'setTaskStatus'],
    ({ status }, { path }, workspace) => {
      if (status === 422)
        put({ path }, workspace, {
          title: 'changed all the same',
          description: 'changed all the same',
          priority: 'urgent',
          status: 'cancelled',
        })
    },
  ),
}

/** Updates clear a field that they do not name; with `only`, those that name that one. */
function clears(field: string, value: unknown, more: object = {}, only?: string) {
  return also('updateTask', (request, context) => {
    const named = field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    if (!(named in request.body) && (!only || only in request.body))
      put(request, context, { [field]: value, ...more })
  })
}

function keepsType(from: string, to: string) {
  return handles('setTaskAssignee', (request, context, handler) => {
    const { assigneeType } = taskOf(request, context) ?? {}
    const answer = handler(request, context)
    if (assigneeType === from && request.body.type === to) put(request, context, { assigneeType })
    return answer
  })
}

/** The task has the position that it had. */
function keepsPosition(operation: string) {
  return handles(operation, (request, context, handler) => {
    const { position } = taskOf(request, context) ?? {}
    const answer = handler(request, context)
    if (position !== undefined) put(request, context, { position })
    return answer
  })
}

export function taskOf({ path }: Loose, { tables }: Loose) {
  return tables.tasks.get(path.task_id)
}

export function put({ path }: Loose, { tables }: Loose, fields: object) {
  tables.tasks.replace(path.task_id, fields)
}

/** An update adds to a list instead of replacing it; the row of a task may have another name for it. */
export function addsTo(field: string, column: string) {
  return requests('updateTask', (request, context) => {
    const given = request.body[field]
    if (!given?.length) return request
    const all = [...new Set([...(taskOf(request, context)?.[column] ?? []), ...given])]
    return { ...request, body: { ...request.body, [field]: all } }
  })
}

/** An update takes any text for a field that the contract judges as if it were another one, or left out. */
export function keepsAny(field: string, valid?: string) {
  return judges('updateTask', (raw, contract) => {
    const { [field]: given, ...rest } = raw.body ?? {}
    const judged = valid === undefined ? rest : { ...rest, [field]: valid }
    const again = typeof given === 'string' && contract({ ...raw, body: judged })
    return again?.ok
      ? { ...again, value: { ...again.value, body: { ...again.value.body, [field]: given } } }
      : contract(raw)
  })
}
