import { type Schemas, words } from '#openapi'
import type { Profile } from '../../profile/profile.ts'
import { Cache } from '../../store/cache.ts'
import { type RunRow, runAt } from '../../world/runs.ts'
import type { StepRunRow, WorkflowRow, WorkflowRunRow } from '../../world/workflows.ts'
import type { Workspace } from '../../world/workspace.ts'
import { euros, iso, isoOrNull, rounded, tokensView } from '../time.ts'
import { costShown } from './run.ts'
import { agentName } from './workflow.ts'

type World = Pick<Workspace, 'tables' | 'profile' | 'now'>

/** The figures of a step, or of a whole workflow run. */
interface Figures {
  readonly micros: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** Milliseconds of work, without pauses and gates. */
  readonly workedMs: number
}

const views = new Cache<WorkflowRunRow, Schemas['WorkflowRun']>()

/**
 * A run of a workflow as the contract shows it. Cost, tokens and time are the sums over its steps. The view is cached and
 * must not be changed.
 */
export function workflowRunView(
  run: WorkflowRunRow,
  workflow: WorkflowRow,
  world: World,
): Schemas['WorkflowRun'] {
  const { profile } = world
  const done = run.steps.map(step => runOf(step, world))
  return views.of(run, [workflow, profile, ...done], () => makeView(run, workflow, sumOf(done, profile)))
}

function makeView(run: WorkflowRunRow, workflow: WorkflowRow, sum: Figures): Schemas['WorkflowRun'] {
  const { micros, tokensIn, tokensOut, workedMs } = sum
  return {
    id: run.id,
    workflow_id: run.workflowId,
    workflow_name: workflow.name,
    status: run.status,
    test: run.test,
    // Gap `workflow-group`.
    group_id: run.groupId,
    shared_chat_id: run.sharedChatId,
    started_by: run.startedBy,
    had_objection: run.hadObjection,
    input: run.input,
    current_step_id: run.steps.find(isUnderWay)?.stepId ?? null,
    cost_euros: euros(micros),
    tokens: tokensView(tokensIn, tokensOut),
    duration_seconds: workedMs / 1000,
    created_at: iso(run.createdAt),
    updated_at: iso(run.updatedAt),
    finished_at: isoOrNull(run.finishedAt),
  }
}

/** What each step did, in the order of the workflow. */
export function workflowRunStepViews(
  run: WorkflowRunRow,
  workflow: WorkflowRow,
  world: World,
): Schemas['WorkflowRunStep'][] {
  return workflow.steps.flatMap((step, index) => {
    const done = run.steps.find(({ stepId }) => stepId === step.id)
    if (!done) return []
    const { micros, tokensIn, tokensOut } = figuresOf(runOf(done, world), world.profile)
    return {
      step_id: step.id,
      position: index + 1,
      kind: step.kind,
      name: step.name,
      status: done.status,
      agent_id: step.agentId,
      agent_name: agentName(step, world.tables),
      run_id: done.runId,
      approval_id: done.approvalId,
      decision: done.decision ? decisionView(done.decision) : null,
      output: done.output,
      cost_euros: euros(micros),
      tokens: tokensView(tokensIn, tokensOut),
      started_at: isoOrNull(done.startedAt),
      finished_at: isoOrNull(done.finishedAt),
    }
  })
}

/** The summary of all runs of a workflow. Counts come from the indexes, cost and time from the runs. Averages are over runs that have ended. */
export function workflowRunsSummary(workflow: WorkflowRow, world: World): Schemas['WorkflowRunsSummary'] {
  const { workflowRuns } = world.tables
  const all = `workflow:${workflow.id}`
  const count = (filter: string) => workflowRuns.count('newest', `${all}|${filter}`)
  const counts = words.WorkflowRunStatus.map(status => [status, count(`status:${status}`)])
  const byStatus = Object.fromEntries(counts) as Schemas['WorkflowRunsSummary']['by_status']
  const runs = workflowRuns.range('newest', all)
  const ended = runs.filter(run => run.finishedAt !== null)
  const sum = (some: typeof runs) =>
    sumOf(
      some.flatMap(run => run.steps.map(step => runOf(step, world))),
      world.profile,
    )
  const [total, done] = [sum(runs), sum(ended)]
  const each = (sum: number, decimals: number) =>
    ended.length === 0 ? null : rounded(sum / ended.length, decimals)
  return {
    workflow_id: workflow.id,
    runs: runs.length,
    test_runs: count('test'),
    by_status: byStatus,
    success_rate: each(byStatus.completed, 4),
    objections: count('objection:true'),
    cost_euros: euros(total.micros),
    average_cost_euros: each(euros(done.micros), 6),
    average_duration_seconds: each(done.workedMs / 1000, 3),
    last_run_at: isoOrNull(runs.at(-1)?.createdAt ?? null),
  }
}

/** The sums over the runs of steps. */
function sumOf(runs: readonly (RunRow | undefined)[], profile: Profile): Figures {
  return runs.map(run => figuresOf(run, profile)).reduce(add, NOTHING)
}

/** The sum of both. */
function add(a: Figures, b: Figures): Figures {
  return {
    micros: a.micros + b.micros,
    tokensIn: a.tokensIn + b.tokensIn,
    tokensOut: a.tokensOut + b.tokensOut,
    workedMs: a.workedMs + b.workedMs,
  }
}

const NOTHING: Figures = { micros: 0, tokensIn: 0, tokensOut: 0, workedMs: 0 }

/** The run of a step, with its work so far. */
function runOf({ runId }: StepRunRow, world: World): RunRow | undefined {
  const run = runId === null ? undefined : world.tables.runs.get(runId)
  return run && runAt(run, world.now())
}

function figuresOf(run: RunRow | undefined, profile: Profile): Figures {
  if (!run) return NOTHING
  const { micros, tokensIn, tokensOut } = costShown(run, profile)
  return { micros, tokensIn, tokensOut, workedMs: run.workedMs }
}

function isUnderWay({ status }: StepRunRow): boolean {
  return status === 'running' || status === 'waiting'
}

function decisionView(decision: NonNullable<StepRunRow['decision']>): Schemas['GateDecision'] {
  const { outcome, decidedBy, decidedAt, comment } = decision
  return { outcome, decided_by: decidedBy, decided_at: iso(decidedAt), comment }
}
