/** The rate limits of the analytics endpoints: provoked once, at the end, unless the target opts out. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { allOperations, operation as contractOf } from '../../requirements/contract.ts'
import { type Exchange, queryOf } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { adminKey } from './admin-key.ts'
import { PERIODS } from './figure-table.ts'

const ENDPOINTS = allOperations.filter(row => row.rateLimit !== null).map(row => row.id)
/** The bounds of section 8 in requests a minute, and a minute with a second to spare. */
const MIN = 10
const MAX = 30
const MINUTE = 61
/** Seconds between ten requests that are spread over a minute, and what they leave of it. */
const PAUSE = 5.8
const SPARE = 60 - (MIN - 1) * PAUSE
/** More than a fixed window that ends in the middle lets through. */
const SURELY = 2 * MAX + 1
/** The largest number of days that every bound allows. */
const LONGEST = 90
/** A common limit of 30 leaves 10 to the next endpoint after so many. */
const LEAVES_ROOM = MAX - MIN
const NO_OTHER = 'ten requests that no other limit or failure holds back'
const IDS = ['LIMIT-07', 'LIMIT-08', 'LIMIT-09', 'LIMIT-10']

export const limitScenario = scenario({
  id: 'analytics/rate-limits',
  title: 'Each analytics endpoint serves ten requests a minute, refuses more than thirty, and recovers',
  requirements: IDS,
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: Object.fromEntries(ENDPOINTS.map(id => [id, 45])), seconds: 70 },
  turn: 'last',
  async run(t) {
    const key = adminKey(t)
    const knock: Knock = async (operation, window) =>
      t.call(operation, { key, query: { ...(await queryFor(t, operation)), ...window }, unpaced: true })
    const open = await servedOnes(t, knock)
    if (open.length === 0)
      return t.notExercised(t.scenario.requirements, 'an analytics endpoint that is served')
    // A limit is met once every endpoint has shown it; the first has no predecessor that could have used up a shared one.
    const left = new Map(IDS.map(id => [id, id === 'LIMIT-09' ? open.length - 1 : open.length]))
    const met: Met = (id, sentence, exchange) => {
      left.set(id, left.get(id)! - 1)
      if (left.get(id) === 0) t.met('rate-limit', id, `${sentence}; so did all endpoints`, exchange)
    }
    const exhausted = t.wants('LIMIT-08', 'LIMIT-09', 'LIMIT-10') ? await exhaust(t, open, knock, met) : []
    const slow = t.wants('LIMIT-07') ? open.filter(operation => !servedTen(t, operation, met)) : []
    if (exhausted.length === 0 && slow.length === 0) return
    await quiet(t)
    const closed = await stillClosed(t, exhausted, knock)
    const tried: string[] = []
    for (const operation of slow.filter(one => !closed.includes(one))) {
      const more = exhausted.includes(operation) ? MIN - 1 : MIN
      if (!(await servesAtOnce(t, operation, more, knock, met))) tried.push(operation)
    }
    if (tried.length === 0) return
    await quiet(t)
    const held = await Promise.all(tried.map(operation => tenAMinute(t, operation, knock, met)))
    // A limit of all requests together may have refused them. Ten to one endpoint alone must be served.
    const again = tried.findIndex((_, n) => held[n])
    if (again === -1) return
    await quiet(t)
    const refused = await tenAMinute(t, tried[again]!, knock, met)
    if (refused) return await blame(t, 'LIMIT-07', refused)
    for (const one of held.slice(again + 1))
      if (one) t.notExercised('LIMIT-07', `${NO_OTHER}: ${one.sentence}`, one.exchange)
  },
})

type Met = (id: string, sentence: string, exchange: Exchange) => void
type Knock = (operation: string, window?: Window) => Promise<Exchange>
type Window = Record<string, string>

/**
 * What else an endpoint may be asked for, the longest first: a limit counts requests, whatever window they name. More numbers
 * of days than a minute may have requests, and none that is short.
 */
