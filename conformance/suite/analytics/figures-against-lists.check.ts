/** Figures are not zero where the same key's lists show records (section 4.6). */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { replyList } from '../../extract/list-rows.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import { beganAt } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { histories, listedRuns } from '../workflows/existing-workflow-runs.ts'
import { labelOf, moneyOf, rowsOf, runsOf, total } from './read-rows.ts'
import { ROWS } from './row-endpoints.ts'
import { adminKey } from './rows.check.ts'
import { DASHBOARD } from './stated-members.ts'

const LISTED: Readonly<Record<string, string>> = {
  'ANA-35': 'listAgents',
  'ANA-36': 'listRuns',
  'ANA-37': 'listPendingApprovals',
}

const dashboard = scenario({
  id: 'analytics/dashboard-agrees',
  title: 'The headline numbers are not zero for what the same key lists',
  requirements: DASHBOARD.map(one => one.id),
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { requests: 6, analytics: { getDashboardStats: 1 } },
  async run(t) {
    const key = adminKey(t)
    const before = new Map<string, number>()
    for (const { id } of DASHBOARD) before.set(id, await listed(t, id))
    const stats = await t.call('getDashboardStats', { key })
    if (stats.status !== 200) return
    for (const { id, what, name, fits } of DASHBOARD) {
      const path = t.target.members.get(id)?.[0]
      const record = recordIn(stats.json)
      const found = path === undefined ? findLike(record, name, fits) : undefined
      const figure = found?.value ?? (path === undefined ? undefined : valueAt(record, path))
      // Figures of today or of runs at work may rightly be zero.
      const narrower = /active|today|running|current|now|week|month/i.test(path ?? found?.name ?? '')
      if (!isNumber(figure) || narrower) continue
      const [there, still] = [before.get(id) ?? 0, Number(figure) === 0 ? await listed(t, id) : 0]
      const sentence = `${what} reads ${String(figure)}, the list with the same key holds ${there}`
      const theirs = id === 'ANA-37' && there > 0 && Number(figure) > there ? await foreignApprovals(t) : 0
      if (Number(figure) === 0 && there > 0 && still > 0) t.violated(id, sentence, stats)
      else if (theirs > 0 && Number(figure) === there + theirs && (await listed(t, id)) === there)
        t.violated(id, `${sentence}, that of the other tenant ${theirs}`, stats)
      else t.notExercised(id, `another reading: ${sentence}`, stats)
    }
  },
})

/** How many rows the first page shows to the same person; 0 where the key may not read the list. */
const listed = (t: Trial, id: string): Promise<number> => countRows(t, LISTED[id] ?? '', () => adminKey(t))

/** How many approvals are pending in the other tenant, according to one of its own keys. */
const foreignApprovals = (t: Trial): Promise<number> =>
  countRows(t, 'listPendingApprovals', () => t.keys.elsewhere('approvals:read'))

async function countRows(t: Trial, operation: string, key: () => Key): Promise<number> {
  try {
    const reply = await t.call(operation, { key: key() })
    return reply.status === 200 ? (replyList(reply)?.length ?? 0) : 0
  } catch (problem) {
    if (problem instanceof Missing) return 0
    throw problem
  }
}

const valueAt = (record: unknown, path: string): unknown =>
  [...places(record, 6)].find(place => place.path === path)?.value

const KINDS = ['agent', 'user', 'model', 'day'] as const

/** No breakdown is empty or all zero while another one of the same days is not. */
const heads = scenario({
  id: 'analytics/heads-agree',
  title: 'No breakdown of the spend or of the runs is empty where another one of the same days is not',
  requirements: ROWS.filter(it => (KINDS as readonly string[]).includes(it.kind)).map(it => it.rows),
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: Object.fromEntries(ROWS.map(it => [it.operation, 1])) },
  async run(t) {
    const rows = ROWS.filter(it => (KINDS as readonly string[]).includes(it.kind))
    const readings = await Promise.all(
      rows.map(async it => {
        const exchange = await t.read(it.operation, { key: adminKey(t), query: { days: 90 } })
        return { it, exchange, found: rowsOf(exchange.json, it.kind) }
      }),
    )
    const served = readings.filter(one => one.exchange.status === 200)
    for (const { it, exchange, found } of served) {
      const figures = it.figures.map(what => ({ what, figure: what === 'runs' ? runsOf : moneyOf }))
      for (const { what, figure } of figures) {
        const mine = total(found, figure)
        // A figure without its expected name cannot be told from a missing one.
        const named = found.length === 0 || found.some(row => figure(row) !== undefined)
        const others = served.filter(
          one =>
            one.it !== it && one.it.figures.some(other => other === what) && total(one.found, figure) > 0.005,
        )
        const sentence = `${it.operation} shows ${found.length} rows and no ${what} in 90 days, ${others.map(one => one.it.operation).join(', ')} show some`
        if (named && mine === 0 && others.length >= 2)
          t.violated(it.rows, sentence, exchange, ...others.slice(0, 1).map(one => one.exchange))
      }
    }
  },
})

