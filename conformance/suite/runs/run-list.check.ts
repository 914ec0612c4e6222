/** The list of runs: filters, cursor walks, the deprecated offset and its header. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findNamed, type Json } from '../../extract/find-value.ts'
import { nextCursor, replyIds, replyList, replyRows } from '../../extract/list-rows.ts'
import { idOf, refIn, wordIn } from '../../extract/record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { agents } from '../discover.ts'
import { judgePaging, page } from '../judge-paging.ts'

type Query = Record<string, string | number>

interface Walk {
  rows: Json[]
  exchanges: Exchange[]
  /** Whether the walk reached the end of the list. */
  ended: boolean
}

/** Follows `next_cursor` until there is none. */
async function walk(t: Trial, query: Query, most = 80): Promise<Walk> {
  const rows: Json[] = []
  const exchanges: Exchange[] = []
  let cursor: string | undefined
  while (exchanges.length < most) {
    const exchange = await t.need('listRuns', {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    })
    exchanges.push(exchange)
    rows.push(...replyRows(exchange))
    const next = nextCursor(exchange.json)
    if (next === undefined || next === cursor) return { rows, exchanges, ended: next === undefined }
    cursor = next
  }
  return { rows, exchanges, ended: false }
}

const ids = (rows: readonly Json[]) => rows.flatMap(row => idOf(row, 'run') ?? [])
const twice = (list: readonly string[]) => list.find((id, index) => list.indexOf(id) !== index)

const walks = scenario({
  id: 'runs/list-cursor',
  title: 'A walk by cursor reaches every run once, inside its filters, and ends',
  requirements: ['RUN-17', 'RUN-19', 'RUN-20', 'RUN-21', 'RUN-22', 'RUN-23', 'RUN-14', 'RUN-15', 'RUN-16'],
  needs: { capability: 'runs', scopes: ['runs:read'] },
  cost: { requests: 80 },
  alone: true,
  async run(t) {
    const first = await t.need('listRuns', { query: { limit: 6 } })
    const sample = replyRows(first)
    if (sample.length < 3)
      return t.notExercised(t.scenario.requirements, `three runs at least: there are ${sample.length}`, first)
    const next = findNamed(first.json, 'next_cursor')?.value
    if (next !== undefined && next !== null && typeof next !== 'string')
      return t.violated('RUN-19', `next_cursor reads ${JSON.stringify(next)}, which is no text`, first)
    await judgePaging(t, {
      operation: 'listRuns',
      limit: 'RUN-17',
      offset: 'RUN-23',
    })
    const filter = await settledFilter(t)
    await wholeWalk(t, filter.query)
    await filters(t, sample)
  },
})

/** A filter that matches a few runs that no longer change; the whole list where there is none. */
async function settledFilter(t: Trial): Promise<{ query: Query }> {
  const big = await walk(t, {}, 6)
  const ended = big.rows.filter(row => !['running', 'paused'].includes(wordIn(row) ?? 'running'))
  const groups = Map.groupBy(ended, row => `${refIn(row, 'agent')} ${wordIn(row)}`)
  const fit = [...groups].find(
    ([, rows]) => rows.length >= 3 && rows.length <= 30 && refIn(rows[0], 'agent') !== undefined,
  )
  const [row] = fit?.[1] ?? []
  const agent = refIn(row, 'agent')
  return { query: agent === undefined ? {} : { agent_id: agent, status: wordIn(row) ?? '' } }
}

/** The first page repeats after other pages: no newly started run causes that. */
function beginsAnew(t: Trial, exchanges: readonly Exchange[]): boolean {
  const pages = exchanges.map(exchange => replyIds(exchange).join())
  const again = pages.findIndex((page, n) => n > 2 && page !== '' && page === pages[0])
  const sentence = `page ${again + 1} of a walk by cursor is the first page once more`
  if (again > 0)
    t.violated(
      ['RUN-20', 'RUN-21'],
      sentence,
      ...exchanges.slice(0, 1),
      ...exchanges.slice(again - 1, again + 1),
    )
  return again > 0
}

