// What bodies and query parameters must look like.
import { Refusal } from './state.ts'

type Rule = (value: unknown) => boolean

export const text: Rule = v => typeof v === 'string'
export const flag: Rule = v => typeof v === 'boolean'
export const number: Rule = v => typeof v === 'number'
export const whole: Rule = v => typeof v === 'number' && v % 1 === 0
export const object: Rule = v => typeof v === 'object' && v !== null && !Array.isArray(v)
export const anything: Rule = () => true
export const texts: Rule = v => object(v) && Object.values(v as object).every(text)
export const maybe =
  (rule: Rule): Rule =>
  v =>
    v === null || rule(v)
export const many =
  (rule: Rule): Rule =>
  v =>
    Array.isArray(v) && v.every(rule)
export const among =
  (...words: string[]): Rule =>
  v =>
    words.some(w => w === v)

/** An ISO 8601 date, with or without a time. */
export const date: Rule = v => {
  if (typeof v !== 'string') return false
  const m =
    /^(\d{4})-(\d{2})-(\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/.exec(
      v,
    )
  if (!m) return false
  const day = new Date(0)
  day.setUTCFullYear(Number(m[1]), Number(m[2]) - 1, Number(m[3]))
  return day.getUTCMonth() === Number(m[2]) - 1 && day.getUTCDate() === Number(m[3])
}

/** In a query an unescaped plus arrives as a space. */
export const zoned = (given: string): string => given.replace(' ', '+')

/** Milliseconds of such a date; without a zone it is taken as UTC. */
export const moment = (given: string): number => {
  const [day = '', rest = ''] = zoned(given).split('T')
  const m = /^([\d:.,]*)(?:Z|([+-])(\d{2}):?(\d{2})?)?$/.exec(rest)
  const [hours = 0, minutes = 0, seconds = 0] = (m?.[1] ?? '').replace(',', '.').split(':').map(Number)
  const shift = (Number(m?.[3] ?? 0) * 60 + Number(m?.[4] ?? 0)) * (m?.[2] === '-' ? -1 : 1)
  return Date.parse(day) + ((hours * 60 + minutes - shift) * 60 + seconds) * 1000
}

export type Fields = Record<string, unknown>

export function body(
  value: unknown,
  rules: Record<string, Rule>,
  needed: string[] = [],
  closed = false,
): Fields {
  if (!object(value)) throw new Refusal(422, 'the body must be a JSON object')
  const fields = value as Fields
  for (const name of needed) if (fields[name] === undefined) throw new Refusal(422, `${name} is missing`)
  for (const name of Object.keys(fields)) {
    if (Object.hasOwn(rules, name)) {
      if (!rules[name]?.(fields[name])) throw new Refusal(422, `${name} is not valid`)
    } else if (closed) throw new Refusal(422, `${name} is not expected`)
  }
  return fields
}

export function integer(query: URLSearchParams, name: string, low: number, high = 1e9): number | null {
  const given = query.get(name)
  if (given === null) return null
  if (!/^-?\d{1,9}$/.test(given) || Number(given) < low || Number(given) > high) {
    throw new Refusal(422, `${name} is not valid`)
  }
  return Number(given)
}

export function word(query: URLSearchParams, name: string, ...words: string[]): string | null {
  const given = query.get(name)
  if (given !== null && !words.includes(given)) throw new Refusal(422, `${name} is not valid`)
  return given
}

export function shaped(
  query: URLSearchParams,
  name: string,
  fits: (given: string) => boolean,
): string | null {
  const given = query.get(name)
  if (given !== null && !fits(given)) throw new Refusal(422, `${name} is not valid`)
  return given
}

/** Pages hold ten records unless asked otherwise, and never more than fifty. */
export function window(query: URLSearchParams): { limit: number; offset: number } {
  return { limit: Math.min(50, integer(query, 'limit', 1) ?? 10), offset: integer(query, 'offset', 0) ?? 0 }
}
