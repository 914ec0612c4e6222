// Workflows, workflow runs and approvals.
import { checkBody, Parameters } from './constraints.ts'
import { bare, type Endpoint, type Exchange, listing, on, Problem, record } from './kernel.ts'
import {
  type ApprovalRecord,
  euro,
  type FlowRunEntity,
  isoDay,
  type Store,
  type WorkflowRecord,
} from './model.ts'
import type { Simulation } from './simulation.ts'

const FLOW_STATES = ['in_progress', 'awaiting_gate', 'completed']

export function workflowController(store: Store, simulation: Simulation): Endpoint[] {
  const workflowOf = (x: Exchange): WorkflowRecord => {
    const workflow = store.workflows.get(x.path('workflow'))
    if (workflow?.tenant !== x.caller.tenant) throw Problem.notFound('The workflow')
    return workflow
  }

  const flowsOf = (workflow: WorkflowRecord): FlowRunEntity[] =>
    [...store.flowRuns.values()]
      .filter(f => f.workflow.id === workflow.id)
      .sort((a, b) => b.sequence - a.sequence)

  const flowOf = (x: Exchange): FlowRunEntity => {
    const workflow = workflowOf(x)
    const flow = store.flowRuns.get(x.path('run'))
    if (flow?.workflow.id !== workflow.id) throw Problem.notFound('The workflow run')
    return flow
  }

  const millsOf = (flow: FlowRunEntity): number => flow.traces.reduce((sum, t) => sum + t.mills, 0)

  const workflowResource = (w: WorkflowRecord) => ({
    workflow_id: w.id,
    title: w.title,
    steps: w.stages.map((s, index) => ({
      stepId: s.id,
      index,
      type: s.type,
      title: s.title,
      agent: s.type === 'AGENT' ? { agent_id: s.agent.id, agentName: s.agent.name } : null,
    })),
  })

  const flowResource = (f: FlowRunEntity) => ({
    run_id: f.id,
    workflow_id: f.workflow.id,
    status: f.state,
    groupId: f.groupId,
    test: f.test,
    hadObjection: f.objected,
    cost: euro(millsOf(f)),
    startedBy: f.owner.id,
    startedAt: f.startedAt,
    endedAt: f.endedAt,
  })

  const stepResources = (f: FlowRunEntity) =>
    f.traces.map((t, index) => ({
      stepId: t.stage.id,
      index,
      title: t.stage.title,
      agentName: t.stage.type === 'AGENT' ? t.stage.agent.name : null,
      state: t.state,
      cost: euro(t.mills),
      startedAt: t.startedAt,
      endedAt: t.endedAt,
    }))

  const approvalResource = (a: ApprovalRecord) => ({
    id: a.id,
    subject: a.subject,
    state: a.state,
    requesterId: a.requester.id,
    deciderIds: a.deciders,
    origin: a.flowRun ? { workflowRunId: a.flowRun.id } : a.run ? { run_id: a.run.id } : {},
    raisedAt: a.raisedAt,
  })

  const pending = (accept: (a: ApprovalRecord) => boolean) =>
    listing(
      [...store.approvals.values()].filter(a => a.state === 'PENDING' && accept(a)).map(approvalResource),
    )

  const list = (x: Exchange) => {
    const p = new Parameters(x.search)
    p.contradict('page', 'offset')
    p.contradict('per_page', 'limit')
    const given = p.slice()
    const size = p.whole('per_page', 1, 200) ?? given.size
    const page = p.whole('page', 1, 1_000_000)
    const offset = page === undefined ? given.offset : (page - 1) * size
    const own = [...store.workflows.values()].filter(w => w.tenant === x.caller.tenant)
    return listing(own.map(workflowResource), { size, offset })
  }

  const listFlows = (x: Exchange) => {
    const workflow = workflowOf(x)
    const p = new Parameters(x.search)
    const slice = p.slice()
    const status = p.one('status', FLOW_STATES)
    const from = p.moment('date_from', false) ?? Number.NEGATIVE_INFINITY
    const to = p.moment('date_to', true) ?? Number.POSITIVE_INFINITY
    const onlyObjected = p.flag('had_objection') === true
    const found = flowsOf(workflow).filter(
      f =>
        (status === undefined || f.state === status) &&
        f.startedAt >= from &&
        f.startedAt <= to &&
        (f.objected || !onlyObjected),
    )
    return listing(found.map(flowResource), slice)
  }

  const usage = (x: Exchange) => {
    const month = isoDay(Date.now()).slice(0, 7)
    const runs = [...store.flowRuns.values()].filter(
      f => f.tenant === x.caller.tenant && isoDay(f.startedAt).startsWith(month),
    )
    return record({ month, runs: runs.length, ofThemTests: runs.filter(f => f.test).length, allowance: null })
  }

  const start = (x: Exchange) => {
    const workflow = workflowOf(x)
    const p = new Parameters(x.search)
    const test = p.flag('test') ?? false
    checkBody(x.payload(), { members: {}, optional: true })
    const flow = simulation.launchFlow(workflow, x.caller, p.text('group_id') ?? null, test)
    return bare({ shared_chat_id: flow.conversation.id }, 202)
  }

  const summary = (x: Exchange) => {
    const flows = flowsOf(workflowOf(x))
    const mills = flows.reduce((sum, f) => sum + millsOf(f), 0)
    const ended = flows.filter(f => f.endedAt !== null)
    const millis = ended.reduce((sum, f) => sum + ((f.endedAt ?? 0) - f.startedAt), 0)
    return record({
      count: flows.length,
      byState: Object.fromEntries(FLOW_STATES.map(s => [s, flows.filter(f => f.state === s).length])),
      objections: flows.filter(f => f.objected).length,
      cost: euro(mills),
      averageMillis: ended.length === 0 ? null : Math.round(millis / ended.length),
    })
  }

  const approval = (x: Exchange) => {
    const found = store.approvals.get(x.path('approval'))
    if (found?.tenant !== x.caller.tenant) throw Problem.notFound('The approval')
    if (!store.canSeeApproval(x.caller, found)) throw Problem.forbidden('This approval concerns other people')
    return record(approvalResource(found))
  }

  const [read, decide] = ['workflows:read', 'approvals:read']
  return [
    on('GET /workflows/', read, list),
    on('GET /workflows/run-usage', read, usage),
    on('GET /workflows/{workflow}', read, x => record(workflowResource(workflowOf(x)))),
    on('POST /workflows/{workflow}/run', 'workflows:run', start),
    on('GET /workflows/{workflow}/runs', read, listFlows),
    on('GET /workflows/{workflow}/runs/summary', read, summary),
    on('GET /workflows/{workflow}/runs/{run}', read, x => record(flowResource(flowOf(x)))),
    on('GET /workflows/{workflow}/runs/{run}/steps', read, x => listing(stepResources(flowOf(x)))),
    on('GET /approvals/pending/list', decide, x => pending(a => store.canSeeApproval(x.caller, a))),
    on('GET /approvals/{approval}', decide, approval),
    on('GET /workflows/approvals/pending', decide, x =>
      pending(a => a.flowRun !== null && store.canDecide(x.caller, a)),
    ),
  ]
}
