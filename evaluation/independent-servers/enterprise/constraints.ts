// Constraints on bodies and query parameters, written in a short notation:
//   text  flag  whole  decimal  record  textmap  instant  any  one(a,b)
// followed by `[]` for a list, `?` when null is allowed and `!` when the member is required.
import { Problem, type Slice, type Violation } from './kernel.ts'

export type Notation = Record<string, string>

const isRecord = (v: unknown): v is Record<string, unknown> =>
  v !== null && typeof v === 'object' && !Array.isArray(v)

interface Term {
  kind: string
  choices: string[]
  list: boolean
  nullable: boolean
  required: boolean
}

const terms = new Map<string, Term>()

function termOf(notation: string): Term {
  let term = terms.get(notation)
  if (!term) {
    const m = /^([a-z]+)(?:\(([^)]*)\))?(\[\])?(\?)?(!)?$/.exec(notation)
    if (!m) throw new Error(`unreadable notation ${notation}`)
    term = {
      kind: m[1] ?? '',
      choices: (m[2] ?? '').split(','),
      list: m[3] !== undefined,
      nullable: m[4] !== undefined,
      required: m[5] !== undefined,
    }
    terms.set(notation, term)
  }
  return term
}

function fits(term: Term, value: unknown): boolean {
  switch (term.kind) {
    case 'any':
      return true
    case 'text':
      return typeof value === 'string'
    case 'flag':
      return value === true || value === false
    case 'whole':
      return typeof value === 'number' && Number.isSafeInteger(value)
    case 'decimal':
      return typeof value === 'number'
    case 'record':
      return isRecord(value)
    case 'textmap':
      return isRecord(value) && Object.values(value).every(v => typeof v === 'string')
    case 'instant':
      return typeof value === 'string' && !Number.isNaN(instant(value))
    case 'one':
      return typeof value === 'string' && term.choices.includes(value)
    default:
      return false
  }
}

/** Epoch milliseconds of an ISO 8601 timestamp (date and time), NaN for anything else. */
export function instant(text: string): number {
  const m =
    /^(\d{4}-\d\d-\d\d)T(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?$/i.exec(
      text,
    )
  if (!m) return Number.NaN
  const day = new Date(`${m[1]}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== m[1]) return Number.NaN
  const [h, min, s] = [Number(m[2]), Number(m[3]), Number(m[4] ?? 0)]
  if (h > 23 || min > 59 || s > 60) return Number.NaN
  const offset = m[7] === undefined ? 0 : (Number(m[8]) * 60 + Number(m[9] ?? 0)) * (m[7] === '-' ? -1 : 1)
  return (
    day.getTime() + ((h * 60 + min - offset) * 60 + s) * 1000 + Math.floor(Number(`0.${m[5] ?? 0}`) * 1000)
  )
}

interface BodyRules {
  members: Notation
  /** Refuse members that the notation does not name. */
  closed?: boolean
  /** A missing body, or null, counts as an empty record. */
  optional?: boolean
  also?: (body: Record<string, unknown>) => Violation[]
}

export function checkBody<T>(payload: unknown, rules: BodyRules): T {
  if (rules.optional && (payload === undefined || payload === null)) return {} as T
  if (!isRecord(payload)) {
    throw Problem.invalid({ field: '$', code: 'Type', message: 'a JSON object is required' })
  }
  const found: Violation[] = []
  for (const [field, notation] of Object.entries(rules.members)) {
    const term = termOf(notation)
    if (!Object.hasOwn(payload, field)) {
      if (term.required) found.push({ field, code: 'NotNull', message: 'is required' })
      continue
    }
    const value = payload[field]
    if (value === null && term.nullable) continue
    const good = term.list ? Array.isArray(value) && value.every(v => fits(term, v)) : fits(term, value)
    if (!good) found.push({ field, code: 'Type', message: `must be ${notation.replace(/[!]/g, '')}` })
  }
  if (rules.closed) {
    for (const field of Object.keys(payload)) {
      if (!Object.hasOwn(rules.members, field))
        found.push({ field, code: 'Unknown', message: 'is not known' })
    }
  }
  if (found.length === 0) found.push(...(rules.also?.(payload) ?? []))
  if (found.length > 0) throw Problem.invalid(...found)
  return payload as T
}

/** Reads query parameters one by one and throws on the first that is not as it should be. */
export class Parameters {
  readonly #search: URLSearchParams
  constructor(search: URLSearchParams) {
    this.#search = search
  }

  #bad(field: string, message: string): never {
    throw Problem.invalid({ field, code: 'Parameter', message })
  }

  has(name: string): boolean {
    return this.#search.has(name)
  }

  text(name: string): string | undefined {
    return this.#search.get(name) ?? undefined
  }

  one(name: string, choices: readonly string[]): string | undefined {
    const value = this.text(name)
    if (value !== undefined && !choices.includes(value))
      this.#bad(name, `must be one of ${choices.join(', ')}`)
    return value
  }

  whole(name: string, least: number, most: number): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const parsed = /^-?\d{1,10}$/.test(value) ? Number(value) : this.#bad(name, 'must be an integer')
    if (parsed < least || parsed > most) this.#bad(name, `must lie between ${least} and ${most}`)
    return parsed
  }

  flag(name: string): boolean | undefined {
    return this.one(name, ['true', 'false']) === undefined ? undefined : this.text(name) === 'true'
  }

  /** A day or a timestamp; a day given as an end means its last moment. */
  moment(name: string, end: boolean): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const day = /^\d{4}-\d\d-\d\d$/.test(value)
    const at = instant(day ? `${value}T00:00:00Z` : value.replace(' ', '+'))
    if (Number.isNaN(at)) this.#bad(name, 'must be an ISO 8601 date or timestamp')
    return day && end ? at + 86_399_999 : at
  }

  month(name: string): string | undefined {
    const value = this.text(name)
    if (value !== undefined && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(value))
      this.#bad(name, 'must be a month, YYYY-MM')
    return value
  }

  /** limit and offset; lists here are never longer than 200. */
  slice(): Slice {
    return {
      size: this.whole('limit', 1, 200) ?? 25,
      offset: this.whole('offset', 0, Number.MAX_SAFE_INTEGER) ?? 0,
    }
  }

  contradict(first: string, second: string): void {
    if (this.has(first) && this.has(second)) this.#bad(second, `cannot be combined with ${first}`)
  }
}
