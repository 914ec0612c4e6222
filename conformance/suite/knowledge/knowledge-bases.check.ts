/** The knowledge bases that a search covers, and those that it must not reach. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, places } from '../../extract/find-value.ts'
import { replyIds } from '../../extract/list-rows.ts'
import { refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { servedBeside } from '../../rules/stated-status.ts'
import type { Key } from '../../target/target.ts'
import { folders } from '../discover.ts'
import { baseOf, hits, MANY, PLAIN_WORDS, passage, score, search, wordsThatHit } from './search-results.ts'

const needs = { capability: 'knowledge', scopes: ['knowledge:read'] } as const

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
  const open = await search(t, { query: words, topK: MANY })
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
    const named = await search(t, { query: word, topK: MANY, knowledgeBaseIds: [id] })
    const open = await search(t, { query: word, topK: MANY })
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

/** A search in one base finds nothing of another one. */
async function onlyThese(t: Trial, words: string, ids: readonly string[]) {
  const within = (query: string, knowledgeBaseIds: readonly string[]) =>
    search(t, { query, topK: MANY, knowledgeBaseIds })
  for (const id of ids.slice(0, 6)) {
    const what = `a search in the base ${id} alone`
    const send = () => within(words, [id])
    const open = () => search(t, { query: words, topK: MANY })
    const reply = await servedBeside(t, 'KNOW-04', what, send, open, 'accepts-value')
    if (reply.status !== 200) return
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
  const shown = replyIds(listed).includes(base)
  const lists = `key ${stranger.name} ${shown ? 'lists' : 'does not list'} the base ${base}`
  t.expect('person-closed', 'KNOW-17', !shown, lists, listed)
  const body = { query: secret.query, topK: MANY }
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
      const body = { query: words, topK: MANY, knowledgeBaseIds: foreign }
      const right = await t.call('searchKnowledge', { key: theirs, body })
      const passages = new Set(hits(right).map(passage))
      if (passages.size === 0) continue
      const inForeign = (row: Json) => foreign.includes(baseOf(row) ?? '')
      const plain = await t.call('searchKnowledge', { key: mine, body: { query: words, topK: MANY } })
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

export const knowledgeBaseScenarios: readonly Scenario[] = [bases, tenants]
