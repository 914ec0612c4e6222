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
import type { Company } from './company.ts'
import { type Ending, mayWait, startWith } from './company-runs.ts'
import { idOf, rowBy } from './handles.ts'
import { fillWords, wordsAt } from './job-words.ts'
import { taskFields } from './put-task.ts'

/** Plans the life of each task, on each board in the order of the file. */
export function planTasks(agenda: Agenda, random: Random, world: World): void {
  const { history } = agenda.company
  const tasks = world.tasks.map((task, place) => ({ ...task, place }))
  for (const board of Object.keys(world.boards)) {
    const its = tasks.filter(task => task.board === board)
    const instants = its.map(() => atWork(random, agenda.end - HOUR, history, 0.98)).sort((a, b) => a - b)
    const made: Made = new Map()
    for (const [index, task] of its.entries())
      agenda.add(instants[index]!, () => new PastTask(agenda, random, task, made).begin())
  }
}

/** A task with its position in the file. */
type Placed = Task & { readonly place: number }

/** The ids of the tasks of a board by title, for sub-tasks. */
type Made = Map<string, string>

/** The life of one task. */
class PastTask {
  readonly #agenda: Agenda
  readonly #company: Company
  readonly #random: Random
  readonly #data: Placed
  readonly #made: Made
  #id = ''

  constructor(agenda: Agenda, random: Random, task: Placed, made: Made) {
    this.#agenda = agenda
    this.#company = agenda.company
    this.#random = random
    this.#data = task
    this.#made = made
  }

  begin(): void {
    const { title, status, runs } = this.#data
    const start = this.#company.now()
    this.#create()
    this.#made.set(title, this.#id)
    // Nothing is in review for weeks.
    const from = status === 'in_review' ? Math.max(start, this.#agenda.end - 4 * DAY) : start
    const span = Math.min(this.#agenda.end - 40 * MINUTE, from + 6 * DAY) - from
    for (const [index, run] of runs.entries()) {
      const isLive = run === 'running' || run === 'paused'
      const lately = this.#agenda.end - (run === 'running' ? MINUTE : this.#random.int(HOUR, 20 * HOUR))
      const planned = from + Math.round((span * (index + 0.1)) / (runs.length + 0.5))
      const at = isLive ? Math.max(start, lately) : nextWorking(this.#random, planned, this.#company.history)
      this.#agenda.add(at, () => this.#run(run))
    }
    if (status === 'backlog') return
    const worked = from + (runs.length > 0 ? span : 0)
    if (this.#isForPerson && status !== 'todo')
      this.#agenda.add(start + this.#random.int(HOUR, 2 * DAY), () => {
        if (this.#row.status === 'backlog') this.#moveTo('in_progress')
      })
    const later = nextWorking(
      this.#random,
      worked + this.#random.int(6 * HOUR, 4 * DAY),
      this.#company.history,
    )
    const moved = Math.min(this.#agenda.end - 6 * MINUTE, later)
    this.#agenda.add(moved, () => this.#finish())
  }

  get #row(): TaskRow {
    return this.#company.workspace.tables.tasks.get(this.#id)!
  }

  /** Whether a person works on it. */
  get #isForPerson(): boolean {
    const { assignee } = this.#data
    return assignee !== undefined && rowBy(this.#company.workspace, 'people', assignee) !== undefined
  }

  #create(): void {
    const { workspace } = this.#company
    const data = this.#data
    const words = wordsAt(this.#company.now())
    const fields = taskFields(workspace, data)
    const task = addTask(
      workspace,
      {
        ...fields,
        title: fillWords(data.title, words),
        description: data.description === undefined ? null : fillWords(data.description, words),
        priority: data.priority ?? 'medium',
        status: 'backlog',
        parentTaskId: this.#made.get(data.parent ?? '') ?? null,
        dueDate: data.due ?? dueDateOf(this.#random, data, this.#agenda.end),
      },
      fields.ownerId,
    )
    this.#id = task.id
    workspace.tables.declarations.insert({ id: `tasks/${task.id}`, declared: { ...data } })
    if (data.assignee === undefined) return
    if (this.#isForPerson) {
      const assigneeId = idOf(workspace, 'people', data.assignee)
      assignTask(workspace, task, { assigneeType: 'user', assigneeId }, task.ownerId)
    } else {
      // Assigning an agent would start a run; here the runs are started one by one.
      const assigneeId = this.#company.agent(data.assignee).id
      workspace.tables.tasks.replace(task.id, { assigneeType: 'agent', assigneeId })
    }
  }

  #run(ending: Task['runs'][number]): void {
    const { workspace } = this.#company
    const { assigneeId, ownerId, title } = this.#row
    const agent = workspace.tables.agents.get(assigneeId ?? '')
    if (!agent) throw new Error(`${title} has runs, but is assigned to no agent`)
    const task = instructionOf(this.#row)
    const job = {
      task,
      summary: fillWords(this.#data.result ?? 'Done as described.', wordsAt(this.#company.now())),
    }
    this.#moveTo('in_progress')
    const ended: Ending = ending === 'running' || ending === 'paused' ? 'completed' : ending
    const start = { agent, startedBy: ownerId, input: { task }, triggeredBy: 'task', taskId: this.#id }
    const run = startWith(this.#company, this.#random, start, job, ended, ending !== 'paused')
    if (ending === 'paused' && !agent.script.some(mayWait))
      this.#agenda.add(this.#company.now() + 90_000, () => {
        const current = workspace.tables.runs.get(run.id)
        if (current?.status === 'running') moveRun(workspace, current, 'pause')
      })
  }

  #finish(): void {
    const { status, archived, criteria } = this.#data
    const { workspace } = this.#company
    const now = workspace.now()
    if (status === 'done' && this.#row.requiresApproval) {
      this.#moveTo('in_review')
      const approval = workspace.tables.approvals.get(this.#row.approvalId ?? '')
      if (approval?.status === 'pending') {
        const later = Math.min(this.#agenda.end - MINUTE, now + 3 * HOUR)
        this.#agenda.add(later, () => {
          decide(this.#company, this.#random, approval.id, 'approved')
          this.#finish()
        })
        return
      }
    }
    this.#moveTo(status)
    const met =
      status === 'in_review' || status === 'done' ? criteria.length : status === 'in_progress' ? 1 : 0
    if (criteria.length > 0)
      workspace.tables.tasks.replace(this.#id, {
        acceptanceCriteria: criteria.map((text, index) => ({ text, done: index < met })),
      })
    if (archived) this.#agenda.add(now, () => void archiveTask(workspace, this.#row, true))
  }

  #moveTo(status: TaskRow['status']): void {
    const row = this.#row
    if (row.status !== status) moveTask(this.#company.workspace, row, { status, by: row.ownerId })
  }
}

/** Open tasks are due soon, at the end of an afternoon; a few are overdue. */
function dueDateOf(random: Random, { status, priority }: Task, end: number): string | null {
  const isOpen = status === 'todo' || status === 'in_progress' || status === 'in_review'
  if (!isOpen || (priority === undefined && random.chance(0.4))) return null
  return new Date(startOfUtcDay(end) + random.int(-3, 21) * DAY + 16 * HOUR).toISOString()
}
