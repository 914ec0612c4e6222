/** Knowledge folders and search. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, mentions, places } from '../../extract/find-value.ts'
import { replyIds, replyList, replyRows } from '../../extract/list-rows.ts'
import { idOf, refIn } from '../../extract/record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { holdsList, servedBeside } from '../../rules/stated-status.ts'
import type { Key } from '../../target/target.ts'
import { folders } from '../discover.ts'

const needs = { capability: 'knowledge', scopes: ['knowledge:read'] } as const

const search = (t: Trial, body: unknown) => t.call('searchKnowledge', { body })
const hits = (exchange: Exchange): Json[] => replyRows(exchange)

const PLAIN_WORDS = ['invoice', 'customer', 'policy', 'travel', 'refund', 'expense', 'delivery', 'contract']

/** A query with results: from the target file, else a word of a folder's name, else a common word. */
export async function wordsThatHit(t: Trial): Promise<string | undefined> {
  const named = t.target.fixtures.get('knowledge-hit')?.query
  if (named) return named
  return t.once('knowledge-query', async () => {
    const words = (await folders(t)).flatMap(({ record }) =>
      [...places(record, 1)].flatMap(({ name, value }) =>
        /name|title|description/i.test(name) && typeof value === 'string' ? value.split(/\W+/) : [],
      ),
    )
    for (const word of [...new Set([...words.filter(one => one.length > 4), ...PLAIN_WORDS])].slice(0, 14)) {
      const reply = await search(t, { query: word })
      if (reply.status === 200 && hits(reply).length > 0) return word
    }
    return undefined
  })
}

/** The score of a result; of several scores it is not stated which one minScore is about. */
function score(row: Json): number | undefined {
  const scores = [...places(row, 2)].filter(
    ({ name, value }) => /score/i.test(name) && typeof value === 'number',
  )
  return scores.length === 1 ? (scores[0]?.value as number) : undefined
}

/** Identifies a search result. */
const passage = (row: Json) =>
  asId(row.chunk_id) ??
  idOf(row, 'result') ??
  JSON.stringify(Object.values(row).filter(value => typeof value === 'string'))

const finds = scenario({
  id: 'knowledge/search',
  title: 'A search finds what is there, as much and as good as asked for',
  requirements: [
    ...['KNOW-01', 'KNOW-05', 'KNOW-08', 'KNOW-09', 'KNOW-11', 'KNOW-12', 'KNOW-14', 'KNOW-16', 'KNOW-18'],
  ],
  needs,
  cost: { requests: 24 },
  async run(t) {
    const listed = await t.call('listKnowledgeFolders')
    if (t.answered('KNOW-16', listed) && holdsList(t, 'KNOW-16', listed) && replyIds(listed).length === 0)
      t.notExercised('KNOW-16', 'a knowledge base that the owner of the key may search', listed)
    const words = await wordsThatHit(t)
    if (words !== undefined) await foundInNone(t, words, listed)
    const query = words ?? 'anything'
    const send = (more: Json) => () => search(t, { query, ...more })
    const accepted = (id: string, more: Json) =>
      servedBeside(t, id, `a search with ${JSON.stringify(more)}`, send(more), send({}), 'accepts-value')
    const plain = await send({})()
    // A search may cost money, although that is not stated.
    if (plain.status === 402)
      return t.notExercised(t.scenario.requirements, 'a search that is served: it answered 402', plain)
    if (!t.answered(['KNOW-01', 'KNOW-18'], plain)) return
    await accepted('KNOW-05', { knowledgeBaseIds: null })
    await accepted('KNOW-09', { topK: null })
    await accepted('KNOW-12', { minScore: null })
    for (const hybrid of [true, false]) await accepted('KNOW-14', { hybrid })
    const found = hits(plain).length
    const sentence = `“${words}” finds ${found} passages`
    if (found > 0) t.met('search-bounds', ['KNOW-01', 'KNOW-18'], sentence, plain)
    else if (t.target.fixtures.has('knowledge-hit'))
      t.violated('search-bounds', 'KNOW-18', `${sentence}, and is declared to hit`, plain)
    if (words === undefined || found === 0) {
      const lack = lacks.fixture('knowledge-hit', 'a query that hits')
      return t.notExercised(['KNOW-18', 'KNOW-08', 'KNOW-11'], lack, plain)
    }
    await topK(t, words)
    await minScore(t, words)
    await listedAreSearchable(t, words)
  },
})

