// The tasks of the demo company: when each was made, worked on, approved and moved.
import type { Random } from '../simulation/random.ts'
import { moveRun } from '../work/runs.ts'
import { addTask, archiveTask, assignTask, moveTask } from '../work/tasks.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { Agenda } from './agenda.ts'
import type { BoardIds, ProjectIds } from './boards.ts'
import { DAY, HOUR, MINUTE, nextWorking, startOfUtcDay, workingInstant } from './calendar.ts'
import type { Company } from './company.ts'
import { fillWords, wordsAt } from './jobs.ts'
import { type Ending, startPastRun } from './past-runs.ts'
import type { Intentions } from './people-at-work.ts'
import type { TaskData } from './task-data.ts'
import { TASKS_OF_FINANCE } from './tasks-of-finance.ts'
import { TASKS_OF_OPERATIONS } from './tasks-of-operations.ts'

const TASKS: { readonly [board in keyof BoardIds]: readonly TaskData[] } = {
  'board-ops': TASKS_OF_OPERATIONS,
  'board-fin': TASKS_OF_FINANCE,
}

interface Place {
  readonly boards: BoardIds
  readonly projects: ProjectIds
  readonly intentions: Intentions
}

/** Notes what happens to each task, on each board in the order of its list. */
export function planTasks(agenda: Agenda, random: Random, company: Company, place: Place): void {
  for (const board of Object.keys(TASKS) as (keyof BoardIds)[]) {
    const instants = TASKS[board]
      .map(() => workingInstant(random, agenda.end - HOUR, 88))
      .sort((a, b) => a - b)
    /** The ids by title, for sub-tasks. */
    const made = new Map<string, string>()
    for (const [index, data] of TASKS[board].entries())
      agenda.add(instants[index]!, () =>
        new PastTask(agenda, random, company, data, place, board, made).begin(),
      )
  }
}

/** One task on its way through the columns. */
class PastTask {
  readonly #agenda: Agenda
  readonly #random: Random
  readonly #company: Company
  readonly #data: TaskData
  readonly #place: Place
  readonly #board: keyof BoardIds
  readonly #made: Map<string, string>
  #id = ''

  constructor(
    agenda: Agenda,
    random: Random,
    company: Company,
    data: TaskData,
    place: Place,
    board: keyof BoardIds,
    made: Map<string, string>,
  ) {
    this.#agenda = agenda
    this.#random = random
    this.#company = company
    this.#data = data
    this.#place = place
    this.#board = board
    this.#made = made
  }

  begin(): void {
    const { title, status, runs = [], to } = this.#data
    const start = this.#agenda.now()
    this.#create()
    this.#made.set(title, this.#id)
    if (status === 'in_review' || this.#waits) this.#place.intentions.leftWaiting.add(this.#id)
    const span = Math.min(this.#agenda.end - 40 * MINUTE, start + 6 * DAY) - start
    for (const [index, run] of runs.entries()) {
      const isLive = run === 'running' || run === 'paused'
      const lately = this.#agenda.end - (run === 'running' ? MINUTE : this.#random.int(HOUR, 20 * HOUR))
      const planned = start + Math.round((span * (index + 0.1)) / (runs.length + 0.5))
      const at = isLive ? Math.max(start, lately) : nextWorking(this.#random, planned)
      this.#agenda.add(at, () => this.#run(run))
    }
    if (status === 'backlog') return
    const worked = start + (runs.length > 0 ? span : 0)
    if (to?.startsWith('person-') && status !== 'todo')
      this.#agenda.add(start + this.#random.int(HOUR, 2 * DAY), () => this.#moveTo('in_progress'))
    const later = nextWorking(this.#random, worked + this.#random.int(6 * HOUR, 4 * DAY))
    const moved = Math.min(this.#agenda.end - 6 * MINUTE, later)
    this.#agenda.add(moved, () => this.#finish())
  }

  /** Whether its last run is to wait for somebody when the history ends. */
  get #waits(): boolean {
    return this.#data.runs?.at(-1) === 'paused'
  }

  get #row(): TaskRow {
    return this.#agenda.workspace.tables.tasks.get(this.#id)!
  }

  #create(): void {
    const { workspace } = this.#agenda
    const { boards, projects } = this.#place
    const data = this.#data
    const { owner, approvers = [], to = null } = data
    const words = wordsAt(this.#agenda.now())
    const isPerson = to?.startsWith('person-') ?? false
    const task = addTask(
      workspace,
      {
        ...NOTHING_SAID,
        title: fillWords(data.title, words),
        description: data.description === undefined ? null : fillWords(data.description, words),
        priority: data.priority ?? 'medium',
        status: 'backlog',
        executorKind: to === null ? null : isPerson ? 'human' : 'agent',
        boardId: boards[this.#board],
        projectId: data.project ? projects[data.project] : null,
        parentTaskId: this.#made.get(data.under ?? '') ?? null,
        acceptanceCriteria: (data.criteria ?? []).map(text => ({ text, done: false })),
        tags: data.tags ?? [],
        requiresApproval: approvers.length > 0,
        approverIds: approvers.map(handle => this.#company.ids[handle]),
        notifyInApp: approvers.length > 0,
        notifyEmail: approvers.length > 1,
        dueDate: dueDateOf(this.#random, data, this.#agenda.end),
        maxRunsPerHour: data.maxRunsPerHour ?? null,
        budgetMicros: data.budgetEuros === undefined ? null : data.budgetEuros * 1_000_000,
        ownerId: this.#company.ids[owner],
      },
      this.#company.ids[owner],
    )
    this.#id = task.id
    if (to === null) return
    const assigneeId = this.#company.ids[to]
    if (isPerson) assignTask(workspace, task, { assigneeType: 'user', assigneeId }, task.ownerId)
    // Assigning an agent would start a run of its own; the ones that there were come one by one.
    else workspace.tables.tasks.replace(task.id, { assigneeType: 'agent', assigneeId })
  }

  #run(ending: NonNullable<TaskData['runs']>[number]): void {
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
    const run = startPastRun(this.#agenda, this.#random, start, job, ended, false)
    if (ending === 'paused') this.#place.intentions.leftWaiting.add(run.id)
    const asks = agent.script.some(step => step.do.startsWith('ask') || step.do === 'await-approval')
    if (ending === 'paused' && !asks)
      this.#agenda.add(this.#agenda.now() + 90_000, () => {
        const current = workspace.tables.runs.get(run.id)
        if (current?.status === 'running') moveRun(workspace, current, 'pause')
      })
  }

  #finish(): void {
    const { status, archived, criteria = [] } = this.#data
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

/** A task of which nothing but the necessary is known. */
export const NOTHING_SAID = {
  description: null,
  priority: 'none',
  executorKind: null,
  agentId: null,
  workflowId: null,
  scheduledId: null,
  projectId: null,
  parentTaskId: null,
  acceptanceCriteria: [],
  tags: [],
  requiresApproval: false,
  approverIds: [],
  notifyInApp: false,
  notifyEmail: false,
  assigneeType: null,
  assigneeId: null,
  dueDate: null,
  maxRunsPerHour: null,
  budgetMicros: null,
} as const satisfies Partial<TaskRow>

/** Open tasks are due at the end of some afternoon soon; a few should have been ready by now. */
function dueDateOf(random: Random, { status, priority }: TaskData, end: number): string | null {
  const isOpen = status === 'todo' || status === 'in_progress' || status === 'in_review'
  if (!isOpen || (priority === undefined && random.chance(0.4))) return null
  return new Date(startOfUtcDay(end) + random.int(-3, 21) * DAY + 16 * HOUR).toISOString()
}
