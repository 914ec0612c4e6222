import { expect } from 'vitest'
import { tasksOf } from '../../testing/task-client.ts'
import { START, type TestKit, test } from '../../testing/test-kit.ts'
import { decideApproval } from '../../work/approvals.ts'

test('a task that needs approval is done only after a person approved it', async ({ kit, tasks }) => {
  const approver = kit.roles.people['person-manager']
  const { id, reference } = await tasks.create({
    title: 'Pay the suppliers',
    description: 'All of November.',
    requires_approval: true,
    approval_approver_ids: [approver],
  })
  const created = await tasks.read(id)
  kit.advance(1000)
  await expect(tasks.move(id, 'done')).rejects.toThrow('409 approval_required')
  expect(await tasks.read(id)).toEqual(created)
  const asked = await tasks.move(id, 'in_review')
  expect(asked).toMatchObject({ status: 'in_review', approval_id: expect.any(String) })
  await expect(tasks.move(id, 'done')).rejects.toThrow('409 approval_required')
  expect(await tasks.read(id)).toEqual(asked)

  expect(await approval(kit, asked.approval_id)).toMatchObject({
    kind: 'task',
    task_id: id,
    title: `${reference} Pay the suppliers`,
    description: 'All of November.',
    status: 'pending',
    requested_by: kit.roles.people['person-member'],
    approver_ids: [approver],
  })
  kit.advance(1000)
  decide(kit, asked.approval_id, 'approved')
  const decided = await tasks.read(id)
  expect(decided).toMatchObject({ status: 'in_review', updated_at: new Date(START + 2000).toISOString() })
  expect(await tasks.move(id, 'done')).toMatchObject({ status: 'done', approval_id: asked.approval_id })
})

test('other moves need no approval, and neither does a task that asks for none', async ({ tasks }) => {
  const { id } = await tasks.create({ requires_approval: true })
  for (const status of ['todo', 'in_progress', 'cancelled'] as const)
    expect(await tasks.move(id, status)).toMatchObject({ status, approval_id: null })
  const plain = await tasks.create()
  expect(await tasks.move(plain.id, 'done')).toMatchObject({ status: 'done', approval_id: null })
})

test('after a rejection the next review asks anew', async ({ kit, tasks }) => {
  const { id } = await tasks.create({ requires_approval: true })
  const first = (await tasks.move(id, 'in_review')).approval_id
  decide(kit, first, 'rejected')
  await expect(tasks.move(id, 'done')).rejects.toThrow('409 approval_required')
  await tasks.move(id, 'in_progress')
  const second = (await tasks.move(id, 'in_review')).approval_id
  expect(second).not.toBe(first)
  decide(kit, second, 'approved')
  expect(await tasks.move(id, 'done')).toMatchObject({ status: 'done' })
})

test('a task that is taken up again needs another approval', async ({ kit, tasks }) => {
  const { id } = await tasks.create({ requires_approval: true })
  await tasks.move(id, 'in_review')
  decide(kit, (await tasks.read(id)).approval_id, 'approved')
  await tasks.move(id, 'done')
  expect(await tasks.move(id, 'in_progress')).toMatchObject({ approval_id: null })
  await expect(tasks.move(id, 'done')).rejects.toThrow('409 approval_required')
})

test('a task that needs approval cannot be created as done', async ({ tasks }) => {
  const { total } = await tasks.list()
  await expect(tasks.create({ status: 'done', requires_approval: true })).rejects.toThrow(
    '409 approval_required',
  )
  expect((await tasks.list()).total).toBe(total)
})

test('a pending approval follows its task: other approvers, or not needed any more', async ({ kit }) => {
  const { people } = kit.roles
  const tasks = tasksOf(kit)
  const { id } = await tasks.create({ requires_approval: true })
  await tasks.move(id, 'in_review')
  const { approval_id } = await tasks.read(id)
  expect(() => decide(kit, approval_id, 'approved', 'person-other')).toThrow('may not decide')
  await tasks.update(id, { approval_approver_ids: [people['person-other']] })
  expect(await approval(kit, approval_id)).toMatchObject({ approver_ids: [people['person-other']] })
  await tasks.update(id, { requires_approval: false })
  expect(await approval(kit, approval_id)).toMatchObject({ status: 'expired' })
  expect(await tasks.move(id, 'done')).toMatchObject({ status: 'done' })
})

test('the approval of a deleted task waits for nobody', async ({ kit, tasks }) => {
  const { id } = await tasks.create({ requires_approval: true })
  await tasks.move(id, 'in_review')
  const { approval_id } = await tasks.read(id)
  await tasks.remove(id)
  expect(await approval(kit, approval_id)).toMatchObject({ status: 'expired' })
})

const approval = async (kit: TestKit, id: string | null) => (await kit.ask(`GET /approvals/${id}`)).body

function decide(
  kit: TestKit,
  id: string | null,
  outcome: 'approved' | 'rejected',
  by: 'person-admin' | 'person-other' = 'person-admin',
): void {
  decideApproval(kit.workspace, id ?? '', { by: kit.roles.people[by], outcome })
}
