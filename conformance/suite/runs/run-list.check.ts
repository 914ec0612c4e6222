/** The list of runs: filters, cursor walks, the deprecated offset and its header. */

import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findNamed, type Json } from '../../extract/find-value.ts'
import { nextCursor, replyIds, replyRows } from '../../extract/list-rows.ts'
import { idOf, recordIn, refIn, wordIn } from '../../extract/record.ts'
import { endOf, phaseOf } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import type { RuleId } from '../../rules/rules.ts'
import { agents } from '../discover.ts'
import { judgePaging } from '../judge-paging.ts'
import { queryText } from '../query-text.ts'
import { knownRuns } from './known-runs.ts'

type Query = Record<string, string | number>

interface Walk {
  rows: Json[]
  exchanges: Exchange[]
  /** Whether the walk reached the end of the list. */
  ended: boolean
}

/** Follows `next_cursor` until there is none; one that leads from an empty page to itself waits for new runs. */
async function walk(t: Trial, query: Query, most = 80): Promise<Walk> {
  const exchanges: Exchange[] = []
  let ended = false
  const ask = (paging: Paging) => t.need('listRuns', { query: { ...query, ...paging } })
  for await (const { exchange, isLast } of pagesOf(most, ask)) {
    exchanges.push(exchange)
    ended = isLast && (nextCursor(exchange.json) === undefined || replyIds(exchange).length === 0)
  }
  return { rows: exchanges.flatMap(replyRows), exchanges, ended }
}

const ids = (rows: readonly Json[]) => rows.flatMap(row => idOf(row, 'run') ?? [])
const twice = (list: readonly string[]) => list.find((id, index) => list.indexOf(id) !== index)

const walks = scenario({
  id: 'runs/list-cursor',
  title: 'A walk by cursor reaches every run once, inside its filters, and ends',
  requirements: ['RUN-17', 'RUN-19', 'RUN-20', 'RUN-21', 'RUN-22', 'RUN-23', 'RUN-14', 'RUN-15', 'RUN-16'],
  needs: { capability: 'runs', scopes: ['runs:read'] },
  cost: { requests: 80 },
  turn: 'alone',
  async run(t) {
    const first = await t.need('listRuns', { query: { limit: 6 } })
    const sample = replyRows(first)
    if (sample.length < 3)
      return t.notExercised(t.scenario.requirements, `three runs at least: there are ${sample.length}`, first)
    const next = findNamed(first.json, 'next_cursor')?.value
    const reads = `next_cursor reads ${t.quote(next)}, which is no text`
    if (next !== undefined && next !== null && typeof next !== 'string')
      return t.violated('stated-type', 'RUN-19', reads, first)
    await judgePaging(t, { operation: 'listRuns', limit: 'RUN-17', offset: 'RUN-23', deprecated: true })
    await wholeWalk(t, await settledFilter(t))
    await filters(t, sample)
  },
})

/** A filter that matches a few runs that no longer change, the oldest ones; the whole list where there is none. */
async function settledFilter(t: Trial): Promise<Query> {
  const big = await walk(t, {}, 6)
  const once = [...new Map(big.rows.map(row => [idOf(row, 'run'), row])).values()]
  const ended = once.filter(row => !['running', 'paused'].includes(wordIn(row) ?? 'running'))
  const groups = Map.groupBy(ended, row => `${refIn(row, 'agent')} ${wordIn(row)}`)
  const fit = [...groups].findLast(
    ([, rows]) => rows.length >= 3 && rows.length <= 30 && refIn(rows[0], 'agent') !== undefined,
  )
  const [row] = fit?.[1] ?? []
  const agent = refIn(row, 'agent')
  return agent === undefined ? {} : { agent_id: agent, status: wordIn(row) ?? '' }
}

