// Runs that people, schedules and programs started by themselves, without a task or a workflow.
import type { Random } from '../../simulation/random.ts'
import type { AgentRow } from '../agents.ts'
import { HOUR, MINUTE, workingInstant } from './calendar.ts'
import type { Cast } from './cast.ts'
import { pickJob } from './jobs.ts'
import { endOf, type PastRun } from './past-run.ts'
import { draftRun, retryOf } from './run-draft.ts'

const DAYS = 89

/** So many runs that have ended, retries included. */
export function draftSingleRuns(random: Random, cast: Cast, now: number, count: number): PastRun[] {
  const runs: PastRun[] = []
  const decider = cast.ids['person-admin']
  while (runs.length < count) {
    const agent = cast.pickAgent(random)
    const person = cast.pickStarter(random, agent)
    // Whatever the hour, something has happened since this morning.
    const at =
      runs.length < 3 ? now - (12 + 37 * runs.length) * MINUTE - HOUR : workingInstant(random, now, DAYS)
    const job = pickJob(random, agent.handle)
    const triggeredBy = triggerOf(random, agent)
    const start = { agent, person, at, input: { task: job.task }, triggeredBy, job }
    const run = draftRun(random, { ...start, status: statusOf(random, agent) }, now, decider)
    runs.push(run)
    const again = endOf(run) + random.int(MINUTE, 25 * MINUTE)
    const failed = run.end.status === 'failed' || run.end.status === 'cancelled'
    if (failed && random.chance(0.35) && again < now - HOUR && runs.length < count)
      runs.push(retryOf(random, run, job, again, now, decider))
  }
  return runs
}

function statusOf(random: Random, { handle }: AgentRow) {
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
