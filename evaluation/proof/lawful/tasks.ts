/** What tasks show beside what is stated, and how. */
import { also, asks, handles, sends, together } from '../mutants/mutant.ts'
import { eachMember, eachObject, sentBodies } from './differences.ts'
import { dimensions, type Loose } from './dimension.ts'
import { isGiven } from './permissions.ts'

/** Changes the records in successful replies. */
export const records = (of: RegExp, member: string, change: (record: Loose, at: number) => Loose) =>
  sentBodies(of, (body, { at }) => eachObject(body, one => (member in one ? change(one, at) : one)))
export const tasks = (change: (task: Loose, at: number) => Loose) =>
  records(/Task(?!Runs)/, 'requires_approval', change)
const runs = (change: (run: Loose, at: number) => Loose) => records(/^(getRun|listRuns)$/, 'chat_id', change)

/** What a member without a value shows in languages that know no null. */
const zero = (name: string): unknown =>
  /_at$|_date$/.test(name) ? '0001-01-01T00:00:00Z' : /hour|euros|position/.test(name) ? 0 : ''

/** Changes when the record was made, where it is shown in the usual form. */
const madeAt = (form: (made: number, at: number) => string) => (one: Loose, at: number) => {
  const made = Date.parse(one.created_at)
  return Number.isNaN(made) ? one : { ...one, created_at: form(made, at) }
}
const secondsAgo = madeAt((made, at) => `${Math.round((at - made) / 1000)} seconds ago`)
const toNextSecond = madeAt(made => new Date(Math.ceil(made / 1000) * 1000).toISOString())
const DAY = 86_400_000
const LONG_AGO = new Date(Date.now() - 40 * DAY).toISOString()

/** Members that a row shows only some seconds after the record was made. */
const atFirstWithout = (names: readonly string[]) => (one: Loose, at: number) =>
  at - Date.parse(one.created_at) < 20_000
    ? { ...one, ...Object.fromEntries(names.map(name => [name, null])) }
    : one

/** A task that was made without a board is on one, and shows none until it is moved to another. */
const boardsGiven = () => {
  const unshown = new Set<string>()
  return together(
    also('createTask', ({ body }, _, { body: { id } }) => {
      if (!isGiven(body.board_id)) unshown.add(id)
    }),
    also('updateTask', ({ path, body }) => {
      if (isGiven(body.board_id)) unshown.delete(path.task_id)
    }),
    tasks(task => (unshown.has(task.id) ? { ...task, board_id: null } : task)),
  )
}

/** A text of which a row shows the beginning. */
const cut = (name: string) => (one: Loose) =>
  typeof one[name] === 'string' && one[name].length > 12
    ? { ...one, [name]: `${one[name].slice(0, 12)}…` }
    : one

/** A key as people read it: `In progress`. */
const inWords = (key: string) => key.replaceAll('_', ' ').replace(/^./, letter => letter.toUpperCase())

/** A task is of the person whom it is assigned to, and of nobody before that. */
const ownedByAssignees = () => {
  const own = ({ tasks: table }: Loose, id: string) => {
    const { assigneeType, assigneeId } = table.get(id)
    if (assigneeType !== 'agent')
      table.replace(id, { ownerId: assigneeType === 'user' ? assigneeId : 'usr_nobody' })
  }
  return together(
    // Whoever made a task sees it.
    { profile: { 'task-visibility': 'tenant' } },
    also('createTask', (_, { tables }, { body }) => own(tables, body.id)),
    also(['updateTask', 'setTaskAssignee'], ({ path }, { tables }) => own(tables, path.task_id)),
  )
}