/** A walk must go wrong on a list that is the same once nothing older is shown. */
async function wholeWalk(t: Trial, query: Query) {
  let stood: string | undefined
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await walk(t, query)
    const small = await walk(t, { ...query, limit: 2 }, 60)
    const after = await walk(t, query)
    const whole = ids(before.rows)
    if (whole.join() !== ids(after.rows).join()) continue
    const walked = ids(small.rows)
    const [first] = small.exchanges
    const shown = first ? replyIds(first).length : 0
    const cursor = nextCursor(first?.json)
    const again = twice(walked)
    const lost = whole.find(id => !walked.includes(id))
    const wide = small.exchanges.find(exchange => replyIds(exchange).length > 2)
    const names = `${shown} of ${whole.length} runs are shown, with ${cursor === undefined ? 'no' : 'a'} next_cursor`
    const goes = lost ? `leaves out the run ${lost}` : again ? 'begins anew' : 'does not end'
    // One that is long need not end in 60 pages.
    const isLong = !small.ended && small.exchanges.length === 60
    const faults: [rule: RuleId, requirement: string, sentence: string, wrong: boolean][] = [
      ['limit-bounds', 'RUN-17', 'a page of a walk with limit=2 holds more than 2 runs', wide !== undefined],
      ['pages-continue', 'RUN-19', names, shown < whole.length && cursor === undefined],
      [
        'pages-continue',
        'RUN-20',
        `${walked.length} runs by two, ${again ? `and ${again} twice` : 'each once'}`,
        again !== undefined,
      ],
      [
        'pages-continue',
        'RUN-21',
        `the walk by two ${small.ended && !lost ? `reaches all ${whole.length} runs` : goes}`,
        // Without a cursor there is no walk.
        cursor !== undefined && !isLong && (lost !== undefined || !small.ended),
      ],
    ]
    if (faults.some(([, , , wrong]) => wrong) && stood !== whole.join()) {
      stood = whole.join()
      await t.sleep(t.target.pace.lateSeconds)
      continue
    }
    const evidence = wide ? [wide] : [...small.exchanges.slice(0, 2), ...small.exchanges.slice(-1)]
    for (const [rule, id, sentence, wrong] of faults) {
      if (wrong) t.violated(rule, id, sentence, ...evidence)
      else if (shown < whole.length) t.met(rule, id, sentence, ...evidence)
    }
    // The bound of a page is not stated: it may be one.
    const sizes = small.exchanges.map(page => replyIds(page).length)
    const short = sizes.slice(0, -1).findIndex(size => size < Math.max(...sizes))
    const page = small.exchanges[Math.max(short, 0)]
    if ('agent_id' in query && page) t.observe('filtered-pages', short < 0 ? 'full' : 'sparse', page)
    return
  }
  t.notExercised(['RUN-19', 'RUN-20', 'RUN-21'], 'a list of runs that stands still for some seconds')
}

/** Filters by the agents and statuses of runs in the list and of our own, whose agent is known from their start. */
async function filters(t: Trial, sample: Json[]) {
  const everything = await walk(t, {}, 12)
  await cursorWithoutLimit(t)
  const own = endedRuns(t)
  const known = [
    ...everything.rows.filter(row => !own.has(idOf(row, 'run') ?? '')),
    ...[...own.values()].filter(one => one.mustBeListed),
  ]
  const agents = [...new Set([...sample, ...known].flatMap(row => refIn(row, 'agent') ?? []))]
  if (agents.length === 0) t.notExercised(['RUN-14', 'RUN-16'], 'runs that show their agent')
  else if (agents.length === 1) t.notExercised('RUN-14', 'runs of two agents')
  const judge = (ids: string | string[], query: Query) => narrowed(t, ids, query, known, own)
  // The deprecated offset may be refused.
  const byOffset = (id: string, filter: Query) => judge(id, { ...filter, offset: 0 }).catch(ignoreMissing)
  for (const agent_id of agents.length < 2 ? [] : agents.slice(0, 3)) {
    const [status, ...others] = known.filter(row => refIn(row, 'agent') === agent_id).map(row => wordIn(row))
    await judge('RUN-14', { agent_id })
    await byOffset('RUN-14', { agent_id })
    if (status !== undefined && others.some(one => one !== status))
      await judge(['RUN-16', 'RUN-22'], { agent_id, status, limit: 2 })
  }
  const statuses = new Set(known.flatMap(row => wordIn(row) ?? []))
  if (statuses.size < 2) return t.notExercised('RUN-15', 'runs with two statuses')
  for (const status of statuses.add('cancelled')) {
    await judge(['RUN-15', 'RUN-22'], { status, limit: 3 })
    await byOffset('RUN-15', { status })
  }
}

