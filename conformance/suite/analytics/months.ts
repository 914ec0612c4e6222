/** Months of statements and of usage: how to ask for one, and which one a reply is about. */
import type { Trial } from '../../engine/trial.ts'
import { isNumber, type Place, places } from '../../extract/find-value.ts'
import { recordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { judgeUnserved } from './failing-query.ts'

export const month = (t: Trial, ago: number) => {
  const now = t.context.today
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
}

/** Whether the month before is over by every clock, and its figures have come. */
export const isMonthBeforeSettled = (t: Trial) => t.context.today.getUTCDate() > t.target.pace.lateDays + 1

const MONTH = /^\d{4}-\d{2}$/

/** The months that a reply says it is of. One in a part of it may be another, such as the latest of all. */
const monthsIn = (exchange: Exchange): string[] =>
  Object.entries(recordIn(exchange.json, ['statement', 'usage']) ?? {}).flatMap(([name, value]) =>
    /^(month|period)$/i.test(name) && MONTH.test(String(value)) ? [String(value)] : [],
  )

export const monthIn = (exchange: Exchange): string | undefined => monthsIn(exchange)[0]

/** Asks for this month and the two before; undefined, without a verdict, where the form of a month is refused. */
export async function readMonths(
  t: Trial,
  id: string,
  ask: (query: { month: string }) => Promise<Exchange>,
): Promise<Exchange[] | undefined> {
  const seen: Exchange[] = []
  for (const ago of [1, 0, 2]) seen.push(await ask({ month: month(t, ago) }))
  const other = seen.find(one => {
    const named = one.status === 200 ? monthsIn(one) : []
    return named.length > 0 && !named.includes(new URL(one.url).searchParams.get('month') ?? '')
  })
  if (other) {
    const sentence = `${new URL(other.url).search} answers with the figures of ${monthsIn(other).join(', ')}`
    t.violated('inside-window', id, sentence, other)
    return undefined
  }
  const refused = seen.find(one => one.status !== 200)
  // In order: this month, the one before, the one before that.
  if (!refused) return [seen[1], seen[0], seen[2]] as Exchange[]
  const lack = `the form of a month: ${new URL(refused.url).search} answered ${refused.status}`
  await judgeUnserved(t, id, lack, refused)
  return undefined
}

/** The wanted numbers of a body, by path. */
export const numbersIn = (body: unknown, isWanted: (place: Place) => boolean): ReadonlyMap<string, number> =>
  new Map(
    [...places(body)].flatMap(place =>
      isNumber(place.value) && isWanted(place) ? [[place.path, Number(place.value)] as const] : [],
    ),
  )

/** Moments and versions are no figures. */
export const figuresIn = ({ json }: Exchange) =>
  numbersIn(json, ({ name }) => !/_at$|[a-z]At$|id$|time|date|stamp|year|month|version/i.test(name))

export const isSame = (one: Exchange, other: Exchange): boolean =>
  JSON.stringify([...figuresIn(one)]) === JSON.stringify([...figuresIn(other)])
