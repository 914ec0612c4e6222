/** Before anything is judged: checks that the service answers at this address and accepts the keys. */

import { isObject } from '../extract/find-value.ts'
import { listIn } from '../extract/list-rows.ts'
import { operation, scopeOf } from '../requirements/contract.ts'
import { type Exchange, isRefusal, isSuccess } from '../requirements/exchange.ts'
import { Missing } from '../requirements/missing.ts'
import type { Key, Target } from '../target/target.ts'
import type { Client } from './client.ts'
import { NoAnswer } from './transport.ts'

/** For each read scope: the cheapest read that needs no other record. */
export const READS = [
  'listAgents',
  'listTasks',
  'listRuns',
  'listWorkflows',
  'listPendingApprovals',
  'listModels',
  'listKnowledgeFolders',
  'getWallet',
]

/** What is wrong and how to correct it, if the run cannot begin, and remarks that do not prevent it. */
export async function preflight(client: Client): Promise<Record<'problems' | 'notes', string[]>> {
  const { target } = client
  const failed = (problem: string) => ({ problems: [problem], notes: [] })
  const keys = target.keys.filter(key => !key.revoked)
  if (keys.length === 0) return failed('the target has no key that is not revoked; add one under keys')

  const outcomes = await Promise.all(keys.map(key => tryKey(client, key)))
  const failure = outcomes.find(outcome => outcome.failure)?.failure
  const answered = outcomes.flatMap(outcome => outcome.exchanges)

  if (answered.length === 0 && outcomes.some(outcome => outcome.limited))
    return failed(`${target.baseUrl} answers 429 to every read: wait, or ask for a higher limit`)
  if (answered.length === 0 && failure) return failed(unreachable(target, failure))
  const sick = brokenInOneWay(target, answered)
  if (sick !== undefined) return failed(sick)
  const problems: string[] = []
  const notes: string[] = []
  for (const { key, exchanges, served } of outcomes) {
    if (served || exchanges.length === 0) continue
    const statuses = [...new Set(exchanges.map(exchange => exchange.status))].join(', ')
    const reads = exchanges.map(one => `${one.method} ${pathOf(one)}`).join(', ')
    const refused = exchanges.every(exchange => exchange.status === 401 || exchange.status === 403)
    const shut = exchanges.every(
      one =>
        !outcomes.some(other =>
          other.exchanges.some(its => its.operation === one.operation && its.status === 200),
        ),
    )
    const alive = outcomes.some(other => other.served)
    const isUnknown = exchanges.some(exchange => exchange.status === 401)
    const maybeOther = !key.declared && keys.length > 1 && (alive || !isUnknown)
    if (refused && maybeOther) {
      // Which status a key without the scope gets is not stated: it may be that of a key that is not valid.
      if (isUnknown) key.scopes.clear()
      const advice = isUnknown ? ' and is left out: is it valid? Then' : ';'
      notes.push(`key ${key.name} may read nothing (${statuses})${advice} name its scopes in the target`)
    } else if (refused && (shut || exchanges.length === 1) && alive && statuses === '403') {
      // What is refused may be the only read of this key, or closed to all: the checks judge the deployment.
      notes.push(`key ${key.name} is refused (403) by ${reads}: has it the scopes that the target names?`)
    } else if (refused) {
      problems.push(
        `key ${key.name} is refused (${statuses}) by ${reads}: ` +
          'check that it is copied whole, not revoked, of this deployment, and has the scopes that the target names',
      )
    } else notes.push(`key ${key.name}: no read was served (${statuses})`)
  }
  if (problems.length === 0 && (await answersAnything(client, answered))) {
    problems.push(
      `${target.baseUrl} answers a made-up path just as it answers GET /agents/: this is no agent work service, ` +
        'or something in front of it answers in its place',
    )
  }
  return { problems, notes }
}

interface Tried {
  key: Key
  exchanges: Exchange[]
  served: boolean
  failure?: NoAnswer
  /** It answered 429 until the waiting time was over. */
  limited?: boolean
}

