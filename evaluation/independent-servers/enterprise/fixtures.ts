// What the installation contains on its first day.
import {
  type AgentRecord,
  type BoardRecord,
  blankTask,
  DAY_MS,
  isoDay,
  type Member,
  type RunEntity,
  type Stage,
  type Step,
  type Store,
  type TaskFields,
  type WorkflowRecord,
} from './model.ts'
import type { Simulation } from './simulation.ts'

const ALL_SCOPES = (
  'agents:read agents:run tasks:read tasks:write runs:read approvals:read analytics:read ' +
  'workflows:read workflows:run chat:read chat:write knowledge:read agency-usage:read'
).split(' ')

export function install(store: Store, simulation: Simulation): Record<string, Record<string, unknown>> {
  const team = (id: string, tenant: string, name: string, ...managers: string[]) =>
    store.teams.push({ id, tenant, name, managers })
  team('team-board', 'acme', 'Board')
  team('team-finance', 'acme', 'Finance', 'usr-marek')
  team('team-legal', 'acme', 'Legal')
  team('team-globex', 'globex', 'Globex')

  const hire = (name: string, tenant: string, role: Member['role'], teamId: string): Member => {
    const member: Member = { id: `usr-${name.toLowerCase()}`, tenant, name, role, teamId }
    store.members.push(member)
    return member
  }
  const ingrid = hire('Ingrid', 'acme', 'admin', 'team-board')
  const marek = hire('Marek', 'acme', 'manager', 'team-finance')
  const olu = hire('Olu', 'acme', 'member', 'team-finance')
  hire('Quentin', 'acme', 'member', 'team-finance') // never runs anything
  const pia = hire('Pia', 'acme', 'member', 'team-legal')
  const rosa = hire('Rosa', 'globex', 'admin', 'team-globex')

  const keys: Record<string, unknown> = {}
  const issue = (name: string, owner: Member, scopes: string[], revoked = false) => {
    const token = `sk.${owner.tenant}.${Buffer.from(`${name}/${owner.id}`).toString('hex')}`
    store.keys.set(token, { scopes, owner, revoked })
    const { role, id, tenant } = owner
    const shown = { value: token, role, scopes, owner: id, person_id: id, tenant }
    keys[name] = revoked ? { ...shown, revoked } : shown
  }
  issue('admin', ingrid, ALL_SCOPES)
  issue('manager', marek, ALL_SCOPES)
  issue('member', olu, ALL_SCOPES)
  issue('member-legal', pia, ALL_SCOPES)
  issue('other-tenant', rosa, ALL_SCOPES)
  issue('no-scopes', ingrid, [])
  issue('revoked', ingrid, ALL_SCOPES, true)
  for (const scope of ALL_SCOPES) issue(`only-${scope}`, ingrid, [scope])

  const employ = (
    name: string,
    owner: Member,
    visibility: AgentRecord['visibility'],
    model: string,
    ...script: Step[]
  ): AgentRecord => {
    const systemPrompt =
      `You are ${name}. ` +
      'Follow the house rules of the finance department: keep every figure exactly as it was given, name the source of '.repeat(
        2,
      ) +
      'each figure, and hand over to a person whenever two sources disagree with each other.'
    const id = store.identifier('agt')
    const agent = { id, tenant: owner.tenant, owner, visibility, name, model, systemPrompt, script }
    store.agents.set(agent.id, agent)
    return agent
  }
  const work = (seconds: number): Step => ({ do: 'work', seconds })
  const clerk = employ('Invoice Clerk', ingrid, 'SHARED', 'opal-8b', work(6))
  const auditor = employ('Annual Auditor', ingrid, 'SHARED', 'jasper-xl', work(1200))
  const bankIsSilent: Step = { do: 'fault', reason: 'The bank did not answer.' }
  const gateway = employ('Bank Gateway', ingrid, 'SHARED', 'opal-8b', work(3), bankIsSilent)
  const clause: Step = { do: 'question', prompt: 'Which clause shall be added?', expects: 'text' }
  const scribe = employ('Contract Scribe', ingrid, 'SHARED', 'opal-70b', work(3), clause, work(2))
  const planner = employ('Meeting Planner', ingrid, 'SHARED', 'opal-8b', work(2), {
    do: 'question',
    prompt: 'Which room and which hour?',
    expects: ['room', 'hour'],
  })
  const payment: Step = { do: 'approval', subject: 'Payment of 4 800 euros' }
  const payer = employ('Payment Officer', marek, 'SHARED', 'opal-70b', work(3), payment, work(2))
  const checker = employ('Clause Checker', pia, 'SHARED', 'opal-70b', work(4))
  const diary = employ('Olu’s Notes', olu, 'PRIVATE', 'opal-8b', work(4))
  const remote = employ('Globex Clerk', rosa, 'SHARED', 'opal-8b', work(6))

  const design = (id: string, tenant: string, title: string, ...stages: Stage[]): WorkflowRecord => {
    const workflow = { id, tenant, title, stages }
    store.workflows.set(id, workflow)
    return workflow
  }
  const stage = (id: string, title: string, agent: AgentRecord): Stage => {
    return { id, type: 'AGENT', title, agent, seconds: 4 }
  }
  const read = stage('s1', 'Read', clerk)
  const intake = design('wf-intake', 'acme', 'Invoice intake', read, stage('s2', 'Compare', checker))
  const closing = design(
    'wf-closing',
    'acme',
    'Month closing',
    stage('s1', 'Collect', clerk),
    { id: 's2', type: 'GATE', title: 'Sign-off', deciders: [ingrid.id, marek.id] },
    stage('s3', 'Publish', checker),
  )
  design('wf-globex', 'globex', 'Globex intake', stage('s1', 'Read', remote))

  const board = (id: string, tenant: string, prefix: string, issued: number): BoardRecord => {
    const record = { id, tenant, prefix, issued }
    store.boards.push(record)
    return record
  }
  const finance = board('brd-fin', 'acme', 'FIN', 120)
  const legal = board('brd-leg', 'acme', 'LEG', 40)
  const globex = board('brd-glx', 'globex', 'GLX', 0)

  const file = (
    on: BoardRecord,
    author: Member,
    title: string,
    more: Partial<TaskFields> = {},
    doneDaysAgo = -1,
  ) => {
    const createdAt = Date.now() - 60 * DAY_MS
    const id = store.identifier('tsk')
    store.tasks.set(id, {
      id,
      tenant: author.tenant,
      boardNumber: store.boardNumber(on),
      author,
      createdAt,
      modifiedAt: createdAt,
      completedAt: doneDaysAgo < 0 ? null : Date.now() - doneDaysAgo * DAY_MS,
      fields: { ...blankTask(title, on.id), ...more },
    })
    return id
  }
  const ledgerTask = file(finance, ingrid, 'Reconcile the ledger', { agent_id: clerk.id, status: 'review' })
  file(finance, ingrid, 'Archive invoices of last spring', { status: 'done' }, 50)
  file(finance, ingrid, 'Shred drafts', { status: 'archived' })
  file(legal, ingrid, 'Review the lease', { assignee_type: 'user', assignee_id: pia.id, priority: 'urgent' })
  file(finance, marek, 'Plan next quarter')
  file(finance, olu, 'File travel expenses', { assignee_type: 'user', assignee_id: olu.id })
  file(legal, pia, 'Update the template')
  file(globex, rosa, 'Globex only')

  let remaining = 3
  for (let day = 75; day >= 1; day--) {
    const who = [ingrid, marek, olu, pia][day % 4] as Member
    const usable = [clerk, gateway, checker, diary].filter(a => store.canUse(who, a))
    const at = Date.now() - day * DAY_MS
    for (let n = 0; n < 1 + (day % 2); n++) {
      const agent = usable[(day + n) % usable.length] as AgentRecord
      const run = remember(simulation, agent, who, at + n * 90_000)
      if (agent === clerk && who === ingrid && remaining-- > 0) run.taskId = ledgerTask
    }
    if (day % 9 === 0) {
      rememberFlow(simulation, intake, who, at + 400_000, false)
      rememberFlow(simulation, closing, who, at + 500_000, day % 18 === 0)
    }
    if (day % 15 === 0) remember(simulation, remote, rosa, at)
  }
  // A decision that is still open, and one that was taken.
  const undecided = { ...payer, script: payer.script.slice(1) }
  simulation.launch({ agent: undecided, owner: olu, parameters: null, trigger: 'manual' })
  store.approvals.set('apr-000000', {
    id: 'apr-000000',
    tenant: 'acme',
    subject: 'Payment of 90 euros',
    requester: marek,
    deciders: [ingrid.id],
    run: null,
    flowRun: null,
    state: 'GRANTED',
    raisedAt: 0,
  })

  const shelve = (id: string, owner: Member, open: boolean, title: string, ...passages: string[]) =>
    store.folders.push({ id, tenant: owner.tenant, owner, open, title, passages })
  shelve(
    'kb-policies',
    ingrid,
    true,
    'Policies',
    'Travel expenses are reimbursed within fourteen days when the receipts are complete.',
    'Travel by train is preferred; flights need the consent of the manager.',
    'Expenses without receipts are not reimbursed.',
    'Invoices are paid on Thursdays.',
  )
  shelve(
    'kb-legal',
    pia,
    true,
    'Legal',
    'Receipts of travel expenses are kept for ten years.',
    'Leases run for five years.',
  )
  shelve('kb-olu', olu, false, 'Olu’s shelf', 'My travel expenses of May were reimbursed late.')
  shelve('kb-globex', rosa, true, 'Globex', 'Travel expenses are reimbursed never.')

  const month = (back: number) => {
    const now = new Date()
    return isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).slice(0, 7)
  }
  store.clients.push({
    id: 'client-brewery',
    tenant: 'acme',
    usage: new Map([
      [month(0), [{ agent: 'Order Taker', runs: 41, tokens: 90_500, mills: 812_000 }]],
      [
        month(1),
        [
          { agent: 'Order Taker', runs: 77, tokens: 151_200, mills: 1_377_000 },
          { agent: 'Label Writer', runs: 5, tokens: 8_100, mills: 66_500 },
        ],
      ],
    ]),
  })

  return {
    keys,
    fixtures: {
      'agent-finishes': { id: clerk.id },
      'agent-slow': { id: auditor.id },
      'agent-fails': { id: gateway.id },
      'agent-asks-text': { id: scribe.id },
      'agent-asks-fields': { id: planner.id, values: { room: 'Blue room', hour: '14:00' } },
      'agent-waits-approval': { id: payer.id },
      'agent-shared': { id: checker.id },
      'agent-private': { id: diary.id, key: 'member' },
      workflow: { id: intake.id },
      'workflow-with-gate': { id: closing.id },
      board: { id: finance.id, prefix: finance.prefix },
      'knowledge-hit': { query: 'travel expenses receipts' },
      'agency-client': { id: 'client-brewery' },
      team: { id: 'team-finance' },
    },
  }
}

