/** The runs of a workflow: filtered, paged, read with cost and steps. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, type Json, places } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import { endOf, phaseOf } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { judgePaging } from '../judge-paging.ts'
import { judgeMember, judgeMembers } from '../named-figures.ts'
import {
  histories,
  listedRuns,
  runIds,
  type WorkflowHistory,
  workflowRun,
  workflowRunId,
} from './existing-workflow-runs.ts'
import { hasAgent, passedOver, stepsOfRun, stepsOfWorkflow } from './workflow-steps.ts'

const needs = { capability: 'workflows', scopes: ['workflows:read'] } as const
const runs = scenario({
  id: 'workflows/runs',
  title: 'The runs of a workflow are filtered, paged and read',
  requirements: [
    ...['WF-22', 'WF-23', 'WF-24', 'WF-25', 'WF-26', 'WF-28', 'WF-29', 'WF-30', 'WF-31'],
    ...['WF-34', 'WF-35', 'WF-36', 'WF-37', 'WF-38'],
  ],
  needs,
  cost: { requests: 40 },
  alone: true,
  async run(t) {
    t.context.memory.delete('workflow-histories')
    const known = await histories(t)
    const [best] = known
    if (!best) throw new Missing('a workflow')
    const path = { workflow_id: best.workflow }
    await figures(
      t,
      known.map(({ workflow }) => workflow),
    )
    if (best.runs.length === 0) throw new Missing(lacks.fixture('workflow-history', 'a run of a workflow'))
    await oneRun(t)
    await gatesAmongSteps(t, known)
    await judgePaging(t, {
      operation: 'listWorkflowRuns',
      options: { path },
      limit: 'WF-30',
      offset: 'WF-31',
    })
    await byStatus(t, path)
    await byDate(t, path)
    await byObjection(t)
  },
})

/** A count under any name; a text of digits may be an id. */
const isCount = (value: unknown) => typeof value === 'number'
const COUNTS = { id: 'WF-34', what: 'a figure over the runs', name: /./, fits: isCount }
const TOTAL = /^(total|total_runs|runs|run_count|count|runs_total|total_count)$/i

/** Figures of the workflows with the most and the fewest runs: figures of another workflow would show there. */
async function figures(t: Trial, workflows: readonly string[]) {
  for (const workflow_id of new Set([workflows[0], workflows.at(-1)].flatMap(id => id ?? []))) {
    const path = { workflow_id }
    const summary = await t.call('getWorkflowRunsSummary', { path })
    if (!t.answered('WF-34', summary)) return
    judgeMember(t, COUNTS, [recordIn(summary.json)], summary)
    const total = findLike(summary.json, TOTAL, isCount)
    if (!total) return t.notExercised('WF-35', 'a total in the summary', summary)
    const { rows } = await listedRuns(t, path)
    const again = await t.call('getWorkflowRunsSummary', { path })
    counted(t, rows, Number(total.value), [summary, again])
    t.expect(
      'WF-35',
      Number(total.value) <= rows.length,
      `the summary counts ${String(total.value)} runs, the list holds ${rows.length}`,
      summary,
    )
  }
}

/**
 * Where the summary counts runs in total and by status, the counts equal the list. Runs change meanwhile, so only a
 * count that is equal before and after the list contradicts it.
 */
function counted(t: Trial, rows: readonly Json[], total: number, [summary, again]: [Exchange, Exchange]) {
  if (total !== rows.length) return
  const words = Map.groupBy(rows, row => wordIn(row) ?? '')
  const shown = [...words].flatMap(([word, some]) => {
    const named = new RegExp(`^(runs?_)?${word.replaceAll(/\W/g, '.')}(_?(runs?|count))?$`, 'i')
    const [before, after] = [summary, again].map(({ json }) => findLike(json, named, isCount)?.value)
    const steady = word !== '' && before !== undefined && before === after
    return steady ? [{ word, is: Number(before), listed: some.length }] : []
  })
  const wrong = shown.find(({ is, listed }) => is !== listed)
  if (wrong)
    t.violated(
      'WF-34',
      `of ${total} runs the summary counts ${wrong.is} that are ${wrong.word}, the list has ${wrong.listed}`,
      summary,
    )
}