function windowsOf(operation: string): Window[] {
  const takes = (wanted: string) => contractOf(operation).queryParams.some(({ name }) => name === wanted)
  if (takes('period')) return PERIODS.toReversed().map(({ period }) => ({ period }))
  return takes('days') ? Array.from({ length: MAX }, (_, n) => ({ days: String(LONGEST - n) })) : []
}

/** A refusal that says nothing of a limit. */
const isOther = ({ status }: Exchange): boolean => ![200, 429, 503].includes(status)

/** Waits a minute without sending anything. */
async function quiet(t: Trial) {
  t.context.waiting(t.scenario.id, 'a quiet minute, so that rate limits start afresh')
  await t.sleep(MINUTE)
}

/** The parameters that a request to the endpoint has to name. */
async function queryFor(t: Trial, operation: string): Promise<Record<string, string>> {
  const reply = await t.read(operation, { key: adminKey(t) }).catch(ignoreMissing)
  return reply ? queryOf(reply) : {}
}

/** An endpoint that still answers 429 after every wait is knocked at once more, after a quiet minute. */
async function servedOnes(t: Trial, knock: Knock): Promise<string[]> {
  const key = adminKey(t)
  const ask = async (operation: string) => ({
    operation,
    reply: await t.read(operation, { key }).catch(ignoreMissing),
  })
  const replies = await Promise.all(ENDPOINTS.map(ask))
  const closed = replies.filter(({ reply }) => !reply)
  if (closed.length > 0) await quiet(t)
  for (const { operation } of closed) {
    const exchange = await knock(operation)
    const sentence = `${operation} answered ${exchange.status} to the first request after a quiet minute`
    const before = sentLately(t, operation) - 1
    if (exchange.status === 429) await blame(t, 'LIMIT-07', { sentence, exchange, before })
  }
  return replies.flatMap(({ operation, reply }) => (reply?.status === 200 ? operation : []))
}

const sentLately = (t: Trial, operation: string): number =>
  t.input(`sent lately to ${operation}`, () => t.context.client.lately(operation).sent)

/** A request that was refused, and how many any scenarios sent to the endpoint within the minute before it. */
interface Refusal {
  sentence: string
  exchange: Exchange
  before: number
}

/** A refusal is a violation unless ten requests came before it, served or not, or others are refused as well. */
async function blame(t: Trial, id: string, { sentence, exchange, before }: Refusal) {
  const lack = 'a minute in which nothing else is sent to the endpoint'
  if (before >= MIN)
    return t.notExercised(id, `${lack}: ${sentence}, after ${before} of all checks`, exchange)
  const other = await elsewhere(t)
  if (other.status === exchange.status) return t.notExercised(id, `${NO_OTHER}: ${sentence}`, exchange, other)
  return t.violated('rate-limit', id, sentence, exchange)
}

/** A reply of an endpoint that is not of analytics: a limit of all requests refuses it too. */
const elsewhere = (t: Trial) => t.call('listAgents', { key: adminKey(t), unpaced: true })

/** Whether any scenarios were served ten requests of one key within a minute, for long windows where these are served. */
function servedTen(t: Trial, operation: string, met: Met): boolean {
  const served = t.context.observed.limited
    .filter(one => one.operation === operation)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const windows = windowsOf(operation).map(one => JSON.stringify(Object.entries(one)))
  const isLong = (one: Exchange) =>
    Object.entries(queryOf(one)).some(entry => windows.includes(JSON.stringify([entry])))
  const counted = served.some(isLong) ? served.filter(isLong) : served
  for (const ofKey of Map.groupBy(counted, one => one.key).values()) {
    const tenth = ofKey.slice(MIN - 1).find((one, n) => t.secondsAt(one) - t.secondsAt(ofKey[n]!) < 60)
    if (!tenth) continue
    met('LIMIT-07', `${operation} served ten requests within a minute`, tenth)
    return true
  }
  return false
}

