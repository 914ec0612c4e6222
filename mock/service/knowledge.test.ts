import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { type KeyName, type TestKit, test } from '../testing/test-kit.ts'

test('a person lists the knowledge bases of everybody and of their teams, an admin all', async ({ kit }) => {
  expect(await namesOf(kit, 'member')).toEqual(['Company handbook', 'Finance policies'])
  expect(await namesOf(kit, 'other')).toEqual(['Company handbook', 'Operations playbooks'])
  expect(await namesOf(kit, 'admin')).toEqual([
    'Company handbook',
    'Finance policies',
    'Operations playbooks',
  ])
})

test('a knowledge base shows how many documents it has', async ({ kit }) => {
  const [folder] = await folders(kit, 'member')
  expect(folder?.documentCount).toBe(kit.workspace.tables.documents.count('byKnowledgeBase', folder!.id))
})

test('only the bases named are searched, and none when none is named', async ({ kit }) => {
  const finance = kit.roles.knowledgeBases['kb-finance']
  const found = await search(kit, { query: 'notice period', knowledgeBaseIds: [finance] }, 'admin')
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(one => one.knowledgeBaseId === finance)).toBe(true)
  expect(await search(kit, { query: 'notice period', knowledgeBaseIds: [] }, 'admin')).toEqual([])
})

test('topK and minScore limit what comes back, the best first', async ({ kit }) => {
  const query = 'invoice of a supplier'
  const five = await search(kit, { query })
  expect(five).toHaveLength(5)
  expect(await search(kit, { query, topK: 2 })).toEqual(five.slice(0, 2))
  const minScore = ((five[1]?.score ?? 0) + (five[2]?.score ?? 0)) / 2
  expect(await search(kit, { query, minScore })).toEqual(five.slice(0, 2))
})

test('hybrid is on by default, and changes what is found', async ({ kit }) => {
  const query = 'suplier invoices'
  const both = await search(kit, { query, topK: 50 })
  expect(await search(kit, { query, topK: 50, hybrid: true })).toEqual(both)
  expect(await search(kit, { query, topK: 50, hybrid: false })).not.toEqual(both)
})

test('an empty query finds nothing', async ({ kit }) => {
  expect(await search(kit, { query: '' })).toEqual([])
})

test('a search costs nothing and is served with an empty wallet', async ({ kit }) => {
  const before = kit.workspace.ledger.size
  expect((await search(kit, { query: 'leave' })).length).toBeGreaterThan(0)
  expect(kit.workspace.ledger.size).toBe(before)
})

async function folders(kit: TestKit, key: KeyName) {
  const { data } = await kit.as(key).GET('/v1/knowledge/folders')
  return data?.data ?? []
}

async function namesOf(kit: TestKit, key: KeyName) {
  return (await folders(kit, key)).map(folder => folder.name).sort()
}

async function search(kit: TestKit, body: Schemas['KnowledgeSearchRequest'], key: KeyName = 'member') {
  const { data, error } = await kit.as(key).POST('/v1/knowledge/search', { body })
  if (!data) throw new Error(error?.error.message)
  return data.data
}
