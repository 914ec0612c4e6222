// The tasks of a world: when each was created, worked on, approved and moved.
import { DAY, HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { moveRun } from '../work/runs.ts'
import { addTask, archiveTask, assignTask, moveTask } from '../work/tasks.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { History, Task, World } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import { atWork, nextWorking, startOfUtcDay } from './calendar.ts'
import type { Company } from './company.ts'
import { rowBy } from './handles.ts'
import { fillWords, wordsAt } from './job-words.ts'
import { pickJob } from './jobs.ts'
import { type Ending, startPastRun } from './past-runs.ts'
import type { Intentions } from './people-at-work.ts'
import { taskFields } from './put-task.ts'

interface Past {
  readonly world: World
  readonly history: History
}

/** Plans the life of each task, on each board in the order of the file. */
export function planTasks(
  agenda: Agenda,
  random: Random,
  company: Company,
  intentions: Intentions,
  past: Past,
): void {
  const { world, history } = past
  const declared = world.tasks.map((task, place) => ({ ...task, place }))
  const tasks = [...declared, ...usualTasks(random, company, past)]
  for (const board of Object.keys(world.boards)) {
    const its = tasks.filter(task => task.board === board)
    const instants = its.map(() => atWork(random, agenda.end - HOUR, history, 0.98)).sort((a, b) => a - b)
    /** The ids by title, for sub-tasks. */
    const made = new Map<string, string>()
    for (const [index, task] of its.entries())
      agenda.add(instants[index]!, () =>
        new PastTask({ agenda, random, company, task, intentions, history, made }).begin(),
      )
  }
}

/** Daily tasks besides those of the file: agents worked on them, and most are done. */
function usualTasks(random: Random, company: Company, { world, history }: Past): PastTaskParts['task'][] {
  const count = company.hasAgents ? Math.round((history.tasks_per_day ?? 0) * history.days) : 0
  const boards = Object.keys(world.boards)
  return Array.from({ length: count }, () => {
    const agent = company.pickAgent(random)
    const owner = company.pickStarter(random, agent).handle
    const { task: title, summary: result } = pickJob(random, agent, history, 0)
    const status = random.weighted([
      ['done', 7],
      ['in_review', 1],
      ['todo', 1],
      ['backlog', 1],
    ] as const)
    const runs: Task['runs'] = status === 'done' || status === 'in_review' ? ['completed'] : []
    const shared = { owner, board: random.pick(boards), status, tags: [], criteria: [], approvers: [] }
    return { ...shared, title, assignee: agent.handle, runs, result, isUsual: true }
  })
}

interface PastTaskParts {
  readonly agenda: Agenda
  readonly random: Random
  readonly company: Company
  /** A task of the file with its position there, or one that the history adds. */
  readonly task: Task & { readonly place?: number; readonly isUsual?: boolean }
  readonly intentions: Intentions
  readonly history: History
  readonly made: Map<string, string>
}

/** The life of one task. */
class PastTask {
  readonly #agenda: Agenda
  readonly #random: Random
  readonly #company: Company
  readonly #data: PastTaskParts['task']
  readonly #intentions: Intentions
  readonly #history: History
  readonly #made: Map<string, string>
  #id = ''

  constructor({ agenda, random, company, task, intentions, history, made }: PastTaskParts) {
    this.#agenda = agenda
    this.#random = random
    this.#company = company
    this.#data = task
    this.#intentions = intentions
    this.#history = history
    this.#made = made
  }

  begin(): void {
    const { title, status, runs } = this.#data
    const start = this.#agenda.now()
    this.#create()
    this.#made.set(title, this.#id)
    if (status === 'in_review' || this.#waits) this.#intentions.leftWaiting.add(this.#id)
    const span = Math.min(this.#agenda.end - 40 * MINUTE, start + 6 * DAY) - start
    for (const [index, run] of runs.entries()) {
      const isLive = run === 'running' || run === 'paused'
      const lately = this.#agenda.end - (run === 'running' ? MINUTE : this.#random.int(HOUR, 20 * HOUR))
      const planned = start + Math.round((span * (index + 0.1)) / (runs.length + 0.5))
      const at = isLive ? Math.max(start, lately) : nextWorking(this.#random, planned, this.#history)
      this.#agenda.add(at, () => this.#run(run))
    }
    if (status === 'backlog') return
    const worked = start + (runs.length > 0 ? span : 0)
    if (this.#isForPerson && status !== 'todo')
      this.#agenda.add(start + this.#random.int(HOUR, 2 * DAY), () => this.#moveTo('in_progress'))
    const later = nextWorking(this.#random, worked + this.#random.int(6 * HOUR, 4 * DAY), this.#history)
    const moved = Math.min(this.#agenda.end - 6 * MINUTE, later)
    this.#agenda.add(moved, () => this.#finish())
  }

  /** Whether its last run is still waiting for somebody at the end of the history. */
  get #waits(): boolean {
    return this.#data.runs.at(-1) === 'paused'
  }

  get #row(): TaskRow {
    return this.#agenda.workspace.tables.tasks.get(this.#id)!
  }

  /** Whether a person works on it. */
  get #isForPerson(): boolean {
    const { assignee } = this.#data
    return assignee !== undefined && rowBy(this.#agenda.workspace, 'people', assignee) !== undefined
  }

  #create(): void {
    const { workspace } = this.#agenda
    const data = this.#data
    const words = wordsAt(this.#agenda.now())
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
    const { isUsual, place, ...declared } = data
    if (!isUsual)
      workspace.tables.declarations.insert({ id: `tasks/${task.id}`, declared: { ...declared, place } })
    if (data.assignee === undefined) return
    if (this.#isForPerson) {
      const assigneeId = this.#company.personId(data.assignee)
      assignTask(workspace, task, { assigneeType: 'user', assigneeId }, task.ownerId)
    } else {
      // Assigning an agent would start a run; here the runs are started one by one.
      const assigneeId = this.#company.agent(data.assignee).id
      workspace.tables.tasks.replace(task.id, { assigneeType: 'agent', assigneeId })
    }
  }

  #run(ending: Task['runs'][number]): void {
    const { workspace } = this.#agenda
    const { assigneeId, ownerId, title, description } = this.#row
    const agent = this.#company.agentWith(assigneeId ?? '')
    const task = description ? `${title}\n\n${description}` : title
    const job = {
      task,
      summary: fillWords(this.#data.result ?? 'Done as described.', wordsAt(this.#agenda.now())),
    }
    this.#moveTo('in_progress')
    const ended: Ending = ending === 'running' || ending === 'paused' ? 'completed' : ending
    const start = { agent, startedBy: ownerId, input: { task }, triggeredBy: 'task', taskId: this.#id }
    const run = startPastRun(this.#agenda, this.#random, start, job, ended, this.#history, false)
    if (ending === 'paused') this.#intentions.leftWaiting.add(run.id)
    const asks = agent.script.some(step => step.do.startsWith('ask') || step.do === 'await-approval')
    if (ending === 'paused' && !asks)
      this.#agenda.add(this.#agenda.now() + 90_000, () => {
        const current = workspace.tables.runs.get(run.id)
        if (current?.status === 'running') moveRun(workspace, current, 'pause')
      })
  }

  #finish(): void {
    const { status, archived, criteria } = this.#data
    const { workspace, now } = { workspace: this.#agenda.workspace, now: this.#agenda.now() }
    if (status === 'done' && this.#row.requiresApproval) {
      this.#moveTo('in_review')
      const approval = workspace.tables.approvals.get(this.#row.approvalId ?? '')
      if (approval?.status === 'pending') {
        const later = Math.min(this.#agenda.end - MINUTE, now + 3 * HOUR)
        if (later > now) this.#agenda.add(later, () => this.#finish())
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
    if (row.status !== status) moveTask(this.#agenda.workspace, row, { status, by: row.ownerId })
  }
}

/** Open tasks are due soon, at the end of an afternoon; a few are overdue. */
function dueDateOf(random: Random, { status, priority }: Task, end: number): string | null {
  const isOpen = status === 'todo' || status === 'in_progress' || status === 'in_review'
  if (!isOpen || (priority === undefined && random.chance(0.4))) return null
  return new Date(startOfUtcDay(end) + random.int(-3, 21) * DAY + 16 * HOUR).toISOString()
}
