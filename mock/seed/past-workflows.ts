// Which workflow runs there were: how often each workflow ran, when, for what, and how it went.
import type { Random } from '../simulation/random.ts'
import { moveRun } from '../work/runs.ts'
import { startWorkflow } from '../work/workflows.ts'
import type { WorkflowRow } from '../world/workflows.ts'
import type { Agenda } from './agenda.ts'
import { found } from './by-handle.ts'
import { DAY, HOUR, workingInstant } from './calendar.ts'
import type { Company } from './company.ts'
import { monthBefore } from './jobs.ts'
import type { Intentions } from './people-at-work.ts'
import type { MoreWorkflowIds, WorkflowIds } from './workflows.ts'

type Handle = keyof (WorkflowIds & MoreWorkflowIds)

/** How people let a workflow run go; one whose agent fails fails, whatever they want. */
type Fate = 'completed' | 'objected' | 'rejected' | 'cancelled' | 'working' | 'waiting'

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
      'completed',
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
    fates: ['completed', 'completed', 'completed', 'completed'],
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
      'cancelled',
      'waiting',
    ],
  },
}

export function planWorkflowRuns(
  agenda: Agenda,
  random: Random,
  company: Company,
  { leftWaiting, gates }: Intentions,
): void {
  const { workspace } = agenda
  for (const [handle, { tasks, fates }] of Object.entries(HISTORY)) {
    const [row] = workspace.tables.workflows.range('byHandle', handle, { limit: 1 })
    const workflow = found(row, `the workflow ${handle}`)
    for (const [index, at] of instantsOf(random, workflow, fates, agenda.end).entries()) {
      const fate = fates[index] ?? 'completed'
      const task = (tasks[index % tasks.length] ?? '').replace('{month}', monthBefore(at))
      const test = fate === 'completed' && random.chance(0.15)
      const groupId = random.chance(0.25) ? `batch-${new Date(at).toISOString().slice(0, 7)}` : null
      const startedBy = company.pickStarter(random, company.agentWith(workflow.steps[0]?.agentId ?? '')).id
      agenda.add(at, () => {
        const { id } = startWorkflow(workspace, { workflow, startedBy, input: { task }, test, groupId })
        if (fate === 'objected' || fate === 'rejected') gates.set(id, fate)
        if (fate === 'waiting') leftWaiting.add(id)
        if (fate === 'cancelled') agenda.add(at + 2 * SECOND, () => cancelStep(agenda, id))
      })
    }
  }
}

const SECOND = 1000

function cancelStep({ workspace }: Agenda, workflowRunId: string): void {
  const [run] = workspace.tables.runs.range('newest', `workflow-run:${workflowRunId}`, { descending: true })
  if (run?.status === 'running') moveRun(workspace, run, 'cancel')
}

/** When they started. What has ended did so before the end, weekends in front of a gate included. */
function instantsOf(random: Random, { steps }: WorkflowRow, fates: readonly Fate[], end: number): number[] {
  const latest = end - (steps.some(step => step.kind === 'gate') ? 6 * DAY : 6 * HOUR)
  return fates
    .map(fate => {
      if (fate === 'working') return end - 80 * SECOND
      if (fate === 'waiting') return end - random.int(2 * HOUR, 30 * HOUR)
      return workingInstant(random, latest, 80)
    })
    .sort((a, b) => a - b)
}
