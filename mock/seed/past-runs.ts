// Past runs without a task or a workflow, started by people, schedules and programs.
import { HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { moveRun, type RunStart, startRun } from '../work/runs.ts'
import { lengthOf } from '../work/steps.ts'
import type { AgentRow } from '../world/agents.ts'
import type { RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import type { History, PastAgent } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import { atWork } from './calendar.ts'
import type { Company } from './company.ts'
import { type Job, pickJob } from './jobs.ts'

/** How a past run ends. */
export type Ending = 'completed' | 'failed' | 'cancelled' | 'stopped'

/** Plans the starts of the history's runs, except retries. */
export function planRuns(agenda: Agenda, random: Random, company: Company, history: History): void {
  const count = company.hasAgents ? Math.round(history.runs_per_day * history.days) : 0
  for (let i = 0; i < count; i++) {
    // At any hour, some runs should be from this morning.
    const lately = agenda.end - (12 + 37 * i) * MINUTE - HOUR
    const at = i < 3 ? lately : atWork(random, agenda.end, history, 0.99)
    agenda.add(at, () => {
      const agent = company.pickAgent(random)
      const startedBy = company.pickStarter(random, agent).id
      const job = pickJob(random, agent, history, agenda.now())
      const triggeredBy = triggerOf(random, history.agents?.[agent.handle])
      const start = { agent, startedBy, input: { task: job.task }, triggeredBy }
      startPastRun(agenda, random, start, job, endingOf(random, agent, history), history)
    })
  }
}

/** Starts a run with that ending, unless it waits for a person; some failed runs are retried. */
export function startPastRun(
  agenda: Agenda,
  random: Random,
  start: RunStart,
  job: Job,
  ending: Ending,
  history: History,
  mayRetry = true,
): RunRow {
  const { workspace } = agenda
  const script = scriptFor(random, start.agent, job, ending, history)
  const run = startRun(workspace, { ...start, script })
  const busy = script.reduce((sum, step) => sum + lengthOf(step), 0)
  const again = agenda.now() + 2 * busy + random.int(MINUTE, 25 * MINUTE)
  if (ending === 'cancelled' || ending === 'stopped')
    agenda.add(agenda.now() + Math.round((firstStretch(script) * random.int(10, 40)) / 100), () => {
      const current = workspace.tables.runs.get(run.id)
      if (current?.status === 'running')
        moveRun(workspace, current, ending === 'cancelled' ? 'cancel' : 'stop')
    })
  if (
    mayRetry &&
    (ending === 'failed' || ending === 'cancelled') &&
    random.chance(0.35) &&
    again < agenda.end - HOUR
  )
    agenda.add(again, () => {
      if (workspace.tables.runs.get(run.id)?.finishedAt === null) return
      startPastRun(agenda, random, { ...start, retryOf: run.id }, job, 'completed', history)
    })
  return run
}

/** The agent's script with the result of the job, or with a failure somewhere in it. */
export function scriptFor(
  random: Random,
  agent: AgentRow,
  { summary }: Job,
  ending: Ending,
  { errors = ERRORS }: History,
): readonly Step[] {
  const steps = agent.script.filter(step => step.do !== 'finish' && step.do !== 'fail')
  if (ending !== 'failed') {
    return [...steps, { do: 'finish', summary }]
  }
  const seconds = (lengthOf(steps.find(step => lengthOf(step) > 0)) / 1000) * (random.int(10, 80) / 100)
  return [
    { do: 'work', seconds },
    { do: 'fail', ...random.pick(errors) },
  ]
}

/** How long the run works before it first waits for somebody. */
function firstStretch(script: readonly Step[]): number {
  const working = script.findIndex(step => lengthOf(step) > 0)
  return lengthOf(script[working])
}

/**
 * The default shares of endings: of the runs that do not complete, four of nine fail, three are cancelled and two
 * stopped.
 */
const USUAL = { success: 80 / 98, failure: 4 / 9 }

/** A random ending, by the shares of the history. */
export function endingOf(random: Random, { handle }: AgentRow, history: History): Ending {
  const past = history.agents?.[handle] ?? {}
  const said = past.success === undefined && past.failure === undefined ? history : past
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

/** Some agents are started by a schedule, the others by people. */
function triggerOf(random: Random, past: PastAgent | undefined): string | null {
  return random.weighted([
    ['schedule', past?.by_schedule ? 12 : 1],
    ['user', 6],
    ['api', 5],
    [null, 1],
  ] as const)
}

const ERRORS: NonNullable<History['errors']> = [
  { code: 'tool_failed', message: 'The tool did not answer within thirty seconds.' },
  { code: 'model_overloaded', message: 'The model was overloaded; three attempts failed.' },
]
