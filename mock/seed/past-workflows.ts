// Past workflow runs: when they started, their input and their outcome.
import { DAY, HOUR, SECOND } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { moveRun } from '../work/runs.ts'
import { startWorkflow } from '../work/workflows.ts'
import type { WorkflowRow } from '../world/workflows.ts'
import type { History, PastWorkflow, World } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import { atWork } from './calendar.ts'
import type { Company } from './company.ts'
import { idOf } from './handles.ts'
import { fillWords, wordsAt } from './job-words.ts'
import type { Intentions } from './people-at-work.ts'

/** The intended outcome of a workflow run; it fails regardless if one of its agents fails. */
type Outcome = PastWorkflow['outcomes'][number]

export function planWorkflowRuns(
  agenda: Agenda,
  random: Random,
  company: Company,
  { leftWaiting, gates }: Intentions,
  { world, history }: { readonly world: World; readonly history: History },
): void {
  const { workspace } = agenda
  for (const [handle, past] of Object.entries(pastOf(random, world, history))) {
    const workflow = workspace.tables.workflows.get(idOf(workspace, 'workflows', handle))!
    const { outcomes, tasks = [workflow.description || workflow.name] } = past
    for (const [index, at] of instantsOf(random, workflow, outcomes, agenda.end, history).entries()) {
      const outcome = outcomes[index] ?? 'completed'
      const task = fillWords(tasks[index % tasks.length] ?? '', wordsAt(at))
      const test = outcome === 'completed' && random.chance(0.15)
      const groupId = random.chance(0.25) ? `batch-${new Date(at).toISOString().slice(0, 7)}` : null
      const startedBy = starterOf(random, company, workflow)
      agenda.add(at, () => {
        const { id } = startWorkflow(workspace, { workflow, startedBy, input: { task }, test, groupId })
        if (outcome === 'objected' || outcome === 'rejected') gates.set(id, outcome)
        if (outcome === 'waiting') leftWaiting.add(id)
        if (outcome === 'cancelled') agenda.add(at + 2 * SECOND, () => cancelStep(agenda, id))
      })
    }
  }
}

/** The declared history of each workflow; workflows without one share the runs of each day. */
function pastOf(random: Random, { workflows }: World, history: History): Record<string, PastWorkflow> {
  const said = history.workflows ?? {}
  const others = Object.keys(workflows).filter(
    handle => said[handle] === undefined && workflows[handle]!.status === 'active',
  )
  const count = others.length > 0 ? Math.round((history.workflow_runs_per_day ?? 0) * history.days) : 0
  const drawn = new Map<string, Outcome[]>()
  for (let i = 0; i < count; i++) {
    const handle = random.pick(others)
    const hasGate = workflows[handle]!.steps.some(step => 'gate' in step)
    const outcome: Outcome =
      hasGate && random.chance(0.2) ? random.pick(['objected', 'rejected'] as const) : 'completed'
    drawn.set(handle, [...(drawn.get(handle) ?? []), outcome])
  }
  return { ...said, ...Object.fromEntries([...drawn].map(([handle, outcomes]) => [handle, { outcomes }])) }
}

function starterOf(random: Random, company: Company, { steps, ownerId }: WorkflowRow): string {
  const agentId = steps[0]?.agentId
  return agentId ? company.pickStarter(random, company.agentWith(agentId)).id : ownerId
}

function cancelStep({ workspace }: Agenda, workflowRunId: string): void {
  const [run] = workspace.tables.runs.range('newest', `workflow-run:${workflowRunId}`, { descending: true })
  if (run?.status === 'running') moveRun(workspace, run, 'cancel')
}

/** When they started. Ended runs started early enough to have ended, including weekends before a gate. */
function instantsOf(
  random: Random,
  { steps }: WorkflowRow,
  outcomes: readonly Outcome[],
  end: number,
  history: History,
): number[] {
  const length = history.days * DAY
  const latest = end - Math.min(steps.some(step => step.kind === 'gate') ? 6 * DAY : 6 * HOUR, length / 2)
  return outcomes
    .map(outcome => {
      if (outcome === 'working') return end - 80 * SECOND
      if (outcome === 'waiting') return end - random.int(2 * HOUR, Math.min(30 * HOUR, length / 2))
      return atWork(random, latest, history, 0.89)
    })
    .sort((a, b) => a - b)
}
