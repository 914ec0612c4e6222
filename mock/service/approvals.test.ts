import { expect } from 'vitest'
import type { Body } from '../testing/send-as.ts'
import { type KeyName, startTestKit, type TestKit, test } from '../testing/test-kit.ts'
import { comeToGate, decide, start } from '../testing/workflow-driver.ts'
import { decideApproval, expireApproval, requestApproval } from '../work/approvals.ts'

const EVERYBODY: readonly KeyName[] = ['admin', 'manager', 'member', 'other', 'outsider-manager']

test('a gate that waits is a pending approval that says what to decide', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-with-gate')
  const id = await comeToGate(kit, path)
  const { data: approval } = await readApproval(kit, id, 'manager')
  expect(approval).toMatchObject({
    id,
    kind: 'workflow_gate',
    title: 'Finance decides',
    status: 'pending',
    workflow_id: path.workflow_id,
    workflow_run_id: path.run_id,
    run_id: null,
    task_id: null,
    requested_by: kit.roles.people['person-member'],
    approver_ids: [kit.roles.people['person-manager']],
    decided_at: null,
    decided_by: null,
    comment: null,
  })
  expect(approval?.description).not.toBe('')
  expect(await pending(kit, 'manager')).toContain(id)
})

test('a decided approval can still be read, and is listed nowhere', async ({ kit }) => {
  const { path } = await start(kit, 'workflow-with-gate')
  const id = await comeToGate(kit, path)
  decide(kit, id, 'rejected', { comment: 'Not this supplier.' })
  const { data } = await readApproval(kit, id, 'manager')
  expect(data).toMatchObject({
    status: 'rejected',
    decided_by: kit.roles.people['person-manager'],
    comment: 'Not this supplier.',
  })
  expect(data?.decided_at).not.toBeNull()
  expect(await pending(kit, 'admin')).not.toContain(id)
  expect(await gates(kit, 'admin')).not.toContain(id)
})

test('pending approvals are seen by admins, whoever asked, approvers, and the manager of whoever asked', async () => {
  await using kit = await startTestKit()
  const byMember = await gateFor(kit, 'member')
  const byOther = await gateFor(kit, 'other')
  expect(await whoSees(kit, byMember)).toEqual(['admin', 'manager', 'member'])
  // The manager of Finance decides the gate; the manager of Operations has the asking person in the team.
  expect(await whoSees(kit, byOther)).toEqual(['admin', 'manager', 'other', 'outsider-manager'])
})

test('the manager of one team of whoever asked sees the approval, whichever others that person is in', async () => {
  await using kit = await startTestKit()
  const id = kit.roles.people['person-other']
  const { 'team-customer-care': care, 'team-operations': operations } = kit.roles.teams
  kit.workspace.tables.people.replace(id, { teamIds: [care, operations] })
  expect(await whoSees(kit, await gateFor(kit, 'other'))).toContain('outsider-manager')
})

test('where only deciders see approvals, whoever asked does not', async () => {
  await using kit = await startTestKit({ profile: { 'approval-visibility': 'deciders' } })
  expect(await whoSees(kit, await gateFor(kit, 'other'))).toEqual(['admin', 'manager'])
})

test('the list of gates leaves out those that the caller may see and not decide', async ({ kit }) => {
  const gate = await gateFor(kit, 'other')
  const lists = await Promise.all(EVERYBODY.map(key => gates(kit, key)))
  expect(EVERYBODY.filter((_, index) => lists[index]?.includes(gate))).toEqual(['admin', 'manager'])
})

test('the list of gates holds gates alone, and the list of approvals everything', async ({ kit }) => {
  const { run_id, id } = await runThatWaits(kit)
  expect(await pending(kit, 'admin')).toContain(id)
  expect(await pending(kit, 'member')).toContain(id)
  expect(await gates(kit, 'admin')).not.toContain(id)
  expect((await readApproval(kit, id, 'member')).data).toMatchObject({
    kind: 'run',
    run_id,
    agent_id: kit.agent('agent-that-waits-for-approval'),
  })
})

test('an approval that the caller may not see is as unknown as one that does not exist', async ({ kit }) => {
  const gate = await gateFor(kit, 'member')
  for (const id of [gate, 'appr_nowhere']) {
    const { response, error } = await readApproval(kit, id, 'other')
    expect(response.status).toBe(404)
    expect(error).toMatchObject({ error: { code: 'approval_not_found', param: 'approval_id' } })
  }
})

