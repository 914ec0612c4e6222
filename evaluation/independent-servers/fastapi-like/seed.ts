// The workspace as it stands before the first request: two tenants, some history, the fixtures.
import {
  type Agent,
  type Board,
  DAY,
  type Database,
  newTask,
  type Person,
  type Run,
  SCOPES,
  type Step,
  stableId,
  type Task,
  type Workflow,
} from './db.ts'
import { begin } from './engine.ts'

interface Target {
  keys: Record<string, Record<string, unknown>>
  fixtures: Record<string, Record<string, unknown>>
}

const LONG_PROMPT = [
  'You are a careful assistant of the back office. Read the request twice before you answer it.',
  'Look the facts up instead of guessing them, name the document each fact came from, and keep',
  'the tone friendly but brief. When an amount above fifty euros is concerned, say so explicitly',
  'and recommend that a colleague has a look. Never promise a delivery date.',
].join(' ')

export function seed(db: Database): Target {
  const person = (name: string, role: Person['role'], tenant: string, team: string): Person => {
    const team_id = stableId('team', tenant, team)
    const p: Person = { id: stableId('person', tenant, name), name, role, tenant, team_id }
    db.people.push(p)
    return p
  }
  const ada = person('Ada', 'admin', 'nordwind', 'Office')
  const tom = person('Tom', 'manager', 'nordwind', 'Support')
  const mia = person('Mia', 'member', 'nordwind', 'Support')
  person('Zoe', 'member', 'nordwind', 'Support')
  const kim = person('Kim', 'member', 'nordwind', 'Research')
  const sol = person('Sol', 'admin', 'suedstern', 'Everyone')
  const team = (name: string, tenant: string, managers: Person[]) => {
    const record = { id: stableId('team', tenant, name), name, tenant, manager_ids: managers.map(m => m.id) }
    db.teams.push(record)
    return record
  }
  team('Office', 'nordwind', [])
  const support = team('Support', 'nordwind', [tom])
  team('Research', 'nordwind', [])
  team('Everyone', 'suedstern', [])

  const keys: Target['keys'] = {}
  const key = (name: string, owner: Person, scopes: string[], revoked = false) => {
    const value = `awk_${stableId('key', name).replaceAll('-', '')}`
    db.keys.set(value, { value, scopes, person: owner, revoked })
    const { id, role, tenant } = owner
    keys[name] = { value, role, scopes, owner: id, person_id: id, tenant }
    if (revoked) keys[name].revoked = true
  }
  key('admin', ada, SCOPES)
  key('manager', tom, SCOPES)
  key('member', mia, SCOPES)
  key('member-research', kim, SCOPES)
  key('other-tenant', sol, SCOPES)
  key('no-scopes', ada, [])
  key('revoked', ada, SCOPES, true)
  for (const scope of SCOPES) key(`only-${scope}`, ada, [scope])

  const agent = (
    name: string,
    owner: Person,
    shared: boolean,
    model: string,
    plan: Step[],
    prompt = LONG_PROMPT,
  ) => {
    const record: Agent = {
      id: stableId('agent', owner.tenant, name),
      tenant: owner.tenant,
      owner,
      shared,
      name,
      description: `${name}, kept by ${owner.name}`,
      model,
      system_prompt: prompt,
      plan,
      created_at: Date.now() - 90 * DAY,
    }
    db.agents.set(record.id, record)
    return record
  }
  const work = (seconds: number): Step => ({ kind: 'work', seconds })
  const finishes = agent('Mail sorter', ada, true, 'aurora-mini', [work(5)])
  const slow = agent('Archive reader', ada, true, 'aurora-large', [work(1200)])
  const fail: Step = { kind: 'fail', reason: 'The ledger file could not be opened.' }
  const fails = agent('Ledger importer', ada, true, 'aurora-mini', [work(4), fail])
  const whom: Step = { kind: 'ask', prompt: 'Whom shall the letter be addressed to?', fields: null }
  const asksText = agent('Letter writer', ada, true, 'aurora-large', [work(2), whom, work(3)])
  const where: Step = { kind: 'ask', prompt: 'Where does the trip go, and when?', fields: ['city', 'date'] }
  const asksFields = agent('Travel desk', ada, true, 'aurora-mini', [work(2), where, work(3)])
  const refund: Step = { kind: 'approval', title: 'Refund of 80 euros' }
  const approval = agent('Refund clerk', ada, true, 'granite-2', [work(2), refund, work(2)])
  const shared = agent('Price checker', mia, true, 'aurora-mini', [work(3)], 'Check prices.')
  const secret = agent('Diary', mia, false, 'aurora-mini', [work(3)])
  const drafts = agent('Drafts', ada, false, 'granite-2', [work(3)])
  const far = agent('Greenhouse', sol, true, 'aurora-mini', [work(5)])

  const board = (name: string, tenant: string, prefix: string): Board => {
    const record = { id: stableId('board', tenant, name), tenant, name, prefix }
    db.boards.push(record)
    return record
  }
  const ops = board('Operations', 'nordwind', 'OPS')
  const web = board('Website', 'nordwind', 'WEB')
  const sun = board('Garden', 'suedstern', 'SUN')

  const workflow = (name: string, tenant: string, steps: Workflow['steps']): Workflow => {
    const record = {
      id: stableId('workflow', tenant, name),
      tenant,
      name,
      description: `${name}, step by step`,
      steps,
      created_at: Date.now() - 80 * DAY,
    }
    db.workflows.set(record.id, record)
    return record
  }
  const step = (name: string, agent: Agent) => {
    return { id: stableId('step', name), kind: 'agent' as const, name, agent }
  }
  const plain = workflow('Morning post', 'nordwind', [step('Sort', finishes), step('Compare prices', shared)])
  const gated = workflow('Monthly letter', 'nordwind', [
    step('Draft', finishes),
    { id: stableId('step', 'Release'), kind: 'gate', name: 'Release', approver_ids: [ada.id, tom.id] },
    step('Send', shared),
  ])
  workflow('Watering', 'suedstern', [step('Water', far)])

  seedHistory(db, [ada, tom, mia, kim], [finishes, fails, shared, asksText, drafts], [plain, gated])
  seedHistory(db, [sol], [far], [])
  seedTasks(db, ops, web, sun, { ada, tom, mia, kim, sol }, finishes)
  seedKnowledge(db, ada, mia, sol)
  seedClients(db)
  // An order of Kim's was decided last week; another one still waits for a person in the app.
  const decided = { status: 'approved', requested_at: Date.now() - 7 * DAY } as const
  db.ask('agent_action', 'Order of new chairs', kim, [ada.id], decided)
  const waiting = db.newRun(approval, kim, { input: { task: 'Order a desk' } })
  waiting.plan = [{ kind: 'approval', title: 'Order of a desk' }, work(2)]
  begin(db, waiting)

  return {
    keys,
    fixtures: {
      'agent-finishes': { id: finishes.id },
      'agent-slow': { id: slow.id },
      'agent-fails': { id: fails.id },
      'agent-asks-text': { id: asksText.id },
      'agent-asks-fields': { id: asksFields.id, values: { city: 'Lisbon', date: '2027-03-01' } },
      'agent-waits-approval': { id: approval.id },
      'agent-shared': { id: shared.id },
      'agent-private': { id: secret.id, key: 'member' },
      workflow: { id: plain.id },
      'workflow-with-gate': { id: gated.id },
      board: { id: ops.id, prefix: ops.prefix },
      'knowledge-hit': { query: 'refund within thirty days' },
      'agency-client': { id: String(db.clients[0]?.id) },
      team: { id: support.id },
    },
  }
}