/** The default search covers the listed bases: every passage found is in one of them. */
async function foundInNone(t: Trial, words: string, listed: Exchange) {
  if (listed.status !== 200 || replyList(listed)?.length !== 0) return
  const reply = await search(t, { query: words })
  const again = await t.call('listKnowledgeFolders')
  const found = reply.status === 200 ? hits(reply).length : 0
  const sentence = `the list of bases is empty, and “${words}” finds ${found} passages`
  if (found > 0 && replyList(again)?.length === 0)
    t.violated('search-bounds', 'KNOW-16', sentence, listed, reply, again)
}

/** Only a query that has more hits can show that a bound holds. */
async function topK(t: Trial, words: string) {
  const whole = hits(await search(t, { query: words })).length
  for (const bound of [1, 3]) {
    const reply = await search(t, { query: words, topK: bound })
    const found = hits(reply).length
    const sentence = `topK=${bound} answered ${reply.status} with ${found} passages`
    if (reply.status !== 200) t.violated('accepts-value', 'KNOW-08', sentence, reply)
    else if (found > bound) t.violated('search-bounds', 'KNOW-08', sentence, reply)
    else if (whole > bound) t.met('search-bounds', 'KNOW-08', `${sentence} of ${whole}`, reply)
  }
  if (whole < 2) t.notExercised('KNOW-08', lacks.fixture('knowledge-hit', 'a query with several hits'))
}

/** A bound between the lowest and the highest score leaves out what scores less, and keeps what scores more. */
async function minScore(t: Trial, words: string) {
  const scored = async (more: Json) => {
    const reply = await search(t, { query: words, topK: 10, ...more })
    const scores = hits(reply).flatMap(row => score(row) ?? [])
    return { reply, scores, best: Math.max(...scores), least: Math.min(...scores) }
  }
  const [whole, none] = [await scored({}), await scored({ minScore: 0 })]
  const accepts = `minScore=0 answered ${none.reply.status}`
  if (!t.expect('accepts-value', 'KNOW-11', none.reply.status === 200, accepts, none.reply)) return
  if (whole.scores.length < hits(whole.reply).length || !(whole.best > whole.least))
    return t.notExercised('KNOW-11', 'results with different scores', whole.reply)
  const limit = (whole.best + whole.least) / 2
  for (const [bound, one] of [
    [0, none],
    [limit, await scored({ minScore: limit })],
  ] as const) {
    const { reply, scores } = one
    const sentence = `minScore=${bound} answered ${reply.status} with the scores ${scores.join(', ') || 'of nothing'}`
    // Scores may be rounded where they are shown.
    const unit = Math.min(...whole.scores.map(unitOf))
    const below = scores.some(value => value < bound - unit)
    const lost = hits(reply).length === 0 && whole.least > bound + unit
    // The bounds of minScore are not stated.
    if (reply.status !== 200) t.notExercised('KNOW-11', `a bound that is taken: ${sentence}`, reply)
    else if (below || lost) t.violated('search-bounds', 'KNOW-11', sentence, reply, whole.reply)
    else if (bound > whole.least) t.met('search-bounds', 'KNOW-11', sentence, reply, whole.reply)
  }
}

/** One unit of the last decimal that a figure shows. */
const unitOf = (value: number): number => 10 ** -(/\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0)

async function listedAreSearchable(t: Trial, words: string) {
  for (const { id } of (await folders(t)).slice(0, 2)) {
    const reply = await search(t, { query: words, knowledgeBaseIds: [id] })
    const sentence = `a search in the listed base ${id} answered ${reply.status}`
    t.expect('accepts-value', 'KNOW-16', reply.status === 200, sentence, reply)
  }
}

const bases = scenario({
  id: 'knowledge/bases',
  title: 'A search stays in the bases that it names; without any it searches those of the list',
  requirements: ['KNOW-04', 'KNOW-19', 'KNOW-17'],
  needs,
  cost: { requests: 16 },
  async run(t) {
    const words = await wordsThatHit(t)
    const ids = (await folders(t)).map(({ id }) => id)
    await hidden(t)
    const hit = lacks.fixture('knowledge-hit', 'a query that hits')
    if (words === undefined || ids.length === 0) return t.notExercised(['KNOW-04', 'KNOW-19'], hit)
    if (ids.length < 2)
      return t.notExercised(['KNOW-04', 'KNOW-19'], lacks.fixture('knowledge-second', 'two knowledge bases'))
    await onlyListed(t, words, ids)
    await onlyThese(t, words, ids)
    await eachByDefault(t, words, ids)
  },
})

