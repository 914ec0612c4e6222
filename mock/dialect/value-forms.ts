// The forms of values: how to recognise each, format an instant in it and make up a value.
import type { Schema } from '#openapi'
import { hash128 } from '../simulation/hash.ts'
import { madeOnDemand } from '../store/on-demand.ts'

interface ValueForm {
  readonly schema: Schema
  /** Matches texts in this form. */
  readonly test?: RegExp
  /** Formats an instant, given in epoch milliseconds. */
  readonly instant?: (ms: number) => unknown
  /** Makes up a value, always the same for the same seed. */
  readonly madeUp: (seed: string) => unknown
  /** Whether another seed makes up another value. */
  readonly isSeeded?: boolean
}

const iso = (ms: number) => new Date(ms).toISOString()
const text = (pattern?: string): Schema => ({ type: 'string', ...(pattern === undefined ? {} : { pattern }) })

const EXAMPLE_INSTANT = Date.parse('2026-11-20T09:30:00Z')

/** A form of instants; made up, it is the start of this project's example day. */
function instantForm(schema: Schema, instant: (ms: number) => unknown, test?: RegExp): ValueForm {
  const madeUp = () => instant(EXAMPLE_INSTANT)
  return { schema, instant, madeUp, ...(test ? { test } : {}) }
}

/** A form of a date and time: the decimals of its seconds, and how it says that it is in UTC, if it does. */
function dateAndTime(decimals: 0 | 3 | 6, utc: 'Z' | '+00:00' | '', separator = 'T'): ValueForm {
  const schema: Schema = utc === '' ? text() : { type: 'string', format: 'date-time' }
  const fraction = decimals === 0 ? '' : `\\.\\d{${decimals}}`
  const end = utc === '+00:00' ? '[+-]\\d{2}:\\d{2}' : utc
  const test = new RegExp(`^\\d{4}-\\d{2}-\\d{2}${separator}\\d{2}:\\d{2}:\\d{2}${fraction}${end}$`)
  const written = (ms: number) =>
    iso(ms)
      .slice(0, decimals === 0 ? 19 : 23)
      .replace('T', separator)
  return instantForm(schema, ms => written(ms) + (decimals === 6 ? '000' : '') + utc, test)
}

const NAMED: Readonly<Record<string, ValueForm>> = {
  'iso-ms-z': dateAndTime(3, 'Z'),
  'iso-seconds-z': dateAndTime(0, 'Z'),
  'iso-ms-offset': dateAndTime(3, '+00:00'),
  'iso-micro-offset': dateAndTime(6, '+00:00'),
  'iso-micro-z': dateAndTime(6, 'Z'),
  'iso-seconds-offset': dateAndTime(0, '+00:00'),
  'iso-local': dateAndTime(0, ''),
  'iso-micro-local': dateAndTime(6, ''),
  'sql-seconds': dateAndTime(0, '', ' '),
  'http-date': instantForm(
    text(),
    ms => new Date(ms).toUTCString(),
    /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  ),
  'epoch-ms': instantForm({ type: 'integer' }, ms => ms),
  'epoch-s': instantForm({ type: 'integer' }, ms => Math.floor(ms / 1000)),
  'epoch-s-fraction': instantForm({ type: 'number' }, ms => ms / 1000),
  day: instantForm({ type: 'string', format: 'date' }, ms => iso(ms).slice(0, 10), /^\d{4}-\d{2}-\d{2}$/),
  month: instantForm(text('^\\d{4}-\\d{2}$'), ms => iso(ms).slice(0, 7), /^\d{4}-\d{2}$/),
  uuid: {
    schema: { type: 'string', format: 'uuid' },
    test: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    madeUp: uuid,
    isSeeded: true,
  },
  text: { schema: text(), madeUp: () => 'text' },
  empty: { schema: text(), madeUp: () => '' },
  number: { schema: { type: 'number' }, madeUp: () => 0.5 },
  integer: { schema: { type: 'integer' }, madeUp: () => 1 },
  boolean: { schema: { type: 'boolean' }, madeUp: () => false },
  null: { schema: { type: 'null' }, madeUp: () => null },
  list: { schema: { type: 'array' }, madeUp: () => [] },
  object: { schema: { type: 'object' }, madeUp: () => ({}) },
  address: { schema: { type: 'string', format: 'uri-reference' }, madeUp: () => 'https://example.com/' },
  mail: { schema: { type: 'string' }, madeUp: () => 'person@example.com' },
}

