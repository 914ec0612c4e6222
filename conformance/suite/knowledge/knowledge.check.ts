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

const score = (row: Json): number | undefined => {
  const found = [...places(row, 2)].find(
    ({ name, value }) => /score|relevance|similarity|rank/i.test(name) && typeof value === 'number',
  )
  return found?.value as number | undefined
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
    if (t.answered('KNOW-16', listed)) {
      const rows = replyList(listed)
      if (rows === undefined) t.violated('KNOW-16', 'there is no list in the reply', listed)
      else if (rows.length > 0) t.met('KNOW-16', `${rows.length} knowledge bases`, listed)
      else t.notExercised('KNOW-16', 'a knowledge base that the owner of the key may search', listed)
    }
    const words = await wordsThatHit(t)
    if (words !== undefined) await foundInNone(t, words, listed)
    const accepted = async (id: string, more: Json) => {
      const reply = await search(t, { query: words ?? 'anything', ...more })
      t.refusedByScope(reply)
      t.expect(
        id,
        reply.status === 200,
        `a search with ${JSON.stringify(more)} answered ${reply.status}`,
        reply,
      )
      return reply
    }
    for (const [id, field] of [
      ['KNOW-05', 'knowledgeBaseIds'],
      ['KNOW-09', 'topK'],
      ['KNOW-12', 'minScore'],
    ] as const)
      await accepted(id, { [field]: null })
    for (const hybrid of [true, false]) await accepted('KNOW-14', { hybrid })
    const plain = await accepted('KNOW-01', {})
    const declared = t.target.fixtures.has('knowledge-hit')
    if (declared && plain.status !== 200)
      t.violated('KNOW-18', `“${words}”, which hits, answered ${plain.status}, 200 is stated`, plain)
    if (words === undefined || plain.status !== 200)
      return t.notExercised(
        ['KNOW-18', 'KNOW-08', 'KNOW-11'],
        lacks.fixture('knowledge-hit', 'a query that hits'),
        plain,
      )
    const found = hits(plain)
    if (found.length > 0) t.met(['KNOW-18', 'KNOW-01'], `“${words}” finds ${found.length} passages`, plain)
    else if (declared) t.violated('KNOW-18', `“${words}”, which hits, finds nothing`, plain)
    const nothing = await search(t, { query: `xqzjvwkq${t.context.nonce}` })
    const strange = hits(nothing)
    const best = (rows: Json[]) => Math.max(...rows.map(row => score(row) ?? Number.NEGATIVE_INFINITY))
    const fewer = strange.length < found.length || best(strange) < best(found)
    const sentence = `an invented word finds ${strange.length} passages, “${words}” ${found.length}`
    if (fewer) t.met('KNOW-18', sentence, nothing, plain)
    else t.notExercised('KNOW-18', `scores that distinguish hits: ${sentence}`, nothing, plain)
    await topK(t, words, found)
    await minScore(t, words)
    await listedAreSearchable(t, words)
  },
})

/** The default search covers the listed bases: every passage found is in one of them. */
async function foundInNone(t: Trial, words: string, listed: Exchange) {
  const rows = replyList(listed)
  if (listed.status !== 200 || rows === undefined || rows.length > 0) return
  const reply = await search(t, { query: words })
  if (reply.status === 200 && hits(reply).length > 0)
    t.violated(
      'KNOW-16',
      `the list of bases is empty, and “${words}” finds ${hits(reply).length} passages`,
      listed,
      reply,
    )
}

async function topK(t: Trial, words: string, found: Json[]) {
  const reply = await search(t, { query: words, topK: 1 })
  t.expect(
    'KNOW-08',
    reply.status === 200 && hits(reply).length <= 1,
    `topK=1 answered ${reply.status} with ${hits(reply).length} passages`,
    reply,
  )
  const many = await search(t, { query: words, topK: 3 })
  t.expect(
    'KNOW-08',
    many.status === 200 && hits(many).length <= 3,
    `topK=3 answered ${many.status} with ${hits(many).length} passages`,
    many,
  )
  if (found.length < 2)
    t.notExercised('KNOW-08', lacks.fixture('knowledge-hit', 'a query with several hits'), reply)
}

