// Which workflow runs there were: how often each workflow ran, when, for what, and how it went.
import type { Random } from '../../simulation/random.ts'
import type { WorkflowRow } from '../workflows.ts'
import { found } from './by-handle.ts'
import { DAY, HOUR, MINUTE, workingInstant } from './calendar.ts'
import type { Cast } from './cast.ts'
import type { Past } from './past.ts'
import { draftWorkflowRun, type Fate, type PastWorkflowRun } from './workflow-runs.ts'
import type { MoreWorkflowIds, WorkflowIds } from './workflows.ts'

type Handle = keyof (WorkflowIds & MoreWorkflowIds)

/** What each workflow was started for, and how it went, in order of time. What waits or works comes last. */
const HISTORY: {
  readonly [handle in Handle]?: { readonly tasks: readonly string[]; readonly fates: readonly Fate[] }
} = {
  'workflow-straight': {
    tasks: [
      'Order SO-21877 of Contoso Retail.',
      'Order SO-22410, second question.',
      'Order SO-23056 of Fabrikam Foods.',
    ],
    fates: [
      'completed',
      'completed',
      'completed',
      'completed',
      'completed',
      'completed',
      'cancelled',
      'failed',
    ],
  },
  'workflow-with-gate': {
    tasks: [
      'Supplier: Kvist & Moe.',
      'Supplier: Harbour Foods.',
      'Supplier: Lumen Electric.',
      'Supplier: Petit Frères.',
    ],
    fates: [
      'completed',
      'completed',
      'objected',
      'completed',
      'rejected',
      'completed',
      'objected',
      'waiting',
    ],
  },
  'workflow-that-fails': {
    tasks: ['Close the day.'],
    fates: ['completed', 'failed', 'failed', 'failed'],
  },
  'workflow-that-asks': {
    tasks: ['Review with Contoso Retail.', 'Review with Fabrikam Foods.', 'Review with Northwind Traders.'],
    fates: ['completed', 'completed', 'completed', 'waiting'],
  },
  'month-end-closing': {
    tasks: ['Month: {month}.'],
    fates: ['completed', 'objected', 'completed', 'working'],
  },
  'complaint-handling': {
    tasks: [
      'Ticket 4711: broken jars.',
      'Ticket 4802: late again.',
      'Ticket 4915: wrong colour.',
      'Ticket 5023: no answer.',
    ],
    fates: [
      'completed',
      'completed',
      'rejected',
      'completed',
      'objected',
      'completed',
      'completed',
      'failed',
      'waiting',
    ],
  },
}

/** All workflow runs, for each workflow the oldest first and what still goes on last. */
export function draftWorkflowRuns(past: Past, random: Random, cast: Cast): PastWorkflowRun[] {
  const now = past.workspace.now()
  const workflows = past.workspace.tables.workflows.all()
  return Object.entries(HISTORY).flatMap(([handle, { tasks, fates }]) => {
    const workflow = found(
      workflows.find(workflow => workflow.handle === handle),
      `the workflow ${handle}`,
    )
    return instantsOf(random, workflow, fates, now).map((at, index) => {
      const person = cast.pickStarter(random, cast.agentWith(workflow.steps[0]?.agentId ?? ''))
      const task = (tasks[index % tasks.length] ?? '').replace('{month}', monthBefore(at))
      const groupId = random.chance(0.25) ? `batch-${new Date(at).toISOString().slice(0, 7)}` : null
      const fate = fates[index] ?? 'completed'
      const test = fate === 'completed' && random.chance(0.15)
      return draftWorkflowRun(random, cast, { workflow, person, at, fate, task, test, groupId }, now)
    })
  })
}

/** When they started. What has ended did so before now, weekends in front of a gate included. */
function instantsOf(random: Random, { steps }: WorkflowRow, fates: readonly Fate[], now: number): number[] {
  const latest = now - (steps.some(step => step.kind === 'gate') ? 6 * DAY : 6 * HOUR)
  return fates
    .map(fate => {
      if (fate === 'working') return now - 4 * MINUTE
      if (fate === 'waiting') return now - random.int(2 * HOUR, 30 * HOUR)
      return workingInstant(random, latest, 80)
    })
    .sort((a, b) => a - b)
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

function monthBefore(instant: number): string {
  return MONTHS[(new Date(instant).getUTCMonth() + 11) % 12] ?? ''
}
