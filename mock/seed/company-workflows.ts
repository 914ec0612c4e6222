// The workflow runs that a company starts.
import { SECOND } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { startWorkflow } from '../work/workflows.ts'
import type { WorkflowRow } from '../world/workflows.ts'
import type { PastWorkflow } from '../world-file/index.ts'
import type { Company } from './company.ts'
import { fillWords, wordsAt } from './job-words.ts'

/** The intended outcome of a workflow run; it fails regardless if one of its agents fails. */
export type WorkflowOutcome = PastWorkflow['outcomes'][number]

/** Starts a workflow for one of its usual tasks. */
export function startUsualWorkflow(company: Company, random: Random, handle: string): void {
  const [workflow] = company.workspace.tables.workflows.range('byHandle', handle, { limit: 1 })
  if (workflow?.status !== 'active') return
  const { tasks = usualTasks(workflow), outcomes } = company.history.workflows?.[handle] ?? {}
  const hasGate = workflow.steps.some(({ kind }) => kind === 'gate')
  const usual = hasGate && random.chance(0.2) ? (['objected', 'rejected'] as const) : (['completed'] as const)
  const outcome = random.pick(outcomes ?? usual)
  // People take care of everything that starts now.
  const ends = outcome === 'waiting' || outcome === 'working' ? 'completed' : outcome
  startWorkflowWith(company, random, workflow, random.pick(tasks), ends)
}

/** Starts a workflow with that outcome. */
export function startWorkflowWith(
  company: Company,
  random: Random,
  workflow: WorkflowRow,
  task: string,
  outcome: WorkflowOutcome,
): void {
  const { workspace } = company
  const now = company.now()
  const { id } = startWorkflow(workspace, {
    workflow,
    startedBy: starterOf(company, random, workflow),
    input: { task: fillWords(task, wordsAt(now)) },
    test: outcome === 'completed' && random.chance(0.15),
    groupId: random.chance(0.25) ? `batch-${new Date(now).toISOString().slice(0, 7)}` : null,
  })
  if (outcome === 'cancelled') company.plan(now + 2 * SECOND, { what: 'cancel', about: id })
  const isWished = outcome === 'objected' || outcome === 'rejected'
  if (outcome !== 'waiting' && outcome !== 'working')
    company.planCare(random, id, isWished ? outcome : undefined)
}

export function usualTasks({ name, description }: WorkflowRow): readonly string[] {
  return [description || name]
}

function starterOf(company: Company, random: Random, { steps, ownerId }: WorkflowRow): string {
  const agent = company.workspace.tables.agents.get(steps[0]?.agentId ?? '')
  return agent ? company.pickStarter(random, agent).id : ownerId
}
