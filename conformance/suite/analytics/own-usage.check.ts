/** The personal usage of each person, compared with that person's figures by user (section 4.6). */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isNumber, places } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { labelOf, moneyOf, rowsOf, runsOf, total } from './read-rows.ts'
import { adminKey } from './rows.check.ts'
import { figures } from './statement-month.ts'

export const ownUsage = scenario({
  id: 'wallet/own-usage',
  title: 'The personal usage is that of the person behind the key, whatever role the person has',
  requirements: ['WALLET-05'],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: { getMyUsage: 3, getUsageByUser: 2, getSpendByUser: 2, getUsageByTeam: 2 } },
  closing: true,
  async run(t) {
    const keys = onePerPerson(t)
    if (keys.length < 2)
      return t.notExercised(
        'WALLET-05',
        lacks.colleague('keys of two persons, with their owners in the target'),
      )
    const before = await sharesOf(t)
    const replies: [Key, Exchange][] = []
    for (const key of keys) replies.push([key, await t.call('getMyUsage', { key })])
    const after = await sharesOf(t)
    const shares = before.flatMap(one => movedTo(one, after))
    const served = replies.filter(([, { status }]) => status === 200)
    for (const [key, reply] of served) judge(t, key, reply, shares)
    sameForTwo(t, served, shares)
    if (!t.isDecided('WALLET-05'))
      t.notExercised(
        'WALLET-05',
        'persons with different histories, of 30 days',
        ...replies.map(([, it]) => it),
      )
  },
})

/** One key per person, one person per role. */
function onePerPerson(t: Trial): Key[] {
  const keys = t.keys.home().filter(key => key.scopes.has('analytics:read') && key.owner !== undefined)
  const persons = [...Map.groupBy(keys, key => key.owner).values()].flatMap(([first]) => first ?? [])
  return [...Map.groupBy(persons, key => key.role).values()].flatMap(([first]) => first ?? [])
}

/** Figures of 30 days of a person, a team or everybody, with the range they covered while the replies were read. */
interface Share {
  of: string
  /** The user id, where the share is one person's. */
  user?: string | undefined
  runs: Figure
  costs: Figure[]
  exchange: Exchange
}
interface Figure {
  least: number
  most: number
}

/** Keeps only shares that did not move much meanwhile and still have the same figures. */
function movedTo(before: Share, all: readonly Share[]): Share[] {
  const after = all.find(({ of }) => of === before.of)
  if (after?.costs.length !== before.costs.length) return []
  const between = (a: Figure, b?: Figure) => ({
    least: Math.min(a.least, b?.least ?? a.least),
    most: Math.max(a.most, b?.most ?? a.most),
  })
  const [runs, costs] = [
    between(before.runs, after.runs),
    before.costs.map((cost, n) => between(cost, after.costs[n])),
  ]
  const calm = [runs, ...costs].every(({ least, most }) => most - least <= 0.02 * most + 0.01)
  return calm ? [{ ...after, runs, costs }] : []
}

async function sharesOf(t: Trial): Promise<Share[]> {
  const read = async (operation: string) => {
    const exchange = await t.call(operation, { key: adminKey(t), query: { days: 30 } })
    return { exchange, rows: rowsOf(exchange.json, operation === 'getUsageByTeam' ? 'team' : 'user') }
  }
  const [users, spend, teams] = [
    await read('getUsageByUser'),
    await read('getSpendByUser'),
    await read('getUsageByTeam'),
  ]
  const spent = new Map(spend.rows.map(row => [labelOf(row, 'user'), moneyOf(row)]))
  const share = (owner: string, exchange: Exchange, runs = 0, ...costs: (number | undefined)[]): Share => ({
    of: owner,
    runs: { least: runs, most: runs },
    costs: costs.flatMap(cost => (cost !== undefined && cost > 0 ? [{ least: cost, most: cost }] : [])),
    exchange,
  })
  return [
    share(
      'everybody',
      users.exchange,
      total(users.rows, runsOf),
      total(users.rows, moneyOf),
      total(spend.rows, moneyOf),
    ),
    ...users.rows.map(row => {
      const user = labelOf(row, 'user')
      return {
        ...share(`the user ${user}`, users.exchange, runsOf(row), moneyOf(row), spent.get(user)),
        user,
      }
    }),
    ...teams.rows.map(row =>
      share(`the team ${labelOf(row, 'team')}`, teams.exchange, runsOf(row), moneyOf(row)),
    ),
  ]
}

