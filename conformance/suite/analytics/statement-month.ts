/** Months of statements and of usage: how to ask for one, and which one a reply is about. */
import type { Trial } from '../../engine/trial.ts'
import { places } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'

export const month = (t: Trial, ago: number) => {
  const now = t.context.today
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
}

const MONTH = /^\d{4}-\d{2}$/

/** The month that a reply names. */
export function monthIn(exchange: Exchange): string | undefined {
  const named = [...places(exchange.json, 2)].find(
    ({ name, value }) => /^(month|period)$/i.test(name) && typeof value === 'string',
  )
  return typeof named?.value === 'string' ? named.value : undefined
}

/** The reply names another month than the one requested. */
export function isOfAnotherMonth(exchange: Exchange): boolean {
  const named = monthIn(exchange)
  return named !== undefined && MONTH.test(named) && named !== new URL(exchange.url).searchParams.get('month')
}

/** Whether the endpoint refuses the very month that its own reply names, both in that form and as a date. */
export async function refusesItsOwn(t: Trial, id: string, plain: Exchange): Promise<boolean> {
  const named = monthIn(plain)
  if (named === undefined || !MONTH.test(named)) return false
  const path = plain.operation === 'getAgencyClientUsage' ? { client_id: t.fixture('agency-client').id } : {}
  const asked: Exchange[] = []
  for (const month of [named, `${named}-01`]) {
    const exchange = await t.call(plain.operation, { path, query: { month } })
    if (exchange.status !== 400 && exchange.status !== 422) return false
    asked.push(exchange)
  }
  t.violated(id, `the reply is of ${named}, and month=${named} answered ${asked[0]?.status}`, plain, ...asked)
  return true
}

/** Every scalar value by path. */
export function leavesOf(value: unknown, place = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[place, value]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leavesOf(inner, place === '' ? name : `${place}.${name}`),
    ]),
  )
}

/** Usage of the month that many months ago; memoized. */
export const clientUsage = (t: Trial, ago: number) =>
  t.once(`usage of the client ${ago} months ago`, () =>
    t.call('getAgencyClientUsage', {
      path: { client_id: t.fixture('agency-client').id },
      query: { month: month(t, ago) },
    }),
  )

/** Only the numbers: names and ids differ between persons anyway. */
export const figures = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? undefined : value))
