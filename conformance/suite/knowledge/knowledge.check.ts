/** Knowledge folders and search. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, type Json, mentions } from '../../extract/find-value.ts'
import { replyIds, replyList } from '../../extract/list-rows.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { holdsList, isServed, servedBeside, takesNulls } from '../../rules/stated-status.ts'
import { folders } from '../discover.ts'
import { baseOf, hits, MANY, search, searchMany, wordsThatHit } from './search-results.ts'

const needs = { capability: 'knowledge', scopes: ['knowledge:read'] } as const

export const knowledgeScenario = scenario({
  id: 'knowledge/search',
  title: 'A search finds what is there, as much and as good as asked for',
  requirements: [
    ...['KNOW-01', 'KNOW-05', 'KNOW-08', 'KNOW-09', 'KNOW-11', 'KNOW-12', 'KNOW-14', 'KNOW-16', 'KNOW-18'],
  ],
  needs,
  cost: { requests: 28 },
  async run(t) {
    const listed = await t.call('listKnowledgeFolders')
    if (t.answered('KNOW-16', listed) && holdsList(t, 'KNOW-16', listed) && replyIds(listed).length === 0)
      t.notExercised('KNOW-16', 'a knowledge base that the owner of the key may search', listed)
    const words = await wordsThatHit(t)
    if (words !== undefined) await foundInNone(t, words, listed)
    await searchedAndListed(t)
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
    for (const beside of [{}, { hybrid: true }, { hybrid: false }]) await topK(t, words, beside)
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

/** A base of the target that a search by its id serves is one that the owner of the key may search. */
async function searchedAndListed(t: Trial) {
  const second = t.target.fixtures.get('knowledge-second')
  if (second?.query === undefined || second.folder === undefined) return
  const base = String(second.folder)
  const isListed = async () => mentions((await t.need('listKnowledgeFolders')).json, base)
  if (await isListed()) return
  const reply = await search(t, { query: second.query, knowledgeBaseIds: [base] })
  const found = reply.status === 200 ? hits(reply).filter(row => baseOf(row) === base).length : 0
  const sentence = `the base ${base} is not listed, and a search in it finds ${found} of its passages`
  if (found > 0 && !(await isListed())) t.violated('search-bounds', 'KNOW-16', sentence, reply)
}

/** Only a query that has more hits can show that a bound holds, beside either value of hybrid as well. */
async function topK(t: Trial, query: string, beside: Json) {
  const unbounded = await search(t, { query, ...beside })
  if (!isServed(unbounded)) return
  const whole = hits(unbounded).length
  const values = [1, 3, MANY].map(bound => ({ ...beside, topK: bound }))
  for (const { reply, found, sentence, value } of await served(t, 'KNOW-08', query, values, search)) {
    if (found > value.topK) t.violated('search-bounds', 'KNOW-08', sentence, reply)
    else if (whole > value.topK) t.met('search-bounds', 'KNOW-08', `${sentence} of ${whole}`, reply)
  }
  if (whole < 2) t.notExercised('KNOW-08', lacks.fixture('knowledge-hit', 'a query with several hits'))
}

/** The searches with one of these values each that are served: their bounds are not stated, but not all of them are refused. */
async function served<Value extends Json>(
  t: Trial,
  id: string,
  query: string,
  values: readonly Value[],
  ask: (t: Trial, body: Json) => Promise<Exchange>,
) {
  const replies: { value: Value; reply: Exchange; found: number; sentence: string }[] = []
  for (const value of values) {
    const reply = await ask(t, { query, ...value })
    const found = hits(reply).length
    const sentence = `${JSON.stringify(value)} answered ${reply.status} with ${found} passages`
    if (!isServed(reply) && !isRefusal(reply)) t.violated('accepts-value', id, sentence, reply)
    replies.push({ value, reply, found, sentence })
  }
  const refused = replies.flatMap(({ reply }) => (isRefusal(reply) ? reply : []))
  const plain = refused.length === values.length ? await search(t, { query }) : undefined
  const all = `each of ${JSON.stringify(values)} is refused`
  if (plain && isServed(plain)) t.violated('accepts-value', id, all, ...refused, plain)
  // What refuses them all may be a wallet that is empty by now.
  else if (plain) t.notExercised(id, `a search that is served: ${all}`, plain)
  return replies.filter(({ reply }) => isServed(reply))
}

/** More than any score, and the numbers that a bound may be at least. */
const SCORES = [1e6, 1, 0.5, 0]

/** Which score minScore is about is not stated, nor are its bounds: results may show another one. */
async function minScore(t: Trial, words: string) {
  const whole = await searchMany(t, { query: words })
  const all = hits(whole).length
  const values = SCORES.map(bound => ({ minScore: bound }))
  for (const { reply, found, value, sentence: says } of await served(
    t,
    'KNOW-11',
    words,
    values,
    searchMany,
  )) {
    const [bound, sentence] = [value.minScore, `${says}, without there are ${all}`]
    if (bound !== SCORES[0] && !(all > 0 && found === 0 && areBelow(whole, bound)))
      t.notExercised('KNOW-11', `scores that are all below a bound that is taken: ${sentence}`, reply)
    else if (all < 2 || found < all) t.met('search-bounds', 'KNOW-11', sentence, whole, reply)
    else {
      const left = await leavesOut(t, words, bound)
      if (left === undefined)
        t.notExercised('KNOW-11', `a query that hits with hybrid and without: ${sentence}`, reply)
      else t.expect('search-bounds', 'KNOW-11', left, sentence, reply, whole)
    }
  }
}

/** Whether every passage that was found shows a score, and one below the bound. */
const areBelow = (reply: Exchange, bound: number): boolean =>
  hits(reply).every(row => Number(findLike(row, /score/i, isNumber)?.value ?? bound) < bound)

/**
 * Whether minScore leaves out something with hybrid, or without: it may be about one of the scores of a hybrid search.
 * Undefined where one of the two finds nothing.
 */
async function leavesOut(t: Trial, query: string, bound: number): Promise<boolean | undefined> {
  let isFound = true
  for (const hybrid of [true, false]) {
    const all = hits(await searchMany(t, { query, hybrid })).length
    const reply = await searchMany(t, { query, hybrid, minScore: bound })
    if (isServed(reply) && hits(reply).length < all) return true
    isFound &&= all > 0
  }
  return isFound ? false : undefined
}

/** A listed base is one that a search can name; one that is being indexed may refuse it for a while. */
async function listedAreSearchable(t: Trial, words: string) {
  const values = (await folders(t)).slice(0, 3).map(({ id }) => ({ knowledgeBaseIds: [id] }))
  const [first] = await served(t, 'KNOW-16', words, values, search)
  if (!first) return
  t.met('accepts-value', 'KNOW-16', first.sentence, first.reply)
  const beside = { query: words, ...first.value, topK: 3, minScore: 0 }
  for (const hybrid of [true, false]) await nullsBeside(t, { ...beside, hybrid })
}

const NULLABLE = { knowledgeBaseIds: 'KNOW-05', topK: 'KNOW-09', minScore: 'KNOW-12' }

/** Each of them null beside values of the others, and all beside a named base. */
async function nullsBeside(t: Trial, values: Json) {
  for (const [name, id] of Object.entries(NULLABLE)) {
    const { [name]: _, ...others } = values
    await takesNulls(t, { [name]: id }, 'a search', more => () => search(t, { ...others, ...more }))
  }
  const { knowledgeBaseIds: _, ...others } = NULLABLE
  await takesNulls(t, others, 'a search in one base', more => () => search(t, { ...values, ...more }))
}