/** The forms with a number: `hex8`, `digits6`, `decimal2`. */
const COUNTED = /^(hex|digits|decimal|letters)(\d{1,2})$/

/** Every name of a form, for messages. */
export const FORM_NAMES = [...Object.keys(NAMED), 'hex8', 'digits6', 'letters12', 'decimal2']

/** The form with that name; a text with a name in braces, such as `agt-{hex12}`, is a form of texts. */
export function valueForm(name: string): ValueForm | undefined {
  const named = NAMED[name]
  if (named) return named
  const [, kind, length = ''] = COUNTED.exec(name) ?? []
  const most = Number(length)
  if (kind === 'hex') return made(`^[0-9a-f]{${most}}$`, seed => digitsOf(seed, most, HEX))
  if (kind === 'letters') return made(`^[0-9a-z]{${most}}$`, seed => digitsOf(seed, most, LETTERS))
  if (kind === 'digits') return made(`^\\d{${most}}$`, seed => digitsOf(seed, most, DIGITS))
  if (kind === 'decimal')
    return { schema: text(`^-?\\d+\\.\\d{${most}}$`), madeUp: () => (0.5).toFixed(most) }
  const inner = /\{([a-z0-9-]+)\}/.exec(name)?.[1]
  const form = inner === undefined ? undefined : valueForm(inner)
  if (inner === undefined || !form) return undefined
  const { isSeeded = false } = form
  return { schema: text(), madeUp: seed => name.replace(`{${inner}}`, String(form.madeUp(seed))), isSeeded }
}

/** Whether ids can be made in a form: `uuid`, `digits6`, `hex12`, `letters20`, alone or in braces after a prefix. */
export function isIdForm(form: string): boolean {
  return /^[\w.:-]*\{(uuid|(digits|hex|letters)\d{1,2})\}$|^(uuid|(digits|hex|letters)\d{1,2})$/.test(form)
}

function made(pattern: string, madeUp: (seed: string) => string): ValueForm {
  return { schema: text(pattern), madeUp, isSeeded: true }
}

const HEX = '0123456789abcdef'
const DIGITS = '0123456789'
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'

function digitsOf(seed: string, length: number, alphabet: string): string {
  const letters: number[] = []
  for (let block = 0; letters.length < length; block += 1)
    for (const number of hash128(`${seed}/${block}`)) {
      let rest = number >>> 0
      for (let i = 0; i < 5; i += 1) {
        letters.push(alphabet.charCodeAt(rest % alphabet.length))
        rest = Math.floor(rest / alphabet.length)
      }
    }
  return String.fromCharCode(...letters).slice(0, length)
}

function uuid(seed: string): string {
  const hex = digitsOf(seed, 32, HEX)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Formats instants or numbers. */
export const writerOf = madeOnDemand((name: string): ((value: unknown) => unknown) => {
  const instant = valueForm(name)?.instant
  if (instant)
    return value => {
      const ms = typeof value === 'number' ? value : Date.parse(String(value))
      return Number.isNaN(ms) ? value : instant(ms)
    }
  const places = Number(/^decimal(\d+)$/.exec(name)?.[1])
  return value => (places >= 0 && typeof value === 'number' ? value.toFixed(places) : String(value))
})

/** Whole numbers in these ranges are instants of this century and the next two, in milliseconds or seconds. */
const EPOCH_MS = [1e12, 1e13] as const
const EPOCH_S = [1.2e9, 1e10] as const

/** The form of a single value. A text without a form is `text`, a number without one `number`. */
export function formOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') {
    const isIn = ([least, most]: readonly [number, number]) =>
      Number.isInteger(value) && value > least && value < most
    return isIn(EPOCH_MS) ? 'epoch-ms' : isIn(EPOCH_S) ? 'epoch-s' : 'number'
  }
  if (typeof value !== 'string') return typeof value
  if (/^-?\d+\.\d+$/.test(value)) return 'decimal'
  if (/^-?\d+$/.test(value)) return 'digits'
  if (/^PT(?=\d)(\d+H)?(\d+M)?([\d.]+S)?$/.test(value)) return 'iso-duration'
  return TESTS.find(({ test }) => test.test(value))?.name ?? 'text'
}

/** The named forms that a text can be tested for. A twin is learned by looking at a million texts. */
const TESTS = Object.entries(NAMED).flatMap(([name, { test }]) => (test ? [{ name, test }] : []))

/** The form of an instant or a day; undefined for any other value. */
export function instantFormOf(value: unknown): string | undefined {
  const form = formOf(value)
  return form !== 'month' && NAMED[form]?.instant ? form : undefined
}
