/** The knowledge bases that a search covers, and those that it must not reach. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, mentions, places } from '../../extract/find-value.ts'
import { replyIds } from '../../extract/list-rows.ts'
import { refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { isServed, servedBeside } from '../../rules/stated-status.ts'
import type { Key } from '../../target/target.ts'
import { folders } from '../discover.ts'
import {
  baseOf,
  hits,
  PLAIN_WORDS,
  passage,
  search,
  searchMany,
  wordsIn,
  wordsThatHit,
} from './search-results.ts'

const needs = { capability: 'knowledge', scopes: ['knowledge:read'] } as const

const bases = scenario({
  id: 'knowledge/bases',
  title: 'A search stays in the bases that it names; without any it searches those of the list',
  requirements: ['KNOW-04', 'KNOW-19', 'KNOW-17'],
  needs,
  cost: { requests: 20 },
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
    await eachByDefault(t, words)
  },
})

/** Without bases, nothing is found in a base that is not in the list. */
async function onlyListed(t: Trial, words: string, ids: readonly string[]) {
  const open = await searchMany(t, { query: words })
  const bases = hits(open).flatMap(row => refIn(row, 'knowledge_base') ?? asId(row.knowledgeBaseId) ?? [])
  // A base may be listed below another one.
  const { json } = await t.need('listKnowledgeFolders')
  const strange = bases.find(base => !ids.includes(base) && !mentions(json, base))
  const comparable = bases.some(base => ids.includes(base))
  const sentence = `without bases a passage of ${strange} is found, which is not listed`
  if (strange !== undefined && comparable) t.violated('search-bounds', 'KNOW-19', sentence, open)
}

/**
 * A search that names no base is one that names all. What only one base contains is found by both; where other results
 * are better, only if the second finds it.
 */
async function eachByDefault(t: Trial, words: string) {
  const second = t.target.fixtures.get('knowledge-second')?.query ?? words
  const all = await folders(t)
  const ids = all.map(({ id }) => id)
  for (const { id, record } of all.slice(0, 5)) {
    const word = await wordOf(t, id, [...wordsIn(record).slice(0, 4), words, second, ...PLAIN_WORDS])
    if (word === undefined) continue
    const within = (knowledgeBaseIds: readonly string[] | undefined) =>
      searchMany(t, { query: word, ...(knowledgeBaseIds && { knowledgeBaseIds }) })
    const [named, open] = [await within([id]), await within(undefined)]
    const own = new Set(hits(named).map(passage))
    if (open.status !== 200 || own.size === 0) continue
    const there = (reply: Exchange) => hits(reply).some(row => own.has(passage(row)))
    const sentence = `“${word}” finds ${own.size} passages in the base ${id} and ${there(open) ? 'one of them' : 'none of them'} among ${hits(open).length} when no base is named`
    const others = ids.filter(one => one !== id).slice(0, 1)
    await inAnyOrder(t, [id, ...others], within, there)
    if (there(open)) {
      t.met('search-bounds', 'KNOW-19', sentence, open, named)
      continue
    }
    const replies = [await within(ids), await within(undefined), await within(ids)]
    const [one, again, other] = replies
    const isMissed = one && again && other && there(one) && !there(again)
    if (isMissed && findsAlike(one, other) && findsAlike(open, again))
      t.violated('search-bounds', 'KNOW-19', sentence, open, ...replies)
  }
  if (!t.isDecided('KNOW-19')) t.notExercised('KNOW-19', 'a word that only one base contains')
}

/** The order in which bases are named says nothing: what is found with one first is found with it last. */
async function inAnyOrder(
  t: Trial,
  ids: readonly string[],
  within: (ids: readonly string[]) => Promise<Exchange>,
  there: (reply: Exchange) => boolean,
) {
  if (ids.length < 2) return
  const last = ids.toReversed()
  const replies = [await within(ids), await within(last), await within(ids), await within(last)]
  if (!replies.every(isServed)) return
  const [first, turned, again, still] = replies
  const sentence = `a passage of the base ${ids[0]} is found where it is named first, and not where it is named last`
  if (first && turned && there(first) && findsAlike(first, again) && findsAlike(turned, still))
    t.expect('same-question', 'KNOW-04', there(turned), sentence, ...replies)
}

/** Whether two searches find the same in the same order: a ranking may be random. */
const findsAlike = (one: Exchange, other: Exchange | undefined) =>
  other !== undefined && hits(one).map(passage).join() === hits(other).map(passage).join()

