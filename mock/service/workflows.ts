import type { Schemas } from '#openapi'
import { decisions } from '../profile/decisions.ts'
import { workflowUsage } from '../work/workflow-usage.ts'
import { startWorkflow } from '../work/workflows.ts'
import { Refusal } from '../world/refusal.ts'
import type { WorkflowRow, WorkflowRunRow } from '../world/workflows.ts'
import { cachedBody } from './cached-body.ts'
import { dateBounds } from './date-bounds.ts'
import type { Context, Handlers } from './handler.ts'
import { offsetPage, pageBody } from './paging.ts'
import { iso } from './time.ts'
import { workflowDetailView, workflowView } from './views/workflow.ts'
import { workflowRunStepViews, workflowRunsSummary, workflowRunView } from './views/workflow-run.ts'
import { requireSeen, seesRun, seesWorkflow } from './visibility.ts'
import { workflowPage } from './workflow-page.ts'

/** Section 4.4. */
export const workflows = {
  listWorkflows({ query }, context) {
    const { workflows } = context.tables
    const body = cachedBody(context, ['listWorkflows', query], [workflows], () => {
      const page = workflowPage(query, context.workspace.profile)
      const seen = workflows
        .range('newest', null, readIn(context))
        .filter(workflow => seesWorkflow(context, workflow))
      const rows = seen.slice(page.offset, page.offset + page.limit).map(workflowView)
      return pageBody(rows, seen.length, page)
    })
    return { status: 200, body }
  },

  getWorkflowRunUsage(_, { workspace }) {
    const { from, to, used, limit } = workflowUsage(workspace)
    const month = iso(from).slice(0, 7)
    const remaining = limit === null ? null : Math.max(0, limit - used)
    return { status: 200, body: { month, used, limit, remaining, resets_at: iso(to) } }
  },

  getWorkflow({ path }, context) {
    const workflow = requireSeen(context, 'workflow', path.workflow_id)
    return { status: 200, body: workflowDetailView(workflow, context.tables) }
  },

  startWorkflowRun({ path, query, body }, context) {
    const { workspace, caller } = context
    const run = startWorkflow(workspace, {
      workflow: requireSeen(context, 'workflow', path.workflow_id),
      startedBy: caller.person.id,
      // Gap `workflow-start-fields`.
      input: decisions.workflowStartTakesInput(workspace.profile) ? textsIn(body) : {},
      test: query.test,
      groupId: query.group_id ?? null,
    })
    return { status: 202, body: { shared_chat_id: run.sharedChatId, run_id: run.id, status: run.status } }
  },

  listWorkflowRuns({ path, query }, context) {
    const { workspace, tables } = context
    const workflow = requireSeen(context, 'workflow', path.workflow_id)
    const page = offsetPage(query, workspace.profile)
    const bounds = dateBounds(query, workspace.profile)
    if (bounds.from !== undefined && bounds.to !== undefined && bounds.from >= bounds.to)
      return { status: 200, body: pageBody<Schemas['WorkflowRun']>([], 0, page) }
    const bucket = runsBucket(workflow, query.status ?? null, objectionWanted(query.had_objection, context))
    const total = tables.workflowRuns.count('newest', bucket, bounds)
    const rows = tables.workflowRuns.range('newest', bucket, {
      ...bounds,
      ...readIn(context),
      skip: Math.min(page.offset, total),
      limit: page.limit,
    })
    const views = rows.map(run => workflowRunView(run, workflow, workspace))
    return { status: 200, body: pageBody(views, total, page) }
  },

  getWorkflowRunsSummary({ path }, context) {
    const workflow = requireSeen(context, 'workflow', path.workflow_id)
    return { status: 200, body: workflowRunsSummary(workflow, context.workspace) }
  },

  getWorkflowRun({ path }, context) {
    const workflow = requireSeen(context, 'workflow', path.workflow_id)
    const run = requireWorkflowRun(context, workflow, path.run_id)
    return { status: 200, body: workflowRunView(run, workflow, context.workspace) }
  },

  listWorkflowRunSteps({ path }, context) {
    const workflow = requireSeen(context, 'workflow', path.workflow_id)
    const run = requireWorkflowRun(context, workflow, path.run_id)
    const steps = workflowRunStepViews(run, workflow, context.workspace)
    // The run of a private agent is its owner's alone.
    const seen = (runId: string | null) => {
      const own = runId === null ? undefined : context.tables.runs.get(runId)
      return own && seesRun(context, own) ? runId : null
    }
    return { status: 200, body: { data: steps.map(step => ({ ...step, run_id: seen(step.run_id) })) } }
  },
} satisfies Partial<Handlers>

/** A run of that workflow, or a refusal. */
function requireWorkflowRun({ tables }: Context, workflow: WorkflowRow, id: string): WorkflowRunRow {
  const run = tables.workflowRuns.get(id)
  if (run?.workflowId === workflow.id) return run
  const hint = run ? `it is one of ${run.workflowId}` : 'list them with listWorkflowRuns'
  throw new Refusal('workflow_run_not_found', `The workflow ${workflow.name} has no run ${id}; ${hint}.`, {
    param: 'run_id',
  })
}

/** The direction of lists; gap `list-order`. */
function readIn({ workspace }: Context): { descending: boolean } {
  return { descending: decisions.listsNewestFirst(workspace.profile) }
}

/** Whether to list runs with, without, or regardless of an objection; gap `had-objection-false`. */
function objectionWanted(asked: boolean | null | undefined, { workspace }: Context): boolean | null {
  if (asked === false && decisions.ignoresFalseObjectionFilter(workspace.profile)) return null
  return asked ?? null
}

function runsBucket({ id }: WorkflowRow, status: string | null, objection: boolean | null): string {
  const filters = [`workflow:${id}`]
  if (status !== null) filters.push(`status:${status}`)
  if (objection !== null) filters.push(`objection:${objection}`)
  return filters.join('|')
}

/** The values of a start body, and of an object `input` in it, as texts, because the input of a run has only texts. */
function textsIn(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {}
  const { input, ...others } = body as Record<string, unknown>
  const all = { ...(typeof input === 'object' ? input : { input }), ...others }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === null
        ? []
        : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  )
}