/** Deterministic history: a few runs on most days of the last seventy. */
function seedHistory(db: Database, people: Person[], agents: Agent[], workflows: Workflow[]): void {
  const now = Date.now()
  let dice = 7
  const roll = (n: number) => {
    dice = (dice * 1103515245 + 12345) % 2147483648
    return Math.floor((dice / 2147483648) * n)
  }
  for (let daysAgo = 70; daysAgo >= 1; daysAgo--) {
    const count = roll(3)
    for (let i = 0; i < count; i++) {
      const owner = people[roll(people.length)] as Person
      const usable = agents.filter(a => db.seesAgent(owner, a))
      const by = usable[roll(usable.length)] as Agent
      past(db, by, owner, now - daysAgo * DAY + i * 60_000, { task: `Routine job of day ${daysAgo}` })
    }
    for (const flow of daysAgo % 10 === 0 ? workflows : []) {
      const owner = people[roll(people.length)] as Person
      pastWorkflow(db, flow, owner, now - daysAgo * DAY + 600_000, daysAgo % 20 === 0)
    }
  }
}

function past(db: Database, agent: Agent, person: Person, at: number, input: Record<string, string>): Run {
  const failing = agent.plan.some(s => s.kind === 'fail')
  const run = db.newRun(agent, person, {
    input,
    created_at: at,
    started_at: at + 400,
    ended_at: at + 5_400,
    triggered_by: 'history',
    status: failing ? 'error' : 'finished',
    plan: [],
    messages: 2,
    ...(failing
      ? { error: 'The ledger file could not be opened.' }
      : { summary: `${agent.name} did: ${input.task ?? 'its work'}` }),
  })
  db.book(run, at + 400, 900 + (run.id % 7) * 130, 0)
  db.book(run, at + 5_400, 0, 300 + (run.id % 5) * 90)
  db.emit(run.chat, { type: 'run.status', run_id: run.id, status: run.status })
  db.closeChat(run.chat)
  return run
}