/** The longest word of a passage in that base. */
async function wordOf(t: Trial, id: string, words: readonly string[]): Promise<string | undefined> {
  for (const query of [...new Set(words)].slice(0, 8)) {
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
  const within = (query: string, knowledgeBaseIds: readonly string[], more: Json = {}) =>
    searchMany(t, { query, knowledgeBaseIds, ...more })
  const records = new Map((await folders(t)).map(({ id, record }) => [id, record]))
  /** Whether the bases show that one is below the other: then a search in this one reaches it. */
  const areNested = (one: string, other: string) =>
    mentions(records.get(one), other) || mentions(records.get(other), one)
  const asked: Exchange[] = []
  for (const [n, id] of ids.slice(0, 6).entries())
    for (const more of n < 2 ? [{}, { hybrid: true }, { hybrid: false }] : [{}]) {
      const reply = await within(words, [id], more)
      asked.push(reply)
      const bases = hits(reply).flatMap(row => baseOf(row) ?? [])
      const strange = bases.find(base => base !== id && ids.includes(base) && !areNested(base, id))
      const finds = `a search in the base ${id} alone${'hybrid' in more ? `, hybrid: ${more.hybrid},` : ''} finds ${strange ? `a passage of ${strange}` : 'its own passages'}`
      if (bases.length > 0) t.expect('search-bounds', 'KNOW-04', strange === undefined, finds, reply)
    }
  // A base that is being indexed may refuse a search for a while.
  if (!asked.some(isServed)) {
    const open = () => searchMany(t, { query: words })
    const what = 'a search in each base alone'
    await servedBeside(t, 'KNOW-04', what, () => within(words, ids.slice(0, 1)), open, 'accepts-value')
  }
  const second = t.target.fixtures.get('knowledge-second')
  if (second?.query && second.folder !== undefined) {
    const folder = String(second.folder)
    const inside = new Set(hits(await within(second.query, [folder])).map(passage))
    const others = ids.filter(id => id !== folder && !areNested(id, folder))
    const reply = await within(second.query, others)
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
  const what = 'a base, its query, and the key of a person without access'
  if (!secret?.query || !stranger) return t.notExercised('KNOW-17', lacks.fixture('knowledge-private', what))
  const base = String(secret.folder ?? secret.id)
  const listed = await t.need('listKnowledgeFolders', { key: stranger })
  const all = await t.need('listKnowledgeFolders')
  const shown = replyIds(listed).includes(base)
  const lists = `key ${stranger.name} ${shown ? 'lists' : 'does not list'} the base ${base}`
  t.expect('person-closed', 'KNOW-17', !shown, lists, all, listed)
  const own = t.keys.home('knowledge:read').find(one => one.name !== stranger.name)
  const named = { query: secret.query, knowledgeBaseIds: [base] }
  const found = own && (await searchMany(t, named, own))
  const theirs = found ? hits(found).map(passage) : []
  for (const { reply, how } of await searchesFor(t, stranger, secret.query, listed, [base])) {
    const isTheirs = (row: Json) => baseOf(row) === undefined && theirs.includes(passage(row))
    const leak = hits(reply).find(row => baseOf(row) === base || isTheirs(row))
    const finds = `key ${stranger.name}${how} finds ${leak ? 'a passage' : 'nothing'} of the base ${base}`
    if (leak) t.violated('person-closed', 'KNOW-17', finds, reply)
    else if (found && theirs.length > 0) t.met('person-closed', 'KNOW-17', finds, found, reply)
  }
}

/** What a key finds that does not list these bases, whether it names them, alone or beside one that it lists, or none. */
async function searchesFor(t: Trial, key: Key, query: string, listed: Exchange, bases: readonly string[]) {
  const ask = (more: Json) => searchMany(t, { query, ...more }, key)
  const beside = [...replyIds(listed).slice(0, 1), ...bases]
  return [
    { how: '', reply: await ask({}) },
    { how: ', which names them,', reply: await ask({ knowledgeBaseIds: bases }) },
    { how: ', which names them beside one of its own,', reply: await ask({ knowledgeBaseIds: beside }) },
  ]
}

/** How many persons are compared, each with each. */
const MAX_PEOPLE = 4

/** Nobody finds passages of bases that only another person or another tenant lists. */
const strangers = scenario({
  id: 'knowledge/tenants',
  title: 'A search finds nothing in the bases that only another person or tenant lists, named or not',
  requirements: ['KNOW-17'],
  needs,
  cost: { requests: 36 },
  async run(t) {
    const words = (await wordsThatHit(t)) ?? 'invoice'
    const able = t.keys.home('knowledge:read').filter(key => key.owner !== undefined)
    const people = [...new Map(able.map(key => [key.owner, key])).values()].slice(0, MAX_PEOPLE)
    for (const mine of people)
      for (const theirs of people) if (mine !== theirs) await findsNothing(t, mine, theirs, words)
    const keys = [t.keys.with('knowledge:read'), t.keys.elsewhere('knowledge:read')]
    for (const [mine, theirs] of [keys, keys.toReversed()] as [Key, Key][])
      await findsNothing(t, mine, theirs, words)
  },
})

/** Of the bases that the other key lists and this one does not. */
async function findsNothing(t: Trial, mine: Key, theirs: Key, words: string) {
  const bases = async (key: Key) => t.need('listKnowledgeFolders', { key })
  const [own, others] = [await bases(mine), await bases(theirs)]
  const foreign = replyIds(others).filter(id => !mentions(own.json, id))
  if (foreign.length === 0) return
  const right = await searchMany(t, { query: words, knowledgeBaseIds: foreign }, theirs)
  const passages = new Set(hits(right).map(passage))
  if (passages.size === 0) return
  const [rule, whose] =
    mine.tenant === theirs.tenant
      ? (['person-closed', 'that it does not list'] as const)
      : (['tenant-closed', 'of another tenant'] as const)
  const inForeign = (row: Json) => foreign.includes(baseOf(row) ?? '')
  const searches = await searchesFor(t, mine, words, own, foreign)
  // Bases may contain the same text, those of one tenant rather than those of two.
  const [plain, named] = searches.map(({ reply }) => new Set(hits(reply).map(passage)))
  const isTheirs = [...passages].some(one => named?.has(one) && !plain?.has(one))
  const still = await bases(mine)
  for (const [n, { reply, how }] of searches.entries()) {
    const leak = hits(reply).some(inForeign) || (n === 1 && rule === 'tenant-closed' && isTheirs)
    const sentence = `key ${mine.name}${how} finds ${leak ? 'a passage' : 'nothing'} of the bases ${whose}`
    if (!foreign.some(id => mentions(still.json, id)))
      t.expect(rule, 'KNOW-17', !leak, sentence, reply, right)
  }
}

export const knowledgeBaseScenarios: readonly Scenario[] = [bases, strangers]
