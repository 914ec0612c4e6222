// The tasks of a world: when each was created, worked on, approved and moved.
import { DAY, HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { moveRun } from '../work/runs.ts'
import { instructionOf } from '../work/task-runs.ts'
import { addTask, archiveTask, assignTask, moveTask } from '../work/tasks.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Task, World } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import { atWork, nextWorking, startOfUtcDay } from './calendar.ts'
import { decide } from './care.ts'
import { type Ending, mayWait, startWith } from './company-runs.ts'
import { fillWords, wordsAt } from './job-words.ts'
import { assigneeOf, taskFields } from './put-task.ts'

/** Plans the life of each task, on each board in the order of the file. */
export function planTasks(agenda: Agenda, random: Random, world: World): void {
  const { history } = agenda.company
  const tasks = world.tasks.map((task, place) => ({ ...task, place }))
  for (const board of Object.keys(world.boards)) {
    const its = tasks.filter(task => task.board === board)
    const instants = its.map(() => atWork(random, agenda.end - HOUR, history, 0.98)).sort((a, b) => a - b)
    const made: Made = new Map()
    for (const [index, task] of its.entries())
      agenda.add(instants[index]!, () => live(agenda, random, task, made))
  }
}

/** A task with its position in the file. */
type Placed = Task & { readonly place: number }

/** The ids of the tasks of a board by title, for sub-tasks. */
type Made = Map<string, string>

/** The life of one task: it is created now, and the rest is planned. */
function live(agenda: Agenda, random: Random, data: Placed, made: Made): void {
  const { company, end } = agenda
  const { workspace, history } = company
  const { tables } = workspace
  const { status, runs } = data
  const assignee = data.assignee === undefined ? undefined : assigneeOf(workspace, data)
  const start = company.now()
  const { id } = create()
  made.set(data.title, id)
  // Nothing is in review for weeks.
  const from = status === 'in_review' ? Math.max(start, end - 4 * DAY) : start
  const span = Math.min(end - 40 * MINUTE, from + 6 * DAY) - from
  for (const [index, run] of runs.entries()) {
    const isLive = run === 'running' || run === 'paused'
    const lately = end - (run === 'running' ? MINUTE : random.int(HOUR, 20 * HOUR))
    const planned = from + Math.round((span * (index + 0.1)) / (runs.length + 0.5))
    const at = isLive ? Math.max(start, lately) : nextWorking(random, planned, history)
    agenda.add(at, () => work(run))
  }
  if (status === 'backlog') return
  const worked = from + (runs.length > 0 ? span : 0)
  if (assignee?.assigneeType === 'user' && status !== 'todo')
    agenda.add(start + random.int(HOUR, 2 * DAY), () => {
      if (row().status === 'backlog') moveTo('in_progress')
    })
  const later = nextWorking(random, worked + random.int(6 * HOUR, 4 * DAY), history)
  agenda.add(Math.min(end - 6 * MINUTE, later), finish)

  function row(): TaskRow {
    return tables.tasks.get(id)!
  }

  function create(): TaskRow {
    const words = wordsAt(start)
    const fields = taskFields(workspace, data)
    const task = addTask(
      workspace,
      {
        ...fields,
        title: fillWords(data.title, words),
        description: data.description === undefined ? null : fillWords(data.description, words),
        priority: data.priority ?? 'medium',
        status: 'backlog',
        parentTaskId: made.get(data.parent ?? '') ?? null,
        dueDate: data.due ?? dueDateOf(random, data, end),
      },
      fields.ownerId,
    )
    tables.declarations.insert({ id: `tasks/${task.id}`, declared: { ...data } })
    // Assigning an agent would start a run; here the runs are started one by one.
    if (assignee?.assigneeType === 'agent') tables.tasks.replace(task.id, assignee)
    else if (assignee) assignTask(workspace, task, assignee, task.ownerId)
    return task
  }

  function work(ending: Task['runs'][number]): void {
    const { assigneeId, ownerId, title } = row()
    const agent = tables.agents.get(assigneeId ?? '')
    if (!agent) throw new Error(`${title} has runs, but is assigned to no agent`)
    const task = instructionOf(row())
    const summary = fillWords(data.result ?? 'Done as described.', wordsAt(company.now()))
    moveTo('in_progress')
    const ended: Ending = ending === 'running' || ending === 'paused' ? 'completed' : ending
    const begun = { agent, startedBy: ownerId, input: { task }, triggeredBy: 'task', taskId: id }
    const run = startWith(company, random, begun, { task, summary }, ended, ending !== 'paused')
    if (ending === 'paused' && !agent.script.some(mayWait))
      agenda.add(company.now() + 90_000, () => {
        const current = tables.runs.get(run.id)
        if (current?.status === 'running') moveRun(workspace, current, 'pause')
      })
  }

  function finish(): void {
    const { archived, criteria } = data
    const now = company.now()
    if (status === 'done' && row().requiresApproval) {
      moveTo('in_review')
      const approval = tables.approvals.get(row().approvalId ?? '')
      if (approval?.status === 'pending') {
        agenda.add(Math.min(end - MINUTE, now + 3 * HOUR), () => {
          decide(company, random, approval.id, 'approved')
          finish()
        })
        return
      }
    }
    moveTo(status)
    const met =
      status === 'in_review' || status === 'done' ? criteria.length : status === 'in_progress' ? 1 : 0
    if (criteria.length > 0)
      tables.tasks.replace(id, {
        acceptanceCriteria: criteria.map((text, index) => ({ text, done: index < met })),
      })
    if (archived) agenda.add(now, () => void archiveTask(workspace, row(), true))
  }

  function moveTo(to: TaskRow['status']): void {
    const task = row()
    if (task.status !== to) moveTask(workspace, task, { status: to, by: task.ownerId })
  }
}

/** Open tasks are due soon, at the end of an afternoon; a few are overdue. */
function dueDateOf(random: Random, { status, priority }: Task, end: number): string | null {
  const isOpen = status === 'todo' || status === 'in_progress' || status === 'in_review'
  if (!isOpen || (priority === undefined && random.chance(0.4))) return null
  return new Date(startOfUtcDay(end) + random.int(-3, 21) * DAY + 16 * HOUR).toISOString()
}
