/** The runs of a workflow: summarised, and read with cost and steps. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, findLike, isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { replyList, replyRows } from '../../extract/list-rows.ts'
import { idsOf, recordIn, wordIn } from '../../extract/record.ts'
import { endOf, phaseOf } from '../../extract/run-status.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { holdsList } from '../../rules/stated-status.ts'
import { DAY_MS, liesWithin } from '../analytics/days.ts'
import { saysTwice, sumOf } from '../analytics/relations.ts'
import { judgePaging, judgePagingBeside, type Paged } from '../judge-paging.ts'
import { judgeMember, judgeMembers } from '../named-figures.ts'
import { hasFinished, histories, listedRuns, pathsIn, runIds, workflowRun } from './existing-workflow-runs.ts'
import { hasAgent, isDefinition, isGate, passedOver, stepsOfRun, stepsOfWorkflow } from './workflow-steps.ts'

export const workflowRunScenario = scenario({
  id: 'workflows/runs',
  title: 'The runs of a workflow are summarised, paged and read',
  requirements: ['WF-30', 'WF-31', 'WF-34', 'WF-35', 'WF-36', 'WF-37', 'WF-38'],
  needs: { capability: 'workflows', scopes: ['workflows:read'] },
  cost: { requests: 48 },
  turn: 'alone',
  async run(t) {
    const known = await histories(t, true)
    const [best] = known
    await figures(t, known)
    if (!best?.runs.length) throw new Missing(lacks.fixture('workflow-history', 'a run of a workflow'))
    await oneRun(t, known)
    await gatesAmongSteps(t)
    const options = { path: { workflow_id: best.workflow } }
    const paged = { operation: 'listWorkflowRuns', options, limit: 'WF-30', offset: 'WF-31' }
    await judgePaging(t, paged)
    await besideFilters(t, paged, best.runs)
  },
})

/** Dates that admit every run, with the status that most runs have; and the runs with an objection. */
async function besideFilters(t: Trial, paged: Paged, runs: readonly Json[]) {
  const [status] =
    [...Map.groupBy(runs, row => wordIn(row))].toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
  const dates = { date_from: '2000-01-01T00:00:00Z', date_to: '2100-01-01T00:00:00Z' }
  await judgePagingBeside(t, paged, { ...(status !== undefined && { status }), ...dates })
  const workflow_id = t.target.fixtures.get('workflow-objection')?.id
  if (workflow_id === undefined) return
  await judgePagingBeside(t, { ...paged, options: { path: { workflow_id } } }, { had_objection: true })
}

/** A count under any name; a text of digits may be an id. */
const isCount = (value: unknown) => typeof value === 'number'
const COUNTS = { id: 'WF-34', what: 'a figure over the runs', name: /./, fits: isCount, possible: isNumber }
const TOTAL = /^(total|total_?runs|runs|run_?count|count|runs_?total|total_?count)$/i

/** No summary counts what all workflows have together. */
async function figures(t: Trial, known: Histories) {
  const words = new Set(known.flatMap(({ runs }) => runs.flatMap(row => wordIn(row) ?? [])))
  const summaries: { total: number; listed: number; exchange: Exchange }[] = []
  for (const { workflow } of known) {
    const path = { workflow_id: workflow }
    const exchange = await t.call('getWorkflowRunsSummary', { path })
    if (!t.answered('WF-34', exchange)) return
    judgeMember(t, COUNTS, [recordIn(exchange.json)], exchange)
    const total = totalIn(exchange.json, words)
    const listed = (await listedRuns(t, path)).rows.length
    if (total !== undefined) summaries.push({ total, listed, exchange })
    // Without runs there may be no count of any status.
    else if (listed > 0) return t.notExercised('WF-35', 'a total in the summary', exchange)
  }
  const lists = summaries.filter(({ listed }) => listed > 0)
  const [first] = summaries
  // One workflow with runs has what all have together.
  if (lists.length < 2 || !first) return t.notExercised('WF-35', 'runs of two workflows')
  const all = lists.reduce((sum, { listed }) => sum + listed, 0)
  const wrong = summaries.every(({ total }) => total === all)
  const sentence = `the summaries count ${summaries.map(({ total }) => total).join(', ')} runs, the lists hold ${summaries.map(({ listed }) => listed).join(', ')}`
  const evidence = summaries.map(({ exchange }) => exchange)
  t.expect('own-figures', 'WF-35', !wrong, sentence, ...evidence)
}