/** Reads until one is served. This also finds the scopes of a key without declared scopes. */
async function tryKey(client: Client, key: Key): Promise<Tried> {
  const tried: Tried = { key, exchanges: [], served: false }
  const reads = READS.filter(id => key.scopes.has(scopeOf(id)))
  // One refused read may be an error of that endpoint, which a check judges; two refusals put the key in doubt.
  for (const id of reads) {
    if (key.declared && (tried.served || tried.exchanges.length === 3)) break
    try {
      const exchange = await client.call(id, { key, query: queryFor(id) })
      tried.exchanges.push(exchange)
      if (exchange.status === 200) tried.served = true
      if (exchange.status === 401 || exchange.status === 403) {
        if (!key.declared) key.scopes.delete(scopeOf(id))
      } else if (exchange.status >= 500 || (exchange.status !== 200 && tried.exchanges.length === 3)) break
    } catch (problem) {
      if (problem instanceof NoAnswer) tried.failure = problem
      else if (problem instanceof Missing) tried.limited = true
      else throw problem
      break
    }
  }
  return tried
}

const queryFor = (id: string) => (operation(id).queryParams.some(p => p.name === 'limit') ? { limit: 1 } : {})

const PRIVATE_AUTHORITY = 'its certificate is from an authority that is not known: name its file with --ca'

function unreachable(target: Target, failure: NoAnswer): string {
  const { timeoutSeconds } = target.pace
  const because: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there: is it started, and is the port right?',
    ENOTFOUND: 'no host of that name: is it spelled right?',
    EAI_AGAIN: 'the name cannot be looked up: is there a network?',
    ETIMEDOUT: `no answer within ${timeoutSeconds} s. Check the address, and for a firewall or a proxy in between; if the service is only slow, add pace: { timeout_seconds: ${2 * timeoutSeconds} } to the target`,
    ECONNRESET: 'the connection is cut before an answer comes: http instead of https, or a proxy in between?',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: PRIVATE_AUTHORITY,
    SELF_SIGNED_CERT_IN_CHAIN: PRIVATE_AUTHORITY,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: PRIVATE_AUTHORITY,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: PRIVATE_AUTHORITY,
    EABORTED: 'stopped before an answer came',
  }
  return `${target.baseUrl} cannot be reached: ${because[failure.code] ?? failure.message} (${failure.code})`
}

/** One sentence for a server that answers every read with the same error. */
function brokenInOneWay(target: Target, answered: Exchange[]): string | undefined {
  const all = (test: (exchange: Exchange) => boolean) => answered.length > 0 && answered.every(test)
  const at = target.baseUrl
  const status = answered[0]?.status
  if (all(e => e.status === 404 || e.status === 405 || e.status === 410))
    return `${at} answers ${status} to every read: wrong address, or is a path prefix missing?`
  if (all(e => e.status >= 500))
    return `${at} answers ${status} to every read: the service (or its proxy) is down`
  if (all(e => e.status === 200 && e.truncated))
    return `${at} answers with bodies larger than 8 MB to the cheapest reads`
  if (all(e => isSuccess(e) && e.text.trim() === ''))
    return `${at} answers ${status} with an empty body to every read`
  if (answered.length > 2 && all(e => isRefusal(e) && ![401, 403, 429].includes(e.status)))
    return `${at} answers ${status} to every read: is there a proxy in front of it, or another service?`
  if (all(e => e.status === 200 && e.json === undefined)) {
    const html = answered.some(e => /<html|<!doctype/i.test(e.text))
    return html
      ? `${at} answers with a web page instead of JSON: a login page or a proxy stands in front of the service`
      : `${at} answers with something that is not JSON`
  }
  if (all(e => e.status === 200 && listIn(e.json) === undefined && !isObject(e.json)))
    return `${at} answers 200 with no list in it to every read`
  if (all(e => e.status >= 300 && e.status < 400))
    return `${at} answers every read with a redirect that leads nowhere`
  return undefined
}

/** A page for unknown paths is lawful; the status and body of a list for an unknown path are not. */
async function answersAnything(client: Client, answered: Exchange[]): Promise<boolean> {
  const reference = answered.find(exchange => exchange.status === 200)
  const key = client.target.keys.find(one => !one.revoked)
  if (!reference || !key) return false
  try {
    const made = await client.request('GET', '/no-such-path-of-this-service', { key })
    return made.status === 200 && made.json !== undefined && made.text === reference.text
  } catch (problem) {
    if (problem instanceof NoAnswer) return false
    throw problem
  }
}

const pathOf = (exchange: Exchange) => new URL(exchange.url).pathname
