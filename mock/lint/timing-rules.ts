// Rules about clients that ask too much or too soon (sections 6 and 8).
import type { Exchange } from '../journal/exchange.ts'
import type { LintInput, LintRules, Occurrence } from './lint-rule.ts'

const CALM_POLL = 2_000
const CACHE_FOR = 60_000
const AT_ONCE = 100

export const timingRules: LintRules = {
  'polls-too-fast': {
    severity: 'warning',
    section: '6',
    advice: 'A few seconds between two looks at a run are enough.',
    todo: 'Wait two seconds or more between two reads of a run, or follow its chat with GET /chats/{chat_id}/stream.',
    look: pollsTooFast,
  },
  'analytics-not-cached': {
    severity: 'warning',
    section: '8',
    advice:
      'Results of analytics endpoints should be cached by the client; each endpoint serves 10 to 30 requests a minute.',
    todo: 'Keep the result for a minute or more, by address and query, and share it between users.',
    look: analyticsNotCached,
  },
  'ignores-retry-after': {
    severity: 'warning',
    section: '8',
    advice: 'Callers should stay within the rate limits.',
    todo: 'After a reply with Retry-After, send nothing to that endpoint until the time is over.',
    look: ignoresRetryAfter,
  },
  'retries-without-back-off': {
    severity: 'warning',
    section: '8',
    advice:
      'Callers should stay within the rate limits; a service in trouble recovers sooner when it is left alone.',
    todo: 'Let the pause grow with every failure, twice as long each time and with some chance in it.',
    look: retriesWithoutBackOff,
  },
  'repeats-what-was-refused': {
    severity: 'note',
    section: '7',
    advice: 'A request that was refused for what it says will be refused again.',
    todo: 'Do not retry 401, 403, 404 and 422; show the message of the error to whoever can mend it.',
    look: repeatsRefused,
  },
  'repeats-blindly': {
    severity: 'note',
    section: '4',
    advice:
      'A create or start whose reply was lost may have been done; the service has no key that makes a repetition safe.',
    todo: 'Before a POST is sent again, look whether the first one has done its work: list what it would have made.',
    look: repeatsBlindly,
  },
}

function pollsTooFast({ entries }: LintInput): Occurrence[] {
  const reads = groupedBy(entries, ({ operation, caller, path }) =>
    operation?.id === 'getRun' ? `${caller?.key.id} ${path}` : undefined,
  )
  return reads.flatMap(reads => {
    const hurried = pairs(reads).filter(pair => pair.pause < CALM_POLL && !actedBetween(entries, pair))
    // Two quick reads may be a coincidence; three are a loop.
    if (hurried.length < 2) return []
    const fastest = Math.min(...hurried.map(({ pause }) => pause))
    const what = `${hurried.length + 1} reads of ${reads[0]!.path}, as little as ${seconds(fastest)} apart`
    return [{ exchanges: idsOf(hurried), what }]
  })
}

/** Whether the run was changed in between: reading it then is not polling. */
function actedBetween(entries: readonly Exchange[], pair: Pair): boolean {
  const runId = pair.earlier.pathParams.run_id
  return between(entries, pair).some(({ method, path }) => method !== 'GET' && path.includes(`/${runId}/`))
}

function analyticsNotCached({ entries }: LintInput): Occurrence[] {
  const asked = groupedBy(entries, entry =>
    entry.operation?.rateLimit && entry.status === 200 ? sameRequest(entry) : undefined,
  )
  return asked.flatMap(same => {
    const again = pairs(same).filter(({ pause }) => pause < CACHE_FOR)
    if (again.length === 0) return []
    const fastest = Math.min(...again.map(({ pause }) => pause))
    const what = `${again.length + 1} times ${callWithin(same[0]!)}, ${seconds(fastest)} apart`
    return [{ exchanges: idsOf(again), what }]
  })
}

function ignoresRetryAfter({ entries }: LintInput): Occurrence[] {
  const calls = groupedBy(entries, ({ operation, caller }) =>
    operation && caller ? `${caller.key.id} ${operation.id}` : undefined,
  )
  return calls.flatMap(calls =>
    pairs(calls).flatMap(pair => {
      const { earlier, pause } = pair
      const wait = retryAfterOf(earlier)
      if (wait === undefined || pause >= wait) return []
      const what = `${callWithin(earlier)} said to wait ${seconds(wait)}, and was called again after ${seconds(pause)}`
      return [{ exchanges: idsOf([pair]), what }]
    }),
  )
}

