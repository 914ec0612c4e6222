/** Knowledge folders and search. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import { replyIds, replyList } from '../../extract/list-rows.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { holdsList, servedBeside } from '../../rules/stated-status.ts'
import { folders } from '../discover.ts'
import { baseOf, hits, MANY, score, search, wordsThatHit } from './search-results.ts'

const needs = { capability: 'knowledge', scopes: ['knowledge:read'] } as const

export const knowledgeScenario = scenario({
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
    const reply = await search(t, { query: words, topK: MANY, ...more })
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
