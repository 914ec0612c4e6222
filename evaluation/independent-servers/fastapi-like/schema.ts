// Checks in the style of a typed model library: each one appends issues with a location.
type Loc = (string | number)[]

export interface Issue {
  type: string
  loc: Loc
  msg: string
  input?: unknown
}

export type Check = (value: unknown, loc: Loc, issues: Issue[]) => void

export interface Model {
  fields: Record<string, Check>
  required?: string[]
  forbidExtra?: boolean
}

export function validationError(issues: Issue[]): { loc: Loc; msg: string; type: string; input?: unknown }[] {
  return issues.map(i => ({ loc: i.loc, msg: i.msg, type: i.type, input: i.input ?? null }))
}

function simple(test: (value: unknown) => boolean, type: string, msg: string): Check {
  return (value, loc, issues) => {
    if (!test(value)) issues.push({ type, loc, msg, input: value })
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const str = simple(v => typeof v === 'string', 'string_type', 'Input should be a valid string')
export const bool = simple(v => typeof v === 'boolean', 'bool_type', 'Input should be a valid boolean')
export const int = simple(v => Number.isInteger(v), 'int_type', 'Input should be a valid integer')
export const num = simple(v => typeof v === 'number', 'float_type', 'Input should be a valid number')
export const dict = simple(isObject, 'dict_type', 'Input should be a valid dictionary')
export const anything: Check = () => {}

export const moment = simple(
  v => typeof v === 'string' && parseMoment(v) !== null,
  'datetime_from_date_parsing',
  'Input should be a valid ISO 8601 datetime',
)

export function nullable(check: Check): Check {
  return (value, loc, issues) => {
    if (value !== null) check(value, loc, issues)
  }
}

export function oneOf(...values: string[]): Check {
  const msg = `Input should be ${values.map(v => `'${v}'`).join(' or ')}`
  return (value, loc, issues) => {
    if (typeof value !== 'string' || !values.includes(value)) {
      issues.push({ type: 'literal_error', loc, msg, input: value })
    }
  }
}

export function listOf(check: Check): Check {
  return (value, loc, issues) => {
    if (!Array.isArray(value)) {
      issues.push({ type: 'list_type', loc, msg: 'Input should be a valid list', input: value })
      return
    }
    value.forEach((item, i) => {
      check(item, [...loc, i], issues)
    })
  }
}

export const textDict: Check = (value, loc, issues) => {
  dict(value, loc, issues)
  if (isObject(value)) for (const [name, item] of Object.entries(value)) str(item, [...loc, name], issues)
}

/** Validates a body against a model; returns the body as an object, or null when the value was no object. */
export function checkModel(model: Model, body: unknown, issues: Issue[]): Record<string, unknown> | null {
  if (body === undefined) {
    issues.push({ type: 'missing', loc: ['body'], msg: 'Field required' })
    return null
  }
  if (!isObject(body)) {
    issues.push({
      type: 'model_attributes_type',
      loc: ['body'],
      msg: 'Input should be a valid dictionary',
      input: body,
    })
    return null
  }
  for (const name of model.required ?? []) {
    if (!Object.hasOwn(body, name))
      issues.push({ type: 'missing', loc: ['body', name], msg: 'Field required' })
  }
  for (const [name, value] of Object.entries(body)) {
    const check = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined
    if (check) check(value, ['body', name], issues)
    else if (model.forbidExtra) {
      issues.push({
        type: 'extra_forbidden',
        loc: ['body', name],
        msg: 'Extra inputs are not permitted',
        input: value,
      })
    }
  }
  return body
}

const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** Milliseconds since the epoch, or null when the text is no ISO 8601 date or timestamp. */
export function parseMoment(text: string): number | null {
  const m = MOMENT.exec(text)
  if (!m) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = m
    .slice(1, 7)
    .map(n => Number(n ?? 0))
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > lastDay || hour > 23 || minute > 59 || second > 59)
    return null
  let at = Date.UTC(year, month - 1, day, hour, minute, second)
  if (m[7]) at += Math.floor(Number(`0.${m[7]}`) * 1000)
  const zone = m[8]
  if (zone && zone.toUpperCase() !== 'Z') {
    const digits = zone.slice(1).replace(':', '')
    const offset = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0)
    at -= (zone.startsWith('-') ? -offset : offset) * 60_000
  }
  return at
}

/** Reads query parameters, collecting issues under ["query", name]. */
export class Query {
  values: URLSearchParams
  issues: Issue[] = []

  constructor(values: URLSearchParams) {
    this.values = values
  }

  text(name: string): string | null {
    return this.values.getAll(name).at(-1) ?? null
  }

  refuse(name: string, type: string, msg: string): null {
    this.issues.push({ type, loc: ['query', name], msg, input: this.text(name) })
    return null
  }

  int(name: string, { ge, le }: { ge?: number; le?: number }): number | null {
    const raw = this.text(name)
    if (raw === null) return null
    if (!/^[+-]?\d{1,15}$/.test(raw.trim())) {
      return this.refuse(name, 'int_parsing', 'Input should be a valid integer')
    }
    const value = Number(raw)
    if (ge !== undefined && value < ge) {
      this.refuse(name, 'greater_than_equal', `Input should be greater than or equal to ${ge}`)
    }
    if (le !== undefined && value > le) {
      this.refuse(name, 'less_than_equal', `Input should be less than or equal to ${le}`)
    }
    return value
  }

  flag(name: string): boolean | null {
    const raw = this.text(name)
    if (raw === null) return null
    const word = raw.toLowerCase()
    if (['true', '1', 'yes', 'on'].includes(word)) return true
    if (['false', '0', 'no', 'off'].includes(word)) return false
    return this.refuse(name, 'bool_parsing', 'Input should be a valid boolean')
  }

  choice(name: string, values: string[]): string | null {
    const raw = this.text(name)
    if (raw !== null) oneOf(...values)(raw, ['query', name], this.issues)
    return raw
  }

  moment(name: string): { at: number; dayOnly: boolean } | null {
    const raw = this.text(name)
    if (raw === null) return null
    const at = parseMoment(raw.replace(/ (\d{2}:?\d{2})$/, '+$1'))
    if (at !== null) return { at, dayOnly: raw.length === 10 }
    moment(raw, ['query', name], this.issues)
    return null
  }

  /** A month such as `2026-07`. */
  month(name: string): string | null {
    const raw = this.text(name)
    if (raw === null || /^\d{4}-(0[1-9]|1[0-2])$/.test(raw)) return raw
    return this.refuse(name, 'string_pattern_mismatch', 'Input should look like YYYY-MM')
  }
}
