import { expect } from 'vitest'
import type { Workspace } from '../index.ts'
import { startTestKit, test } from '../testing/test-kit.ts'

/** Reads with a cached body, each with a change of every table that it follows from. */
const CHANGES: readonly (readonly [path: string, change: (tables: Workspace['tables']) => unknown])[] = [
  ['/agents/', ({ agents }) => agents.replace(agents.all()[0]!.id, { name: 'Changed' })],
  ['/agents/?view=summary', ({ agents }) => agents.replace(agents.all()[0]!.id, { systemPrompt: 'Changed' })],
  ['/workflows/', ({ workflows }) => workflows.replace(workflows.all()[0]!.id, { name: 'Changed' })],
  ['/v1/models', ({ models }) => models.replace(models.all()[0]!.id, { ownedBy: 'Changed' })],
  [
    '/v1/knowledge/folders',
    ({ knowledgeBases }) => knowledgeBases.replace(knowledgeBases.all()[0]!.id, { name: 'Changed' }),
  ],
  ['/v1/knowledge/folders', ({ documents }) => documents.delete(documents.all()[0]!.id)],
  [
    '/approvals/pending/list',
    ({ approvals }) =>
      approvals.replace(approvals.range('oldest', 'status:pending')[0]!.id, { title: 'New' }),
  ],
  [
    '/workflows/approvals/pending',
    ({ approvals }) => {
      const [gate] = approvals.range('oldest', 'workflow_gate|status:pending')
      approvals.replace(gate!.id, { title: 'New' })
    },
  ],
  ['/tasks', ({ tasks }) => tasks.all().map(({ id }) => tasks.replace(id, { title: 'Changed' }))],
  ['/runs', ({ agents }) => agents.all().map(({ id }) => agents.replace(id, { name: 'Changed' }))],
]

test.each(CHANGES)('%s is the same until something in it changes (%#)', async (path, change) => {
  await using kit = await startTestKit()
  const read = async () => (await kit.fetch('admin', path)).text()
  const before = await read()
  expect(await read()).toBe(before)
  change(kit.workspace.tables)
  const after = await read()
  expect(after).not.toBe(before)
  expect(await read()).toBe(after)
})

test('everybody reads a list of their own', async ({ kit }) => {
  const { tables } = kit.workspace
  const [agent] = tables.agents.all()
  tables.agents.replace(agent!.id, { visibility: 'private', ownerId: kit.roles.people['person-member'] })
  const ids = async (key: 'admin' | 'member') =>
    (await kit.as(key).GET('/agents/')).data!.data.map(({ id }) => id)
  for (let time = 0; time < 2; time++) {
    expect(await ids('member')).toContain(agent!.id)
    expect(await ids('admin')).not.toContain(agent!.id)
  }
})

test('who asks for an approval shows to a manager from the moment that both share a team', async ({
  kit,
}) => {
  const { tables } = kit.workspace
  const read = async () => (await kit.as('manager').GET('/approvals/pending/list')).data!.data.length
  const all = tables.approvals.range('oldest', 'status:pending')
  const manager = tables.people.get(kit.roles.people['person-manager'])!
  for (const { requestedBy } of all) tables.people.replace(requestedBy, { teamIds: [] })
  const few = await read()
  for (const { requestedBy } of all)
    tables.people.replace(requestedBy, { teamIds: [...manager.managedTeamIds] })
  expect(await read()).toBeGreaterThan(few)
})