async function oneRun(t: Trial) {
  const path = await workflowRun(t)
  const reply = await t.call('getWorkflowRun', { path })
  if (!t.served('WF-36', reply)) return
  const record = recordIn(reply.json, ['run', 'workflow_run'])
  t.expect('WF-36', wordIn(record) !== undefined, `the workflow run has the status ${wordIn(record)}`, reply)
  const word = wordIn(record) ?? ''
  const worked = phaseOf(word, false) === 'ended' && !/cancel|stop|abort/i.test(word)
  // A run at work need not show its cost yet.
  if (worked) judgeMembers(t, [COST], [record], reply)
  else judgeMember(t, COST, [record], reply)
  const cost = findLike(record, COST.name, COST.fits)
  const steps = await t.call('listWorkflowRunSteps', { path })
  if (!t.answered('WF-38', steps)) return
  const rows = replyRows(steps)
  if (rows.length > 0) t.met('WF-38', `${rows.length} steps`, steps)
  else if (worked) t.violated('WF-38', `the run is ${wordIn(record)} and has no steps`, reply, steps)
  if (!cost || !worked || rows.length === 0) return
  const named = rows.map(row => findLike(row, new RegExp(`^${cost.name}$`), isNumber))
  // A step may use another name for its cost; in another unit it cannot be added up.
  const parts = named.every(part => part === undefined)
    ? rows.map(row => findLike(row, /^(?!.*(cent|micro|token|credit)).*(cost|euro|spend)/i, isNumber))
    : named
  if (parts.some(part => part === undefined)) return
  const sum = parts.reduce((total, part) => total + Number(part?.value), 0)
  // Steps are rounded to the decimals shown; zeros show no precision.
  const places = Math.max(...parts.map(part => decimalsOf(part?.value))) || decimalsOf(cost.value)
  const rounding = 0.6 * (10 ** -(decimalsOf(cost.value) || places) + rows.length * 10 ** -places)
  const close = Math.abs(sum - Number(cost.value)) <= rounding
  t.expect(
    'WF-37',
    close,
    `the run cost ${String(cost.value)}, its steps together ${sum.toFixed(4)}`,
    reply,
    steps,
  )
}

/** Runs that passed a gate have step data for it. Reported only if each of several runs lacks it. */
async function gatesAmongSteps(t: Trial, known: readonly WorkflowHistory[]) {
  if (!t.wants('WF-38')) return
  for (const { workflow, runs: rows } of known) {
    const path = { workflow_id: workflow }
    const done = rows.filter(row => endOf(wordIn(row)) === 'finished').slice(0, 3)
    const shown = stepsOfWorkflow((await t.call('getWorkflow', { path })).json)
    if (done.length < 2 || shown.every(hasAgent)) continue
    const replies = await Promise.all(
      runIds(done).map(run_id => t.call('listWorkflowRunSteps', { path: { ...path, run_id } })),
    )
    const [first, ...others] = replies.map(reply => passedOver(shown, stepsOfRun(reply.json)))
    const never = first?.find(step => others.every(steps => steps.includes(step)))
    if (never)
      t.violated(
        'WF-38',
        `the finished runs of ${workflow} have data for each step with an agent, and none for ${t.quote(never)}`,
        ...replies,
      )
  }
}

const decimalsOf = (value: unknown): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

const COST = { id: 'WF-37', what: 'the cost', name: /cost|euro|spend|price|amount/i, fits: isNumber }

async function byStatus(t: Trial, path: Record<string, string>) {
  const { rows } = await listedRuns(t, path)
  const words = [...new Set(rows.flatMap(row => wordIn(row) ?? []))]
  if (words.length < 2) return byOneStatus(t, path, rows, words[0])
  for (const word of words.slice(0, 3))
    await narrows(t, 'WF-22', path, { status: word }, rows, row => wordIn(row) === word)
}

/** All runs have the same status: filtering by it lists them all, and filtering by an unused word lists none. */
async function byOneStatus(t: Trial, path: Record<string, string>, rows: Json[], word: string | undefined) {
  const missing = 'runs of a workflow in two statuses: fixtures.workflow-history'
  const other = ['running', 'failed', 'cancelled', 'completed'].find(one => one !== word)
  if (word === undefined || other === undefined) return t.notExercised('WF-22', missing)
  const none = await listedRuns(t, path, { status: other })
  // An unknown status may be refused.
  if (none.exchange.status !== 200) return t.notExercised('WF-22', missing, none.exchange)
  const still = runIds(rows).find(id => runIds(none.rows).includes(id))
  const wrong = still !== undefined && none.rows.some(row => wordIn(row) === word)
  t.expect(
    'WF-22',
    !wrong,
    `status=${other} lists ${none.rows.length} of ${rows.length} runs, which are all ${word}`,
    none.exchange,
  )
  await narrows(t, 'WF-22', path, { status: word }, rows, row => wordIn(row) === word)
}