/** Existing workflow runs are counted in the workflow's summary and in the usage of the month in which they started. */
const workflows = scenario({
  id: 'workflows/figures-agree',
  title: 'The summary and the usage of workflow runs are not zero where there are runs',
  requirements: ['WF-11', 'WF-34'],
  needs: { capability: 'workflows', scopes: ['workflows:read'] },
  cost: { requests: 14 },
  alone: true,
  async run(t) {
    const best = (await histories(t)).find(one => one.runs.length > 0)
    if (!best)
      return t.notExercised(['WF-11', 'WF-34'], lacks.fixture('workflow-history', 'a run of a workflow'))
    const summary = await t.call('getWorkflowRunsSummary', { path: { workflow_id: best.workflow } })
    if (summary.status === 200 && isAllZero(summary)) {
      const sentence = `the workflow has ${best.runs.length} runs, and no figure of its summary is above 0`
      t.violated('WF-34', sentence, summary)
    }
    const hourAgo = t.context.today.getTime() - 3_600_000
    const earlier = best.runs.filter(row => (beganAt(row) ?? Infinity) < hourAgo)
    if (summary.status === 200 && earlier.length > 0 && hasNoFigure(summary)) {
      const sentence = `${earlier.length} runs of the workflow began more than an hour ago, and its summary holds no figure: ${t.quote(summary.json, 80)}`
      t.violated('WF-34', sentence, summary)
    }
    const costs = best.runs.map(moneyOf).filter(one => one !== undefined && one > 0)
    const cost = findLike(summary.json, /cost|euro|spen[dt]|amount/i, isNumber)
    if (cost && costs.length > 0 && Number(cost.value) === 0)
      t.violated(
        'WF-34',
        `${costs.length} runs of the workflow cost something, ${cost.path} reads 0`,
        summary,
      )
    if (summary.status === 200) await byStatus(t, best.workflow, summary)
    const ours = t.context.observed.successes.has('startWorkflowRun')
    const usage = await t.call('getWorkflowRunUsage')
    if (ours && usage.status === 200 && isAllZero(usage))
      t.violated(
        'WF-11',
        'a workflow was just run, and no figure of the usage of the month is above 0',
        usage,
      )
    if (usage.status === 200) await ofTheMonth(t, usage)
  },
})

/** Monthly usage counts this month's runs: no figure counts all months while none counts this one. */
async function ofTheMonth(t: Trial, usage: Exchange) {
  const lists = []
  for (const { workflow } of await histories(t)) lists.push(await listedRuns(t, { workflow_id: workflow }))
  const runs = lists.flatMap(({ rows }) => rows)
  const began = runs.map(beganAt)
  const [now, again] = [t.context.today, await t.call('getWorkflowRunUsage')]
  if (began.some(at => at === undefined) || JSON.stringify(again.json) !== JSON.stringify(usage.json)) return
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const since = (at: number) => runs.filter((_, n) => (began[n] ?? 0) >= at)
  const isTest = (row: Json) =>
    Object.entries(row).some(([name, value]) => /test/i.test(name) && value === true)
  // The month may start in any time zone, and whether test runs count is not stated.
  const [most, least] = [since(first - DAY).length, since(first + DAY).filter(row => !isTest(row)).length]
  const figures = [...places(usage.json)].filter(({ value }) => isNumber(value))
  const all = figures.find(({ value }) =>
    [runs.length, runs.filter(row => !isTest(row)).length].includes(Number(value)),
  )
  if (figures.some(({ value }) => Number(value) >= least && Number(value) <= most) || runs.length - most < 2)
    return
  const sentence = `${all?.path} reads ${String(all?.value)}, the runs of all months; ${least} to ${most} began in this one`
  if (all) t.violated('WF-11', sentence, usage, ...lists.slice(0, 2).map(({ exchange }) => exchange))
}
const DAY = 86_400_000

