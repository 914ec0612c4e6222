import { beforeAll, expect, test } from 'vitest'
import { DAY } from '../simulation/duration.ts'
import { atOnce } from '../simulation/slices.ts'
import { eventsOf } from '../work/chat-events.ts'
import { Workspace } from '../world/workspace.ts'
import { shippedWorlds } from '../world-file/index.ts'
import { buildingWorld, handleEvent, pastOf, type Roles, rolesIn } from './index.ts'

const HISTORY_MS = pastOf(shippedWorlds().demo)

function seedDemo(workspace: Workspace, end: number): Roles {
  atOnce(buildingWorld(workspace, shippedWorlds().demo, end))
  return rolesIn(workspace)
}

const NOW = Date.parse('2026-11-20T09:00:00Z')
let demo: Workspace
let roles: Roles
beforeAll(() => {
  demo = emptyAt(NOW)
  roles = seedDemo(demo, NOW)
})

function emptyAt(at: number, seed = 'seed'): Workspace {
  return Workspace.empty({
    id: 'demo',
    name: 'Demo',
    seed,
    at: at - HISTORY_MS,
    mode: { kind: 'frozen' },
    handleEvent,
  })
}

function everything({ tables, ledger, simulation }: Workspace) {
  const saved = Object.entries(tables).map(([name, table]) => [name, table.all()])
  return JSON.stringify([saved, ledger.all(), simulation.schedule.save()])
}

test('the same seed and instant make the same world, others another one', () => {
  const again = emptyAt(NOW)
  seedDemo(again, NOW)
  expect(everything(again)).toBe(everything(demo))
  const other = emptyAt(NOW, 'another seed')
  seedDemo(other, NOW)
  expect(other.tables.runs.all()[0]?.id).not.toBe(demo.tables.runs.all()[0]?.id)
})

