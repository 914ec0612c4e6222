/** Balance, personal usage, statements, entitlements, and the month of an agency's client. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import { isObject, type Json, type Place, places } from '../../reading/find-value.ts'
import { recordIn } from '../../reading/record.ts'
import { judgeMember, judgesNamed, type Member, nameIt } from '../named-figures.ts'
import { ENTITLEMENTS, STATEMENT, WALLET } from './named-members.ts'
import {
  amountOf,
  figureIn,
  isAmount,
  isNumber,
  keyOf,
  labelOf,
  moneyOf,
  rowsOf,
  runsOf,
  total,
} from './read-rows.ts'
import { adminKey } from './rows.check.ts'

const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

const wallet = scenario({
  id: 'wallet/balance',
  title: 'The wallet shows balance and spend',
  requirements: WALLET.map(one => one.id),
  needs,
  cost: { analytics: { getWallet: 1 } },
  async run(t) {
    const exchange = await t.read('getWallet')
    if (!t.answered('WALLET-03', exchange)) return
    for (const one of WALLET) judgeMember(t, one, [recordIn(exchange.json)], exchange)
    const today = figureIn(exchange.json, /today/i, isAmount)
    const month = figureIn(exchange.json, /30|thirty/i, isAmount)
    if (!today || !month || !MONEY.test(today.path) || !MONEY.test(month.path)) return
    const [sum = 0, part = 0] = [month, today].map(({ value }) => amountOf(value))
    const right = sum >= part - 1e-9
    t.expect('WALLET-02', right, `${month.path} reads ${sum}, ${today.path} ${part}`, exchange)
  },
})

const MONEY = /spen[dt]|cost|euro|amount/i

const mine = scenario({
  id: 'wallet/my-usage',
  title: 'The personal usage is that of the person behind the key',
  requirements: ['WALLET-04', 'WALLET-05', 'WALLET-06'],
  needs,
  cost: { analytics: { getMyUsage: 3, getUsageByUser: 1 } },
  async run(t) {
    const first = await t.read('getMyUsage')
    t.served('WALLET-04', first)
    const keys = t.keys.home().filter(key => key.scopes.has('analytics:read'))
    const member = keys.find(key => key.role === 'member')
    if (!member)
      return t.notExercised(
        ['WALLET-05', 'WALLET-06'],
        'a key with scope analytics:read of a person with role member',
      )
    const theirs = await t.read('getMyUsage', { key: member })
    if (!t.served('WALLET-06', theirs)) return
    const me = keys.find(key => key.name === first.key)
    if (me?.owner === undefined || member.owner === undefined || me.owner === member.owner) {
      return t.notExercised('WALLET-05', 'keys of two persons, with their owners in the target')
    }
    const whole = await runsOfAll(t)
    const [one, other] = [figures(first.json), figures(theirs.json)]
    const all = [first, theirs].map(({ json }) => [...places(json)].find(({ value }) => value === whole.runs))
    if (all[0] && all[1] && whole.runs >= 20 && whole.persons > 1)
      t.violated(
        'WALLET-05',
        `to both persons ${all[0].path} shows ${whole.runs} runs, those of all ${whole.persons} persons`,
        first,
        theirs,
        whole.exchange,
      )
    else if (one !== other)
      t.met('WALLET-05', 'two persons with different histories get different figures', first, theirs)
    else if (/\d\.\d*[1-9]/.test(one) && whole.differs(me.personId, member.personId))
      t.violated(
        'WALLET-05',
        'both persons get the same figures, while the usage by user shows different ones',
        first,
        theirs,
        whole.exchange,
      )
    else
      t.notExercised(
        'WALLET-05',
        'two persons with different histories: both get the same figures',
        first,
        theirs,
      )
  },
})

/** The usage by user of 30 days, if it is served: the measure for what a single person gets. */
async function runsOfAll(t: Trial) {
  const exchange = await t.read('getUsageByUser', { key: adminKey(t), query: { days: 30 } })
  const rows = rowsOf(exchange.json, 'user')
  const of = (id: string | undefined) => rows.find(row => labelOf(row, 'user') === id)
  return {
    exchange,
    persons: rows.filter(row => (runsOf(row) ?? 0) > 0).length,
    runs: total(rows, runsOf),
    differs(one: string | undefined, other: string | undefined) {
      const [a, b] = [of(one), of(other)]
      return a !== undefined && b !== undefined && runsOf(a) !== runsOf(b) && moneyOf(a) !== moneyOf(b)
    },
  }
}

