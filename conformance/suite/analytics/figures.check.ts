/** Every analytics reply by itself: its status, its rows, its figures, and how these are related. */
import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { jsonOf } from '../../extract/event-stream.ts'
import { isNumber, isObject, type Json, mentions, type Place, places } from '../../extract/find-value.ts'
import { recordIn, refIn, wordIn } from '../../extract/record.ts'
import { endOf, readRun } from '../../extract/run-status.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, operation, refusalsOf, roleRequirements } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { at, findFigure, hasNoPlaceFor, judgeMembers, judgesNamed, type Member } from '../named-figures.ts'
import { pastRuns } from '../runs/find-agents.ts'
import { finisher } from '../runs/finished-run.ts'
import { bodyFor, startedRun, tryStart } from '../runs/own-run.ts'
import { adminKey, askAgain, idlePerson, readTable, refusesMember, servedAsAdmin } from './admin-key.ts'
import { DAY_MS, dayNumber, daysOf, dayText, halvedDay, liesWithin, round, STILL_SHOWN_DAYS } from './days.ts'
import { figuresOf, LONGEST_MONTH, PERIODS, ROWS, type RowEndpoint } from './figure-table.ts'
import { amountOf, FIGURE, keyOf, labelOf, moneyOf, namedIn, rowsOf, runsOf, usersOf } from './read-rows.ts'
import { partsGrowAlike, type Relation, runsByDay, todayIsInMonth } from './relations.ts'

export const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

/** Gives the verdict of each requirement: what is wrong first, else what was found right last. */
export function judge(t: Trial, found: readonly Relation[], ...evidence: Exchange[]) {
  for (const all of Map.groupBy(found, ([, id]) => id).values()) {
    const one = all.find(([, , holds]) => !holds) ?? all.at(-1)
    if (one) t.expect(...one, ...evidence)
  }
}

/** A workspace-wide reply, which a member is refused; what its parameters may not be is refused to everyone. */
export function workspaceScenario(operationId: string, it: Omit<Scenario, 'needs'>): Scenario {
  const refusals = refusalsOf(operationId, 'query')
  const member = roleRequirements.member.get(operationId) ?? ''
  return scenario({
    ...it,
    requirements: [...it.requirements, member, 'ROLE-21', ...idsOf(refusals)],
    needs,
    async run(t) {
      if (t.wants(member)) await refusesMember(t, operationId, member)
      await it.run(t)
      await refuses(t, operationId, refusals, { options: { key: adminKey(t) } })
    },
  })
}

// ── Replies with rows ───────────────────────────────────────────────────────────────────────────────────────────

const tables = ROWS.map(it =>
  workspaceScenario(it.operation, {
    id: `analytics/${it.operation}`,
    title: `${it.operation} shows figures by ${it.kind}, for a number of days`,
    requirements: [it.rows, ...idsOf(it.more)],
    cost: { analytics: { [it.operation]: 6 } },
    async run(t) {
      if (t.wants(it.rows, 'ROLE-21', ...idsOf(it.more))) await content(t, it)
      for (const { id, days } of it.bounds) {
        if (!t.wants(id)) continue
        const exchange = await t.read(it.operation, { key: adminKey(t), query: { days } })
        if ([402, 403].includes(exchange.status)) continue
        const sentence = `days=${days} answered ${exchange.status}`
        t.expect('accepts-value', id, exchange.status === 200, sentence, exchange)
      }
    },
  }),
)

/** Which runs a rate is of, and how fresh it is, is not stated: it must be there for runs older than `pace.late_days`. */
const isRated = async (t: Trial, members: readonly Member[]): Promise<boolean> =>
  !members.some(({ rateOf }) => rateOf !== undefined) || hasHistory(t)

/** Whether there are runs that have come to their end and that statistics must know. */
async function hasHistory(t: Trial): Promise<boolean> {
  if (!t.keys.has('runs:read')) return false
  const settled = Math.floor(t.context.today.getTime() / DAY_MS) - t.target.pace.lateDays - 1
  return (await pastRuns(t)).some(
    row =>
      ['finished', 'failed'].includes(endOf(wordIn(row)) ?? '') &&
      liesWithin(row, settled - STILL_SHOWN_DAYS + 1, settled - 1),
  )
}