/** Exactly the matching rows of the whole list. */
async function narrows(
  t: Trial,
  requirement: string | string[],
  path: Record<string, string>,
  query: Record<string, string | boolean>,
  whole: Json[],
  fits: (row: Json) => boolean,
  fitsNow: (row: Json) => Promise<boolean> = async row => fits(row),
) {
  const { rows, exchange } = await listedRuns(t, path, query)
  const name = Object.entries(query)
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
  if (exchange.status !== 200)
    return t.notExercised(requirement, `${name} answered ${exchange.status}`, exchange)
  const strange = rows.find(row => !fits(row))
  const wrong = strange && !(await fitsNow(strange)) ? strange : undefined
  const got = runIds(rows)
  const missing = (row: Json) => fits(row) && !got.includes(workflowRunId(row) ?? '')
  const lost = await steadily(t, path, whole, missing)
  const sentence = wrong
    ? `${name} lists the run ${workflowRunId(wrong)}, which does not fit`
    : lost
      ? `${name} leaves out the run ${workflowRunId(lost)}, which fits`
      : `${name} lists ${rows.length} of ${whole.length} runs`
  t.expect(requirement, wrong === undefined && lost === undefined, sentence, exchange)
}

/** Every timestamp of a row; which one the filter uses is not stated. */
function moments(row: Json): number[] {
  return [...places(row, 2)].flatMap(({ name, value }) => {
    if (typeof value !== 'string' || !/_at$|[a-z]At$|date|time|started|created|finished/i.test(name))
      return []
    const at = Date.parse(value)
    return Number.isNaN(at) ? [] : [at]
  })
}

const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

async function byDate(t: Trial, path: Record<string, string>) {
  const { rows } = await listedRuns(t, path)
  const times = rows.flatMap(moments)
  if (times.length === 0 || rows.some(row => moments(row).length === 0)) return byDateOfStart(t, path)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const some = (from: number) => iso(from)
  await narrows(t, 'WF-23', path, { date_from: some(first - 2 * DAY) }, rows, () => true)
  await narrows(t, 'WF-23', path, { date_from: some(last + 2 * DAY) }, rows, () => false)
  await narrows(t, 'WF-24', path, { date_to: some(last + 2 * DAY) }, rows, () => true)
  await narrows(t, 'WF-24', path, { date_to: some(first - 2 * DAY) }, rows, () => false)
  // A date between two runs more than four days apart separates them, whichever timestamp counts.
  const sorted = rows
    .map(row => ({ row, from: Math.min(...moments(row)), to: Math.max(...moments(row)) }))
    .toSorted((a, b) => a.from - b.from)
  const gap = sorted.findIndex(
    (one, index) =>
      index > 0 && one.from - Math.max(...sorted.slice(0, index).map(other => other.to)) > 4 * DAY,
  )
  const [before, after] = [sorted[gap - 1], sorted[gap]]
  if (!before || !after) return
  const middle = iso((Math.max(...sorted.slice(0, gap).map(one => one.to)) + after.from) / 2)
  const late = (row: Json) => Math.min(...moments(row)) > Date.parse(middle)
  await narrows(t, 'WF-23', path, { date_from: middle }, rows, late)
  await narrows(t, 'WF-24', path, { date_to: middle }, rows, row => !late(row))
}

/** Rows without dates: only our own runs certainly started today. */
async function byDateOfStart(t: Trial, path: Record<string, string>) {
  const own = t.context.memory.get(`workflow-run-of ${path.workflow_id}`)
  const id = await own
  if (typeof id !== 'string') return t.notExercised(['WF-23', 'WF-24'], 'runs of a workflow that show a date')
  const today = t.context.today.getTime()
  const cases: [string, Record<string, string>, boolean][] = [
    ['WF-23', { date_from: iso(today - 2 * DAY) }, true],
    ['WF-23', { date_from: iso(today + 2 * DAY) }, false],
    ['WF-24', { date_to: iso(today + 2 * DAY) }, true],
    ['WF-24', { date_to: iso(today - 2 * DAY) }, false],
  ]
  for (const [requirement, query, expected] of cases) {
    const { rows, exchange } = await listedRuns(t, path, query)
    const sentence = `${new URLSearchParams(query).toString()} on a run of today`
    if (exchange.status !== 200)
      t.notExercised(requirement, `${sentence} answered ${exchange.status}`, exchange)
    else {
      const is = runIds(rows).includes(id)
      t.expect(requirement, is === expected, `${sentence}: it is ${is ? '' : 'not '}listed`, exchange)
    }
  }
}

