/** With which key figures are read, and what a refusal of it says. */
import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { namedQueries } from '../../requirements/contract.ts'
import { type Exchange, isForbidden, queryOf } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import type { Key } from '../../target/target.ts'
import { queryText } from '../query-text.ts'
import { type Days, dayOf, daysOf } from './days.ts'
import { PERIODS } from './figure-table.ts'
import { FIGURE, type Kind, labelOf, moneyOf, rowsOf, runsOf, type What } from './read-rows.ts'

const SCOPE = 'analytics:read'

/** A key that sees the whole workspace; without a known admin, the first that is served. */
export const adminKey = (t: Trial): Key => {
  const keys = t.keys.home(SCOPE)
  return (
    keys.find(key => key.role === 'admin') ??
    keys.find(key => key.role === undefined) ??
    t.keys.role('admin', SCOPE)
  )
}

export const keyOf = (t: Trial, role: 'manager' | 'member'): Key | undefined =>
  t.keys.home(SCOPE).find(key => key.role === role)

/** An admin who is refused does not see the workspace; a key of an unknown role may be that of a member. */
export function servedAsAdmin(t: Trial, id: string | string[], exchange: Exchange): boolean {
  const isAdmin = t.keys.named(exchange.key)?.role === 'admin'
  const sentence = `an admin is refused: ${exchange.operation} answered 403`
  if (exchange.status === 403 && isAdmin && t.scenario.requirements.includes('ROLE-21'))
    t.violated('stated-status', 'ROLE-21', sentence, exchange)
  return t.answered(id, exchange)
}

/** Members are refused with 403 although key scope and request are right. */
export async function refusesMember(t: Trial, operation: string, id: string) {
  const member = keyOf(t, 'member')
  if (!member) return t.notExercised(id, lacks.key(SCOPE, 'member'))
  // By day, as hardly by default: another question would be one more than these statistics take in a minute.
  const served = operation === 'getTeamStats' && (await t.read(operation, { key: adminKey(t) }))
  const query = served ? { ...queryOf(served), group_by: 'day' } : {}
  const exchange = await t.read(operation, { key: member, query })
  if (exchange.status === 402 || (!member.declared && exchange.status === 401))
    return t.notExercised(id, `key ${member.name} is refused with ${exchange.status}`, exchange)
  const sentence = `a member got ${exchange.status}, 403 is stated`
  t.expect('role-refused', id, exchange.status === 403, sentence, exchange)
  for (const query of exchange.status === 403 ? narrower(operation) : []) {
    const reply = await t.read(operation, { key: member, query })
    if (!isServed(reply)) continue
    // Whoever has another role by now is served both.
    const again = await t.call(operation, { key: member })
    const both = `a member who asks for ${queryText(query)} got ${reply.status}, and ${again.status} without it`
    if (again.status === 403) t.violated('role-refused', id, both, reply, again)
  }
}

/** What else a member may name: a period that is hardly the default. Each endpoint takes few requests a minute. */
function narrower(operation: string): Record<string, string>[] {
  const isUsual = (days: number | undefined) => days === 7 || days === 30
  return operation === 'getInsightsSummary'
    ? PERIODS.flatMap(({ period, days }) => (isUsual(days) ? [] : [{ period }]))
    : []
}

/** The person who is declared to have spent nothing, where the suite has no key that could spend for them. */
export function idlePerson(t: Trial): string | undefined {
  const idle = t.target.fixtures.get('zero-member')?.id
  const keys = t.target.keys.filter(({ personId }) => personId === undefined || personId === idle)
  const spends = keys.some(({ scopes }) => [...scopes].some(scope => /(run|write)$/.test(scope)))
  return spends ? undefined : idle
}

/** A reply with rows. */
export interface Table {
  exchange: Exchange
  rows: Json[]
  labels: string[]
  /** The positive figures by label: the cost, or the runs where there is none. */
  figures: ReadonlyMap<string, number>
  /** The amounts of rows by day. */
  days: Days
}

/**
 * Replies are shared, because each endpoint may be asked a few times a minute only. A plan that does not reach so far back
 * may cover the default window.
 */
export async function readTable(
  t: Trial,
  operation: string,
  kind: Kind,
  { days, ...query }: Record<string, string | number>,
  key = adminKey(t),
): Promise<Table> {
  const ask = (more: Record<string, string | number>) =>
    t.read(operation, { key, query: { ...more, ...query } })
  const isInvalid = ({ status }: Exchange) => [400, 422].includes(status)
  let asked = await ask(days === undefined ? {} : { days })
  // So many days may be too many; whether they must be served is for others to judge.
  if (days !== undefined && (isForbidden(asked) || isInvalid(asked))) asked = await ask({})
  for (const named of namedQueries(operation)) if (isInvalid(asked)) asked = await ask(named)
  return tableOf(asked, kind)
}

/** The same question of the same key once more, where a reply that is newer than the shared one is needed. */
export const askAgain = (t: Trial, asked: Exchange, more: CallOptions['query'] = {}): Promise<Exchange> =>
  t.call(asked.operation, {
    key: t.keys.named(asked.key) ?? adminKey(t),
    query: { ...queryOf(asked), ...more },
  })

export function tableOf(exchange: Exchange, kind: Kind): Table {
  const rows = exchange.status === 200 ? rowsOf(exchange.json, kind) : []
  const what: What =
    exchange.operation.startsWith('getSpend') || exchange.operation === 'getTeamStats' ? 'cost' : 'runs'
  const figureOf = (row: Json) => FIGURE[what](row) ?? runsOf(row) ?? moneyOf(row) ?? 0
  // Rows may split what has one label, by team or by agent.
  const figures = new Map<string, number>()
  for (const row of rows) {
    const label = (kind === 'day' && dayOf(row)) || (labelOf(row, kind) ?? '')
    if (figureOf(row) > 0) figures.set(label, (figures.get(label) ?? 0) + figureOf(row))
  }
  const days = daysOf(rows, row => moneyOf(row) ?? runsOf(row)) ?? new Map<number, number>()
  return { exchange, rows, labels: rows.flatMap(row => labelOf(row, kind) ?? []), figures, days }
}