async function content(t: Trial, it: RowEndpoint) {
  const { exchange, rows } = await readTable(t, it.operation, it.kind, { days: 90 })
  if (exchange.status === 422 && it.bounds.length === 0)
    return t.notExercised(it.rows, 'a number of days that is accepted', exchange)
  if (!servedAsAdmin(t, it.rows, exchange)) return
  if (rows.length === 0) {
    for (const id of [it.rows, ...idsOf(it.more)])
      if (hasNoPlaceFor(t, id, exchange) || (it.kind === 'day' && isOneAmount(exchange.json)))
        t.violated('stated-member', id, 'the reply has no rows, and no place for any', exchange)
      else t.notExercised(id, 'recorded history: there is no row', exchange)
    return
  }
  if (eachOnce(t, it.rows, it.kind, rows, exchange)) await shows(t, it, rows, exchange)
  const split = it.more.find(({ fits }) => !fits(0) && it.operation !== 'getAgentStats')
  const isSplit = split && rows.every(row => namedIn(row, 'agent') !== undefined)
  if (isSplit) t.met('stated-member', split.id, 'there is a row for each agent', exchange)
  // A list or an object beside the rows may hold what belongs to each of them.
  const beside = Object.entries(recordIn(exchange.json) ?? {}).filter(
    ([, one]) => isObject(one) || (Array.isArray(one) && one.length !== rows.length),
  )
  const members = it.more.filter(one => one !== split || !isSplit)
  judgeMembers(t, members, [...rows, Object.fromEntries(beside)], exchange, await isRated(t, it.more))
  judge(t, it.relations?.(rows) ?? [], exchange)
  if (it.operation !== 'getAgentStats') return
  idleTopUser(t, rows, exchange)
  const rates = rows.map(row => rateIn(t, row))
  // Of percents, one is little.
  const full = rates.some(one => one > 1) ? 100 : 1
  for (const row of rows.filter((_, n) => rates[n] === full).slice(0, 8))
    if (await neverSucceeded(t, row, exchange)) return
}

/** What was spent was spent on some day: an amount beside which no list, no map and no day stands is not shown by day. */
const isOneAmount = (body: unknown): boolean =>
  isObject(body) &&
  (moneyOf(body) ?? 0) > 0 &&
  !Object.entries(body).some(
    ([name, one]) => typeof one === 'object' || dayNumber(name) !== undefined || dayNumber(one) !== undefined,
  )

/** One row for each member of the group; without a verdict where the rows are right. */
export function eachOnce(
  t: Trial,
  id: string,
  kind: RowEndpoint['kind'],
  rows: readonly Json[],
  exchange: Exchange,
): boolean {
  const labelled = rows.filter(row => labelOf(row, kind) !== undefined && !isByName(row, kind))
  const keys = labelled.map(row => keyOf(row, kind))
  const again = labelled.find((_, n) => keys.indexOf(keys[n]!) !== n)
  const twice = (again && labelOf(again, kind)) ?? (kind === 'day' ? halvedDay(rows) : undefined)
  if (twice !== undefined) t.violated('row-once', id, `the ${kind} ${twice} has two rows`, exchange)
  return twice === undefined
}

/** Whether a row says by a name alone of whom or what it is: others may be called so. */
const isByName = (row: Json, kind: RowEndpoint['kind']): boolean =>
  kind !== 'model' &&
  kind !== 'day' &&
  [...places(row, 2)].some(({ name, value }) => /name|label/i.test(name) && value === labelOf(row, kind))

/** Each row shows the figures that are stated for it, under some name. */
async function shows(t: Trial, it: RowEndpoint, rows: readonly Json[], exchange: Exchange) {
  const names = new Set(rows.flatMap(row => [...places(row)].filter(isOwnNumber).map(({ name }) => name)))
  if (names.size < it.figures.length) {
    const isNull = (row: Json) => Object.values(row).includes(null)
    if (rows.some(isNull) && !(await hasHistory(t)))
      return t.notExercised(it.rows, 'recorded history: figures are null', exchange)
    const sentence = `${it.figures.join(' and ')} are stated, and the rows show ${names.size === 0 ? 'no number' : 'one number'}`
    return t.violated('stated-member', it.rows, sentence, exchange)
  }
  if (judgesNamed(t, it.rows, rows, exchange, ...it.figures.map(() => isNumber))) return
  if (it.figures.some(what => rows.every(row => FIGURE[what](row) === undefined)))
    return t.notExercised(it.rows, lacks.member(it.rows, it.figures.join(' and ')), exchange)
  t.met('row-once', it.rows, `${rows.length} rows with figures, each ${it.kind} once`, exchange)
}

/** Ids and ranks are not figures; an amount may include its currency. */
const isOwnNumber = ({ name, value }: Place): boolean =>
  !/id$|rank|position/i.test(name) && (isNumber(value) || (typeof value === 'string' && AMOUNT.test(value)))