/** Figures named after a run status count the runs with that status. */
async function byStatus(t: Trial, workflow: string, summary: Exchange) {
  const { rows } = await listedRuns(t, { workflow_id: workflow })
  const counts = new Map<string, number>()
  for (const row of rows) {
    const word = wordIn(row)
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // Runs at work may change status between the two reads.
  const moving = rows.filter(
    row => !/complet|finish|done|succe|fail|error|cancel|stop/i.test(wordIn(row) ?? ''),
  )
  for (const { path, value } of places(summary.json)) {
    if (!isObject(value) || ![...counts.keys()].every(word => isNumber(value[word]))) continue
    const all = Object.values(value).reduce<number>((sum, one) => sum + (isNumber(one) ? Number(one) : 0), 0)
    for (const [word, count] of counts) {
      const shown = Number(value[word])
      // A summary may cover a few days only: its figures then say nothing about older runs.
      const tooFew = shown === 0 && count - moving.length >= 2 && all >= rows.length
      if (shown <= count + moving.length && !tooFew) continue
      const sentence = `${path} counts ${shown} runs as ${word}; of the ${rows.length} runs of the list ${count} are`
      return t.violated('WF-34', sentence, summary)
    }
  }
}

/** The reply contains figures, and all of them are 0. */
function isAllZero({ json }: Exchange): boolean {
  const figures = [...places(json)].filter(({ value }) => isNumber(value))
  return figures.length > 0 && figures.every(({ value }) => Number(value) === 0)
}

/** Nothing in the reply, not even a text, contains a number. */
const hasNoFigure = ({ json }: Exchange): boolean =>
  isObject(json) &&
  ![...places(json)].some(({ name, value }) => !/id$|name/i.test(name) && FIGURE.test(String(value)))
const FIGURE = /\d/

/** The people in a manager's figures belong to the teams that the manager sees. */
const roster = scenario({
  id: 'analytics/manager-roster',
  title: 'A manager sees the figures of people of the own teams',
  requirements: ['ROLE-13', 'ROLE-18'],
  needs: { capability: 'analytics', scopes: ['analytics:read'], role: 'manager' },
  cost: { analytics: { getSpendByTeam: 1, getTeamStats: 3, getUsageByUser: 2, getSpendByUser: 2 } },
  async run(t) {
    const [manager, admin] = [t.keys.role('manager', 'analytics:read'), adminKey(t)]
    const query = { days: 90 }
    const teams = await t.read('getSpendByTeam', { key: manager, query })
    const people = new Set<string>()
    const labels = rowsOf(teams.json, 'team').flatMap(row => labelOf(row, 'team') ?? [])
    for (const team_id of labels.slice(0, 3)) {
      const stats = await t.read('getTeamStats', { key: admin, query: { group_by: 'member', team_id } })
      for (const row of rowsOf(stats.json, 'user')) people.add(labelOf(row, 'user') ?? '')
    }
    if (people.size === 0 || labels.length > 3) return
    for (const [id, operation, figure] of [
      ['ROLE-13', 'getUsageByUser', runsOf],
      ['ROLE-18', 'getSpendByUser', moneyOf],
    ] as const) {
      const spending = async (key: Key) => {
        const exchange = await t.read(operation, { key, query })
        const rows = rowsOf(exchange.json, 'user').filter(row => (figure(row) ?? 0) > 0)
        return { exchange, labels: rows.flatMap(row => labelOf(row, 'user') ?? []) }
      }
      const [whole, seen] = [await spending(admin), await spending(manager)]
      // Former members may still appear in a team's figures; figures without any current member belong to another team.
      const there = whole.labels.some(label => people.has(label))
      const none = seen.labels.length > 0 && !seen.labels.some(label => people.has(label))
      const sentence = `a manager of ${labels.join(', ')} sees ${seen.labels.join(', ')}, who are none of its people`
      if (there && none) t.violated(id, sentence, teams, seen.exchange, whole.exchange)
    }
  },
})

export const agreementScenarios: readonly Scenario[] = [dashboard, heads, workflows, roster]