/** Only the numbers: names and ids differ between persons anyway. */
const figures = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? undefined : value))

const month = (t: Trial, ago: number) => {
  const now = t.context.today
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
}

const MONTH = /^\d{4}-\d{2}$/

/** The month that a reply says it is of. */
function monthIn(exchange: Exchange): string | undefined {
  const named = [...places(exchange.json, 2)].find(
    ({ name, value }) => /^(month|period)$/i.test(name) && typeof value === 'string',
  )
  return typeof named?.value === 'string' ? named.value : undefined
}

/** The reply names a month, and it is not the one that was asked for. */
function isOfAnotherMonth(exchange: Exchange): boolean {
  const named = monthIn(exchange)
  return named !== undefined && MONTH.test(named) && named !== new URL(exchange.url).searchParams.get('month')
}

/** Asked for the very month that its reply names, in that form, and for the same month as a day: it takes neither. */
async function refusesItsOwn(t: Trial, id: string, plain: Exchange): Promise<boolean> {
  const named = monthIn(plain)
  if (named === undefined || !MONTH.test(named)) return false
  const path = plain.operation === 'getAgencyClientUsage' ? { client_id: t.fixture('agency-client').id } : {}
  const asked: Exchange[] = []
  for (const month of [named, `${named}-01`]) {
    const exchange = await t.call(plain.operation, { path, query: { month } })
    if (exchange.status !== 400 && exchange.status !== 422) return false
    asked.push(exchange)
  }
  t.violated(id, `the reply is of ${named}, and month=${named} answered ${asked[0]?.status}`, plain, ...asked)
  return true
}

const statement = scenario({
  id: 'wallet/statement',
  title: 'The monthly statement covers a month, in a headline and lines',
  requirements: ['WALLET-07', 'WALLET-08', 'WALLET-12', ...STATEMENT.map(one => one.id)],
  needs,
  cost: { analytics: { getMonthlyStatement: 6 } },
  async run(t) {
    const plain = await t.read('getMonthlyStatement')
    if (!t.served('WALLET-07', plain)) return
    for (const one of STATEMENT) covers(t, one, plain)
    headlineAndLines(t, plain)
    const seen: Exchange[] = []
    for (const ago of [1, 0, 2])
      seen.push(await t.call('getMonthlyStatement', { query: { month: month(t, ago) } }))
    if (await refusesItsOwn(t, 'WALLET-08', plain)) return
    const refused = seen.find(one => one.status !== 200)
    if (refused)
      return t.notExercised(
        'WALLET-08',
        `the form of a month: ${new URL(refused.url).search} answered ${refused.status}`,
        refused,
      )
    const deaf = seen.find(one => isOfAnotherMonth(one))
    if (deaf) return t.violated('WALLET-08', `${new URL(deaf.url).search} answers with another month`, deaf)
    const bodies = new Set(seen.map(one => figures(one.json)))
    if (bodies.size > 1) t.met('WALLET-08', 'different months have different statements', ...seen)
    else t.notExercised('WALLET-08', 'months with different history', ...seen)
  },
})

/** Lines of a statement have a kind, not a name: a text in them says what they are about. */
function covers(t: Trial, it: Member, plain: Exchange) {
  const says = ({ value }: Place) => typeof value === 'string' && it.name.test(value)
  const named = t.target.members.has(it.id) || figureIn(plain.json, it.name, it.fits) !== undefined
  if (!named && [...places(plain.json)].some(says)) t.met(it.id, `an entry speaks of ${it.what}`, plain)
  else judgeMember(t, it, [recordIn(plain.json)], plain)
}

const isLines = (value: unknown) => Array.isArray(value)
const isHeadline = (value: unknown) => isObject(value) || isNumber(value) || typeof value === 'string'

