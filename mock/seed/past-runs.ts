// Runs that people, schedules and programs started by themselves, without a task or a workflow.
import type { Random } from '../simulation/random.ts'
import { moveRun, type RunStart, startRun } from '../work/runs.ts'
import { lengthOf } from '../work/steps.ts'
import type { AgentRow } from '../world/agents.ts'
import type { RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import type { Agenda } from './agenda.ts'
import { HOUR, MINUTE, workingInstant } from './calendar.ts'
import type { Company } from './company.ts'
import { type Job, pickJob } from './jobs.ts'

const DAYS = 89

/** How a run of the past ends. */
export type Ending = 'completed' | 'failed' | 'cancelled' | 'stopped'

/** Notes so many starts, retries left out. */
export function planRuns(agenda: Agenda, random: Random, company: Company, count: number): void {
  for (let i = 0; i < count; i++) {
    // Whatever the hour, something has happened since this morning.
    const lately = agenda.end - (12 + 37 * i) * MINUTE - HOUR
    const at = i < 3 ? lately : workingInstant(random, agenda.end, DAYS)
    agenda.add(at, () => {
      const agent = company.pickAgent(random)
      const startedBy = company.pickStarter(random, agent).id
      const job = pickJob(random, agent.handle, agenda.now())
      const start = { agent, startedBy, input: { task: job.task }, triggeredBy: triggerOf(random, agent) }
      startPastRun(agenda, random, start, job, endingOf(random, agent))
    })
  }
}

/** Starts a run that ends as told unless it waits for a person; some of those that failed are retried. */
export function startPastRun(
  agenda: Agenda,
  random: Random,
  start: RunStart,
  job: Job,
  ending: Ending,
  mayRetry = true,
): RunRow {
  const { workspace } = agenda
  const script = scriptFor(random, start.agent, job, ending)
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
      startPastRun(agenda, random, { ...start, retryOf: run.id }, job, 'completed')
    })
  return run
}

/** The agent's own script with the outcome of the job, or with a failure somewhere in it. */
function scriptFor(random: Random, agent: AgentRow, { summary }: Job, ending: Ending): readonly Step[] {
  const steps = agent.script.filter(step => step.do !== 'finish' && step.do !== 'fail')
  if (ending !== 'failed') {
    const asked = steps.find(step => step.do === 'ask' || step.do === 'ask-fields')
    const heard = asked?.do === 'ask' ? ' You asked for: {{answer}}' : ''
    const amount = asked?.do === 'ask-fields' ? ' Amount: {{values.amount}} {{values.currency}}.' : ''
    return [...steps, { do: 'finish', summary: `${summary}${heard}${amount}` }]
  }
  const seconds = (lengthOf(steps.find(step => lengthOf(step) > 0)) / 1000) * (random.int(10, 80) / 100)
  return [
    { do: 'work', seconds },
    { do: 'fail', ...random.pick(ERRORS) },
  ]
}

/** How long it works before it first waits for somebody. */
function firstStretch(script: readonly Step[]): number {
  const working = script.findIndex(step => lengthOf(step) > 0)
  return lengthOf(script[working])
}

function endingOf(random: Random, { handle }: AgentRow): Ending {
  return random.weighted([
    ['completed', handle === 'agent-that-fails' ? 20 : 80],
    ['failed', handle === 'agent-that-fails' ? 60 : 8],
    ['cancelled', 6],
    ['stopped', 4],
  ] as const)
}

/** Some agents work by the clock, the others when somebody asks. */
function triggerOf(random: Random, { handle }: AgentRow): string | null {
  const byClock = ['delay-watcher', 'ticket-triage', 'agent-that-fails'].includes(handle)
  return random.weighted([
    ['schedule', byClock ? 12 : 1],
    ['user', 6],
    ['api', 5],
    [null, 1],
  ] as const)
}

const ERRORS = [
  { code: 'tool_failed', message: 'The warehouse system did not answer within thirty seconds.' },
  { code: 'tool_failed', message: 'The mailbox refused the connection: the password has expired.' },
  { code: 'model_overloaded', message: 'The model was overloaded; three attempts failed.' },
  { code: 'max_steps_reached', message: 'The agent used up its steps without coming to an end.' },
  { code: 'attachment_unreadable', message: 'Page 3 of the attachment is a photo that could not be read.' },
] as const
