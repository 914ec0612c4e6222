// Rate limits (section 8), by the workspace's clock.

import type { OperationRow } from '#openapi'
import { type RateLimit, rateLimitOf } from '../profile/access-rules.ts'
import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { Refusal } from '../world/refusal.ts'

/** Counts the requests of each subject on each limited operation. One per workspace. */
export class RateWindows {
  /** The instants of the counted requests, oldest first. */
  readonly #hits = new Map<string, number[]>()

  /**
   * Counts a request, or refuses it with the seconds to wait if the limit is used up. Returns the headers that show how
   * much is left, if the profile sends them.
   */
  hit(
    operation: OperationRow,
    { requests: most, windowSeconds }: RateLimit,
    keyId: string,
    now: number,
    profile: Profile,
  ): Readonly<Record<string, string>> {
    const length = windowSeconds * 1000
    const hits = this.#hitsOf(operation, keyId, profile)
    forget(hits, now, length, profile)
    const [first = now] = hits
    if (hits.length < most) {
      hits.push(now)
      return limitHeaders(most, most - hits.length, secondsUntil(first + length, now), profile)
    }
    const seconds = secondsUntil(first + length, now)
    throw new Refusal(
      'rate_limit_exceeded',
      `${operation.id} is limited to ${most} requests in ${windowSeconds} seconds. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      {
        headers: { 'retry-after': String(seconds), ...limitHeaders(most, 0, seconds, profile) },
        because: {
          state: `${most} requests were served since ${new Date(first).toISOString()}`,
          accepted: [`the next request in ${seconds} s`],
        },
      },
    )
  }

  /** Uses up a limit, as if all the requests that it allows had just come. */
  useUp(operation: OperationRow, keyId: string, now: number, profile: Profile): void {
    const limit = rateLimitOf(operation, profile)
    if (!limit) return
    const hits = this.#hitsOf(operation, keyId, profile)
    hits.splice(0, hits.length, ...Array<number>(limit.requests).fill(now))
  }

  #hitsOf({ id }: OperationRow, keyId: string, profile: Profile): number[] {
    const subject = decisions.limitsTenant(profile) ? id : `${id} ${keyId}`
    const hits = this.#hits.get(subject) ?? []
    this.#hits.set(subject, hits)
    return hits
  }
}

/** Drops requests that no longer count: all at once in a fixed window, one by one in a sliding one. */
function forget(hits: number[], now: number, length: number, profile: Profile): void {
  const [first] = hits
  if (first === undefined || first + length > now) return
  if (decisions.usesFixedRateWindows(profile)) hits.length = 0
  else while (hits[0] !== undefined && hits[0] + length <= now) hits.shift()
}

function secondsUntil(end: number, now: number): number {
  return Math.max(1, Math.ceil((end - now) / 1000))
}

const NO_HEADERS = {}

function limitHeaders(
  most: number,
  remaining: number,
  seconds: number,
  profile: Profile,
): Readonly<Record<string, string>> {
  if (decisions.rateLimitHeaders(profile) !== 'all') return NO_HEADERS
  return {
    'x-ratelimit-limit': String(most),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(seconds),
  }
}