const AMOUNT = /^\D{0,8}\d[\d.,'’\s]*\D{0,8}$/

const SUCCESS = { name: /success.*rate/i, fits: isNumber }
const rateIn = (t: Trial, row: Json): number => {
  const [path] = t.target.members.get('ANA-17') ?? []
  return Number(path === undefined ? findFigure(row, SUCCESS)?.value : at(row, path))
}

/**
 * An agent of which every run on record has failed, and no more are counted: whichever of these the rate is of, none was a
 * success. Of those that statistics must know, there is one at least.
 */
async function neverSucceeded(t: Trial, row: Json, exchange: Exchange): Promise<boolean> {
  const [key, agent_id, counted] = [adminKey(t), labelOf(row, 'agent'), runsOf(row)]
  if (key.role !== 'admin' || !key.scopes.has('runs:read') || agent_id === undefined) return false
  if (counted === undefined || t.target.absent.has('runs')) return false
  const settled = Math.floor(t.context.today.getTime() / DAY_MS) - t.target.pace.lateDays - 1
  const [listed, evidence]: [Json[], Exchange[]] = [[], []]
  const ask = (paging: Paging) => t.call('listRuns', { key, query: { agent_id, ...paging } })
  for await (const page of pagesOf(20, ask)) {
    listed.push(...page.rows)
    evidence.push(page.exchange)
    const isOther = (one: Json) => endOf(wordIn(one)) !== 'failed' || refIn(one, 'agent') !== agent_id
    if (page.exchange.status !== 200 || page.rows.some(isOther)) return false
    if (!page.isLast) continue
    const known = listed.filter(one => liesWithin(one, settled - STILL_SHOWN_DAYS + 1, settled - 1))
    if (known.length === 0 || counted < known.length || counted > listed.length) return false
    const sentence = `all ${listed.length} runs of ${agent_id} have failed, and its ${counted} runs have a full success rate`
    t.violated('possible-figure', 'ANA-17', sentence, exchange, ...evidence)
    return true
  }
  return false
}

/** A person who is declared to have used nothing is no top user, unless with zero. */
function idleTopUser(t: Trial, rows: readonly Json[], exchange: Exchange) {
  const idle = idlePerson(t)
  // Without figures, whoever is named is meant.
  const hasUsed = (one: unknown) =>
    !isObject(one) || (runsOf(one) ?? moneyOf(one) ?? (Object.values(one).includes(null) ? 0 : 1)) > 0
  const agent = rows.find(row => usersOf(row)?.some(one => mentions(one, idle ?? '') && hasUsed(one)))
  if (!agent) return
  const sentence = `${idle}, who spent nothing, is a top user of ${labelOf(agent, 'agent')}`
  t.violated('own-figures', 'ANA-20', sentence, exchange)
}

// ── Replies with a record ───────────────────────────────────────────────────────────────────────────────────────

const INSIGHTS = figuresOf('getInsightsSummary')

/** The value of a figure under the name from the target, else under a recognised one. */
export function figureIn(t: Trial, id: string, exchange: Exchange): unknown {
  const record = recordIn(exchange.json)
  const path = t.target.members.get(id)?.[0]
  const figure = figuresOf(exchange.operation).find(one => one.id === id)
  return path === undefined ? figure && findFigure(record, figure)?.value : at(record, path)
}

/** Runs and cost of a summary, as they are called, and its runs by day. */
export function summaryFigures(t: Trial, exchange: Exchange): ReadonlyMap<string, number> {
  if (exchange.status !== 200) return new Map()
  const { runs, cost, days = [] } = summaryOf(t, exchange)
  const byDay = [...days].map(([day, one]) => [dayText(day), one] as const)
  const totals = Object.entries({ runs, cost }).flatMap(([label, one]) =>
    one === undefined ? [] : [[label, one] as const],
  )
  return new Map([...totals, ...byDay])
}

/** What the summary of a period shows, as far as it is recognised. */
function summaryOf(t: Trial, exchange: Exchange) {
  const record = recordIn(exchange.json) ?? {}
  const perDay = figureIn(t, 'ANA-09', exchange)
  return {
    runs: totalIn(t, record),
    cost: amountOf(figureIn(t, 'ANA-13', exchange)),
    perDay,
    days: daysOf(perDay, runsOf),
  }
}

/** The total, or that of its parts; other figures about runs are not taken for it. */
function totalIn(t: Trial, record: Json): number | undefined {
  const path = t.target.members.get('ANA-07')?.[0]
  const isIt = ({ path: at, name }: Place) => (path === undefined ? TOTAL_RUNS.test(name) : at === path)
  const found = [...places(record, 3)].find(one => isIt(one) && (isNumber(one.value) || isObject(one.value)))
  const inner = isObject(found?.value) ? (found.value.total ?? found.value.all) : found?.value
  return isNumber(inner) ? Number(inner) : undefined
}
const TOTAL_RUNS = /^(total_?runs|runs_?total|run_?count|runs)$/i

const insights = workspaceScenario('getInsightsSummary', {
  id: 'analytics/insights',
  title: 'The workspace summary shows what is stated, for each period',
  requirements: [...idsOf(PERIODS), 'ANA-21', 'ANA-22', ...idsOf(INSIGHTS)],
  cost: { analytics: { getInsightsSummary: 9 } },
  async run(t) {
    const key = adminKey(t)
    const plain = await t.read('getInsightsSummary', { key })
    if (!servedAsAdmin(t, 'ANA-21', plain)) return
    t.met('stated-status', 'ANA-21', 'answered 200 without a period', plain)
    // The longest first: what is spent in between cannot make it show more.
    for (const { id, period, days } of PERIODS.toReversed()) {
      const exchange = await t.read('getInsightsSummary', { key, query: { period } })
      if (!t.served(id, exchange)) continue
      const isLongest = period === '90d'
      const hasSettled = isLongest && (await isRated(t, INSIGHTS))
      if (isLongest) judgeMembers(t, INSIGHTS, [recordIn(exchange.json)], exchange, hasSettled)
      const window = days ?? LONGEST_MONTH
      judge(t, runsByDay(summaryOf(t, exchange), window, hasSettled, t.target.pace.lateDays), exchange)
    }
  },
})

const DASHBOARD = figuresOf('getDashboardStats')

const dashboard = scenario({
  id: 'analytics/dashboard',
  title: 'The dashboard shows its headline numbers, in any time zone',
  requirements: ['ANA-34', 'ANA-38', ...idsOf(DASHBOARD)],
  needs,
  cost: { analytics: { getDashboardStats: 3 } },
  async run(t) {
    const plain = await t.read('getDashboardStats')
    if (!t.served('ANA-34', plain)) return
    judgeMembers(t, DASHBOARD, [recordIn(plain.json)], plain)
    for (const tz of ['Europe/Berlin', 'UTC']) {
      const exchange = await t.call('getDashboardStats', { query: { tz } })
      const sentence = `tz=${tz} answered ${exchange.status}`
      if (exchange.status === 200) t.met('accepts-value', 'ANA-38', sentence, exchange)
      else t.notExercised('ANA-38', `the form of a time zone: ${sentence}`, exchange)
    }
  },
})

const WALLET = figuresOf('getWallet')

const wallet = scenario({
  id: 'wallet/balance',
  title: 'The wallet shows balance and spend',
  requirements: idsOf(WALLET),
  needs,
  cost: { analytics: { getWallet: 1 } },
  async run(t) {
    const exchange = await t.read('getWallet', { key: adminKey(t) })
    if (!servedAsAdmin(t, 'WALLET-03', exchange)) return
    judgeMembers(t, WALLET, [recordIn(exchange.json)], exchange)
    judge(t, spendIn(t, exchange), exchange)
  },
})

const spendIn = (t: Trial, wallet: Exchange): Relation[] =>
  todayIsInMonth(amountOf(figureIn(t, 'WALLET-01', wallet)), amountOf(figureIn(t, 'WALLET-02', wallet)))

const later = scenario({
  id: 'analytics/after-runs',
  title: 'The figures of a reply do not contradict each other once two persons have run the same agent',
  requirements: ['WALLET-02', 'ANA-20', 'ANA-27', 'ANA-31'],
  needs: { capability: 'analytics', scopes: ['analytics:read', 'agents:run', 'runs:read'] },
  cost: { analytics: { getWallet: 1, getAgentStats: 1, getUsageByUser: 3, getUsageByTeam: 1 }, runs: 1 },
  writes: true,
  turn: 'closing',
  async run(t) {
    const key = adminKey(t)
    const before = await t.read('getUsageByUser', { key, query: { days: 90 } })
    await colleagueRuns(t)
    const wallet = await t.call('getWallet', { key })
    if (wallet.status === 200) judge(t, spendIn(t, wallet), wallet)
    for (const { operation: id, kind, relations } of ROWS) {
      if (!relations) continue
      const reply = await t.call(id, { key, query: { days: 30 } })
      if (reply.status === 200) judge(t, relations(rowsOf(reply.json, kind)), reply)
    }
    const after = await askAgain(t, before)
    judge(t, grownIn(t, key, before, after), before, after)
    t.notExercised(t.scenario.requirements, 'figures that contradict each other: none were seen')
  },
})

/** How the row of the person who reads them has grown: they see each agent that they run. */
function grownIn(t: Trial, { personId }: Key, before: Exchange, after: Exchange): Relation[] {
  const [[was, ...twice], [is, ...again]] = [before, after].map(({ status, json }) =>
    status === 200 && personId !== undefined
      ? rowsOf(json, 'user').filter(row => labelOf(row, 'user') === personId)
      : [],
  ) as [Json[], Json[]]
  if (!was || !is || twice.length + again.length > 0) return []
  const { accepted, successes } = t.context.observed
  const others = t.input('runs that may be of no agent', () =>
    ['createChatCompletion', 'startWorkflowRun'].reduce((sum, one) => sum + (accepted.get(one) ?? 0), 0),
  )
  const agents = t.input('agents that were run', () => {
    const runs = t.context.ownRecords.histories().filter(({ kind }) => kind === 'run')
    const completed = (successes.get('createAgentCompletion') ?? []).map(one => jsonOf(one.requestBody ?? ''))
    const records = [...runs.flatMap(({ views }) => views.map(({ record }) => record)), ...completed]
    return [...new Set(records.flatMap(one => refIn(one, 'agent') ?? []))]
  })
  return partsGrowAlike('ANA-27', was, is, { agents, others })
}

/** Another person runs the agent that the suite has run, if the key of one may. */
async function colleagueRuns(t: Trial) {
  const owner = t.keys.with('agents:run').owner
  const isOther = (one: Key) => owner !== undefined && one.owner !== undefined && one.owner !== owner
  const key = t.keys
    .home()
    .find(one => isOther(one) && one.scopes.has('agents:run') && one.scopes.has('runs:read'))
  if (!key) return
  const agent = await finisher(t)
  const run = startedRun(await tryStart(t, agent.id, bodyFor(t, agent), { key }, 0), agent.id)
  if (!run) return
  await t.until('the run of a colleague to end', t.target.pace.runSeconds, async () => {
    const reply = await t.call('getRun', { key, path: { run_id: run.id } })
    return readRun(reply.json)?.phase === 'ended' ? true : undefined
  })
}

const writes = scenario({
  id: 'wallet/read-only',
  title: 'No other method on the path of the wallet makes the balance grow',
  requirements: ['WALLET-19'],
  needs,
  cost: { analytics: { getWallet: 9 }, requests: 9 },
  writes: true,
  turn: 'closing',
  async run(t) {
    const key = adminKey(t)
    const path = operation('getWallet').path
    const read = async () => {
      const exchange = await t.call('getWallet', { key })
      return { exchange, balance: amountOf(figureIn(t, 'WALLET-03', exchange)) }
    }
    let before = await read()
    const first = before.exchange
    if (before.balance === undefined)
      return t.notExercised('WALLET-19', lacks.member('WALLET-03', 'the balance'), first)
    const grown: Exchange[] = []
    for (const method of ['POST', 'PUT', 'PATCH']) {
      for (let turn = 0; turn < TURNS; turn++) {
        const balance = Number(before.balance)
        const amount = 0.5 + 0.1 * turn
        const more = round(balance + amount)
        const body = { amount, amount_euros: amount, euros: amount, balance: more, balance_euros: more }
        const reply = await t.context.client.request(method, path, { key, body })
        if (reply.status >= 400) break
        const after = await read()
        const idle = await read()
        before = idle
        if (!(Number(after.balance) > balance && Number(idle.balance) <= Number(after.balance))) break
        grown.push(reply, after.exchange)
        const sentence = `${method} ${path} answered ${reply.status}, and the balance grew from ${balance} to ${after.balance}, each of ${TURNS} times`
        if (turn === TURNS - 1) return t.violated('read-only', 'WALLET-19', sentence, first, ...grown)
      }
    }
    const sentence = `after POST, PUT and PATCH ${path} the balance reads ${before.balance}`
    t.met('read-only', 'WALLET-19', sentence, first, (await read()).exchange)
  },
})

/** How often a change must follow a request, and nothing but a request. */
const TURNS = 3

export const figureScenarios: readonly Scenario[] = [...tables, insights, dashboard, wallet, later, writes]
