import MiniSearch from 'minisearch'
import { expect, vi } from 'vitest'
import { startTestKit, test } from '../../testing/test-kit.ts'
import type { Workspace } from '../../world/workspace.ts'
import { type Search, searchPassages } from './search.ts'

test('passages with every word of the query score near 1, those with some less, those with none are not found', async () => {
  const found = await search('notice period of suppliers', { hybrid: false })
  expect(found[0]?.passage.text).toContain('notice period for suppliers')
  expect(found[0]?.score).toBeGreaterThan(0.9)
  expect(found.at(-1)?.score).toBeLessThan(0.6)
  expect(await search('zeppelin', { hybrid: true })).toEqual([])
})

test('scores fall and lie between 0 and 1', async () => {
  const scores = (await search('approval of an invoice', { topK: 100 })).map(one => one.score)
  expect(scores.length).toBeGreaterThan(3)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  for (const score of scores) expect(score > 0 && score <= 1).toBe(true)
})

test('hybrid finds misspelled words, which words alone do not', async () => {
  expect(await search('notise perod', { hybrid: false })).toEqual([])
  const [best] = await search('notise perod', { hybrid: true })
  expect(best?.passage.text).toContain('notice period')
})

test.each([
  ['approving payments', 'Payments up to 5,000 euros are approved'],
  ['travelling', 'Travel by train'],
  ['companies', 'outside the company'],
])('inflected words are the same word: %s', async (query, text) => {
  const [best] = await search(query, { hybrid: false })
  expect(best?.passage.text).toContain(text)
})

test.each([
  ['vacation', 'leave'],
  ['bill from a vendor', 'supplier'],
  ['kaputte Lieferung', 'delivery'],
  ['Kündigungsfrist', 'notice period'],
])('hybrid finds near meanings, which words alone do not: %s', async (query, text) => {
  expect(await search(query, { hybrid: false })).toEqual([])
  const [best] = await search(query, { hybrid: true })
  expect(best?.passage.text.toLowerCase()).toContain(text)
})

test('letters are compared without case and accents, in scripts without spaces, too', async ({ kit }) => {
  const { workspace } = kit
  const [document] = workspace.tables.documents.all()
  const passages = [
    'Die Größe der Kartons.',
    '未払いの請求書は月末に支払います。',
    'ใบแจ้งหนี้ต้องชำระภายในสามสิบวัน',
  ]
  workspace.tables.documents.replace(document!.id, { passages })
  const bestOf = async (query: string) =>
    (await searchIn(workspace, query, { hybrid: false }))[0]?.passage.text
  for (const query of ['grosse', 'GRÖSSE', 'Größe', 'größen', 'Grösse'])
    expect(await bestOf(query)).toBe(passages[0])
  for (const query of ['請求書', '支払い']) expect(await bestOf(query)).toBe(passages[1])
  expect(await bestOf('ใบแจ้งหนี้')).toBe(passages[2])
})

test('the score that a search gives is the least that it can be limited to', async () => {
  const all = await search('invoice of a supplier', { topK: 50 })
  const limit = all[2]?.score ?? 0
  const limited = await search('invoice of a supplier', { topK: 50, minScore: limit })
  expect(limited).toEqual(all.filter(one => one.score >= limit))
})

test('a query without a word that says something finds nothing', async () => {
  expect(await search('  ?! ')).toEqual([])
  expect(await search('')).toEqual([])
  expect(await search('what is the')).toEqual([])
})

test('an index is made once for a workspace and its forks, and anew when a document changed', async () => {
  await using kit = await startTestKit()
  const { workspace } = kit
  const [document] = workspace.tables.documents.all()
  const passages = ['A zeppelin is booked three weeks ahead.']
  workspace.tables.documents.replace(document!.id, { passages })
  const building = vi.spyOn(MiniSearch.prototype, 'addAll')
  const inWorkspace = await searchIn(workspace, 'zeppelin')
  expect(inWorkspace.map(one => one.passage.text)).toEqual(passages)
  const fork = workspace.fork('fork')
  expect(await searchIn(fork, 'zeppelin')).toEqual(inWorkspace)
  expect(building).toHaveBeenCalledTimes(1)
  fork.tables.documents.replace(document!.id, { passages: ['Nothing flies.'] })
  expect(await searchIn(fork, 'zeppelin')).toEqual([])
  expect(await searchIn(workspace, 'zeppelin')).toEqual(inWorkspace)
  expect(building).toHaveBeenCalledTimes(2)
  building.mockRestore()
})

async function search(query: string, options: Partial<Search> = {}) {
  await using kit = await startTestKit()
  return searchIn(kit.workspace, query, options)
}

function searchIn(workspace: Workspace, query: string, options: Partial<Search> = {}) {
  const knowledgeBaseIds = new Set(workspace.tables.knowledgeBases.all().map(base => base.id))
  return searchPassages(workspace, {
    query,
    knowledgeBaseIds,
    topK: 10,
    minScore: null,
    hybrid: true,
    ...options,
  })
}
