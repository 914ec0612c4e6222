// Workflows, their runs, and the approvals people give in the app.
import { intId, paged, readPage } from './agents.ts'
import { type App, asked, type Call, HTTPException } from './app.ts'
import {
  type Approval,
  DAY,
  type Database,
  euros,
  type StepRecord,
  stamp,
  type Workflow,
  type WorkflowRun,
} from './db.ts'
import { startWorkflow } from './engine.ts'
import { checkModel } from './schema.ts'

function workflowOut(flow: Workflow) {
  return {
    id: flow.id,
    name: flow.name,
    description: flow.description,
    version: 3,
    has_gate: flow.steps.some(s => s.kind === 'gate'),
    steps: flow.steps.map((s, i) => ({
      id: s.id,
      position: i + 1,
      kind: s.kind,
      name: s.name,
      ...(s.kind === 'agent'
        ? { agent_id: s.agent.id, agent_name: s.agent.name }
        : { agent_id: null, agent_name: null, approver_ids: s.approver_ids }),
    })),
    created_at: stamp(flow.created_at),
  }
}

const units = (record: WorkflowRun): number => record.steps.reduce((sum, s) => sum + (s.run?.units ?? 0), 0)

function runOut(record: WorkflowRun) {
  const end = record.ended_at ?? Date.now()
  return {
    id: record.id,
    workflow_id: record.workflow.id,
    status: record.status,
    group_id: record.group_id,
    is_test: record.test,
    had_objection: record.had_objection,
    shared_chat_id: record.chat.id,
    started_by: record.person.id,
    cost_euros: euros(units(record)),
    steps_total: record.steps.length,
    steps_done: record.steps.filter(s => s.ended_at !== null).length,
    started_at: stamp(record.started_at),
    finished_at: stamp(record.ended_at),
    duration_seconds: (end - record.started_at) / 1000,
  }
}

function stepOut(step: StepRecord, i: number) {
  return {
    position: i + 1,
    step_id: step.step_id,
    kind: step.kind,
    name: step.name,
    status: step.run ? step.run.status : step.status,
    agent_id: step.run?.agent.id ?? null,
    agent_name: step.run?.agent.name ?? null,
    run_id: step.run?.id ?? null,
    output: step.run?.summary ?? null,
    cost_euros: euros(step.run?.units ?? 0),
    total_tokens: (step.run?.input_tokens ?? 0) + (step.run?.output_tokens ?? 0),
    started_at: stamp(step.started_at),
    finished_at: stamp(step.ended_at),
  }
}

function approvalOut(a: Approval) {
  return {
    id: a.id,
    kind: a.kind,
    title: a.title,
    status: a.status,
    run_id: a.run?.id ?? null,
    agent_id: a.run?.agent.id ?? null,
    workflow_run_id: a.workflow_run?.id ?? null,
    workflow_id: a.workflow_run?.workflow.id ?? null,
    requested_by: a.requested_by.id,
    approver_ids: a.approver_ids,
    requested_at: stamp(a.requested_at),
    expires_at: null,
  }
}