/**
 * A list without a limit has a cursor, too, where the same list with a limit of as many rows leads to a run behind them. A
 * run that came meanwhile is among them, or the list has a cursor, once no cache shows what was before.
 */
async function cursorWithoutLimit(t: Trial) {
  const plain = await t.need('listRuns')
  const shown = replyIds(plain)
  const limit = shown.length
  if (limit === 0 || nextCursor(plain.json) !== undefined) return
  const cursor = nextCursor((await t.need('listRuns', { query: { limit } })).json)
  const next = cursor === undefined ? undefined : await t.need('listRuns', { query: { limit, cursor } })
  const behind = next && replyIds(next).find(id => !shown.includes(id))
  if (!next || behind === undefined) return
  await t.sleep(t.target.pace.lateSeconds)
  const after = await t.need('listRuns')
  const rows = replyIds(after)
  if (nextCursor(after.json) !== undefined || rows.includes(behind)) return
  const sentence = `without a limit the list shows ${rows.length} runs and no next_cursor; with limit=${limit} the run ${behind} follows`
  t.violated('pages-continue', 'RUN-19', sentence, next, after)
}

/**
 * Runs of ours that have certainly ended, as last read: a summary under another word may be a draft. The newest of each agent
 * and status, because lists usually start with the newest.
 */
function endedRuns(t: Trial): Map<string, Json> {
  const newest = new Map<string, Json>()
  const { waiting: _, ...words } = t.target.words
  const ends: unknown[] = Object.values(words)
  for (const { id, agent_id, status, mustBeListed } of knownRuns(t))
    if (ends.includes(status) || endOf(status) !== undefined)
      newest.set(`${agent_id} ${status}`, { id, agent_id, status, mustBeListed })
  return new Map([...newest.values()].map(run => [String(run.id), run]))
}

/**
 * Rows that satisfy the filter are listed, and no others. A run that changes, and a list that lags behind, are read
 * again: a row counts by what its record shows before and after, one of ours by what is known of it.
 */
