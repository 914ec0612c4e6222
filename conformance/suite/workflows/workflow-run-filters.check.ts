/** The filters of the runs of a workflow: status, dates and objections, alone and together. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, type Json } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { wordIn } from '../../extract/record.ts'
import { endOf } from '../../extract/run-status.ts'
import { acceptanceOf } from '../../requirements/contract.ts'
import { isForbidden } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { DAY_MS } from '../analytics/days.ts'
import { queryText } from '../query-text.ts'
import { hasFinished, histories, listedRuns, runIds, workflowRunId } from './existing-workflow-runs.ts'

type Path = { workflow_id: string }
type Query = Record<string, string | boolean>

export const workflowFilterScenario = scenario({
  id: 'workflows/run-filters',
  title: 'The runs of a workflow are filtered by status, dates and objections',
  requirements: ['WF-22', 'WF-23', 'WF-24', 'WF-25', 'WF-26', 'WF-28', 'WF-29'],
  needs: { capability: 'workflows', scopes: ['workflows:read'] },
  cost: { requests: 90 },
  turn: 'alone',
  async run(t) {
    const [best] = await histories(t, true)
    if (!best?.runs.length) throw new Missing(lacks.fixture('workflow-history', 'a run of a workflow'))
    const path = { workflow_id: best.workflow }
    await byStatus(t, path)
    for (const [id, query, fits] of dates(t)) await narrows(t, id, path, query, fits)
    await byStatusAndDates(t, path)
    await byObjection(t)
  },
})

/** Whether a row satisfies a filter; undefined where that is not stated. */
type Fits = (row: Json) => boolean | undefined

const has = (row: Json, word: string) => (wordIn(row) === undefined ? undefined : wordIn(row) === word)

/**
 * Dates far from any run: which moment of a run counts, and the edges, are not stated. A run that has not ended may have
 * no such moment.
 */
function dates(t: Trial): [id: string, query: Query, fits: Fits][] {
  const [past, afterPast] = ['2000-01-01T00:00:00Z', '2000-01-03T00:00:00Z']
  const [future, afterFuture] = [400, 402].map(days =>
    new Date(t.context.today.getTime() + days * DAY_MS).toISOString(),
  ) as [string, string]
  const all: Fits = row => hasFinished(row) || undefined
  const none: Fits = row => (endOf(wordIn(row)) ? false : undefined)
  return [
    ['WF-23', { date_from: past }, all],
    ['WF-23', { date_from: future }, none],
    ['WF-24', { date_to: future }, all],
    ['WF-24', { date_to: past }, none],
    ['WF-23', { date_from: future, date_to: afterFuture }, none],
    ['WF-24', { date_from: past, date_to: afterPast }, none],
  ]
}

/** A status that some of the runs have, beside each of the dates: neither takes the other away. */
async function byStatusAndDates(t: Trial, path: Path) {
  const words = (await listedRuns(t, path)).rows.flatMap(row => wordIn(row) ?? [])
  const status = words.find(word => endOf(word) === 'finished') ?? words[0]
  if (status === undefined) return
  for (const [id, query, fits] of dates(t))
    await narrows(t, id, path, { status, ...query }, row => has(row, status) && fits(row))
}

async function byStatus(t: Trial, path: Path) {
  const { rows } = await listedRuns(t, path)
  const words = [...new Set(rows.flatMap(row => wordIn(row) ?? []))]
  const other = ['running', 'failed', 'cancelled', 'completed'].filter(word => !words.includes(word))
  // An unused word lists none; a deployment may refuse it.
  for (const word of [...words.slice(0, 3), ...(words.length < 2 ? other.slice(0, 1) : [])])
    await narrows(t, 'WF-22', path, { status: word }, row => has(row, word))
}

/**
 * Rows that certainly satisfy a filter are listed, and rows that certainly do not are not. `look` reads again what `fits`
 * goes by. What is wrong alone shows nothing of others beside it.
 */