export function flowRoutes(app: App, db: Database): void {
  const findFlow = (call: Call): Workflow => {
    const flow = db.workflows.get(call.params.workflow_id ?? '')
    if (!flow || flow.tenant !== call.me.tenant) throw new HTTPException(404, 'Workflow not found')
    return flow
  }
  const findRun = (call: Call): WorkflowRun => {
    const flow = findFlow(call)
    const record = db.workflowRuns.get(intId(call, 'run_id'))
    if (!record || record.workflow !== flow) throw new HTTPException(404, 'Workflow run not found')
    return record
  }
  const runsOf = (flow: Workflow) =>
    [...db.workflowRuns.values()].filter(r => r.workflow === flow).sort((a, b) => b.id - a.id)

  app.add('GET', '/workflows/', 'workflows:read', call => {
    const { page, perPage, ...plain } = asked(call, q => ({
      ...readPage(q),
      page: q.int('page', { ge: 1 }),
      perPage: q.int('per_page', { ge: 1 }),
    }))
    const limit = perPage === null ? plain.limit : Math.min(100, perPage)
    const offset = page === null ? plain.offset : (page - 1) * limit
    const flows = [...db.workflows.values()].filter(f => f.tenant === call.me.tenant)
    return paged(call, flows, { limit, offset }).map(workflowOut)
  })

  app.add('GET', '/workflows/run-usage', 'workflows:read', call => {
    const month = new Date().toISOString().slice(0, 7)
    const used = [...db.workflowRuns.values()].filter(
      r => r.tenant === call.me.tenant && !r.test && stamp(r.started_at)?.startsWith(month),
    ).length
    return { month, used, included: 500, remaining: Math.max(0, 500 - used), resets: 'monthly' }
  })

  app.add('GET', '/workflows/approvals/pending', 'approvals:read', call =>
    [...db.approvals.values()]
      .filter(a => a.kind === 'workflow_gate' && a.status === 'pending' && db.mayDecide(call.me, a))
      .map(approvalOut),
  )

  app.add('GET', '/workflows/{workflow_id}', 'workflows:read', call => workflowOut(findFlow(call)))

  app.add('POST', '/workflows/{workflow_id}/run', 'workflows:run', call => {
    const flow = findFlow(call)
    const { test, group } = asked(call, q => {
      const test = q.flag('test') ?? false
      checkModel({ fields: {} }, call.body() ?? {}, q.issues)
      return { test, group: q.text('group_id') }
    })
    const record = startWorkflow(db, flow, call.me, group, test)
    const { id: workflow_run_id, status } = record
    call.context.status(202)
    return { shared_chat_id: record.chat.id, workflow_run_id, status, accepted: true }
  })

  app.add('GET', '/workflows/{workflow_id}/runs', 'workflows:read', call => {
    const flow = findFlow(call)
    const { status, from, to, objection, ...page } = asked(call, q => ({
      ...readPage(q),
      status: q.text('status'),
      from: q.moment('date_from'),
      to: q.moment('date_to'),
      objection: q.flag('had_objection'),
    }))
    const until = to === null ? null : to.dayOnly ? to.at + DAY - 1 : to.at
    const found = runsOf(flow)
      .filter(r => status === null || r.status === status)
      .filter(r => from === null || r.started_at >= from.at)
      .filter(r => until === null || r.started_at <= until)
      .filter(r => objection === null || r.had_objection === objection)
    return paged(call, found, page).map(runOut)
  })

  app.add('GET', '/workflows/{workflow_id}/runs/summary', 'workflows:read', call => {
    const runs = runsOf(findFlow(call))
    const total = runs.reduce((sum, r) => sum + units(r), 0)
    const by_status: Record<string, number> = {}
    for (const r of runs) by_status[r.status] = (by_status[r.status] ?? 0) + 1
    const over = runs.filter(r => r.status === 'finished' || r.status === 'error')
    const fine = over.filter(r => r.status === 'finished').length
    return {
      total_runs: runs.length,
      by_status,
      success_rate: over.length === 0 ? null : fine / over.length,
      with_objection: runs.filter(r => r.had_objection).length,
      cost_euros: euros(total),
      average_cost_euros: runs.length === 0 ? 0 : euros(Math.round(total / runs.length)),
      last_run_at: stamp(runs[0]?.started_at ?? null),
    }
  })

  app.add('GET', '/workflows/{workflow_id}/runs/{run_id}', 'workflows:read', call => runOut(findRun(call)))

  app.add('GET', '/workflows/{workflow_id}/runs/{run_id}/steps', 'workflows:read', call =>
    findRun(call).steps.map(stepOut),
  )

  // Everybody in the tenant may look at what is pending; deciding happens in the app only.
  app.add('GET', '/approvals/pending/list', 'approvals:read', call =>
    [...db.approvals.values()]
      .filter(a => a.tenant === call.me.tenant && a.status === 'pending')
      .map(approvalOut),
  )

  app.add('GET', '/approvals/{approval_id}', 'approvals:read', call => {
    const approval = db.approvals.get(intId(call, 'approval_id'))
    if (!approval || approval.tenant !== call.me.tenant) throw new HTTPException(404, 'Approval not found')
    return approvalOut(approval)
  })
}
