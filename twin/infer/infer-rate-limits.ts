/** Infers the rate limits of analytics. Other operations may have a limit together, which none of them shows. */
import { type OperationId, operations } from '#openapi'
import { type Call, sayCall } from '../recording/calls.ts'
import type { Unsure } from './evidence.ts'

/** The stated bounds of these limits, in requests a minute (section 8). */
const STATED = { least: 10, most: 30 }
const MINUTE = 60_000

/** The limit that all replies of an operation say, or as many as it served in each minute in which it refused one. */
export function inferRateLimits(calls: readonly Call[], unsure: Unsure[]): ReadonlyMap<OperationId, number> {
  const found = new Map<OperationId, number>()
  for (const [operation, its] of Map.groupBy(calls, one => one.operation)) {
    if (!operation) continue
    const said = its.flatMap(
      ({ replyHeaders }) => Number.parseInt(replyHeaders['x-ratelimit-limit'] ?? '', 10) || [],
    )
    const shown = [...new Set(said.length > 0 ? said : minutesOf(its).flatMap(servedOf))]
    const [limit = 0] = shown
    const usual = operations[operation].rateLimit?.requests
    const refused = its.find(({ status }) => status === 429)
    if (usual !== undefined && shown.length === 1 && limit >= STATED.least && limit <= STATED.most)
      found.set(operation, limit)
    else if (refused || shown.length > 0)
      unsure.push({
        at: `pace.${operation}.perMinute`,
        guess: String(usual ?? 'none'),
        because:
          shown.length > 0
            ? `the replies show ${shown.join(' or ')}`
            : `${sayCall(refused!)}, after a number of requests that is unknown`,
        seen: its.length,
      })
  }
  return found
}

/** Calls of one minute each, the first of them after a minute without any: nothing of the limit was used before. */
function minutesOf(calls: readonly Call[]): Call[][] {
  const sorted = calls.filter(({ at }) => at !== undefined).toSorted((a, b) => a.at! - b.at!)
  return sorted.flatMap(({ at = 0 }, index) => {
    const isFirst = at - (sorted[index - 1]?.at ?? Number.NEGATIVE_INFINITY) >= MINUTE
    return isFirst ? [sorted.slice(index).filter(call => call.at! < at + MINUTE)] : []
  })
}

/** How many requests were served in a minute with a refusal; other refusals and a second key leave that open. */
function servedOf(minute: readonly Call[]): number[] {
  const served = minute.filter(({ status }) => status < 300)
  const isPlain = minute.every(
    ({ status, key }) => (status < 300 || status === 429) && key === minute[0]!.key,
  )
  return isPlain && served.length < minute.length ? [served.length] : []
}
