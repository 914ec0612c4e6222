/** Balance, personal usage, statements, entitlements, and the month of an agency's client. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import { places } from '../../reading/find-value.ts'
import { recordIn } from '../../reading/record.ts'
import { judgeMembers } from '../named-figures.ts'
import { agency } from './agency.check.ts'
import { closed } from './closed-months.check.ts'
import { figures, leavesOf } from './months.ts'
import { ENTITLEMENTS, WALLET } from './named-members.ts'
import { amountOf, figureIn, isAmount, labelOf, moneyOf, rowsOf, runsOf, total } from './read-rows.ts'
import { adminKey } from './rows.check.ts'
import { statement } from './statement.check.ts'

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
    judgeMembers(t, WALLET, [recordIn(exchange.json)], exchange)
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

const entitlements = scenario({
  id: 'wallet/entitlements',
  title: 'The entitlements show the plan, which a caller cannot choose',
  requirements: ['WALLET-13', 'WALLET-18', ...ENTITLEMENTS.map(one => one.id)],
  needs,
  cost: { analytics: { getEntitlements: 5 } },
  async run(t) {
    const plain = await t.read('getEntitlements')
    if (!t.served('WALLET-13', plain)) return
    judgeMembers(t, ENTITLEMENTS, [recordIn(plain.json)], plain)
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

export const walletScenarios: readonly Scenario[] = [wallet, mine, statement, closed, entitlements, agency]