/** Without bases, nothing is found in a base that is not in the list. */
async function onlyListed(t: Trial, words: string, ids: readonly string[]) {
  const open = await search(t, { query: words, topK: 20 })
  const bases = hits(open).flatMap(row => refIn(row, 'knowledge_base') ?? asId(row.knowledgeBaseId) ?? [])
  const listed = new Set(replyIds(await t.need('listKnowledgeFolders')))
  const strange = bases.find(base => !ids.includes(base) && !listed.has(base))
  const comparable = bases.some(base => ids.includes(base))
  if (strange !== undefined && comparable)
    t.violated(
      'search-bounds',
      'KNOW-19',
      `without bases a passage of ${strange} is found, which is not listed`,
      open,
    )
}

/** What only one base contains is found without naming that base: nothing else is found, or nothing as good. */
async function eachByDefault(t: Trial, words: string, ids: readonly string[]) {
  const second = t.target.fixtures.get('knowledge-second')?.query ?? words
  for (const id of ids.slice(0, 5)) {
    const word = await wordOf(t, id, [words, second, ...PLAIN_WORDS])
    if (word === undefined) continue
    const named = await search(t, { query: word, topK: 20, knowledgeBaseIds: [id] })
    const open = await search(t, { query: word, topK: 20 })
    const found = new Set(hits(open).map(passage))
    if (named.status !== 200 || open.status !== 200 || hits(named).length === 0) continue
    const there = hits(named).some(row => found.has(passage(row)))
    const sentence = `“${word}” finds ${hits(named).length} passages in the base ${id} and ${there ? 'one of them' : 'none of them'} among ${found.size} when no base is named`
    const best = (reply: Exchange) => Math.max(...hits(reply).map(row => score(row) ?? Number.NaN))
    if (there) t.met('search-bounds', 'KNOW-19', sentence, open, named)
    else if (found.size === 0 || best(open) < best(named))
      t.violated('search-bounds', 'KNOW-19', sentence, open, named)
  }
  if (!t.isDecided('KNOW-19')) t.notExercised('KNOW-19', 'a word that only one base contains')
}

/** The longest word of a passage in that base. */
async function wordOf(t: Trial, id: string, words: readonly string[]): Promise<string | undefined> {
  for (const query of words.slice(0, 6)) {
    const [hit] = hits(await search(t, { query, topK: 1, knowledgeBaseIds: [id] }))
    if (!hit || (baseOf(hit) ?? id) !== id) continue
    const texts = [...places(hit, 2)].flatMap(({ name, value }) =>
      /text|content|passage|snippet|chunk|body|excerpt/i.test(name) && typeof value === 'string'
        ? [value]
        : [],
    )
    const all = texts.flatMap(text => text.match(/[A-Za-zÄÖÜäöüß]{5,}/g) ?? [])
    return all.toSorted((a, b) => b.length - a.length)[0]
  }
  return undefined
}

const baseOf = (row: Json) =>
  refIn(row, 'knowledge_base') ??
  asId(row.knowledgeBaseId) ??
  refIn(row, 'folder') ??
  refIn(row, 'base') ??
  refIn(row, 'source')

/** A search in one base finds nothing of another one. */
async function onlyThese(t: Trial, words: string, ids: readonly string[]) {
  const within = (query: string, knowledgeBaseIds: readonly string[]) =>
    search(t, { query, topK: 20, knowledgeBaseIds })
  for (const id of ids.slice(0, 6)) {
    const reply = await within(words, [id])
    const sentence = `a search in the base ${id} alone answered ${reply.status}`
    if (reply.status !== 200) return t.violated('accepts-value', 'KNOW-04', sentence, reply)
    const bases = hits(reply).flatMap(row => baseOf(row) ?? [])
    const strange = bases.find(base => base !== id && ids.includes(base))
    const finds = `a search in the base ${id} alone finds ${strange ? `a passage of ${strange}` : 'its own passages'}`
    if (bases.length > 0) t.expect('search-bounds', 'KNOW-04', strange === undefined, finds, reply)
  }
  const second = t.target.fixtures.get('knowledge-second')
  if (second?.query && second.folder !== undefined) {
    const folder = String(second.folder)
    const inside = new Set(hits(await within(second.query, [folder])).map(passage))
    const reply = await within(
      second.query,
      ids.filter(id => id !== folder),
    )
    const wrong = hits(reply).find(row => (baseOf(row) ?? folder) === folder && inside.has(passage(row)))
    const sentence = `a query for the base ${folder}, asked of the others, finds ${wrong ? 'a passage' : 'nothing'} of it`
    if (inside.size > 0) t.expect('search-bounds', 'KNOW-04', wrong === undefined, sentence, reply)
  }
  if (!t.isDecided('KNOW-04'))
    t.notExercised('KNOW-04', lacks.fixture('knowledge-second', 'results that show their base'))
}