async function minScore(t: Trial, words: string) {
  const plain = await search(t, { query: words, topK: 10 })
  const scores = hits(plain).map(score)
  const known = scores.filter(one => one !== undefined).toSorted((a, b) => b - a)
  const low = await search(t, { query: words, minScore: 0 })
  t.expect('KNOW-11', low.status === 200, `minScore=0 answered ${low.status}`, low)
  const least = Math.min(...known)
  if (known.length > 0 && least > 0 && low.status === 200 && hits(low).length === 0)
    t.violated(
      'KNOW-11',
      `minScore=0 finds nothing, though “${words}” finds what scores ${least} and more`,
      low,
      plain,
    )
  const limit =
    (known[0] ?? 0) > (known.at(-1) ?? 0) ? ((known[0] ?? 0) + (known.at(-1) ?? 0)) / 2 : undefined
  if (limit === undefined) return t.notExercised('KNOW-11', 'results with different scores', plain)
  const reply = await search(t, { query: words, topK: 10, minScore: limit })
  if (reply.status !== 200) return t.violated('KNOW-11', `minScore=${limit} answered ${reply.status}`, reply)
  if (hits(reply).length === 0 && (known[0] ?? 0) > limit)
    return t.violated(
      'KNOW-11',
      `minScore=${limit} finds nothing, though “${words}” finds what scores ${known[0]}`,
      reply,
      plain,
    )
  const below = hits(reply)
    .map(score)
    .find(one => one !== undefined && one < limit - 1e-9)
  t.expect(
    'KNOW-11',
    below === undefined,
    below === undefined
      ? `all ${hits(reply).length} passages score ${limit} or more`
      : `minScore=${limit} finds a passage that scores ${below}`,
    reply,
    plain,
  )
}

async function listedAreSearchable(t: Trial, words: string) {
  for (const { id } of (await folders(t)).slice(0, 2)) {
    const reply = await search(t, { query: words, knowledgeBaseIds: [id] })
    t.expect(
      'KNOW-16',
      reply.status === 200,
      `a search in the listed base ${id} answered ${reply.status}`,
      reply,
    )
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
    const listed = await folders(t)
    if (words === undefined || listed.length === 0)
      return t.notExercised(
        ['KNOW-04', 'KNOW-17', 'KNOW-19'],
        lacks.fixture('knowledge-hit', 'a query that hits'),
      )
    const ids = listed.map(({ id }) => id)
    const [open, all] = [
      await search(t, { query: words, topK: 20 }),
      await search(t, { query: words, topK: 20, knowledgeBaseIds: ids }),
    ]
    const [left, right] = [hits(open).map(passage).toSorted(), hits(all).map(passage).toSorted()]
    const same = left.join() === right.join()
    if (ids.length < 2)
      t.notExercised('KNOW-19', lacks.fixture('knowledge-second', 'two knowledge bases'), open)
    else if (left.length >= 20 && !same)
      t.notExercised('KNOW-19', lacks.fixture('knowledge-hit', 'a query with fewer than 20 hits'), open, all)
    else
      t.expect(
        'KNOW-19',
        same,
        `without bases ${left.length} passages are found, in all ${ids.length} listed ones ${right.length}`,
        open,
        all,
      )
    await onlyThese(t, words, ids, hits(open))
    await eachByDefault(t, words, ids)
    await hidden(t)
  },
})