test('approvals are listed oldest first', async ({ kit }) => {
  await gateFor(kit, 'member')
  await gateFor(kit, 'other')
  const { data } = await kit.as('admin').GET('/approvals/pending/list', {})
  const times = data?.data.map(approval => approval.requested_at) ?? []
  expect(times.length).toBeGreaterThan(1)
  expect(times).toEqual(times.toSorted())
})

test('only an approver or an admin decides, and only once', async ({ kit }) => {
  const gate = await gateFor(kit, 'member')
  const decideAs = (person: keyof TestKit['roles']['people']) =>
    decideApproval(kit.workspace, gate, { by: kit.roles.people[person], outcome: 'approved' })
  expect(() => decideAs('person-member')).toThrow(expect.objectContaining({ code: 'role_insufficient' }))
  decideAs('person-admin')
  expect(() => decideAs('person-manager')).toThrow(expect.objectContaining({ code: 'transition_refused' }))
})

test('decisions about nothing, by nobody, or with an objection to what is no gate are refused', async () => {
  await using kit = await startTestKit()
  const by = kit.roles.people['person-admin']
  const gate = await gateFor(kit, 'member')
  const task = requestApproval(kit.workspace, {
    kind: 'task',
    taskId: 'tsk_1',
    title: 'Close it',
    description: '',
    requestedBy: by,
    approverIds: [],
  })
  const decideThat = (id: string, person: string, outcome: 'approved' | 'objected') => () =>
    decideApproval(kit.workspace, id, { by: person, outcome })
  expect(decideThat('appr_nowhere', by, 'approved')).toThrow(
    expect.objectContaining({ code: 'approval_not_found' }),
  )
  expect(decideThat(gate, 'usr_nobody', 'approved')).toThrow(
    expect.objectContaining({ code: 'person_not_found' }),
  )
  expect(decideThat(task.id, by, 'objected')).toThrow(expect.objectContaining({ code: 'request_invalid' }))
  expect(kit.workspace.tables.approvals.get(task.id)?.status).toBe('pending')
})

test('an approval that nothing waits for any more expires', async ({ kit }) => {
  const { run_id, id } = await runThatWaits(kit)
  await kit.ask(`POST /agents/${kit.agent('agent-that-waits-for-approval')}/runs/${run_id}/stop`)
  expect((await readApproval(kit, id, 'member')).data).toMatchObject({ status: 'expired', decided_by: null })
  expect(await pending(kit, 'admin')).not.toContain(id)
})

test('a decided approval does not expire', async ({ kit }) => {
  const gate = await gateFor(kit, 'member')
  decide(kit, gate, 'approved')
  const decided = kit.workspace.tables.approvals.get(gate)
  expireApproval(kit.workspace, gate)
  expect(kit.workspace.tables.approvals.get(gate)).toBe(decided)
})

/** A run that waits for an approval, with the id of that. */
async function runThatWaits(kit: TestKit) {
  const started = await kit.startRun('agent-that-waits-for-approval')
  kit.untilIdle()
  return { ...started, id: kit.workspace.tables.runs.get(started.run_id)?.progress?.approvalId ?? '' }
}

async function gateFor(kit: TestKit, key: KeyName): Promise<string> {
  const { path } = await start(kit, 'workflow-with-gate', { key })
  return comeToGate(kit, path)
}

function readApproval(kit: TestKit, approval_id: string, key: KeyName) {
  return kit.as(key).GET('/approvals/{approval_id}', { params: { path: { approval_id } } })
}

const pending = (kit: TestKit, key: KeyName) => listed(kit, '/approvals/pending/list', key)
const gates = (kit: TestKit, key: KeyName) => listed(kit, '/workflows/approvals/pending', key)

async function listed(kit: TestKit, path: string, key: KeyName): Promise<string[]> {
  return (await kit.ask(`GET ${path}`, undefined, key)).body.data.map(({ id }: Body) => id)
}

/** Who finds it in the list and, the same people, by its id. */
async function whoSees(kit: TestKit, id: string): Promise<KeyName[]> {
  const seers: KeyName[] = []
  for (const key of EVERYBODY) {
    const listed = (await pending(kit, key)).includes(id)
    expect((await readApproval(kit, id, key)).response.ok, key).toBe(listed)
    if (listed) seers.push(key)
  }
  return seers
}