async function hidden(t: Trial) {
  const secret = t.target.fixtures.get('knowledge-private')
  const stranger = t.keys.named(secret?.key ?? '')
  if (!secret?.query || !stranger)
    return t.notExercised(
      'KNOW-17',
      lacks.fixture('knowledge-private', 'a base, its query, and the key of a person without access'),
    )
  const base = String(secret.folder ?? secret.id)
  const listed = await t.need('listKnowledgeFolders', { key: stranger })
  const shown = mentions(listed.json, base)
  const lists = `key ${stranger.name} ${shown ? 'lists' : 'does not list'} the base ${base}`
  t.expect('person-closed', 'KNOW-17', !shown, lists, listed)
  const body = { query: secret.query, topK: 20 }
  const named = { ...body, knowledgeBaseIds: [base] }
  const own = t.keys.home().find(one => one.name !== stranger.name && one.scopes.has('knowledge:read'))
  const theirs = own ? hits(await t.call('searchKnowledge', { key: own, body: named })).map(passage) : []
  for (const asked of [body, named]) {
    const reply = await t.call('searchKnowledge', { key: stranger, body: asked })
    const leak = hits(reply).find(
      row => (baseOf(row) ?? base) === base && (baseOf(row) === base || theirs.includes(passage(row))),
    )
    const finds = `key ${stranger.name} ${leak ? 'finds a passage' : 'finds nothing'} of the base ${base}`
    if (leak) t.violated('person-closed', 'KNOW-17', finds, reply)
    else if (theirs.length > 0) t.met('person-closed', 'KNOW-17', finds, reply)
  }
}

/** In both directions, neither tenant finds passages of the other's bases. */
const tenants = scenario({
  id: 'knowledge/tenants',
  title: 'A search finds nothing in the bases of another tenant, named or not',
  requirements: ['KNOW-17'],
  needs,
  cost: { requests: 10 },
  async run(t) {
    const keys = [t.keys.with('knowledge:read'), t.keys.elsewhere('knowledge:read')]
    const words = (await wordsThatHit(t)) ?? 'invoice'
    for (const [mine, theirs] of [keys, keys.toReversed()] as [Key, Key][]) {
      const bases = async (key: Key) => {
        const listed = await t.need('listKnowledgeFolders', { key })
        return replyIds(listed)
      }
      const [own, others] = [await bases(mine), await bases(theirs)]
      const foreign = others.filter(id => !own.includes(id))
      if (foreign.length === 0) continue
      const body = { query: words, topK: 20, knowledgeBaseIds: foreign }
      const right = await t.call('searchKnowledge', { key: theirs, body })
      const passages = new Set(hits(right).map(passage))
      if (passages.size === 0) continue
      const inForeign = (row: Json) => foreign.includes(baseOf(row) ?? '')
      const plain = await t.call('searchKnowledge', { key: mine, body: { query: words, topK: 20 } })
      const stray = hits(plain).find(inForeign)
      const whose = (row: Json | undefined) => (row ? 'a passage' : 'nothing')
      const sentence = `key ${mine.name} finds ${whose(stray)} of the bases of another tenant`
      t.expect('tenant-closed', 'KNOW-17', stray === undefined, sentence, plain, right)
      // Bases of both tenants may contain the same text.
      const known = new Set(hits(plain).map(passage))
      const named = await t.call('searchKnowledge', { key: mine, body })
      const leak = hits(named).find(
        row => inForeign(row) || (passages.has(passage(row)) && !known.has(passage(row))),
      )
      const asked = `key ${mine.name}, which names the bases of another tenant, finds ${whose(leak)} of them`
      t.expect('tenant-closed', 'KNOW-17', leak === undefined, asked, named, right)
    }
  },
})

const invalid = scenario({
  id: 'knowledge/search-invalid',
  title: 'A search body with one wrong thing in it is refused with 422',
  requirements: idsOf(refusalsOf('searchKnowledge', 'body')),
  needs,
  cost: { requests: 30 },
  async run(t) {
    const right = { query: (await wordsThatHit(t)) ?? 'anything' }
    await refuses(t, 'searchKnowledge', refusalsOf('searchKnowledge', 'body'), { right })
  },
})

export const knowledgeScenarios: readonly Scenario[] = [finds, bases, tenants, invalid]