/** What only one base contains is found without naming that base. */
async function eachByDefault(t: Trial, words: string, ids: readonly string[]) {
  if (ids.length < 2) return
  const second = t.target.fixtures.get('knowledge-second')?.query ?? words
  for (const id of ids.slice(0, 5)) {
    const word = await wordOf(t, id, [words, second, ...PLAIN_WORDS])
    if (word === undefined) continue
    const named = await search(t, { query: word, topK: 20, knowledgeBaseIds: [id] })
    const open = await search(t, { query: word, topK: 20 })
    const found = new Set(hits(open).map(passage))
    // With many results, a server may truncate them.
    if (named.status !== 200 || open.status !== 200 || hits(named).length === 0 || found.size >= 5) continue
    const there = hits(named).some(row => found.has(passage(row)))
    const sentence = `“${word}” finds ${hits(named).length} passages in the base ${id} and ${there ? 'one of them' : 'none of them'} when no base is named`
    t.expect('KNOW-19', there, sentence, open, named)
  }
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

async function onlyThese(t: Trial, words: string, ids: string[], open: Json[]) {
  if (ids.length < 2)
    return t.notExercised('KNOW-04', lacks.fixture('knowledge-second', 'two knowledge bases'))
  let named = 0
  let narrower = false
  const union = new Set<string>()
  for (const id of ids.slice(0, 6)) {
    const reply = await search(t, { query: words, topK: 20, knowledgeBaseIds: [id] })
    if (!t.expect('KNOW-04', reply.status === 200, `a search in ${id} alone answered ${reply.status}`, reply))
      return
    const found = hits(reply)
    for (const row of found) union.add(passage(row))
    if (found.length < open.length) narrower = true
    const bases = found.flatMap(row => baseOf(row) ?? [])
    named += bases.length
    const strange = bases.find(base => base !== id && ids.includes(base))
    if (strange !== undefined)
      return t.violated('KNOW-04', `a search in ${id} alone finds a passage of ${strange}`, reply)
  }
  const second = t.target.fixtures.get('knowledge-second')
  if (second?.query && second.folder !== undefined) {
    const elsewhere = ids.filter(id => id !== String(second.folder))
    const reply = await search(t, { query: second.query, knowledgeBaseIds: elsewhere })
    const wrong = hits(reply).find(row => baseOf(row) === String(second.folder))
    t.expect(
      'KNOW-04',
      wrong === undefined,
      `a query for base ${second.folder}, asked of the others, finds ${wrong ? 'it' : 'nothing of it'}`,
      reply,
    )
  }
  if (open.length > 0 && !narrower && named === 0)
    t.violated('KNOW-04', `each single base finds as many passages as all of them (${open.length})`)
  else if (named === 0 && open.length === 0)
    t.notExercised('KNOW-04', lacks.fixture('knowledge-hit', 'a query that hits'))
}

async function hidden(t: Trial) {
  const secret = t.target.fixtures.get('knowledge-private')
  const stranger = t.keys.named(secret?.key ?? '')
  if (!secret?.query || !stranger)
    return t.notExercised(
      'KNOW-17',
      lacks.fixture('knowledge-private', 'a base, its query, and the key of a person without access'),
    )
  const key = stranger
  const listed = await t.need('listKnowledgeFolders', { key })
  const base = String(secret.folder ?? secret.id)
  t.expect(
    'KNOW-17',
    !mentions(listed.json, base),
    `key ${key.name} ${mentions(listed.json, base) ? 'lists' : 'does not list'} the base ${base}`,
    listed,
  )
  const plain = await t.call('searchKnowledge', { key, body: { query: secret.query, topK: 20 } })
  const named = await t.call('searchKnowledge', {
    key,
    body: { query: secret.query, topK: 20, knowledgeBaseIds: [base] },
  })
  for (const reply of [plain, named]) {
    const own = t.keys.home().find(one => one.name !== key.name && one.scopes.has('knowledge:read'))
    const theirs = own
      ? hits(
          await t.call('searchKnowledge', {
            key: own,
            body: { query: secret.query, topK: 20, knowledgeBaseIds: [base] },
          }),
        ).map(passage)
      : []
    const leak = hits(reply).find(row => baseOf(row) === base || theirs.includes(passage(row)))
    t.expect(
      'KNOW-17',
      leak === undefined,
      `key ${key.name} ${leak ? 'finds a passage' : 'finds nothing'} of the base ${base}`,
      reply,
    )
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
      t.expect('KNOW-17', stray === undefined, sentence, plain, right)
      // Bases of both tenants may contain the same text.
      const known = new Set(hits(plain).map(passage))
      const named = await t.call('searchKnowledge', { key: mine, body })
      const leak = hits(named).find(
        row => inForeign(row) || (passages.has(passage(row)) && !known.has(passage(row))),
      )
      const asked = `key ${mine.name}, which names the bases of another tenant, finds ${whose(leak)} of them`
      t.expect('KNOW-17', leak === undefined, asked, named, right)
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
