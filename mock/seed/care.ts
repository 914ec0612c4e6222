// The people of a company, who answer questions, decide approvals and move tasks on in office hours.
import type { Schemas } from '#openapi'
import { DAY } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { answerRun } from '../work/answers.ts'
import { decideApproval } from '../work/approvals.ts'
import { FIELD_TYPES } from '../work/field-types.ts'
import { responseTo } from '../work/policies.ts'
import { moveRun } from '../work/runs.ts'
import { isEnded } from '../work/task-columns.ts'
import { moveTask } from '../work/tasks.ts'
import type { Outcome } from '../world/planned-events.ts'
import type { Question, RunRow } from '../world/runs.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { WorkflowRunRow } from '../world/workflows.ts'
import type { History } from '../world-file/index.ts'
import type { Company } from './company.ts'
import { startTaskJob } from './company-runs.ts'
import { drawWord, fillWords, wordsAt } from './job-words.ts'

/**
 * Takes care of what a run, a workflow run or a task waits for, now and again until it has ended. The note is that of
 * the act.
 */
export function careFor(company: Company, random: Random, id: string, note?: string): void {
  const { runs, workflowRuns, tasks } = company.workspace.tables
  const run = runs.get(id)
  const workflowRun = workflowRuns.get(id)
  const task = tasks.get(id)
  if (run?.finishedAt === null) {
    company.planCare(random, id)
    careForRun(company, random, run)
  } else if (workflowRun?.finishedAt === null) {
    company.planCare(random, id, note)
    careForStep(company, random, workflowRun, note)
  } else if (task && !hasEnded(task)) {
    company.planCare(random, id, note, 5 * DAY)
    moveOn(company, random, task, note)
  }
}

/** Plans the care for everything of the history that has not ended. Tasks without a deadline take weeks. */
export function planCareForAll(company: Company, random: Random): void {
  const { runs, workflowRuns, tasks, approvals } = company.workspace.tables
  const isOwn = ({ createdAt }: { readonly createdAt: number }) => createdAt < company.began
  for (const status of ['running', 'paused'])
    for (const { id, workflowRunId } of runs.range('byStatus', status).filter(isOwn))
      if (workflowRunId === null) company.planCare(random, id)
  for (const status of ['running', 'waiting'])
    for (const { id } of workflowRuns.range('newest', `status:${status}`).filter(isOwn))
      company.planCare(random, id)
  for (const task of tasks.range('newest', 'all').filter(isOwn)) {
    if (hasEnded(task)) continue
    if (approvals.get(task.approvalId ?? '')?.status === 'pending') company.planCare(random, task.id)
    else company.planCare(random, task.id, undefined, 60 * DAY)
  }
}

/** Decides a pending approval, as `wished` or by the shares of the history. */
export function decide(company: Company, random: Random, approvalId: string | null, wished?: string): void {
  const { workspace, history } = company
  const approval = workspace.tables.approvals.get(approvalId ?? '')
  if (approval?.status !== 'pending') return
  const { kind, approverIds } = approval
  const rejects = kind === 'run' && random.chance(history.rejects ?? 0.15)
  const outcome = OUTCOMES.find(one => one === wished) ?? (rejects ? 'rejected' : 'approved')
  const by = approverIds.length > 0 ? random.pick(approverIds) : company.first.id
  const comment = random.pick(history.comments?.[kind]?.[outcome] ?? [null])
  decideApproval(workspace, approval.id, { by, outcome, comment })
}

const OUTCOMES: readonly Outcome[] = ['approved', 'rejected', 'objected']

function hasEnded(task: TaskRow): boolean {
  return task.archived || isEnded(task)
}

function careForRun(company: Company, random: Random, run: RunRow): void {
  if (run.status !== 'paused') return
  const { question, approvalId } = run.progress ?? {}
  if (question) answerRun(company.workspace, run, answerTo(random, question, company.history))
  else if (approvalId) decide(company, random, approvalId)
  else moveRun(company.workspace, run, 'resume')
}

function careForStep(company: Company, random: Random, { steps }: WorkflowRunRow, outcome?: string): void {
  const step = steps.find(({ startedAt, finishedAt }) => startedAt !== null && finishedAt === null)
  const run = company.workspace.tables.runs.get(step?.runId ?? '')
  if (run) careForRun(company, random, run)
  else if (step) decide(company, random, step.approvalId, outcome)
}

/** Moves a task to its next column, once what it needs there has happened. */
function moveOn(company: Company, random: Random, task: TaskRow, result = resultOf(company, task)): void {
  const { workspace } = company
  const { agents, runs } = workspace.tables
  const to = (status: TaskRow['status']) => void moveTask(workspace, task, { status, by: task.ownerId })
  const agent = task.assigneeType === 'agent' ? agents.get(task.assigneeId ?? '') : undefined
  switch (task.status) {
    case 'backlog':
      to('todo')
      return
    case 'todo':
    case 'in_progress': {
      const [last] = runs.range('byTask', task.id, { descending: true, limit: 1 })
      if (last?.finishedAt === null) careForRun(company, random, last)
      else if (agent && last?.status !== 'completed') {
        startTaskJob(company, random, task, agent, result)
      } else to(task.status === 'todo' ? 'in_progress' : 'in_review')
      return
    }
    case 'in_review':
      if (task.requiresApproval) decide(company, random, task.approvalId)
      if (workspace.tables.approvals.get(task.approvalId ?? '')?.status !== 'pending') to('done')
      return
    default:
  }
}

/** The result that the world file declares for a task. */
function resultOf({ workspace }: Company, { id }: TaskRow): string {
  const { result = 'Done as described.' } = workspace.tables.declarations.get(`tasks/${id}`)?.declared ?? {}
  return fillWords(String(result), wordsAt(workspace.now()))
}

/** An answer to a question, from the history where it has one. Fields without one are filled in only if required. */
function answerTo(
  random: Random,
  question: Question,
  { answers = ['Yes, go ahead.'], values = {} }: History,
): Schemas['_RunRespondRequest'] {
  return responseTo(question, {
    answer: () => random.pick(answers),
    valueOf(field) {
      const said = values[field.name]
      if (said !== undefined) return drawWord(random, said)
      return field.required ? FIELD_TYPES[field.type].usual(random, 0, field) : undefined
    },
    approves: () => random.chance(0.8),
  })
}