async function narrows(
  t: Trial,
  id: string,
  path: Path,
  query: Query,
  fits: Fits,
  isTelling = true,
  look?: () => Promise<void>,
) {
  const wrong = Object.keys(query).find(name => {
    const alone = acceptanceOf('listWorkflowRuns', name, query[name])
    return alone !== undefined && alone !== id && t.isViolated(alone)
  })
  if (wrong !== undefined) return t.notExercised(id, `a filter beside it that works alone: ${wrong} does not`)
  const before = (await listedRuns(t, path)).rows
  const fitting = (rows: readonly Json[], is: boolean) => runIds(rows.filter(row => fits(row) === is))
  // Judged before the filtered list is read: `look` may find what has come since.
  const [did, didNot] = [fitting(before, true), fitting(before, false)]
  const name = queryText(query)
  // A row that changes, and a list that lags behind, are read again until both fit together.
  const unfit = { listed: '', lost: '' }
  const right = await t.until(`the runs with ${name}`, t.target.pace.lateSeconds, async () => {
    const found = await listedRuns(t, path, query)
    const whole = await listedRuns(t, path)
    await look?.()
    if (found.exchange.status !== 200) return { ...found, whole: found.exchange }
    // Of a list without rows no second page was asked for: behind its end, too, nothing is listed that does not fit.
    const behind = { ...query, limit: 2, offset: 1 }
    const beyond = found.rows.length === 0 && (await t.call('listWorkflowRuns', { path, query: behind }))
    const later = beyond && beyond.status === 200 ? replyRows(beyond) : []
    const [got, after] = [runIds([...found.rows, ...later]), whole.rows]
    const isListed = (one: string) => got.includes(one) && didNot.includes(one)
    const isLost = (one: string) => found.ended && did.includes(one) && !got.includes(one)
    unfit.listed = fitting(after, false).find(isListed) ?? ''
    unfit.lost = fitting(after, true).find(isLost) ?? ''
    return unfit.listed === '' && unfit.lost === '' ? { ...found, whole: whole.exchange } : undefined
  })
  const sentence = `${name} lists ${right?.rows.length} of ${before.length} runs`
  if (unfit.listed)
    t.violated('filter-satisfied', id, `${name} lists the run ${unfit.listed}, which does not fit`)
  if (unfit.lost) t.violated('filter-complete', id, `${name} leaves out the run ${unfit.lost}, which fits`)
  if (!right) return
  if (right.exchange.status !== 200)
    t.notExercised(id, `a filter that is taken: ${name} answered ${right.exchange.status}`, right.exchange)
  else if (before.length === 0) t.notExercised(id, 'a run of a workflow', right.exchange)
  // Where neither filter has rows, nothing shows that both hold.
  else if (!isTelling) return
  // Where all runs fit, a filter without effect could not show.
  else if (before.some(row => fits(row) === false))
    t.met('filter-satisfied', id, sentence, right.exchange, right.whole)
  else t.met('filter-complete', id, sentence, right.exchange, right.whole)
}

