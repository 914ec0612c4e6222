import { expect } from 'vitest'
import { Refused, tasksOf } from '../../testing/task-client.ts'
import { type TestKit, test } from '../../testing/test-kit.ts'

test('a task is found by its reference, in any letter case', async ({ kit }) => {
  const task = await tasksOf(kit).create({ board_id: kit.roles.boards['board-fin'] })
  for (const ref of [task.reference, task.reference.toLowerCase()])
    expect(await tasksOf(kit).byNumber(ref)).toEqual(task)
})

test('a bare number of several boards means the first board that has it', async ({ kit, tasks }) => {
  const { ops, fin } = await twins(kit)
  expect(await tasks.byNumber(String(fin.number))).toEqual(ops)
  await tasks.remove(ops.id)
  expect(await tasks.byNumber(String(fin.number))).toEqual(fin)
})

test('a reference that no task has is refused, and the refusal shows how one is written', async ({ kit }) => {
  for (const ref of ['OPS-99999', '99999', 'XYZ-1', 'OPS', 'OPS-', '-1', 'OPS-1.5', 'OPS-one']) {
    const refusal = await tasksOf(kit)
      .byNumber(ref)
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refused)
    expect(refusal).toMatchObject({ message: '404 task_not_found', body: { param: 'ref' } })
  }
})

/** Two tasks with the same number on both boards. The one on the second board is the older one. */
async function twins(kit: TestKit) {
  const { boards } = kit.workspace.tables
  const { 'board-ops': opsId, 'board-fin': finId } = kit.roles.boards
  const lastNumber = Math.max(boards.get(opsId)!.lastNumber, boards.get(finId)!.lastNumber)
  for (const id of [opsId, finId]) boards.replace(id, { lastNumber })
  const fin = await tasksOf(kit).create({ board_id: finId })
  kit.advance(1000)
  const ops = await tasksOf(kit).create({ board_id: opsId })
  expect(ops.number).toBe(fin.number)
  return { ops, fin }
}