async function byObjection(t: Trial) {
  const ids = ['WF-25', 'WF-26', 'WF-28', 'WF-29']
  if (!t.wants(...ids)) return
  for (const { workflow } of await histories(t)) {
    const path = { workflow_id: workflow }
    const whole = await listedRuns(t, path)
    const objected = await listedRuns(t, path, { had_objection: true })
    if (objected.exchange.status !== 200)
      return t.violated('WF-25', `had_objection=true answered ${objected.exchange.status}`, objected.exchange)
    const yes = runIds(objected.rows)
    const known = whole.rows.filter(row => typeof objection(row) === 'boolean')
    const wrong = await steadily(
      t,
      path,
      known,
      row => objection(row) !== yes.includes(workflowRunId(row) ?? ''),
    )
    if (wrong)
      t.violated(
        'WF-25',
        `the run ${workflowRunId(wrong)} shows objection ${objection(wrong)} and is ${yes.includes(workflowRunId(wrong) ?? '') ? '' : 'not '}listed`,
        objected.exchange,
      )
    // The target declares that this workflow has a run without objection.
    const both = workflow === t.target.fixtures.get('workflow-objection')?.id
    if (both && yes.length > 0 && yes.length >= whole.rows.length)
      t.violated(
        'WF-26',
        `had_objection=true lists ${yes.length} runs, and nothing more is listed without it`,
        objected.exchange,
        whole.exchange,
      )
    if (yes.length === 0 || yes.length >= whole.rows.length) continue
    t.met(
      'WF-25',
      `had_objection=true narrows ${whole.rows.length} runs to ${yes.length}`,
      objected.exchange,
      whole.exchange,
    )
    t.expect(
      'WF-26',
      yes.every(id => runIds(whole.rows).includes(id)),
      `without had_objection ${whole.rows.length} runs are listed, with and without objection`,
      whole.exchange,
    )
    // Somebody may object meanwhile.
    const objects = async (row: Json) =>
      runIds((await listedRuns(t, path, { had_objection: true })).rows).includes(workflowRunId(row) ?? '')
    const words = [...new Set(whole.rows.flatMap(row => wordIn(row) ?? []))]
    for (const word of words) {
      await narrows(
        t,
        'WF-28',
        path,
        { had_objection: true, status: word },
        whole.rows,
        row => wordIn(row) === word && yes.includes(workflowRunId(row) ?? ''),
        async row => wordIn(row) === word && (await objects(row)),
      )
    }
    const times = whole.rows.flatMap(moments)
    if (times.length === 0) return t.notExercised('WF-29', 'runs of a workflow that show a date')
    await narrows(
      t,
      'WF-29',
      path,
      { had_objection: true, date_from: iso(Math.min(...times) - 2 * DAY) },
      whole.rows,
      row => yes.includes(workflowRunId(row) ?? ''),
      objects,
    )
    await narrows(
      t,
      'WF-29',
      path,
      { had_objection: true, date_to: iso(Math.min(...times) - 2 * DAY) },
      whole.rows,
      () => false,
    )
    return
  }
  t.notExercised(ids, lacks.fixture('workflow-objection', 'a workflow with runs with and without objection'))
}

/** A row that matches in two reads of the list, because runs change meanwhile. */
async function steadily(
  t: Trial,
  path: Record<string, string>,
  rows: readonly Json[],
  is: (row: Json) => boolean,
): Promise<Json | undefined> {
  const found = rows.filter(is)
  if (found.length === 0) return undefined
  const still = runIds((await listedRuns(t, path)).rows.filter(is))
  return found.find(row => still.includes(workflowRunId(row) ?? ''))
}

const objection = (row: Json) => findLike(row, /objection/i, value => typeof value === 'boolean')?.value

export const workflowRunScenarios: readonly Scenario[] = [runs]