async function wholeWalk(t: Trial, query: Query) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await walk(t, query)
    const small = await walk(t, { ...query, limit: 2 }, 60)
    const after = await walk(t, query)
    if (beginsAnew(t, small.exchanges)) return
    const sizes = small.exchanges.map(exchange => replyList(exchange)?.length ?? 0)
    const wide = sizes.findIndex(size => size > 2)
    if (wide > 0)
      t.violated(
        'RUN-17',
        `page ${wide + 1} of a walk with limit=2 holds ${sizes[wide]} runs`,
        ...small.exchanges.slice(wide, wide + 1),
      )
    if (ids(before.rows).join() !== ids(after.rows).join()) continue
    const whole = ids(before.rows)
    const [one] = small.exchanges
    if (whole.length > 2) {
      const cursor = nextCursor(one?.json)
      t.expect(
        'RUN-19',
        cursor !== undefined,
        `2 of ${whole.length} runs are shown and next_cursor is ${cursor ? 'a text' : 'not there'}`,
        ...(one ? [one] : []),
      )
      if (cursor === undefined) return
    }
    const walked = ids(small.rows)
    const again = twice(walked)
    t.expect(
      'RUN-20',
      again === undefined,
      again ? `the run ${again} comes twice` : `${walked.length} runs, none twice`,
      ...small.exchanges.slice(0, 3),
    )
    if (!small.ended && small.exchanges.length >= 60)
      return t.notExercised('RUN-21', 'a list that can be walked to its end in 60 pages')
    const lost = whole.find(id => !walked.includes(id))
    const complete = lost === undefined && small.ended
    const sentence = lost
      ? `the walk by two leaves out the run ${lost}`
      : small.ended
        ? `both walks reach ${whole.length} runs`
        : 'the walk does not end'
    t.expect('RUN-21', complete, sentence, ...small.exchanges.slice(-3))
    const skipped = await byOffset(t, query, whole)
    if (skipped) t.expect('RUN-23', skipped.same, skipped.sentence, ...skipped.exchanges)
    return
  }
  t.notExercised(['RUN-19', 'RUN-20', 'RUN-21'], 'a list of runs that stands still for some seconds')
}

async function byOffset(t: Trial, query: Query, whole: string[]) {
  if (!t.wants('RUN-23')) return undefined
  const seen: string[] = []
  const exchanges: Exchange[] = []
  while (seen.length < Math.min(whole.length, 20)) {
    const paged = { operation: 'listRuns', options: { query } }
    const { ids: some, exchange } = await page(t, paged, { limit: 5, offset: seen.length })
    exchanges.push(exchange)
    if (some.length === 0) break
    seen.push(...some)
  }
  const expected = whole.slice(0, seen.length)
  const same = seen.length > 0 && [...seen].sort().join() === [...expected].sort().join()
  return {
    same,
    sentence: `the walk by offset gives ${same ? 'the same' : 'other'} runs than the walk by cursor`,
    exchanges: exchanges.slice(0, 3),
  }
}

async function filters(t: Trial, sample: Json[]) {
  const agents = [...new Set(sample.flatMap(row => refIn(row, 'agent') ?? []))]
  const words = [...new Set(['cancelled', 'running', 'paused', ...sample.flatMap(row => wordIn(row) ?? [])])]
  const everything = await walk(t, {}, 12)
  const known = everything.rows
  const more = [...new Set(known.flatMap(row => refIn(row, 'agent') ?? []))]
  if (more.length === 0) t.notExercised(['RUN-14', 'RUN-16'], 'runs that show their agent')
  else if (more.length === 1) t.notExercised('RUN-14', 'runs of two agents')
  for (const agent of [...new Set([...agents, ...more])].slice(0, 3)) {
    const fits = (row: Json) => refIn(row, 'agent') === undefined || refIn(row, 'agent') === agent
    const own = known.filter(row => refIn(row, 'agent') === agent)
    if (more.length > 1) await narrowed(t, 'RUN-14', { agent_id: agent }, fits, own, everything.ended)
    const word = wordIn(own[0])
    if (word === undefined) continue
    const both = (row: Json) => fits(row) && (wordIn(row) ?? word) === word
    const many = new Set(own.map(row => wordIn(row))).size > 1 && more.length > 1
    if (many)
      await narrowed(
        t,
        ['RUN-16', 'RUN-22'],
        { agent_id: agent, status: word, limit: 2 },
        both,
        own.filter(row => wordIn(row) === word),
        everything.ended,
      )
  }
  const statuses = new Set(known.flatMap(row => wordIn(row) ?? []))
  if (statuses.size < 2) return t.notExercised('RUN-15', 'runs with two statuses')
  for (const word of words.filter(one => statuses.has(one) || one === 'cancelled')) {
    const fits = (row: Json) => (wordIn(row) ?? word) === word
    const settled = !['running', 'paused'].includes(word) && everything.ended
    await narrowed(
      t,
      ['RUN-15', 'RUN-22'],
      { status: word, limit: 3 },
      fits,
      known.filter(row => wordIn(row) === word),
      settled,
    )
  }
}