/** The total of a summary, or what its counts come to: those of the statuses that runs have, and zeros. */
export function totalIn(summary: unknown, words: ReadonlySet<string>): number | undefined {
  const total = findLike(summary, TOTAL, isNumber)
  if (total) return Number(total.value)
  const isByStatus = (value: unknown) =>
    isObject(value) &&
    Object.keys(value).some(name => words.has(name)) &&
    Object.entries(value).every(([name, n]) => isCount(n) && (words.has(name) || Number(n) === 0))
  const counts = findLike(
    summary,
    /^(?!.*(cost|euro|second|minute|duration|time|rate|avg|average|token))/i,
    isByStatus,
  )
  return counts && sumOf(Object.values(counts.value as Json).map(Number))
}

type Histories = Awaited<ReturnType<typeof histories>>
type Path = Awaited<ReturnType<typeof workflowRun>>

const COST = { id: 'WF-37', what: 'the cost', name: /cost|euro|spend|price|amount/i, fits: isNumber }

async function oneRun(t: Trial, known: Histories, named?: Path): Promise<void> {
  const path = named ?? (await workflowRun(t))
  // What a run cost may be booked a moment after its end.
  const isCharged = (one: Exchange) => one.status === 200 && costIn(one) !== undefined
  const reply = await t.replied('its cost', 'getWorkflowRun', { path }, isCharged)
  if (!t.answered('WF-36', reply)) return
  const record = recordIn(reply.json, ['run', 'workflow_run'])
  const word = wordIn(record)
  const isWord = (value: unknown) => typeof value === 'string' && phaseOf(value, false) !== 'unknown'
  const other =
    findLike(record, /stat|phase|outcome|result/i, value => value !== null) ?? findLike(record, /./, isWord)
  const [shows, place] = [`the workflow run has the status ${word}`, other?.path]
  if (word !== undefined || !other) t.expect('stated-member', 'WF-36', word !== undefined, shows, reply)
  else t.notExercised('WF-36', `a status under its usual name: ${place} reads ${t.quote(other.value)}`, reply)
  // A run at work need not show its cost yet, and one that was cancelled need not have worked.
  const worked = endOf(word) === 'finished'
  if (worked) judgeMembers(t, [COST], [record], reply)
  else judgeMember(t, COST, [record], reply)
  const hasSteps = (one: Exchange) => !worked || replyRows(one).length > 0
  const steps = await t.replied('its steps', 'listWorkflowRunSteps', { path }, hasSteps)
  if (!isOfTheseDays(t, record ?? {}) && (isRefusal(steps) || replyList(steps)?.length === 0)) {
    const recent = named ? undefined : await recentRun(t)
    if (recent) return oneRun(t, known, recent)
    return t.notExercised('WF-38', 'a run of these days: how long its steps are kept is not stated', steps)
  }
  if (!t.answered('WF-38', steps) || !holdsList(t, 'WF-38', steps)) return
  const rows = replyRows(steps)
  const sentence = `the run is ${word} and has ${rows.length} steps`
  const workflow = await t.call('getWorkflow', { path: { workflow_id: path.workflow_id } })
  const defined = stepsOfWorkflow(workflow.json)
  if (rows.length > 0) t.met('stated-member', 'WF-38', sentence, steps)
  // A workflow without steps may run, too.
  else if (worked && defined.length > 0)
    t.violated('stated-member', 'WF-38', sentence, reply, steps, workflow)
  if (!worked || rows.length === 0) return
  const repeats = 'the steps of the finished run show nothing but what the workflow says of them'
  if (rows.every(row => isDefinition(row, defined)))
    t.violated('stated-member', 'WF-38', repeats, reply, steps, workflow)
  const runs = known.flatMap(one => one.runs)
  await rolledUp(t, path, rows, [reply, steps], runs)
}