/**
 * Sends what is missing of ten requests after a quiet minute. A limiter may refuse requests in quick succession, so a refusal
 * says nothing.
 */
async function servesAtOnce(t: Trial, operation: string, missing: number, knock: Knock, met: Met) {
  const served = await atOnce(missing, () => knock(operation, windowsOf(operation)[0]))
  const [first, last] = [served[0]!, served.at(-1)!]
  const isRight = last.status === 200 && t.secondsAt(last) - t.secondsAt(first) <= 60
  if (isRight) met('LIMIT-07', `${operation} served ten requests within a minute`, last)
  return isRight
}

/** Sends as many requests, until one is not served. */
async function atOnce(count: number, send: () => Promise<Exchange>): Promise<Exchange[]> {
  const sent: Exchange[] = []
  while (sent.length < count && sent.every(({ status }) => status === 200)) sent.push(await send())
  return sent
}

/** Spread over the minute, so that no limiter of the endpoint may refuse. Returns what was refused nevertheless. */
async function tenAMinute(t: Trial, operation: string, knock: Knock, met: Met): Promise<Refusal | undefined> {
  let began: number | undefined
  let spare = SPARE
  let isOfMoment = false
  let window = windowsOf(operation).at(0)
  for (let sent = 1; sent <= MIN; sent++) {
    if (sent > 1) await t.sleep(PAUSE)
    let exchange = await knock(operation, window)
    if (window && began === undefined && isOther(exchange)) {
      window = undefined
      exchange = await knock(operation)
    }
    const before = exchange.status === 200 ? 0 : sentLately(t, operation) - 1
    began ??= t.secondsAt(exchange)
    const sentence = `${operation} refused request ${sent} of ten within a minute`
    // Another limit, or a failure, may hold for a moment.
    for (let wait = waitOf(exchange); exchange.status !== 200 && wait <= spare; wait = waitOf(exchange)) {
      spare -= wait
      await t.sleep(wait)
      exchange = await knock(operation, window)
      isOfMoment ||= exchange.status === 200
    }
    const lacks = (what: string) => {
      t.notExercised('LIMIT-07', `${what}: ${sentence}`, exchange)
      return undefined
    }
    if (exchange.status === 403) return lacks('a key that may ask')
    // What was refused and sent again may count.
    if (exchange.status !== 200 && (isOfMoment || ![429, 503].includes(exchange.status)))
      return lacks(NO_OTHER)
    if (exchange.status !== 200) return { sentence, exchange, before }
    if (sent < MIN) continue
    if (t.secondsAt(exchange) - began > 60)
      t.notExercised('LIMIT-07', 'a connection fast enough to send ten requests in a minute', exchange)
    else met('LIMIT-07', `${operation} served ten requests within a minute`, exchange)
  }
  return undefined
}

/** The seconds after which a refused request may be sent again. */
const waitOf = ({ headers }: Exchange): number => Math.max(1, Number(headers['retry-after'] ?? 1) || 1)

interface Burst {
  /** Number of requests until the first refusal; undefined when none came. */
  refusedAt: number | undefined
  /** Seconds on the deployment's clock, from the reply to the first request on. */
  seconds: number
  first: Exchange
  last: Exchange
  /** The instants on that clock at which the first request was sent and the last reply was there. */
  begin: number
  end: number
  /** An earlier burst of more requests than a minute may have. */
  before?: Burst
}