async function byObjection(t: Trial) {
  const ids = ['WF-25', 'WF-26', 'WF-28', 'WF-29']
  if (!t.wants(...ids)) return
  const named = t.target.fixtures.get('workflow-objection')?.id
  for (const { workflow } of await histories(t)) {
    const path = { workflow_id: workflow }
    const objected = await listedRuns(t, path, { had_objection: true })
    // A run may be listed first where it is filtered.
    const look = () => listedRuns(t, path)
    const isWhole = ({ rows, ended }: Awaited<ReturnType<typeof look>>) =>
      !ended || runIds(objected.rows).every(id => runIds(rows).includes(id))
    const whole = await t.settled('the runs of the workflow', look, isWhole)
    const sentence = `had_objection=true answered ${objected.exchange.status}`
    if (whole.exchange.status !== 200 || !whole.ended) continue
    if (isForbidden(objected.exchange))
      return t.notExercised(ids, `a plan with this filter: ${sentence}`, objected.exchange)
    if (objected.exchange.status !== 200)
      return t.violated('accepts-value', 'WF-25', sentence, objected.exchange)
    const shows = (row: Json) => typeof objection(row) === 'boolean'
    if (whole.rows.length > 0 && whole.rows.every(shows))
      await narrows(t, 'WF-25', path, { had_objection: true }, wentOn)
    let yes = runIds(objected.rows)
    // An objection may come at any time.
    const again = async () => {
      yes = runIds((await listedRuns(t, path, { had_objection: true })).rows)
    }
    const lists = `had_objection=true lists ${objected.rows.length} of ${whole.rows.length} runs`
    if (workflow === named) await declared(t, path, objected.rows, lists)
    if (yes.length >= whole.rows.length) continue
    const all = runIds(whole.rows)
    if (yes.length > 0) {
      t.met('filter-satisfied', 'WF-25', lists, objected.exchange, whole.exchange)
      // One may be deleted meanwhile.
      const then = yes
      await again()
      const isPart = yes.every(id => all.includes(id) || !then.includes(id))
      t.expect('filter-complete', 'WF-26', isPart, lists, objected.exchange, whole.exchange)
    }
    // If no run has an objection, the lists with another filter beside it have no rows either.
    const hasObjection = (row: Json) => yes.includes(workflowRunId(row) ?? '')
    await besideStatus(t, path, whole.rows, hasObjection, again)
    for (const [, query, fits] of dates(t)) {
      const fitsBoth = (row: Json) => hasObjection(row) && fits(row)
      await narrows(t, 'WF-29', path, { had_objection: true, ...query }, fitsBoth, yes.length > 0, again)
    }
    if (yes.length > 0) return
  }
  const open = ids.filter(id => !t.isDecided(id))
  const what = 'a workflow with runs with and without objection'
  t.notExercised(open, lacks.fixture('workflow-objection', what))
}

/**
 * Each status of the runs, and one that no run with an objection has, which may be of another workflow. That both filters hold
 * is seen where a run with an objection has another status, and a run with the status no objection.
 */
async function besideStatus(
  t: Trial,
  path: Path,
  rows: readonly Json[],
  hasObjection: (row: Json) => boolean,
  look: () => Promise<void>,
) {
  const wordsOf = (some: readonly Json[]) => new Set(some.flatMap(row => wordIn(row) ?? []))
  const objected = wordsOf(rows.filter(hasObjection))
  const known = wordsOf((await histories(t)).flatMap(({ runs }) => runs))
  const others = [...known].filter(word => !objected.has(word))
  const words = new Set([...wordsOf(rows), ...others.slice(0, 1)])
  const isTelling =
    [...words].some(word => [...objected].some(one => one !== word)) &&
    rows.some(row => !hasObjection(row) && wordIn(row) !== undefined)
  for (const word of words) {
    const fits = (row: Json) => hasObjection(row) && has(row, word)
    await narrows(t, 'WF-28', path, { had_objection: true, status: word }, fits, isTelling, look)
  }
  if (!isTelling && objected.size > 0)
    t.notExercised('WF-28', 'runs without objection, beside those with one, and runs of another status')
}

/** The target declares that this workflow has runs with and without objection. */
async function declared(t: Trial, path: Path, yes: readonly Json[], sentence: string) {
  const whole = await listedRuns(t, path)
  if (yes.length === 0) return t.violated('filter-complete', 'WF-25', sentence, whole.exchange)
  if (yes.length < whole.rows.length || !whole.ended) return
  const without = await listedRuns(t, path, { had_objection: false })
  const hidden = runIds(without.rows).some(id => !runIds(whole.rows).includes(id))
  const shown = `${sentence} that are listed without it`
  // Either the filter does nothing, or it is there where it is left out.
  if (hidden) t.violated('filter-complete', 'WF-26', shown, whole.exchange, without.exchange)
  else t.violated('filter-satisfied', ['WF-25', 'WF-26'], sentence, whole.exchange)
}

/** A row may show that a gate was rejected also where the run did not continue. */
const wentOn: Fits = row => objection(row) === true && (hasFinished(row) || undefined)

const objection = (row: Json) =>
  findLike(row, /^had_?objection$/i, value => typeof value === 'boolean')?.value