function headlineAndLines(t: Trial, plain: Exchange) {
  if (judgesNamed(t, 'WALLET-12', [recordIn(plain.json)], plain, isHeadline, isLines)) return
  const lines = figureIn(plain.json, /line|item|detail|entr|position/i, isLines)
  const head = figureIn(plain.json, /headline|total|sum|summary|amount/i, value => value !== null)
  // The amount of a line is no headline.
  if (lines && head && !head.path.startsWith(`${lines.path}.`))
    t.met(
      'WALLET-12',
      `${head.path} is the headline, ${lines.path} has ${(lines.value as unknown[]).length} lines`,
      plain,
    )
  else t.notExercised('WALLET-12', nameIt('WALLET-12', 'the headline, and one that holds the lines'), plain)
}

const entitlements = scenario({
  id: 'wallet/entitlements',
  title: 'The entitlements show the plan, which a caller cannot choose',
  requirements: ['WALLET-13', 'WALLET-18', ...ENTITLEMENTS.map(one => one.id)],
  needs,
  cost: { analytics: { getEntitlements: 5 } },
  async run(t) {
    const plain = await t.read('getEntitlements')
    if (!t.served('WALLET-13', plain)) return
    for (const one of ENTITLEMENTS) judgeMember(t, one, [recordIn(plain.json)], plain)
    for (const plan of ['enterprise', 'free']) {
      const other = await t.call('getEntitlements', { query: { plan } })
      const after = await t.call('getEntitlements')
      const chosen = changedBetween(plain, other, after)
      const refused = other.status >= 400 && other.status < 500
      t.expect(
        'WALLET-18',
        refused || chosen === undefined,
        `with plan=${plan} it answered ${other.status} and ${chosen ?? 'nothing'} is another than before and after`,
        plain,
        other,
        after,
      )
    }
  },
})

/** A member that one reply has otherwise than the replies before and after it agree on: what time changes is none. */
function changedBetween(before: Exchange, between: Exchange, after: Exchange): string | undefined {
  const [first, other, last] = [before, between, after].map(one => leavesOf(one.json))
  return [...(first ?? [])].find(
    ([path, value]) => last?.get(path) === value && other?.get(path) !== value,
  )?.[0]
}

/** Every value that holds no others, by its place. */
function leavesOf(value: unknown, place = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[place, value]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leavesOf(inner, place === '' ? name : `${place}.${name}`),
    ]),
  )
}

const agency = scenario({
  id: 'agency/usage',
  title: 'The usage of a client is shown by agent, for a month',
  requirements: ['AGENCY-01', 'AGENCY-02', 'AGENCY-03', 'AGENCY-04', 'AGENCY-05', 'AGENCY-06', 'AGENCY-07'],
  needs: { capability: 'agencies', scopes: ['agency-usage:read'], fixtures: ['agency-client'] },
  cost: { requests: 18 },
  async run(t) {
    const client = t.fixture('agency-client')
    const path = { client_id: client.id }
    const plain = await t.call('getAgencyClientUsage', { path })
    if (!t.answered('AGENCY-01', plain)) return await wantsMonth(t, plain)
    const seen: Exchange[] = []
    for (const ago of [0, 1, 2])
      seen.push(await t.call('getAgencyClientUsage', { path, query: { month: month(t, ago) } }))
    await months(t, plain, seen)
    const held = judgesNamed(t, 'AGENCY-01', [recordIn(plain.json)], plain, value => Array.isArray(value))
    const best = [plain, ...seen].find(one => rowsOf(one.json, 'agent').length > 0)
    if (!best)
      t.notExercised(
        [...(held ? [] : ['AGENCY-01']), 'AGENCY-02', 'AGENCY-03', 'AGENCY-04'],
        `a client with usage; or ${nameIt('AGENCY-01', 'the entries')}`,
        plain,
      )
    else entries(t, rowsOf(best.json, 'agent'), best)
    await another(t, plain)
  },
})

/** Refused without a month and served with one: the current month is no default. */
async function wantsMonth(t: Trial, plain: Exchange) {
  if (plain.status !== 400 && plain.status !== 422) return
  const path = { client_id: t.fixture('agency-client').id }
  const named = await t.call('getAgencyClientUsage', { path, query: { month: month(t, 0) } })
  if (named.status === 200)
    t.violated(
      'AGENCY-06',
      `without month it answered ${plain.status}, with month=${month(t, 0)} 200`,
      plain,
      named,
    )
}