function remember(simulation: Simulation, agent: AgentRecord, owner: Member, at: number): RunEntity {
  const faulted = agent.script.some(b => b.do === 'fault')
  const run = Object.assign(simulation.record(agent, owner), {
    state: faulted ? 'faulted' : 'succeeded',
    parameters: { task: 'Routine' },
    trigger: 'schedule',
    step: agent.script.length,
    createdAt: at,
    startedAt: at + 500,
    endedAt: at + 6_500,
    summary: faulted ? null : 'Done: Routine.',
    fault: faulted ? 'The bank did not answer.' : null,
    messages: 2,
  } satisfies Partial<RunEntity>)
  run.conversation.complete = true
  const data = { runId: run.id, status: run.state, at }
  run.conversation.log.push({ sequence: 1, name: 'run-status', data })
  simulation.charge(run, 1_000 + (run.sequence % 5) * 210, 0, at + 500)
  simulation.charge(run, 0, 350 + (run.sequence % 3) * 75, at + 6_500)
  return run
}

function rememberFlow(
  simulation: Simulation,
  workflow: WorkflowRecord,
  owner: Member,
  at: number,
  objected: boolean,
): void {
  const flow = simulation.recordFlow(workflow, owner)
  const endedAt = at + workflow.stages.length * 4_000
  Object.assign(flow, { state: 'completed', objected, startedAt: at, endedAt, at: workflow.stages.length })
  flow.conversation.complete = true
  for (const [i, trace] of flow.traces.entries()) {
    const { stage } = trace
    trace.state = stage.type === 'GATE' && objected ? 'objected' : 'completed'
    trace.startedAt = at + i * 4_000
    trace.endedAt = at + (i + 1) * 4_000
    if (stage.type === 'AGENT') trace.mills = simulation.chargeStage(flow, stage.agent, trace.endedAt)
  }
}