/**
 * Blames a reply that shows someone else's runs and cost and not the person's own: figures this large do not match by
 * chance.
 */
function judge(t: Trial, key: Key, reply: Exchange, shares: readonly Share[]) {
  const own = shares.find(({ user }) => user !== undefined && user === key.personId)
  if (!own || shares.length < 3) return
  const all = [...places(reply.json)].filter(({ value }) => isNumber(value))
  // Paths inside lists are parts, for example of one agent.
  const whole = all.filter(({ path }) => !/\.\d+\./.test(path))
  const shown = whole.length > 0 ? whole : all
  const shows = (figure: Figure) => shown.find(({ value }) => reads(value, figure))
  if (own.runs.least > 0 && shown.length === 0)
    return t.violated(
      'WALLET-05',
      `${own.of} has ${own.runs.least} runs, and the reply no figure`,
      reply,
      own.exchange,
    )
  const mine = [own.runs, ...own.costs]
    .filter(({ least }) => least > 0)
    .flatMap(figure => shows(figure) ?? [])
  if (mine.length > 0) {
    if (own.runs.least >= 5)
      t.met(
        'WALLET-05',
        `key ${key.name} reads ${String(mine[0]?.value)}, as ${own.of} has`,
        reply,
        own.exchange,
      )
    return
  }
  for (const other of shares) {
    const [runs, cost] = [shows(other.runs), other.costs.map(shows).find(place => place !== undefined)]
    if (other.runs.least < 10 || !runs || !cost) continue
    const sentence = `key ${key.name} of ${own.of} reads ${String(runs.value)} and ${String(cost.value)}, the runs and the cost of ${other.of}; ${own.of} has ${own.runs.least} runs`
    return t.violated('WALLET-05', sentence, reply, other.exchange)
  }
}

/** Equal at the precision shown: costs to the cent, runs exactly. */
function reads(value: unknown, { least, most }: Figure): boolean {
  const digits = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const slack = Number.isInteger(least) && Number.isInteger(most) ? 0 : 0.5 * 10 ** -digits
  return slack < 0.01 && Number(value) >= least - slack - 1e-9 && Number(value) <= most + slack + 1e-9
}

/** Finds equal figures for two persons whose runs and costs over 30 days differ. */
function sameForTwo(t: Trial, served: readonly [Key, Exchange][], shares: readonly Share[]) {
  const shareOf = (key: Key) => shares.find(one => one.of === `the user ${key.personId}`)
  for (const [n, [key, reply]] of served.entries())
    for (const [other, theirs] of served.slice(n + 1)) {
      const [a, b] = [shareOf(key), shareOf(other)]
      const same = figures(reply.json) === figures(theirs.json) && /\d\.\d*[1-9]/.test(figures(reply.json))
      if (
        !a ||
        !b ||
        !same ||
        !areApart(a.runs, b.runs) ||
        !a.costs.every(cost => b.costs.every(one => areApart(cost, one)))
      )
        continue
      const sentence = `the keys ${key.name} and ${other.name} get the same figures, while ${a.of} has ${a.runs.least} runs and ${b.of} ${b.runs.least}`
      return t.violated('WALLET-05', sentence, reply, theirs, a.exchange)
    }
}

const areApart = (a: Figure, b: Figure) => a.most < b.least || b.most < a.least