function entries(t: Trial, rows: Json[], exchange: Exchange) {
  const labels = rows.flatMap(row => keyOf(row, 'agent') ?? [])
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  t.expect(
    'AGENCY-01',
    twice === undefined,
    twice ? `the agent ${twice} comes twice` : `${rows.length} agents, each once`,
    exchange,
  )
  const isTokens = (value: unknown) => isNumber(value) || isObject(value)
  const members: [string, string, (row: Json) => unknown, (value: unknown) => boolean][] = [
    ['AGENCY-02', 'runs', runsOf, isNumber],
    ['AGENCY-03', 'tokens', row => figureIn(row, /token/i, isTokens)?.value, isTokens],
    ['AGENCY-04', 'cost', moneyOf, isNumber],
  ]
  for (const [id, what, figure, fits] of members) {
    if (judgesNamed(t, id, rows, exchange, fits)) continue
    const without = rows.filter(row => figure(row) === undefined).length
    if (without === rows.length) t.notExercised(id, nameIt(id, `the ${what}, in an entry`), exchange)
    else
      t.expect(
        id,
        without === 0,
        without ? `${without} entries do not show the ${what}` : `every entry shows the ${what}`,
        exchange,
      )
  }
}

async function months(t: Trial, plain: Exchange, seen: Exchange[]) {
  if (await refusesItsOwn(t, 'AGENCY-05', plain)) return
  const refused = seen.find(one => one.status !== 200)
  if (refused)
    return t.notExercised(
      ['AGENCY-05', 'AGENCY-06'],
      `the form of a month: ${new URL(refused.url).search} answered ${refused.status}`,
      refused,
    )
  const deaf = seen.find(one => isOfAnotherMonth(one))
  if (deaf) return t.violated('AGENCY-05', `${new URL(deaf.url).search} answers with another month`, deaf)
  const bodies = seen.map(one => figures(rowsOf(one.json, 'agent')))
  if (new Set(bodies).size > 1) t.met('AGENCY-05', 'different months have different usage', ...seen)
  else t.notExercised('AGENCY-05', 'months with different usage', ...seen)
  await current(t, plain, new Set(bodies).size > 1)
}

/** Runs go on while we read: only a month that reads the same before and after can be compared. */
async function current(t: Trial, plain: Exchange, differs: boolean) {
  if (!differs) return t.notExercised('AGENCY-06', 'months with different usage', plain)
  const path = { client_id: t.fixture('agency-client').id }
  const read = async (query: Record<string, string>) => t.need('getAgencyClientUsage', { path, query })
  for (let attempt = 0; attempt < 4; attempt++) {
    const [before, named, after] = [await read({}), await read({ month: month(t, 0) }), await read({})]
    const [one, two, three] = [before, named, after].map(reply => figures(rowsOf(reply.json, 'agent')))
    if (one !== three && two !== one && two !== three) continue
    const same = two === one || two === three
    return void t.expect(
      'AGENCY-06',
      same,
      `without month the usage is ${same ? '' : 'not '}that of ${month(t, 0)}`,
      before,
      named,
    )
  }
  t.notExercised('AGENCY-06', 'a client whose usage stands still for a moment', plain)
}

async function another(t: Trial, plain: Exchange) {
  const second = t.target.fixtures.get('second-client')?.id
  if (!second) return t.notExercised('AGENCY-07', 'another client with other usage: fixtures.second-client')
  const other = await t.call('getAgencyClientUsage', { path: { client_id: second } })
  if (other.status !== 200)
    return t.notExercised('AGENCY-07', `the second client answered ${other.status}`, other)
  const [mine, theirs] = [figures(rowsOf(plain.json, 'agent')), figures(rowsOf(other.json, 'agent'))]
  const rows = rowsOf(plain.json, 'agent')
  const same = mine === theirs && JSON.stringify(rows) === JSON.stringify(rowsOf(other.json, 'agent'))
  // The target says of these two that their usage differs.
  if (same && rows.length > 0)
    t.violated('AGENCY-07', `both clients have the same ${rows.length} entries`, plain, other)
  else if (same) t.notExercised('AGENCY-07', 'two clients with different usage', plain, other)
  else t.met('AGENCY-07', 'two clients have usage of their own', plain, other)
}

export const walletScenarios: readonly Scenario[] = [wallet, mine, statement, entitlements, agency]
