// The runs that a company starts.
import { MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { type RunStart, startRun } from '../work/runs.ts'
import { lengthOf } from '../work/steps.ts'
import { instructionOf } from '../work/task-runs.ts'
import { moveTask } from '../work/tasks.ts'
import type { AgentRow } from '../world/agents.ts'
import type { RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import type { TaskRow } from '../world/tasks.ts'
import type { History } from '../world-file/index.ts'
import type { Company } from './company.ts'
import { type Job, pickJob } from './jobs.ts'

/** How a run ends. */
export type Ending = 'completed' | 'failed' | 'cancelled' | 'stopped'

/** Starts a run of the agent with one of its jobs. */
export function startJob(
  company: Company,
  random: Random,
  agent: AgentRow,
  triggeredBy: string | null,
): RunRow {
  const startedBy = company.pickStarter(random, agent).id
  const job = pickJob(random, agent, company.history, company.now())
  const start = { agent, startedBy, input: { task: job.task }, triggeredBy }
  const ending = endingOf(random, company, agent)
  const run = startWith(company, random, start, job, ending)
  if ((ending === 'failed' || ending === 'cancelled') && random.chance(0.35)) {
    const busy = lengthOfAll(run.progress?.script ?? [])
    const again = company.now() + 2 * busy + random.int(MINUTE, 25 * MINUTE)
    company.plan(again, { what: 'retry', about: run.id, note: job.summary })
  }
  return run
}

/** Retries a run that has ended, with success. */
export function retry(company: Company, random: Random, runId: string, summary: string): void {
  const { runs, agents } = company.workspace.tables
  const run = runs.get(runId)
  const agent = run && agents.get(run.agentId)
  if (!run || !agent || run.finishedAt === null) return
  const { input, startedBy, triggeredBy } = run
  const job = { task: input?.task ?? '', summary }
  startWith(company, random, { agent, startedBy, input, triggeredBy, retryOf: run.id }, job, 'completed')
}

/** Lets an agent work on a task, which is then in progress. */
export function startTaskJob(
  company: Company,
  random: Random,
  task: TaskRow,
  agent: AgentRow,
  summary: string,
): void {
  const { workspace } = company
  const { runs } = workspace.tables
  const before = runs.count('byTask', task.id)
  if (task.status !== 'in_progress') moveTask(workspace, task, { status: 'in_progress', by: task.ownerId })
  // The move itself may have started a run.
  if (runs.count('byTask', task.id) > before) return
  const input = { task: instructionOf(task) }
  const start = { agent, startedBy: task.ownerId, input, triggeredBy: 'task', taskId: task.id }
  const ending = endingOf(random, company, agent) === 'failed' ? 'failed' : 'completed'
  startWith(company, random, start, { ...input, summary }, ending)
}

/** Starts a run with that ending, unless it waits for a person. Whether people care for it is up to `isCaredFor`. */
export function startWith(
  company: Company,
  random: Random,
  start: RunStart,
  job: Job,
  ending: Ending,
  isCaredFor = true,
): RunRow {
  const script = scriptFor(random, start.agent, job, ending, company.history)
  const run = startRun(company.workspace, { ...start, script })
  if (ending === 'cancelled' || ending === 'stopped') {
    const first = script.find(step => lengthOf(step) > 0)
    const at = company.now() + Math.round((lengthOf(first) * random.int(10, 40)) / 100)
    company.plan(at, { what: ending === 'cancelled' ? 'cancel' : 'stop', about: run.id })
  }
  if (isCaredFor && script.some(mayWait)) company.planCare(random, run.id)
  return run
}

/** Whether a person has to answer or decide at this step. */
export function mayWait(step: Step): boolean {
  return step.do.startsWith('ask') || step.do === 'await-approval'
}

/** The agent's script with the result of the job, or with a failure somewhere in it. */
function scriptFor(
  random: Random,
  agent: AgentRow,
  { summary }: Job,
  ending: Ending,
  { errors = ERRORS }: History,
): readonly Step[] {
  const steps = agent.script.filter(step => step.do !== 'finish' && step.do !== 'fail')
  if (ending !== 'failed') return [...steps, { do: 'finish', summary }]
  const seconds = (lengthOf(steps.find(step => lengthOf(step) > 0)) / 1000) * (random.int(10, 80) / 100)
  return [
    { do: 'work', seconds },
    { do: 'fail', ...random.pick(errors) },
  ]
}

function lengthOfAll(script: readonly Step[]): number {
  return script.reduce((sum, step) => sum + lengthOf(step), 0)
}

/**
 * The default shares of endings: of the runs that do not complete, four of nine fail, three are cancelled and two
 * stopped.
 */
const USUAL = { success: 80 / 98, failure: 4 / 9 }

/** A random ending, by the shares of the history. */
function endingOf(random: Random, company: Company, agent: AgentRow): Ending {
  const habits = company.habitsOf(agent)
  const said = habits.success === undefined && habits.failure === undefined ? company.history : habits
  const success = said.success ?? (said.failure === undefined ? USUAL.success : 1 - said.failure)
  const failure = said.failure ?? (1 - success) * USUAL.failure
  const rest = Math.max(0, 1 - success - failure)
  return random.weighted([
    ['completed', success],
    ['failed', failure],
    ['cancelled', rest * 0.6],
    ['stopped', rest * 0.4],
  ] as const)
}

const ERRORS: NonNullable<History['errors']> = [
  { code: 'tool_failed', message: 'The tool did not answer within thirty seconds.' },
  { code: 'model_overloaded', message: 'The model was overloaded; three attempts failed.' },
]