test('is as rich as a company that works with agents every day', () => {
  const { people, agents, runs, tasks, approvals, workflowRuns } = demo.tables
  expect(people.size).toBeGreaterThanOrEqual(15)
  expect(agents.all().filter(agent => agent.visibility === 'private')).toHaveLength(3)
  expect(runs.size).toBeGreaterThan(240)
  expect(runs.range('newest', null, { from: NOW - DAY }).length).toBeGreaterThan(3)
  expect(Math.min(...runs.all().map(run => run.createdAt))).toBeGreaterThan(NOW - 91 * DAY)
  for (const status of ['running', 'paused', 'completed', 'failed', 'cancelled', 'stopped'])
    expect(runs.count('byStatus', status), status).toBeGreaterThan(2)
  expect(runs.count('byStatus', 'completed') / runs.size).toBeGreaterThan(0.7)
  for (const status of ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'])
    expect(tasks.all().filter(task => task.status === status).length, status).toBeGreaterThan(2)
  expect(tasks.all().filter(task => task.archived).length).toBeGreaterThan(3)
  expect(tasks.all().filter(task => task.parentTaskId !== null).length).toBeGreaterThan(5)
  for (const kind of ['run', 'task', 'workflow_gate'])
    expect(approvals.count('oldest', `${kind}|status:pending`), kind).toBeGreaterThan(1)
  for (const status of ['running', 'waiting', 'completed', 'failed', 'cancelled'])
    expect(workflowRuns.count('newest', `status:${status}`), status).toBeGreaterThan(0)
  expect(workflowRuns.all().filter(run => run.hadObjection).length).toBeGreaterThan(2)
})

test.each([
  ['at the start of a month', '2026-12-01T00:00:00Z'],
  ['on a Sunday night', '2026-11-22T23:30:00Z'],
  ['on a leap day', '2028-02-29T12:00:00Z'],
])('nothing of it lies in the future %s', (_, text) => {
  const now = Date.parse(text)
  const workspace = emptyAt(now)
  seedDemo(workspace, now)
  const { tables, ledger } = workspace
  const instants = [
    ...ledger.rows().map(row => row.at),
    ...tables.runs.all().flatMap(run => [run.createdAt, run.updatedAt, run.finishedAt ?? 0]),
    ...tables.workflowRuns.all().flatMap(run => [run.createdAt, run.updatedAt, run.finishedAt ?? 0]),
    ...tables.tasks.all().flatMap(task => [task.createdAt, task.updatedAt, task.doneAt ?? 0]),
    ...tables.approvals.all().flatMap(approval => [approval.requestedAt, approval.decidedAt ?? 0]),
    ...tables.chats.all().flatMap(({ parts }) => parts.map(({ at }) => at)),
  ]
  expect(Math.max(...instants)).toBeLessThanOrEqual(now)
})

test('the cost and tokens of a run are those of its ledger rows, all of them while it ran', () => {
  for (const run of demo.tables.runs.all()) {
    const { micros, tokensIn, tokensOut } = demo.ledger.sum({ where: { runId: run.id } })
    expect({ micros, tokensIn, tokensOut }, run.id).toEqual({
      micros: run.micros,
      tokensIn: run.tokensIn,
      tokensOut: run.tokensOut,
    })
    for (const row of demo.ledger.rows({ where: { runId: run.id } })) {
      expect(row.at).toBeGreaterThanOrEqual(run.createdAt)
      expect(row.at).toBeLessThanOrEqual(run.finishedAt ?? NOW)
      expect(row).toMatchObject({
        agentId: run.agentId,
        userId: run.startedBy,
        teamId: run.teamId,
        modelId: run.model,
      })
      expect(row.workflowRunId).toBe(run.workflowRunId)
    }
  }
})

test('a run carries what its status says, and nothing else', () => {
  for (const run of demo.tables.runs.all()) {
    const { status, finishedAt, progress } = run
    const goesOn = status === 'running' || status === 'paused'
    expect(run.summary !== null, run.id).toBe(status === 'completed')
    expect(run.error !== null, run.id).toBe(status === 'failed')
    expect(finishedAt === null, run.id).toBe(goesOn)
    expect(progress !== null, run.id).toBe(goesOn)
    expect(progress?.work != null).toBe(status === 'running')
    // A completion is answered at once, with the time that its work takes in a run.
    if (run.triggeredBy !== 'completion')
      expect(run.workedMs).toBeLessThanOrEqual((finishedAt ?? NOW) - run.createdAt)
    expect(demo.simulation.schedule.of(run.id)).toHaveLength(status === 'running' ? 1 : 0)
    if (run.retryOf !== null) {
      const original = demo.tables.runs.get(run.retryOf)
      expect(['failed', 'cancelled']).toContain(original?.status)
      expect(original).toMatchObject({ agentId: run.agentId, input: run.input })
    }
  }
})

test('a paused run waits for a question, for an approval, or for whoever paused it', () => {
  const paused = demo.tables.runs.range('byStatus', 'paused')
  const waits = { question: 0, approval: 0, person: 0 }
  for (const { id, progress } of paused) {
    const step = progress?.script[progress.at]
    if (progress?.question) {
      expect(['ask', 'ask-fields', 'ask-decisions']).toContain(step?.do)
      waits.question++
    } else if (progress?.approvalId) {
      expect(step?.do).toBe('await-approval')
      expect(demo.tables.approvals.get(progress.approvalId)).toMatchObject({ status: 'pending', runId: id })
      waits.approval++
    } else {
      expect(step?.do).toBe('work')
      waits.person++
    }
  }
  expect(Math.min(...Object.values(waits))).toBeGreaterThan(0)
})

test('chats have their events without a hole, in order of time, and end as their run ended', () => {
  for (const chat of demo.tables.chats.all()) {
    const events = eventsOf(demo, chat)
    expect(events.map(event => event.sequence)).toEqual(
      Array.from({ length: events.length }, (_, i) => i + 1),
    )
    const times = events.map(event => event.at)
    expect(times, chat.id).toEqual([...times].sort())
    const last = events.at(-1)
    if (chat.kind === 'conversation') continue
    const subject =
      chat.kind === 'run'
        ? demo.tables.runs.get(chat.subjectId)
        : demo.tables.workflowRuns.get(chat.subjectId)
    expect(subject, chat.id).toBeDefined()
    const said = events.findLast(
      event => event.type === (chat.kind === 'run' ? 'run.status' : 'workflow_run.status'),
    )
    expect(said, chat.id).toMatchObject({ status: subject?.status })
    if (subject?.finishedAt !== null) expect(last?.type).toBe(said?.type)
  }
})

test('everything that a row names is there', () => {
  const { agents, people, teams, models, runs, chats, tasks, boards, projects, workflows, workflowRuns } =
    demo.tables
  const known = (table: { get(id: string): unknown }, id: string | null, what: string) => {
    if (id !== null) expect(table.get(id), `${what} ${id}`).toBeDefined()
  }
  for (const run of runs.all()) {
    known(agents, run.agentId, 'agent')
    known(people, run.startedBy, 'person')
    known(teams, run.teamId, 'team')
    known(models, run.model, 'model')
    known(chats, run.chatId, 'chat')
    known(tasks, run.taskId, 'task')
    known(workflowRuns, run.workflowRunId, 'workflow run')
    const agent = agents.get(run.agentId)
    if (agent?.visibility === 'private') expect(run.startedBy).toBe(agent.ownerId)
  }
  for (const task of tasks.all()) {
    known(boards, task.boardId, 'board')
    known(projects, task.projectId, 'project')
    known(tasks, task.parentTaskId, 'task')
    known(people, task.ownerId, 'person')
    known(task.assigneeType === 'agent' ? agents : people, task.assigneeId, 'assignee')
  }
  for (const run of workflowRuns.all()) {
    known(workflows, run.workflowId, 'workflow')
    known(people, run.startedBy, 'person')
  }
})

test('tasks are numbered by their age on each board, and stand in their columns one below the other', () => {
  for (const board of demo.tables.boards.all()) {
    const tasks = demo.tables.tasks.range('newest', `board:${board.id}`)
    expect(tasks.map(task => task.number)).toEqual(tasks.map((_, index) => index + 1))
    expect(board.lastNumber).toBe(tasks.length)
    for (const task of tasks) expect(task.reference).toBe(`${board.prefix}-${task.number}`)
    for (const status of new Set(tasks.map(task => task.status))) {
      const column = demo.tables.tasks.range('column', `${board.id}|${status}`)
      const positions = column.map(task => task.position)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    }
  }
})

test('a task is done when it says so, approved where it has to be, and its runs came after it', () => {
  for (const task of demo.tables.tasks.all()) {
    expect(task.doneAt !== null, task.reference).toBe(task.status === 'done')
    const approval = task.approvalId === null ? null : demo.tables.approvals.get(task.approvalId)
    if (task.requiresApproval && task.status === 'done') expect(approval?.status).toBe('approved')
    if (task.requiresApproval && task.status === 'in_review') expect(approval?.status).toBe('pending')
    for (const run of demo.tables.runs.range('byTask', task.id)) {
      expect(run.createdAt).toBeGreaterThanOrEqual(task.createdAt)
      if (task.doneAt !== null) expect(run.finishedAt).toBeLessThanOrEqual(task.doneAt)
      expect(task).toMatchObject({ assigneeType: 'agent', assigneeId: run.agentId })
    }
  }
})

test('the steps of a workflow run have run, were decided, or wait, in the order of the workflow', () => {
  for (const run of demo.tables.workflowRuns.all()) {
    const workflow = demo.tables.workflows.get(run.workflowId)
    expect(run.steps.map(step => step.stepId)).toEqual(workflow?.steps.map(step => step.id))
    expect(run.hadObjection).toBe(run.steps.some(step => step.decision?.outcome === 'objected'))
    const runs = demo.tables.runs.range('byWorkflowRun', run.id)
    expect(runs.map(row => row.id).sort()).toEqual(run.steps.flatMap(step => step.runId ?? []).sort())
    const cost = runs.reduce((sum, row) => sum + row.micros, 0)
    expect(demo.ledger.sum({ where: { workflowRunId: run.id } }).micros).toBe(cost)
    let time = run.createdAt
    for (const step of run.steps) {
      if (step.startedAt === null) continue
      expect(step.startedAt, run.id).toBeGreaterThanOrEqual(time)
      time = step.finishedAt ?? NOW
      if (step.runId !== null) expect(demo.tables.runs.get(step.runId)?.chatId).toBe(run.sharedChatId)
      const approval = step.approvalId === null ? null : demo.tables.approvals.get(step.approvalId)
      if (approval) expect(approval.decidedBy).toBe(step.decision?.decidedBy ?? null)
    }
    const statuses = run.steps.map(step => step.status)
    if (run.status === 'completed') expect(new Set(statuses)).toEqual(new Set(['completed']))
    if (run.status === 'failed') expect(statuses).toContain('failed')
    if (run.status === 'waiting') expect(statuses).toContain('waiting')
    if (run.status === 'running') expect(statuses).toContain('running')
  }
})

test('decided approvals say who decided, and only those who may have decided', () => {
  for (const approval of demo.tables.approvals.all()) {
    const isOpen = approval.status === 'pending'
    expect(approval.decidedAt === null, approval.id).toBe(isOpen)
    if (approval.decidedBy === null) expect(['pending', 'expired']).toContain(approval.status)
    else {
      const person = demo.tables.people.get(approval.decidedBy)
      expect(person?.role === 'admin' || approval.approverIds.includes(approval.decidedBy), approval.id).toBe(
        true,
      )
    }
  }
})

test('the wallet has a few hundred euros left, and was never empty', () => {
  let balance = 0
  for (const row of demo.ledger.rows()) {
    balance -= row.micros
    expect(balance).toBeGreaterThan(0)
  }
  expect(balance / 1e6).toBeGreaterThan(200)
  expect(balance / 1e6).toBeLessThan(800)
})

test('the owner of the member key has something in every list', () => {
  const me = roles.people['person-member']
  const { tasks, agents, runs, approvals } = demo.tables
  for (const status of ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'])
    expect(
      tasks.all().some(task => task.ownerId === me && task.status === status),
      status,
    ).toBe(true)
  expect(agents.all().some(agent => agent.ownerId === me && agent.visibility === 'private')).toBe(true)
  expect(runs.all().some(run => run.startedBy === me && run.status === 'paused')).toBe(true)
  expect(approvals.all().some(approval => approval.requestedBy === me && approval.status === 'pending')).toBe(
    true,
  )
})

test('somebody has joined and not spent anything yet', () => {
  const newcomer = demo.tables.people.all().find(person => person.name === 'Oliver Quinn')
  expect(demo.ledger.sum({ where: { userId: newcomer?.id ?? '' } }).entries).toBe(0)
})