const costIn = ({ json }: Exchange) => findLike(recordIn(json, ['run', 'workflow_run']), COST.name, COST.fits)

/** A run has data of its steps for two days at least. */
function isOfTheseDays(t: Trial, run: Json): boolean {
  const today = Math.floor(t.context.today.getTime() / DAY_MS)
  return liesWithin(run, today - 2, today + 2)
}

/** A finished run of these days. One that is at work is waited for. */
async function recentRun(t: Trial): Promise<Path | undefined> {
  const look = async () => {
    const recent = pathsIn(await histories(t, true)).filter(({ row }) => isOfTheseDays(t, row))
    const over = recent.find(({ row }) => hasFinished(row))
    return over?.path ?? (recent.length === 0 ? null : undefined)
  }
  return (await t.until('a run of these days to finish', t.target.pace.runSeconds, look)) ?? undefined
}

/** A cost that is rolled up over steps is no less than theirs together; rounding changes each by a unit. */
async function rolledUp(
  t: Trial,
  path: Path,
  rows: readonly Json[],
  [reply, steps]: [Exchange, Exchange],
  runs: readonly Json[],
) {
  const cost = costIn(reply)
  if (!cost) return
  const named = new RegExp(`^${cost.name}$`)
  const parts = rows.map(row => findLike(row, named, isNumber)?.value)
  // A step that names another one may be counted there as well.
  const own = rows.map(row => new Set(idsOf(row, 'step')))
  const isNamed = (row: Json, n: number) =>
    [...places(row)].some(({ value }) => own.some((ids, m) => m !== n && ids.has(asId(value) ?? '')))
  if (parts.includes(undefined) || rows.some(row => findLike(row, /parent/i)) || rows.some(isNamed)) return
  if (saysTwice(parts.map(Number))) return
  const costs = [cost.value, ...runs.map(row => findLike(row, named, isNumber)?.value)]
  const unit = 10 ** -Math.max(...costs.map(decimalsOf))
  const slack = unit + rows.length * 10 ** -Math.max(...parts.map(decimalsOf))
  const sum = parts.reduce<number>((total, part) => total + Number(part), 0)
  const isWhole = (one: Exchange) => Number(costIn(one)?.value) >= sum - slack
  const again = await t.replied('the cost to be rolled up', 'getWorkflowRun', { path }, isWhole)
  if (costIn(again)?.value !== cost.value || sum - slack <= 0) return
  const sentence = `the run cost ${String(cost.value)}; its steps come to ${sum.toFixed(4)}`
  t.expect('parts-and-whole', 'WF-37', isWhole(again), sentence, reply, again, steps)
}

const decimalsOf = (value: unknown): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0

/**
 * A run with an objection has passed a gate. Where the workflow has a single step without an agent, which says that it is
 * one, a finished run that has data for each step with an agent has data for it, too.
 */
async function gatesAmongSteps(t: Trial) {
  const workflow_id = t.target.fixtures.get('workflow-objection')?.id
  if (!t.wants('WF-38') || workflow_id === undefined) return
  const path = { workflow_id }
  const workflow = await t.call('getWorkflow', { path })
  const shown = stepsOfWorkflow(workflow.json)
  const others = shown.filter(step => !hasAgent(step))
  if (others.length !== 1 || !others.every(isGate)) return
  const { rows } = await listedRuns(t, path, { had_objection: true })
  const [run_id] = runIds(rows.filter(hasFinished))
  if (run_id === undefined) return
  const steps = await t.call('listWorkflowRunSteps', { path: { ...path, run_id } })
  const [gate] = passedOver(shown, stepsOfRun(steps.json))
  const sentence = `the run ${run_id}, in which a gate was rejected, has data for each step with an agent, and none for ${t.quote(gate)}`
  if (gate) t.violated('stated-member', 'WF-38', sentence, workflow, steps)
}
