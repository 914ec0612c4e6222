// The types of the fields of a question (section 2.2), for runs, conversations and simulated people.
import { DAY } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import type { QuestionField } from '../world/script.ts'

interface FieldType {
  /** What a value must be: in a refusal, and for a person who answers in words. */
  readonly says: (field: QuestionField) => readonly [refusal: string, inWords: string]
  readonly fits: (value: unknown, field: QuestionField) => boolean
  /** The value that a trimmed text means; undefined if it means none. */
  readonly read: (text: string, field: QuestionField) => unknown
  /** What a simulated person answers at an instant. */
  readonly usual: (random: Random, at: number, field: QuestionField) => unknown
}

export const FIELD_TYPES: Readonly<Record<QuestionField['type'], FieldType>> = {
  text: {
    says: () => ['a text', 'a text'],
    fits: value => typeof value === 'string',
    read: text => (text === '' ? undefined : text),
    usual: () => 'As agreed.',
  },
  number: {
    says: () => ['a number', 'a number'],
    fits: value => typeof value === 'number',
    read: text => (text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)),
    usual: random => random.int(1, 1_000),
  },
  boolean: {
    says: () => ['true or false', 'yes or no'],
    fits: value => typeof value === 'boolean',
    read: text => /^(?:yes|true|y)$/i.test(text) || (/^(?:no|false|n)$/i.test(text) ? false : undefined),
    usual: random => random.chance(0.5),
  },
  date: {
    says: () => ['an ISO 8601 date', 'a date such as 2026-11-20'],
    fits: value => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
    read: text => (Number.isNaN(Date.parse(text)) ? undefined : text),
    usual: (_, at) => new Date(at + 7 * DAY).toISOString().slice(0, 10),
  },
  choice: {
    says: ({ options = [] }) => [`one of ${options.join(', ')}`, `one of ${options.join(', ')}`],
    fits: (value, { options = [] }) => options.some(option => option === value),
    read: (text, { options = [] }) => options.find(option => isSameWord(option, text)),
    usual: (random, _, { options = [] }) => (options.length > 0 ? random.pick(options) : ''),
  },
}

export function isSameWord(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