/** Paces the first request: it is then one of at most ten a minute and no limit of its endpoint may refuse it. */
async function burst(t: Trial, operation: string, knock: Knock): Promise<Burst> {
  const query = await queryFor(t, operation)
  const paced = (window?: Window) =>
    t.call(operation, { key: adminKey(t), query: { ...query, ...window }, refusable: true })
  let windows = windowsOf(operation)
  const asked = await paced(windows[0])
  const isRefused = asked.status >= 500 || (windows.length > 0 && isOther(asked))
  if (isRefused) windows = []
  const first = isRefused ? await paced() : asked
  const began = t.secondsAt(first)
  const begin = began - (first.ms / 1000) * t.target.pace.clockScale
  let last = first
  for (let sent = 1; ; sent++) {
    // Where the question without a window is served at once, the window was refused.
    if (sent > 1 && last.status !== 200 && windows.length > 0) {
      windows = []
      last = await knock(operation)
    }
    const end = t.secondsAt(last)
    const seconds = end - began
    if (last.status !== 200) return { refusedAt: sent, seconds, first, last, begin, end }
    if (sent >= SURELY || seconds > 59) return { refusedAt: undefined, seconds, first, last, begin, end }
    last = await knock(operation, windows[sent % (windows.length || 1)])
  }
}

/** Seconds from now until a burst begins in the other half of its minute, after a quiet minute. */
function untilOpposite({ begin, end }: Burst, now: number): number {
  const earliest = Math.max(now, end + MINUTE)
  return earliest - now + ((((begin + 30 - earliest) % 60) + 60) % 60)
}

/** Whether no instant of a minute lies in both bursts: a window of a minute then ends inside one of them at most. */
function areApart(one: Burst, other: Burst): boolean {
  const shift = (other.begin - one.begin) % 60
  return shift > one.end - one.begin && 60 - shift > other.end - other.begin
}

/** Exhausts one endpoint after the other, which shows whether each has its own limit. */
async function exhaust(t: Trial, open: string[], knock: Knock, met: Met): Promise<string[]> {
  const bursts = new Map<string, Burst>()
  let before: Refused | undefined
  let total = 0
  const { client } = t.context
  const delay = t.input('delay', () => Math.max(...open.map(operation => client.lately(operation).delay)))
  if (delay > 0) await t.sleep((delay / 1000) * t.target.pace.clockScale)
  for (const operation of open) {
    const sent = sentLately(t, operation)
    const result = await burst(t, operation, knock)
    const third = open.findLast(one => one !== operation && !bursts.has(one))
    await independence(t, operation, before, result, third, knock, met)
    total += sent + (result.refusedAt ?? SURELY)
    if (result.refusedAt !== undefined)
      before = { operation, at: sent + result.refusedAt, total, status: result.last.status }
    bursts.set(operation, result)
  }
  // A fixed window of a minute that ends in the middle lets twice as many through. It cannot end in the middle of a second
  // burst too, which begins half a minute later or earlier in its minute. Endpoints after one that is sure wait for nothing.
  for (const [operation, result] of bursts) {
    if (!tooMany(result) || result.refusedAt === undefined) continue
    const what = 'another half of the minute, because a limit may begin anew with each minute'
    t.context.waiting(t.scenario.id, what)
    const now = Math.max(...[...bursts.values()].map(({ end }) => end))
    await t.sleep(untilOpposite(result, now))
    const again = { ...(await burst(t, operation, knock)), before: result }
    bursts.set(operation, again)
    if (isSurelyTooMany(again)) break
  }
  for (const [operation, result] of bursts) limit(t, operation, result, met)
  return open.filter(operation => bursts.get(operation)?.refusedAt !== undefined)
}

/** More than thirty served, in addition to what the limiter refilled meanwhile. */
const tooMany = ({ refusedAt, seconds }: Burst) =>
  (refusedAt ?? SURELY + 1) - 1 > MAX + (MAX * seconds) / 60 + 1

const isSurelyTooMany = (one: Burst) =>
  tooMany(one) && (one.refusedAt === undefined || (one.before !== undefined && areApart(one.before, one)))

