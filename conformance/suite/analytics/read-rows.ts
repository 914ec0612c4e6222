/** Reads analytics replies whose members are not named in the specification: rows, their subjects and their figures. */

import { asId, findLike, isNumber, isObject, type Json, places } from '../../extract/find-value.ts'
import { listIn, rowsOfObjects } from '../../extract/list-rows.ts'
import { idOf, refIn } from '../../extract/record.ts'

export type Kind = 'agent' | 'user' | 'team' | 'model' | 'day'

/** What a row of each kind is called, and a list of them. */
const NAMES: Record<Kind, { readonly row: readonly string[]; readonly list: readonly string[] }> = {
  agent: { row: ['agent'], list: ['agents', 'by_agent'] },
  user: { row: ['user', 'member', 'person', 'owner'], list: ['users', 'members', 'by_user', 'people'] },
  team: { row: ['team', 'group'], list: ['teams', 'by_team'] },
  model: { row: ['model'], list: ['models', 'by_model'] },
  day: {
    row: ['day', 'date', 'bucket', 'period', 'time'],
    list: ['days', 'buckets', 'daily', 'series', 'points'],
  },
}

export const rowsOf = (body: unknown, kind: Kind): Json[] =>
  rowsOfObjects(listIn(body, [...NAMES[kind].list, 'data', 'rows']) ?? []).filter(row => !isTotal(row))

/** A row that says that it is the sum of the others. */
const isTotal = (row: Json): boolean =>
  Object.values(row).some(value => typeof value === 'string' && /^(grand[ _-])?total$/i.test(value))

/** The members of a row under plain names: `TeamId`, `team-id` and `TEAM_ID` are all `team_id`. */
const plain = (row: Json): Json =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name
        .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
        .replaceAll('-', '_')
        .toLowerCase(),
      value,
    ]),
  )

/** The id of a row's subject, else its name; undefined for a row without subject (`no team`). */
export function labelOf(row: Json, kind: Kind): string | undefined {
  const { key, name, label } = plain(row)
  return namedIn(row, kind) ?? asId(key) ?? idOf(plain(row), kind) ?? asId(name) ?? asId(label)
}

/** The same under a name of its kind only. */
export function namedIn(given: Json, kind: Kind): string | undefined {
  const row = plain(given)
  for (const name of NAMES[kind].row) {
    const inner = row[name]
    const ref = refIn(isObject(inner) ? { [name]: plain(inner) } : row, name) ?? asId(inner)
    if (ref !== undefined) return ref
  }
  for (const name of NAMES[kind].row) {
    const inner = row[name]
    const named = asId(row[`${name}_name`]) ?? (isObject(inner) ? asId(plain(inner).name) : undefined)
    if (named !== undefined) return named
  }
  return undefined
}

/**
 * All that a row says but its figures and its top users: a person may have one row per team, an agent one per version, a
 * model one per provider.
 */
export function keyOf(row: Json, kind: Kind): string {
  const users = usersOf(row)
  const isFigure = (name: string, value: unknown) =>
    isNumber(value) && !/id$|version|revision|year|month|week/i.test(name)
  return JSON.stringify([`${kind} ${labelOf(row, kind)}`, row], (name, value: unknown) =>
    value === users || isFigure(name, value) ? undefined : value,
  )
}

/** A sum of money: a number, or an object with exactly one number beside its currency. */
export const isAmount = (value: unknown): boolean => amountOf(value) !== undefined

export function amountOf(value: unknown): number | undefined {
  if (isNumber(value)) return Number(value)
  if (!isObject(value)) return undefined
  const [only, ...others] = Object.values(value).filter(isNumber)
  return others.length === 0 && only !== undefined ? Number(only) : undefined
}

const RUNS = /^(runs?|run_?count|total_?runs|runs_?total|num_?runs|executions?|count)$/i
const MONEY = /cost|spen[dt]|euro|amount|eur$/i

/** Averages, bounds, savings and kinds of runs are not the figure itself. */
const PART =
  /avg|average|mean|median|(^|_)per(_|$)|limit|budget|cap$|sav|cach|share|percent|pct|change|trend|prev|fail|succe|rate/i

/** A figure of the row itself, not of its nested parts. */
function own(row: Json, name: RegExp): number | undefined {
  const members = Object.entries(plain(row)).filter(([key]) => !PART.test(key))
  for (const [key, value] of members) if (name.test(key) && isNumber(value)) return Number(value)
  for (const [key, value] of members) {
    if (!isObject(value)) continue
    if (name.test(key)) {
      const total = findLike(value, /total|sum|count|euro|amount|value/i, isNumber)
      if (total) return Number(total.value)
    }
    if (/total|usage|stats|metrics|figures/i.test(key)) {
      const inner = own(value, name)
      if (inner !== undefined) return inner
    }
  }
  return undefined
}

export const runsOf = (row: Json): number | undefined => own(row, RUNS) ?? own(row, /runs/i)
export const moneyOf = (row: Json): number | undefined => own(row, MONEY)

/** The parts of a row by agent: a nested list of objects or an object of objects. */
export function partsOf(row: Json): Json[] | undefined {
  for (const { name, value } of places(row, 2)) {
    if (!/agent|split|breakdown|parts|detail/i.test(name)) continue
    if (Array.isArray(value)) return rowsOfObjects(value)
    if (isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isObject))
      return Object.values(value) as Json[]
  }
  return undefined
}

/** The top users of an agent's row. */
export const usersOf = (row: Json): unknown[] | undefined =>
  findLike(row, /user|member|people/i, Array.isArray)?.value as unknown[] | undefined

export type What = 'runs' | 'cost'
export const FIGURE = { runs: runsOf, cost: moneyOf } as const
