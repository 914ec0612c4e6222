/** The rate limits of the fifteen analytics endpoints: too tight, missing, shared, or counted by what a request asks for. */
import { type OperationId, type OperationRow, operationIds, operations } from '#openapi'
import { allTried, each, handles, type Loose, type MutantTable, operates, reply, together } from './mutant.ts'

const limited = operationIds.filter(operation => (operations[operation] as OperationRow).rateLimit)

const LIMITS: readonly (readonly [
  requirement: string,
  wrong: string,
  rateLimit: OperationRow['rateLimit'],
])[] = [
  ['LIMIT-07', 'serves five requests a minute', { requests: 5, windowSeconds: 60 }],
  ['LIMIT-08', 'has no rate limit', null],
  ['LIMIT-10', 'stays closed for a day', { requests: 30, windowSeconds: 86_400 }],
]

/** A limit of the requests to any of these that have one key; a request may count for more than one. */
const ownLimit = (
  names: OperationId[],
  most: number,
  keyOf: (query: Loose) => unknown,
  weightOf = (_: Loose) => 1,
) => {
  const sent = new Map<string, number[]>()
  return together(
    operates(names, () => ({ rateLimit: null })),
    handles(names, (request, context, handler) => {
      const key = JSON.stringify([context.caller.key.id, keyOf(request.query)])
      const counted = (sent.get(key) ?? []).filter(at => at > context.now - 60_000)
      const weight = weightOf(request.query)
      if (counted.length + weight > most) return reply(429, {}, { 'retry-after': '60' })
      sent.set(key, [...counted, ...Array.from({ length: weight }, () => context.now)])
      return handler(request, context)
    }),
  )
}

const limits: MutantTable = {
  ...each(limited, operation =>
    each(LIMITS, ([requirement, wrong, rateLimit]) => ({
      [`${requirement} ${operation} ${wrong}`]: operates(operation, () => ({ rateLimit })),
    })),
  ),
  // Too many for any minute, and fewer than two windows of thirty let through where they meet.
  'LIMIT-08 getInsightsSummary serves 45 requests a minute': operates('getInsightsSummary', () => ({
    rateLimit: { requests: 45, windowSeconds: 60 },
  })),
  'LIMIT-07 a request for ninety days counts three times': () =>
    ownLimit(
      ['getSpendOverTime'],
      20,
      () => '',
      ({ days }) => Math.ceil((days ?? 30) / 30),
    ),
  'LIMIT-08 the spend by user is limited for each number of days': () =>
    ownLimit(['getSpendByUser'], 20, ({ days }) => days),
  'LIMIT-09 the wallet and the own usage share a limit': () =>
    ownLimit(['getWallet', 'getMyUsage'], 30, () => ''),
  'LIMIT-09 all analytics endpoints share one limit': () => {
    const log: number[] = []
    return handles(limited, (request, context, handler) => {
      while (log.length > 0 && log[0]! < context.now - 60_000) log.shift()
      log.push(context.now)
      return log.length > 30 ? reply(429, {}, { 'retry-after': '60' }) : handler(request, context)
    })
  },
}

// Sixty requests a minute need a minute long enough for a busy machine.
export const rateLimitMutants = allTried({ clock: 'slow' }, limits)