function limit(t: Trial, operation: string, result: Burst, met: Met) {
  const { refusedAt, seconds, last, before } = result
  const rate = `within ${Math.max(1, Math.ceil(seconds))} s`
  if (refusedAt === undefined && seconds > 59)
    return t.notExercised('LIMIT-08', `a connection fast enough to send ${SURELY} requests in a minute`, last)
  const sentence =
    refusedAt === undefined
      ? `${operation} served ${SURELY} requests ${rate}`
      : `${operation} refused request ${refusedAt} ${rate} with ${last.status}`
  if (last.status >= 500 && last.status !== 503) return t.notExercised('LIMIT-08', sentence, last)
  if (!tooMany(result)) met('LIMIT-08', sentence, last)
  else if (isSurelyTooMany(result))
    t.violated('rate-limit', 'LIMIT-08', sentence, ...(before ? [before.last] : []), last)
  else t.notExercised('LIMIT-08', `a connection fast enough for ${MAX} requests in half a minute`, last)
  if (refusedAt === undefined) return
  const headers = Object.keys(last.headers).filter(name => /retry|limit/.test(name))
  t.observe('status-rate-limited', String(last.status), last)
  t.observe('rate-limit-headers', headers.join(', ') || 'none', last)
}

/** The endpoint that has just refused, and how many requests within a minute it took. */
interface Refused {
  operation: string
  at: number
  /** With those of the endpoints before it. */
  total: number
  status: number
}

async function independence(
  t: Trial,
  operation: string,
  before: Refused | undefined,
  { first }: Burst,
  third: string | undefined,
  knock: Knock,
  met: Met,
) {
  if (!before) return
  const sentence = `after ${before.operation} refused request ${before.at}, the first to ${operation} answered ${first.status}`
  if (first.status === 200) return met('LIMIT-09', sentence, first)
  if (first.status !== before.status)
    return t.notExercised('LIMIT-09', `the same refusal by both: ${sentence}`, first)
  const mayBeCommon = before.at > LEAVES_ROOM || before.total > MAX
  if (mayBeCommon && !(third && (await isOpen(third, knock))))
    return t.notExercised('LIMIT-09', `${sentence}; perhaps a common limit`, first)
  const other = await elsewhere(t)
  if (other.status === first.status)
    return t.notExercised('LIMIT-09', `${sentence}, as did listAgents`, first, other)
  // A limit of all requests may hold for a moment.
  await t.sleep(mayBeCommon ? SPARE : Math.min(waitOf(first), SPARE))
  const later = await knock(operation)
  if (later.status === 200)
    t.notExercised('LIMIT-09', `a refusal that lasts: ${sentence}, and 200 a moment later`, first, later)
  else t.violated('rate-limit', 'LIMIT-09', sentence, first, later)
}

/**
 * Whether a third endpoint serves some requests at once. A common limit that has just refused has no room for them, unless it
 * fills up so fast that it would serve the second one soon.
 */
const isOpen = async (operation: string, knock: Knock): Promise<boolean> =>
  (await atOnce(AT_ONCE, () => knock(operation))).every(({ status }) => status === 200)
const AT_ONCE = 3

/** Returns the exhausted endpoints that still refuse a request after a second quiet minute. */
async function stillClosed(t: Trial, exhausted: string[], knock: Knock): Promise<string[]> {
  // One after the other, because a limit of all requests may hold for a moment.
  const ask = async (operations: string[]) => {
    const closed = new Map<string, Refusal>()
    for (const operation of operations) {
      const exchange = await knock(operation)
      const sentence = `${operation}, once refused, answers ${exchange.status} after a quiet minute or two`
      if (exchange.status === 200) t.met('rate-limit', 'LIMIT-10', sentence, exchange)
      else closed.set(operation, { sentence, exchange, before: sentLately(t, operation) - 1 })
    }
    return closed
  }
  const first = await ask(exhausted)
  if (first.size === 0) return []
  await quiet(t)
  const closed = await ask([...first.keys()])
  for (const refusal of closed.values()) await blame(t, 'LIMIT-10', refusal)
  return [...closed.keys()]
}