/** Every listed row matches, and, where the whole list is known, no matching row is missing. */
async function narrowed(
  t: Trial,
  requirement: string | string[],
  query: Query,
  fits: (row: Json) => boolean,
  expected: Json[],
  complete: boolean,
) {
  const { limit: _, ...filter } = query
  const found = await walk(t, query, 25)
  const name = Object.entries(filter)
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
  const wrong = found.rows.findIndex(row => !fits(row))
  const at = found.exchanges.find(
    one => wrong >= 0 && one.text.includes(idOf(found.rows[wrong], 'run') ?? '\0'),
  )
  if (wrong >= 0)
    return t.violated(
      requirement,
      `${name} lists the run ${idOf(found.rows[wrong], 'run')}, which does not fit`,
      ...(at ? [at] : []),
    )
  const lost = complete && found.ended ? ids(expected).find(id => !ids(found.rows).includes(id)) : undefined
  // A run may have changed since the whole list was read: it is missing only if it still matches.
  if (lost !== undefined) {
    const now = await t.call('getRun', { path: { run_id: lost } })
    const word = filter.status
    if (now.status === 200 && (word === undefined || wordIn(now.json) === word)) {
      return t.violated(
        requirement,
        `${name} leaves out the run ${lost}, which fits`,
        ...found.exchanges.slice(0, 1),
        now,
      )
    }
  }
  if (found.rows.length > 0)
    t.met(requirement, `${name} lists ${found.rows.length} runs, all fitting`, ...found.exchanges.slice(0, 1))
}

const deprecated = scenario({
  id: 'runs/list-deprecation',
  title: 'The reply says Deprecation: true exactly when offset is used',
  requirements: ['VER-03', 'VER-04', 'VER-05'],
  needs: { capability: 'runs', scopes: ['runs:read'] },
  cost: { requests: 14 },
  async run(t) {
    const header = (exchange: Exchange) => exchange.headers.deprecation
    for (const offset of [0, 1, 5]) {
      const reply = await t.need('listRuns', { query: { offset } })
      const value = header(reply)
      const right = value?.trim().toLowerCase() === 'true'
      t.expect(
        offset === 0 ? 'VER-04' : 'VER-03',
        right,
        `with offset=${offset} the header Deprecation is ${value ?? 'missing'}`,
        reply,
      )
    }
    const plain = await t.need('listRuns', { query: { limit: 2 } })
    const cursor = nextCursor(plain.json)
    const [agent] = await agents(t).catch(() => [])
    const filters: Record<string, string | number>[] = [
      { limit: 2 },
      { status: 'running' },
      ...(agent ? [{ agent_id: agent.id }, { agent_id: agent.id, status: 'cancelled', limit: 1 }] : []),
      ...(cursor === undefined ? [] : [{ cursor }]),
    ]
    for (const filter of filters) {
      const reply = await t.call('listRuns', { query: { ...filter, offset: 1 } })
      // The service may refuse the combination with a cursor.
      if (reply.status !== 200) continue
      const value = header(reply)
      const sentence = `with offset=1 beside ${Object.keys(filter).join(', ')} the header Deprecation is ${value ?? 'missing'}`
      t.expect('VER-03', value?.trim().toLowerCase() === 'true', sentence, reply)
    }
    const others = [
      plain,
      await t.need('listRuns'),
      ...(agent ? [await t.need('listRuns', { query: { agent_id: agent.id } })] : []),
      ...(cursor === undefined ? [] : [await t.need('listRuns', { query: { cursor, limit: 2 } })]),
    ]
    for (const reply of others) {
      t.expect(
        'VER-05',
        header(reply) === undefined,
        `without offset the header Deprecation is ${header(reply) ?? 'missing'}`,
        reply,
      )
    }
  },
})

const invalid = scenario({
  id: 'runs/list-invalid',
  title: 'The list of runs refuses parameters of a wrong type',
  requirements: idsOf(refusalsOf('listRuns', 'query')),
  needs: { capability: 'runs', scopes: ['runs:read'] },
  cost: { requests: 4 },
  run: t => refuses(t, 'listRuns', refusalsOf('listRuns', 'query'), {}),
})

export const runListScenarios: readonly Scenario[] = [walks, deprecated, invalid]