function retriesWithoutBackOff({ entries }: LintInput): Occurrence[] {
  return groupedBy(entries, entry =>
    entry.operation?.streams === false ? sameRequest(entry) : undefined,
  ).flatMap(same =>
    failuresInARow(same).flatMap(failures => {
      const pauses = pairs(failures).map(({ pause }) => pause)
      const fastest = Math.min(...pauses)
      const grows = pauses.length < 3 || pauses.at(-1)! >= 1.5 * pauses[0]!
      if (fastest >= AT_ONCE && grows) return []
      const how =
        fastest < AT_ONCE ? `a retry came ${seconds(fastest)} after a failure` : 'the pause did not grow'
      return [
        {
          exchanges: failures.map(({ id }) => id),
          what: `${failures.length} tries of ${callWithin(failures[0]!)}: ${how}`,
        },
      ]
    }),
  )
}

/** Series of at least two attempts: a failure, and its retries up to the first success. */
function failuresInARow(same: readonly Exchange[]): Exchange[][] {
  const stories: Exchange[][] = []
  let story: Exchange[] = []
  for (const entry of same) {
    const failed = hasFailed(entry)
    if (failed && story.length === 0) stories.push(story)
    if (failed || story.length > 0) story.push(entry)
    if (!failed) story = []
  }
  return stories.filter(({ length }) => length >= 2)
}

/** Failures that a retry may resolve: of the server, of the connection, or because of a rate limit. */
function hasFailed({ status, brokenOff, endedAt }: Exchange): boolean {
  return status === 429 || status >= 500 || (endedAt !== null && status === 0) || (brokenOff && status < 400)
}

function repeatsRefused({ entries }: LintInput): Occurrence[] {
  const refused = groupedBy(entries, entry =>
    [401, 403, 404, 422].includes(entry.status) && entry.faults.length === 0 ? sameRequest(entry) : undefined,
  )
  return refused.flatMap(same => {
    if (same.length < 3) return []
    const [first] = same as [Exchange]
    return [
      {
        exchanges: same.map(({ id }) => id),
        what: `${same.length} times ${callWithin(first)}, refused with ${first.status} ${first.refusal?.code ?? ''}`,
      },
    ]
  })
}

function repeatsBlindly({ entries }: LintInput): Occurrence[] {
  const posts = groupedBy(entries, entry =>
    entry.method === 'POST' &&
    ['createTask', 'startRun', 'startWorkflowRun'].includes(entry.operation?.id ?? '')
      ? sameRequest(entry)
      : undefined,
  )
  return posts.flatMap(posts =>
    pairs(posts).flatMap(pair => {
      const { earlier: lost } = pair
      const looked = between(entries, pair).some(
        ({ method, caller }) => method === 'GET' && caller?.key.id === lost.caller?.key.id,
      )
      if (!lost.brokenOff || looked) return []
      return [{ exchanges: idsOf([pair]), what: `${callWithin(lost)} got no whole reply and was sent again` }]
    }),
  )
}

/** The wait that a reply asked for, in milliseconds. */
function retryAfterOf({ responseHeaders, at }: Exchange): number | undefined {
  const text = responseHeaders['retry-after']
  if (text === undefined) return undefined
  if (/^\d+$/.test(String(text))) return Number(text) * 1000
  const until = Date.parse(String(text))
  return Number.isNaN(until) ? undefined : until - at
}

function callWithin({ method, path, query }: Exchange): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`
}

interface Pair {
  readonly earlier: Exchange
  readonly later: Exchange
  readonly pause: number
}

/**
 * Each exchange with the next one, and the pause between them in milliseconds, by the workspace's clock or by the machine's,
 * whichever is longer. So a client of a fast clock may hurry, and real pauses count while the clock stands still.
 */
function pairs(entries: readonly Exchange[]): Pair[] {
  return entries.slice(1).map((later, index) => {
    const earlier = entries[index]!
    const pause = Math.max(later.at - earlier.at, later.machineAt - earlier.machineAt)
    return { earlier, later, pause }
  })
}

/** What came after the earlier and before the later one. */
function between(entries: readonly Exchange[], { earlier, later }: Pair): Exchange[] {
  return entries.filter(({ number }) => number > earlier.number && number < later.number)
}

function idsOf(pairs: readonly Pair[]): string[] {
  return [...new Set(pairs.flatMap(({ earlier, later }) => [earlier.id, later.id]))]
}

/** Groups exchanges by a name; those without a name are left out. */
function groupedBy(entries: readonly Exchange[], nameOf: (entry: Exchange) => string | undefined) {
  const groups = Map.groupBy(entries, nameOf)
  groups.delete(undefined)
  return [...groups.values()]
}

/** The same request, sent with the same key. */
function sameRequest({ caller, method, path, query, requestText }: Exchange): string {
  return `${caller?.key.id ?? ''} ${method} ${path}?${query} ${requestText}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
