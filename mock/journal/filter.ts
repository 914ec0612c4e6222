// Matches exchanges with a filter, and explains why one does not match.

import type { ExchangeFilter } from '../control/generated/control.gen.ts'
import { mapValues } from '../store/members.ts'
import { pathTest } from '../store/pattern.ts'
import type { Exchange } from './exchange.ts'
import { type Difference, mismatches, requireExpectable } from './partial.ts'
import { type Redact, shownQuery } from './redact.ts'

type Condition = (entry: Exchange) => readonly Difference[]

/** Compiles a filter to a function that returns what is missing, without secrets; nothing for a match. */
export function missing(filter: ExchangeFilter, redact: Redact): (entry: Exchange) => Difference[] {
  const conditions = conditionsOf(filter, redact)
  return entry => conditions.flatMap(condition => condition(entry))
}

/** Compiles a filter to a test. */
export function matcher(filter: ExchangeFilter): (entry: Exchange) => boolean {
  const conditions = conditionsOf(filter)
  return entry => conditions.every(condition => condition(entry).length === 0)
}

/** Cheap conditions come first, those that read bodies last. */
function conditionsOf(filter: ExchangeFilter, shows?: Redact): Condition[] {
  const { operation, method, path, status, key, person, since, until, refusal, fault, open, text } = filter
  const conditions: Condition[] = []
  const redact = shows ?? (text => text)
  requireExpectable([filter.query, filter.body, filter.reply])
  const demand = <Wanted>(
    wanted: Wanted | undefined,
    condition: (wanted: Wanted, entry: Exchange) => ReturnType<Condition>,
  ) => {
    if (wanted !== undefined) conditions.push(entry => condition(wanted, entry))
  }
  if (filter.console !== true)
    conditions.push(entry => (entry.console ? [() => 'it was done in the console'] : []))
  demand(operation, (wanted, { operation }) =>
    ([wanted].flat() as readonly string[]).includes(operation?.id ?? '')
      ? []
      : is('the operation', operation?.id ?? 'none', [wanted].flat().join(' or ')),
  )
  demand(method?.toUpperCase(), (wanted, { method }) =>
    method === wanted ? [] : is('the method', method, wanted),
  )
  const isOnPath = path === undefined ? undefined : pathTest(path)
  demand(isOnPath, (fits, exchange) => (fits(exchange.path) ? [] : is('the path', exchange.path, path)))
  demand(status, (wanted, { status }) => (hasStatus(status, wanted) ? [] : is('the status', status, wanted)))
  demand(key, (wanted, { caller }) =>
    caller && [caller.key.id, caller.key.name].includes(wanted)
      ? []
      : is('the key', caller?.key.name, wanted),
  )
  demand(person, (wanted, { caller }) =>
    caller && [caller.person.id, caller.person.name].includes(wanted)
      ? []
      : is('the person', caller?.person.name, wanted),
  )
  demand(since, (wanted, entry) =>
    came(entry, wanted) === 'after' ? [] : [() => `it came before ${wanted}`],
  )
  demand(until, (wanted, entry) =>
    came(entry, wanted) === 'before' ? [] : [() => `it came after ${wanted}`],
  )
  demand(refusal, (wanted, { refusal }) =>
    refusal?.code === wanted ? [] : is('the refusal', refusal?.code, wanted),
  )
  demand(fault, (wanted, { faults }) => {
    const has =
      typeof wanted === 'boolean' ? faults.length > 0 === wanted : faults.some(({ id }) => id === wanted)
    return has ? [] : is('the fault', faults.map(({ id }) => id).join(', '), String(wanted))
  })
  demand(open, (wanted, { endedAt }) =>
    (endedAt === null) === wanted ? [] : [() => (wanted ? 'it has ended' : 'it is still open')],
  )
  demand(filter.query, (wanted, { query }) =>
    mismatches(textsOf(wanted), fieldsOf(shows ? shownQuery(query, shows) : query), 'query'),
  )
  demand(text, (wanted, { path, query, requestText, responseText }) =>
    [path, query, requestText, responseText].some(one => one.includes(wanted))
      ? []
      : [() => `nothing in it says '${wanted}'`],
  )
  demand(filter.body, (wanted, { requestText }) => mismatches(wanted, parsed(redact(requestText)), 'body'))
  demand(filter.reply, (wanted, { responseText }) =>
    mismatches(wanted, parsed(redact(responseText)), 'reply'),
  )
  return conditions
}

/** A body as JSON, or as text if it is not JSON; undefined without a body. */
export function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The fields of a query. A repeated field is a list. */
export function fieldsOf(query: string): Record<string, string | string[]> {
  const params = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(params.keys())].map(name => {
      const all = params.getAll(name)
      return [name, all.length === 1 ? all[0]! : all]
    }),
  )
}

/** Values of a query are text, so what they are compared with becomes text as well. */
function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const asText = (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return mapValues(fields, asText)
}

function hasStatus(status: number, wanted: number | string): boolean {
  return String(status) === String(wanted) || `${Math.floor(status / 100)}xx` === String(wanted).toLowerCase()
}

/** Ids of exchanges compare by number; anything else is an instant. */
function came(entry: Exchange, mark: string): 'before' | 'after' | 'at' {
  const number = /\.(\d+)$/.exec(mark)?.[1]
  const difference =
    number === undefined || mark.includes(':')
      ? entry.at - Date.parse(mark) + 0.5
      : entry.number - Number(number)
  return difference > 0 ? 'after' : difference < 0 ? 'before' : 'at'
}

function is(what: string, found: unknown, wanted: unknown): Difference[] {
  return [() => `${what} is ${found ?? 'none'}, expected ${wanted}`]
}
