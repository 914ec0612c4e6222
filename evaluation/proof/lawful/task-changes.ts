/** What a service does with tasks beside what it is asked for: what it takes away, adds, moves and hides. */
import { also, answers, changes, handles, sends, together } from '../mutants/mutant.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'
import { forbids, isGiven } from './permissions.ts'
import { records, tasks } from './tasks.ts'

/** An agent gets what nobody is to do. */
const givenToAgent = () =>
  sends('createTask', (body, { tables }) => {
    const agent = tables.agents.all().find((one: Loose) => one.visibility === 'shared')
    const isSet = !agent || ['agent_id', 'assignee_id', 'parent_task_id'].some(name => name in body)
    return !isSet && { agent_id: agent.id }
  })

/** Tasks of such boards start in `todo`: these have no column that is called backlog. */
function withoutBacklog(isMeant: (prefix: string) => boolean): Difference {
  const isOn = (id: string, { tables }: Loose) => isMeant(tables.boards.get(id)?.prefix ?? 'OPS')
  return {
    ...together(
      sends('createTask', ({ board_id, status }, context) => ({
        status: status ?? (isOn(board_id ?? '', context) ? 'todo' : undefined),
      })),
      forbids(
        'setTaskStatus',
        409,
        ({ path, body: { status } }, context) =>
          status === 'backlog' && isOn(context.tables.tasks.get(path.task_id)?.boardId ?? '', context),
      ),
    ),
    target({ fixtures: { board, 'second-board': second, ...fixtures } = {}, ...target }) {
      const boards = second && board && { board: second, 'second-board': board }
      return { ...target, fixtures: { ...fixtures, ...boards } }
    },
  }
}

/** What an agent changes about its task when it has done it. */
const afterRuns = (change: (task: Loose) => object): Difference => ({
  prepare({ workspace: { tables } }) {
    const { runs, tasks } = tables
    const put = runs.put.bind(runs)
    runs.put = run => {
      const task = tasks.get(run.taskId ?? '')
      if (task && run.status === 'completed') tasks.replace(task.id, change(task))
      return put(run)
    }
  },
})

export const taskChanges = dimensions('task', {
  belonging: {
    what: 'where a task belongs that is to belong to a board, a project and another task',
    lawful: '2.1: what these fields mean together is not stated',
    choices: {
      // A board has one project.
      board: () =>
        sends(
          ['createTask', 'updateTask'],
          ({ board_id, project_id }) => isGiven(board_id) && isGiven(project_id) && { project_id: null },
        ),
      // A sub-task belongs where its parent does.
      parent: () =>
        sends('createTask', ({ parent_task_id }, { tables }) => {
          const parent = tables.tasks.get(parent_task_id ?? '')
          return parent && { board_id: parent.boardId, project_id: parent.projectId }
        }),
    },
  },
  agent: {
    what: 'an agent that new tasks are given to, and what an agent does to its task',
    lawful: '4.3: what starts a run of a task, and what the run does to it, is not stated',
    choices: {
      default: givenToAgent,
      edits: () =>
        afterRuns(() => ({ description: 'Done: see the chat.', tags: ['reported'], priority: 'low' })),
      'hands-back': () =>
        afterRuns(({ ownerId }) => ({ assigneeType: 'user', assigneeId: ownerId, status: 'in_review' })),
      // Who is to have a new task is put down a moment later, and nobody has it once the agent is done.
      'gives-up': () =>
        together(
          afterRuns(() => ({ assigneeType: null, assigneeId: null })),
          answers('createTask', ({ assignee_type, assignee_id, ...task }) => ({
            ...task,
            assignee_type: assignee_type === 'agent' ? null : assignee_type,
            assignee_id: assignee_type === 'agent' ? null : assignee_id,
          })),
        ),
      instructed: () =>
        together(
          givenToAgent(),
          records(/^listTaskRuns$/, 'chat_id', ({ task_id: _, ...run }) => ({
            ...run,
            task: 'Summarise the invoice.',
          })),
        ),
    },
  },
  person: {
    what: 'a person whom new tasks are given to',
    lawful: '2.1: whose a task is that is given to nobody is not stated',
    choices: {
      default: () =>
        sends('createTask', (body, { tables }) => {
          const lead = tables.people.all().find((one: Loose) => one.role === 'admin')
          const isSet = ['agent_id', 'assignee_id', 'parent_task_id'].some(name => isGiven(body[name]))
          return !isSet && { assignee_type: 'user', assignee_id: lead.id }
        }),
    },
  },
  archived: {
    what: 'tasks that are archived when they come to their end',
    lawful: '4.3: when a task is archived is not stated, nor that it shows it',
    choices: {
      ended: () =>
        together(
          also('setTaskStatus', ({ path, body: { status } }, { tables }) => {
            if (/cancelled|done/.test(status)) tables.tasks.replace(path.task_id, { archived: true })
          }),
          tasks(({ archived: _, ...task }) => task),
        ),
      overdue: () =>
        also('createTask', ({ body }, { tables, now }, answer) => {
          if (answer.status === 201 && Date.parse(body.due_date) < now)
            tables.tasks.replace(answer.body.id, { archived: true })
        }),
    },
  },
  columns: {
    what: 'the name of the first column of a board',
    lawful: '3: task statuses are not shown, nor that all boards have the same',
    choices: {
      most: () => withoutBacklog(prefix => prefix !== 'OPS'),
      one: () => withoutBacklog(prefix => prefix === 'OPS'),
    },
  },
  moved: {
    what: 'tasks that leave the backlog when a person or an agent is to do them, or when they get a sub-task',
    lawful: '3: a new task starts in the backlog; what moves it on is not shown',
    choices: {
      assigned: () =>
        also('createTask', ({ body }, { tables }, answer) => {
          if (body.assignee_type === 'user') tables.tasks.replace(answer.body.id, { status: 'todo' })
        }),
      // The run that begins with the task is not yet the last one.
      begun: () =>
        changes('createTask', ({ id }, { context: { tables } }) => {
          const [run] = tables.runs.range('byTask', id)
          return run && { status: 'in_progress' }
        }),
      parents: () =>
        also('createTask', ({ body: { parent_task_id } }, { tables }) => {
          if (isGiven(parent_task_id)) tables.tasks.replace(parent_task_id, { status: 'todo' })
        }),
    },
  },
  repeated: {
    what: 'a creation that is sent once more while its task is as it was made',
    lawful: '2.1: whether a body that is sent again creates another task is not stated',
    choices: {
      recognized: () => {
        const made = new Map<string, Loose>()
        return handles('createTask', (request, context, handler) => {
          const body = JSON.stringify([context.caller.person.id, request.body])
          const known = made.get(body)
          const task = known && context.tables.tasks.get(known.body.id)
          const isAsMade = task && task.updatedAt === task.createdAt && task.title === request.body.title
          if (isAsMade) return known
          const answer = handler(request, context)
          made.set(body, answer)
          return answer
        })
      },
    },
  },
  cleared: {
    what: 'what a task loses when it is done',
    lawful: '3: what else a move to done does is not stated',
    choices: {
      due: () =>
        also('setTaskStatus', ({ path, body }, { tables }) => {
          if (body.status === 'done')
            tables.tasks.replace(path.task_id, { dueDate: null, assigneeType: null, assigneeId: null })
        }),
    },
  },
})
