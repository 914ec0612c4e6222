/** Balance, personal usage, statements, entitlements, and the month of an agency's client. */
import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, places } from '../../extract/find-value.ts'
import { idOf, recordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { agents } from '../discover.ts'
import { judgeMembers } from '../named-figures.ts'
import { agency } from './agency.check.ts'
import { closed } from './closed-months.check.ts'
import { ownUsage } from './own-usage.check.ts'
import { amountOf, isAmount } from './read-rows.ts'
import { adminKey } from './rows.check.ts'
import { ENTITLEMENTS, WALLET } from './stated-members.ts'
import { statement } from './statement.check.ts'
import { leavesOf } from './statement-month.ts'
import { statementMonths } from './statement-months.check.ts'
import { walletWindows } from './wallet-windows.check.ts'

const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

const wallet = scenario({
  id: 'wallet/balance',
  title: 'The wallet shows balance and spend',
  requirements: WALLET.map(one => one.id),
  needs,
  cost: { analytics: { getWallet: 1, getSpendOverTime: 1 } },
  async run(t) {
    const exchange = await t.read('getWallet')
    // Read as early as the wallet, so that later spend is in both.
    await t.read('getSpendOverTime', { key: adminKey(t), query: { days: 90 } })
    if (!t.answered('WALLET-03', exchange)) return
    judgeMembers(t, WALLET, [recordIn(exchange.json)], exchange)
    const today = findLike(exchange.json, /today/i, isAmount)
    const month = findLike(exchange.json, /30|thirty/i, isAmount)
    if (!today || !month || !MONEY.test(today.path) || !MONEY.test(month.path)) return
    const [sum = 0, part = 0] = [month, today].map(({ value }) => amountOf(value))
    const right = sum >= part - 1e-9
    t.expect('WALLET-02', right, `${month.path} reads ${sum}, ${today.path} ${part}`, exchange)
  },
})

const MONEY = /spen[dt]|cost|euro|amount/i

const mine = scenario({
  id: 'wallet/my-usage',
  title: 'The personal usage is served to whoever asks for it',
  requirements: ['WALLET-04', 'WALLET-06'],
  needs,
  cost: { analytics: { getMyUsage: 2 } },
  async run(t) {
    t.served('WALLET-04', await t.read('getMyUsage'))
    const member = t.keys.home().find(key => key.scopes.has('analytics:read') && key.role === 'member')
    if (!member) return t.notExercised('WALLET-06', lacks.key('analytics:read', 'member'))
    t.served('WALLET-06', await t.read('getMyUsage', { key: member }))
  },
})

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
    await usesNothing(t, plain)
    const [other = 'enterprise'] = upgradesIn(plain)
    const ways: readonly [string, CallOptions][] = [
      [`plan=${other}`, { query: { plan: other } }],
      ['plan=free', { query: { plan: 'free' } }],
      [`the plan ${other} in headers`, { headers: planHeaders(other) }],
    ]
    const replies: [string, Exchange][] = []
    for (const [way, options] of ways) replies.push([way, await t.call('getEntitlements', options)])
    const after = await t.call('getEntitlements')
    for (const [way, reply] of replies) {
      const chosen = changedBetween(plain, reply, after)
      const refused = reply.status >= 400 && reply.status < 500
      t.expect(
        'WALLET-18',
        refused || chosen === undefined,
        `with ${way} it answered ${reply.status} and ${chosen ?? 'nothing'} is another than before and after`,
        plain,
        reply,
        after,
      )
    }
  },
})

/** The ids of plans to upgrade to: the deployment's plan names. */
function upgradesIn(plain: Exchange): string[] {
  const targets = ENTITLEMENTS.find(({ id }) => id === 'WALLET-17')
  const found = targets && findLike(recordIn(plain.json), targets.name, Array.isArray)?.value
  const list: unknown[] = Array.isArray(found) ? found : []
  return list.flatMap(one =>
    isObject(one) ? (idOf(one, 'plan') ?? []) : typeof one === 'string' ? [one] : [],
  )
}

const planHeaders = (plan: string): Record<string, string> => ({
  ...Object.fromEntries(
    ['plan', 'x-plan', 'x-plan-id', 'x-tier', 'x-subscription-plan'].map(name => [name, plan]),
  ),
  cookie: `plan=${plan}`,
})

/** Reports no agents and no users, although the same person lists agents. */
async function usesNothing(t: Trial, plain: Exchange) {
  const usage = ENTITLEMENTS.find(({ id }) => id === 'WALLET-16')
  const found = usage && findLike(recordIn(plain.json), usage.name, isObject)
  const figures = found ? [...places(found.value)].filter(({ value }) => isNumber(value)) : []
  const agentsUsed = figures.find(({ name }) => /^(active_?)?agents$/i.test(name))
  const all = figures.every(({ value }) => Number(value) === 0)
  if (!agentsUsed || figures.length < 2 || !all) return
  const listed = await agents(t).catch(() => [])
  if (listed.length > 0)
    t.violated(
      'WALLET-16',
      `every figure of ${found?.path} is 0, and ${listed.length} agents are listed`,
      plain,
    )
}

/** A member whose value differs from the equal readings before and after it; changes over time are excluded. */
function changedBetween(before: Exchange, between: Exchange, after: Exchange): string | undefined {
  const [first, other, last] = [before, between, after].map(one => leavesOf(one.json))
  return [...(first ?? [])].find(
    ([path, value]) => last?.get(path) === value && other?.get(path) !== value,
  )?.[0]
}

export const walletScenarios: readonly Scenario[] = [
  wallet,
  mine,
  ownUsage,
  walletWindows,
  statement,
  statementMonths,
  closed,
  entitlements,
  agency,
]