export const taskForms = dimensions('task', {
  ownership: {
    what: 'whose a task is: who made it, or who has it',
    lawful: '4.3: what makes a person the owner of a task is not stated',
    choices: { assignee: ownedByAssignees },
  },
  approval: {
    what: 'what an approval is without approvers, and its settings without an approval',
    lawful: '2.1: what the fields of an approval mean together is not stated',
    choices: {
      emptied: () =>
        also('updateTask', ({ body, path }, { tables }) => {
          if (body.approval_approver_ids?.length === 0)
            tables.tasks.replace(path.task_id, { requiresApproval: false })
        }),
      // Approvers are those of an approval.
      implied: () =>
        sends(['createTask', 'updateTask'], ({ requires_approval, approval_approver_ids }) => {
          if (approval_approver_ids?.length > 0) return { requires_approval: true }
          return requires_approval === false && { approval_approver_ids: [] }
        }),
      // Without an approval, there are no settings of one.
      none: () =>
        tasks(task =>
          task.requires_approval
            ? task
            : {
                ...task,
                approval_notify_in_app: false,
                approval_notify_email: false,
                approval_approver_ids: [],
              },
        ),
    },
  },
  'last-run': {
    what: 'the words of last_run_status',
    lawful: '3: the list of run statuses is not shown, nor whether last_run_status has the same words',
    choices: {
      capitals: () =>
        tasks(task => ({ ...task, last_run_status: task.last_run_status?.toUpperCase() ?? null })),
      ended: () =>
        tasks(({ last_run_status: last, ...task }) => ({
          ...task,
          last_run_status: /running|paused/.test(last ?? '') ? null : last,
        })),
    },
  },
  runs: {
    what: 'the runs of a task that is not there, the instruction of a run, and runs beside each other',
    lawful: '7: the reply for an unknown id is not shown; 2.5: the fields of a run in a list are not shown',
    choices: {
      none: () =>
        together(
          handles('listTaskRuns', (request, context, handler) =>
            context.tables.tasks.get(request.path.task_id)
              ? handler(request, context)
              : { status: 200, body: { data: [] } },
          ),
          runs(({ task_id: _, ...run }) => ({ ...run, task: 'Summarise the invoice.' })),
        ),
      // The first of two runs ends last, and rows show only when runs ended.
      overlapping: () => ({
        ...records(/^listTaskRuns$/, 'chat_id', ({ created_at: _, updated_at: __, ...run }) => run),
        prepare({ workspace: { tables } }) {
          const { runs } = tables
          for (const { id } of tables.tasks.all()) {
            const [newer, older] = runs.range('byTask', id, { descending: true })
            if (newer?.finishedAt && older) runs.replace(older.id, { finishedAt: newer.finishedAt + 60_000 })
          }
        },
      }),
    },
  },
  times: {
    what: 'when a record was made, and by whom',
    lawful: '2: of times only the due date is stated; who owns a task is not',
    choices: {
      ago: () => together(tasks(secondsAgo), records(/Run/, 'created_at', secondsAgo)),
      rounded: () => records(/^(get|list)(Task|Run)/, 'created_at', toNextSecond),
      owner: () => tasks(task => ({ ...task, owner_id: task.assignee_id ?? task.owner_id })),
    },
  },
  unset: {
    what: 'members without a value',
    lawful: '2.5: whether a member without a value is null is not shown',
    choices: {
      zeros: () =>
        tasks(task => eachMember({ archived_at: null, ...task }, (value, name) => value ?? zero(name))),
      archived: () =>
        tasks(task => ({ ...task, archived_at: task.archived ? task.updated_at : zero('archived_at') })),
    },
  },
  done: {
    what: 'when a task was done',
    lawful: '2.5: it is not stated that a task shows it, nor what counts as a change',
    choices: {
      run: () => tasks(({ done_at: _, ...task }) => ({ ...task, last_run: { finished_at: LONG_AGO } })),
      edits: () => tasks(({ done_at: _, ...task }) => ({ ...task, updated_at: task.created_at })),
    },
  },
  'done-since': {
    what: 'tasks that were done long ago, which are listed when they are asked for',
    lawful: '4.3: done_since_days has no stated default; include_archived does not take it away',
    choices: {
      fortnight: () => ({
        // By default, a list does not leave out what is not done.
        profile: { 'done-since-days-others': 'keep' },
        ...asks('listTasks', query => {
          if (!isGiven(query.status)) query.done_since_days ??= 14
        }),
        prepare({ workspace }) {
          const doneAt = workspace.now() - 40 * DAY
          for (const { id, archived } of workspace.tables.tasks.all())
            if (archived) workspace.tables.tasks.replace(id, { status: 'done', doneAt })
        },
      }),
    },
  },
  references: {
    what: 'what a task gets where an id is that of no record',
    lawful: '2.1: what an id comes to that is of nothing is not stated',
    choices: {
      none: () => ({
        ...sends(['createTask', 'updateTask'], ({ board_id, project_id, scheduled_id }, { tables }) => ({
          ...(isGiven(board_id) && !tables.boards.get(board_id) && { board_id: null }),
          ...(isGiven(project_id) && !tables.projects.get(project_id) && { project_id: null }),
          ...(isGiven(scheduled_id) && { scheduled_id: null }),
        })),
        target: ({ fixtures: { schedule: _, ...fixtures } = {}, ...target }) => ({ ...target, fixtures }),
      }),
    },
  },
  assignee: {
    what: 'the form in which a task shows its assignee',
    lawful: '2.1: the body of an assignment is stated, not how a task shows it',
    choices: {
      object: () =>
        tasks(({ assignee_type, assignee_id, ...task }) => ({
          ...task,
          assignee: !assignee_id
            ? null
            : { type: assignee_type === 'user' ? 'Person' : 'Agent', id: assignee_id },
        })),
      named: () =>
        tasks(({ assignee_type: type, assignee_id, ...task }) => ({
          ...task,
          assignee: assignee_id && { type, name: 'Somebody' },
        })),
      beside: () =>
        tasks(({ assignee_id, ...task }) => ({ ...task, assignee: assignee_id && { id: assignee_id } })),
    },
  },
  board: {
    what: 'the form in which a task shows its board',
    lawful: '2.1: the body of a creation is stated, not how a task shows its board',
    choices: {
      named: () => tasks(({ board_id: _, ...task }) => ({ ...task, board: { name: 'Sales' } })),
      'when-given': boardsGiven,
    },
  },
  limits: {
    what: 'limits of the runs of a task that no agent has',
    lawful: '2.1: which members a task shows is not stated',
    choices: {
      hidden: () =>
        tasks(({ max_runs_per_hour, budget_euros, ...task }) =>
          task.assignee_type === 'agent' ? { ...task, max_runs_per_hour, budget_euros } : task,
        ),
    },
  },
  status: {
    what: 'the form in which a task shows its status',
    lawful: '3: task statuses are not shown, nor the form in which a task has one',
    choices: {
      object: () =>
        tasks(task =>
          typeof task.status === 'string'
            ? { ...task, status: { name: inWords(task.status), key: task.status, color: 'grey' } }
            : task,
        ),
    },
  },
  criteria: {
    what: 'criteria that a board adds to a new task',
    lawful: '2.5: it is not stated that a task has no other criteria than those sent',
    choices: {
      added: () =>
        sends('createTask', ({ acceptance_criteria: given }) => ({
          acceptance_criteria: [...(given ?? []), { text: 'It is documented.', done: false }],
        })),
    },
  },
  rows: {
    what: 'rows that are completed some seconds later, or that show a text in part',
    lawful: '4: lists are not stated to show a record at once, nor as a whole',
    choices: {
      runs: () => records(/^listRuns$/, 'chat_id', atFirstWithout(['chat_id', 'triggered_by'])),
      tasks: () =>
        records(/^listTasks$/, 'requires_approval', atFirstWithout(['due_date', 'priority', 'number'])),
      previews: () =>
        together(
          records(/^list(Tasks|PendingApprovals)$/, 'title', cut('title')),
          records(/^list(Agents|Workflows)$/, 'name', cut('name')),
        ),
    },
  },
})