function pastWorkflow(db: Database, flow: Workflow, person: Person, at: number, objection: boolean): void {
  const record = db.newWorkflowRun(flow, person, {
    status: 'finished',
    had_objection: objection && flow.steps.some(s => s.kind === 'gate'),
    started_at: at,
    ended_at: at + flow.steps.length * 20_000,
  })
  record.steps = flow.steps.map((s, i) => {
    const began = at + i * 20_000
    const run = s.kind === 'agent' ? past(db, s.agent, person, began, { task: s.name }) : null
    if (run) run.workflow_run_id = record.id
    const status = run ? run.status : objection ? 'rejected' : 'approved'
    const ended = run?.ended_at ?? began + 5_000
    return { step_id: s.id, kind: s.kind, name: s.name, status, run, started_at: began, ended_at: ended }
  })
  db.closeChat(record.chat)
}

function seedTasks(
  db: Database,
  ops: Board,
  web: Board,
  sun: Board,
  who: Record<'ada' | 'tom' | 'mia' | 'kim' | 'sol', Person>,
  by: Agent,
): void {
  const make = (board: Board, creator: Person, title: string, more: Partial<Task> = {}) => {
    const at = Date.now() - 40 * DAY
    const number = db.next(`number ${board.tenant}`)
    const task = newTask(stableId('task', board.id, title), number, creator, board.id, title)
    Object.assign(task, { created_at: at, updated_at: at, ...more })
    db.tasks.set(task.id, task)
    return task
  }
  const { ada, tom, mia, kim, sol } = who
  const sorted = make(ops, ada, 'Sort the post of the last quarter', {
    assignee_type: 'agent',
    assignee_id: by.id,
  })
  make(ops, ada, 'Old paperwork', { status: 'done', finished_at: Date.now() - 35 * DAY })
  make(ops, ada, 'Water the plants', { status: 'done', finished_at: Date.now() - 2 * DAY, archived: true })
  make(web, ada, 'New landing page', { status: 'in_progress', priority: 'high', tags: ['web'] })
  make(web, tom, 'Answer the reviews')
  make(ops, mia, 'Collect the receipts', { assignee_type: 'user', assignee_id: mia.id })
  make(ops, kim, 'Read the new paper')
  make(sun, sol, 'Plant tomatoes')
  let linked = 0
  for (const run of db.runs.values()) {
    if (linked < 3 && run.agent === by && run.person === ada && run.workflow_run_id === null) {
      run.task_id = sorted.id
      linked++
    }
  }
}

function seedKnowledge(db: Database, ada: Person, mia: Person, sol: Person): void {
  const add = (name: string, owner: Person, shared: boolean, passages: [string, string][]) => {
    db.knowledge.push({
      id: stableId('knowledge', owner.tenant, name),
      tenant: owner.tenant,
      owner,
      shared,
      name,
      passages: passages.map(([document, text]) => ({ document, text })),
    })
  }
  add('Customer handbook', ada, true, [
    ['Returns', 'A customer gets a full refund within thirty days of the purchase.'],
    ['Returns', 'A refund of damaged goods needs a photo of the damage.'],
    ['Returns', 'After thirty days we offer a voucher instead of a refund.'],
    ['Shipping', 'Parcels leave the house within two days.'],
    ['Opening', 'The shop is open from Monday to Saturday.'],
  ])
  add('Office rules', ada, false, [['Refunds', 'Every refund above fifty euros is looked at by two people.']])
  add('Private notes', mia, false, [['Notes', 'My own refund within thirty days is still open.']])
  add('Plants', sol, true, [['Water', 'A refund within thirty days is granted for withered plants.']])
}

function seedClients(db: Database): void {
  const today = new Date()
  for (const [i, name] of ['Bakery Huber', 'Studio Lang'].entries()) {
    const months = new Map()
    for (let back = 0; back < 3; back++) {
      const at = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
      const id = (n: string) => stableId('client agent', name, n)
      months.set(at.toISOString().slice(0, 7), [
        { agent_id: id('1'), agent_name: 'Order desk', runs: 12 - back, tokens: 18_000, units: 5_200 },
        { agent_id: id('2'), agent_name: 'Phone notes', runs: 3 + back, tokens: 4_100, units: 1_150 },
      ])
    }
    db.clients.push({ id: 501 + i, tenant: 'nordwind', name, months })
  }
}