async function narrowed(
  t: Trial,
  requirement: string | string[],
  query: Query,
  known: readonly Json[],
  own: ReadonlyMap<string, Json>,
) {
  // Each further one would be waited for as long.
  if ([requirement].flat().every(id => t.isViolated(id))) return
  const { limit: _, ...filter } = query
  const name = queryText(filter)
  const { agent_id, status } = filter
  const fits = (row: Json) =>
    (agent_id === undefined || refIn(row, 'agent') === agent_id) &&
    (status === undefined || wordIn(row) === status)
  const stillFits = async (id: string) => {
    const reply = await t.call('getRun', { path: { run_id: id } })
    const record = reply.status === 200 ? recordIn(reply.json, ['run', 'agent_run']) : undefined
    // A run at work may change its status and change it back.
    const isStill = status === undefined || phaseOf(wordIn(record), Boolean(record?.summary)) === 'ended'
    const one = own.get(id)
    // One of ours that turned over is judged elsewhere.
    const read = fits({ ...filter, ...one, ...record })
    return record && { is: one && fits(one) !== read ? undefined : read, isStill, reply }
  }
  let wide: Exchange | undefined
  const look = async () => {
    const walked = await walk(t, query, 'offset' in query ? 1 : 25)
    wide ??= walked.exchanges.find(one => replyIds(one).length > Number(query.limit))
    const shown = (row: Json) => own.get(idOf(row, 'run') ?? '') ?? { agent_id, ...row }
    const strange = walked.rows.find(row => !fits(shown(row)))
    const listed = ids(walked.rows)
    const isLost = (row: Json) => fits(row) && !listed.includes(idOf(row, 'run') ?? '')
    // A page by offset need not lead to the next one.
    const lost = walked.ended && !('offset' in query) ? known.find(isLost) : undefined
    const [bad, missing] = [strange, lost].map(row => row && idOf(row, 'run'))
    const page = walked.exchanges.find(one => replyIds(one).includes(bad ?? '')) ?? walked.exchanges.at(-1)
    return { found: walked, isRight: !strange && !lost, bad, lost: missing, page }
  }
  const { found, isRight, bad, lost, page } = await t.settled(
    `the runs with ${name}`,
    look,
    one => one.isRight,
  )
  if (wide) {
    const holds = `a page of ${queryText(query)} holds ${replyIds(wide).length} runs`
    t.violated('limit-bounds', 'RUN-17', holds, wide)
  }
  const now = bad === undefined && lost === undefined ? undefined : await stillFits(bad ?? lost ?? '')
  const evidence = [...(now ? [now.reply] : []), ...(page ? [page] : [])]
  const at = page && /[?&]cursor=/.test(page.url) ? `, on a page reached by cursor,` : ''
  const lists = `${name}${at} lists the run ${bad}, which does not fit`
  if (bad !== undefined && now?.is === false) t.violated('filter-satisfied', requirement, lists, ...evidence)
  else if (lost !== undefined && now?.is === true && now.isStill)
    t.violated('filter-complete', requirement, `${name} leaves out the run ${lost}, which fits`, ...evidence)
  else if (isRight && found.rows.length > 0 && known.some(row => !fits(row))) {
    const sentence = `${name} lists ${found.rows.length} runs, all fitting`
    t.met('filter-satisfied', requirement, sentence, ...found.exchanges.slice(0, 1))
  }
}

/** More than a list holds. */
const BEYOND = 1_000_000

const deprecated = scenario({
  id: 'runs/list-deprecation',
  title: 'The reply says Deprecation: true exactly when offset is used',
  requirements: ['VER-03', 'VER-04', 'VER-05'],
  needs: { capability: 'runs', scopes: ['runs:read'] },
  cost: { requests: 15 },
  async run(t) {
    const first = await t.need('listRuns', { query: { limit: 2 } })
    const cursor = nextCursor(first.json)
    const [status = 'running'] = replyRows(first).flatMap(row => wordIn(row) ?? [])
    const [agent] = await agents(t).catch(() => [])
    const filters: Query[] = [
      { limit: 2 },
      { status },
      ...(agent ? [{ agent_id: agent.id }] : []),
      ...(cursor === undefined ? [] : [{ cursor }]),
    ]
    const uses: [requirement: string, query: Query][] = [
      ['VER-04', { offset: 0 }],
      ['VER-03', { offset: BEYOND }],
      ...[{}, ...filters].map((filter): [string, Query] => ['VER-03', { ...filter, offset: 1 }]),
      ...[{}, ...filters].map((filter): [string, Query] => ['VER-05', filter]),
    ]
    for (const [requirement, query] of uses) {
      const reply = await t.call('listRuns', { query })
      // The service may refuse the combination with a cursor.
      if (reply.status !== 200) continue
      const { offset, ...filter } = query
      const beside = Object.keys(filter).length === 0 ? '' : ` beside ${Object.keys(filter).join(', ')}`
      const how = offset === undefined ? 'without offset' : `with offset=${offset}`
      const rows = replyRows(reply).length > 0 ? '' : ', on an empty page,'
      const value = reply.headers.deprecation
      const isRight = offset === undefined ? value === undefined : value?.trim().toLowerCase() === 'true'
      const sentence = `${how}${beside}${rows} the header Deprecation is ${value ?? 'missing'}`
      t.expect('deprecation-header', requirement, isRight, sentence, reply)
    }
  },
})

export const runListScenarios: readonly Scenario[] = [walks, deprecated]
