/** The rate limits of the analytics endpoints: provoked once, last, and only if that is not opted out of. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { allOperations } from '../../ledger/contract.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import { adminKey } from './rows.check.ts'

const ENDPOINTS = allOperations.filter(row => row.rateLimit !== null).map(row => row.id)
const MINUTE = 61
const MOST = 30
const SURELY = 61

const limits = scenario({
  id: 'analytics/rate-limits',
  title: 'Each analytics endpoint serves ten requests a minute, refuses more than thirty, and recovers',
  requirements: ['LIMIT-07', 'LIMIT-08', 'LIMIT-09', 'LIMIT-10'],
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: Object.fromEntries(ENDPOINTS.map(id => [id, 45])), seconds: 260 },
  last: true,
  async run(t) {
    const key = adminKey(t)
    const knock = (operation: string) => t.call(operation, { key, unpaced: true })
    const open = await servedOnes(t, knock)
    const seen = new Verdicts(t, open.length)
    if (t.wants('LIMIT-07')) {
      await quiet(t)
      await Promise.all(open.map(operation => tenAMinute(t, operation, knock, seen)))
    }
    if (!t.wants('LIMIT-08', 'LIMIT-09', 'LIMIT-10')) return
    await quiet(t)
    const exhausted = await exhaust(t, open, knock, seen)
    await recovers(t, exhausted, knock)
  },
})

/** A limit is met when it was seen on every endpoint that is served; on some of them alone it is not exercised. */
class Verdicts {
  readonly #t: Trial
  readonly #needed: number
  readonly #seen = new Map<string, number>()

  constructor(t: Trial, needed: number) {
    this.#t = t
    this.#needed = needed
  }

  met(id: string, sentence: string, exchange: Exchange) {
    const count = (this.#seen.get(id) ?? 0) + 1
    this.#seen.set(id, count)
    // The first endpoint of all has none before it that could have used up a common limit.
    const needed = id === 'LIMIT-09' ? this.#needed - 1 : this.#needed
    if (count === needed) this.#t.met(id, `${sentence}; so did ${count} endpoints in all`, exchange)
  }
}

type Knock = (operation: string) => Promise<Exchange>

/** After everything else, a minute in which nothing is sent. */
async function quiet(t: Trial) {
  t.context.waiting(t.scenario.id, 'a quiet minute, so that rate limits start afresh')
  await t.sleep(MINUTE)
}

async function servedOnes(t: Trial, knock: Knock): Promise<string[]> {
  await quiet(t)
  const served: string[] = []
  for (const operation of ENDPOINTS) if ((await knock(operation)).status === 200) served.push(operation)
  if (served.length === 0) t.notExercised(t.scenario.requirements, 'an analytics endpoint that is served')
  return served
}

/** Spread over the minute, so that no kind of limiter may object. */
async function tenAMinute(t: Trial, operation: string, knock: Knock, seen: Verdicts) {
  for (let sent = 1; sent <= 10; sent++) {
    const exchange = await knock(operation)
    if (exchange.status === 429 || exchange.status === 503) {
      return t.violated('LIMIT-07', `${operation} refused request ${sent} of ten within a minute`, exchange)
    }
    if (sent === 10) seen.met('LIMIT-07', `${operation} served ten requests within a minute`, exchange)
    await t.sleep(5.8)
  }
}

interface Burst {
  /** Requests until the first refusal; undefined when none came. */
  refusedAt: number | undefined
  /** Seconds on the deployment's clock. */
  seconds: number
  first: Exchange
  last: Exchange
}

async function burst(t: Trial, operation: string, knock: Knock): Promise<Burst> {
  const began = performance.now()
  let first: Exchange | undefined
  for (let sent = 1; ; sent++) {
    const exchange = await knock(operation)
    first ??= exchange
    const seconds = ((performance.now() - began) / 1000) * t.target.pace.clockScale
    if (exchange.status !== 200) return { refusedAt: sent, seconds, first, last: exchange }
    if (sent >= SURELY || seconds > 59) return { refusedAt: undefined, seconds, first, last: exchange }
  }
}

/** One after the other, so that it shows whether they have a limit each. */
async function exhaust(t: Trial, open: string[], knock: Knock, seen: Verdicts): Promise<string[]> {
  const done: string[] = []
  let before: { operation: string; at: number } | undefined
  for (const operation of open) {
    let result = await burst(t, operation, knock)
    independence(t, operation, before, result, seen)
    // A window that changed in the middle lets twice as many through: only what repeats is said.
    for (let again = 0; again < 2 && tooMany(result); again++) {
      await quiet(t)
      result = await burst(t, operation, knock)
    }
    limit(t, operation, result, seen)
    if (result.refusedAt !== undefined) {
      done.push(operation)
      before = { operation, at: result.refusedAt }
    }
  }
  return done
}

/** More than thirty served, beyond what refills meanwhile. */
const tooMany = ({ refusedAt, seconds }: Burst) =>
  (refusedAt ?? SURELY + 1) - 1 > MOST + (MOST * seconds) / 60 + 1

function limit(t: Trial, operation: string, result: Burst, seen: Verdicts) {
  const { refusedAt, seconds, last } = result
  const rate = `in ${seconds.toFixed(0)} s`
  if (refusedAt === undefined && seconds > 59)
    return t.notExercised('LIMIT-08', `a connection fast enough to send ${SURELY} requests in a minute`, last)
  const sentence =
    refusedAt === undefined
      ? `${operation} served ${SURELY} requests ${rate}`
      : `${operation} refused request ${refusedAt} ${rate} with ${last.status}`
  if (last.status >= 500 && last.status !== 503) return t.notExercised('LIMIT-08', sentence, last)
  if (tooMany(result)) t.violated('LIMIT-08', sentence, last)
  else seen.met('LIMIT-08', sentence, last)
  if (refusedAt !== undefined) t.observe('status-rate-limited', String(last.status), last)
  if (refusedAt !== undefined)
    t.observe(
      'rate-limit-headers',
      Object.keys(last.headers)
        .filter(name => /retry|limit/.test(name))
        .join(', ') || 'none',
      last,
    )
}

function independence(
  t: Trial,
  operation: string,
  before: { operation: string; at: number } | undefined,
  result: Burst,
  seen: Verdicts,
) {
  if (!before) return
  const sentence = `after ${before.operation} refused request ${before.at}, the first to ${operation} answered ${result.first.status}`
  if (result.first.status === 200) seen.met('LIMIT-09', sentence, result.first)
  else if (before.at <= 20) t.violated('LIMIT-09', sentence, result.first)
  else t.notExercised('LIMIT-09', `${sentence}; perhaps a common limit`, result.first)
}

async function recovers(t: Trial, exhausted: string[], knock: Knock) {
  await quiet(t)
  let closed = exhausted
  for (let minute = 1; minute <= 2 && closed.length > 0; minute++) {
    const still: string[] = []
    for (const operation of closed) {
      const exchange = await knock(operation)
      if (exchange.status === 200) t.met('LIMIT-10', `${operation} serves again`, exchange)
      else if (minute === 2)
        t.violated('LIMIT-10', `${operation} still answers ${exchange.status} two minutes later`, exchange)
      else still.push(operation)
    }
    closed = still
    if (closed.length > 0) await quiet(t)
  }
}

export const limitScenarios: readonly Scenario[] = [limits]
