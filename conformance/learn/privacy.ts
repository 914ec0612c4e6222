/** What of a deployment may stand in a file: names and words, never data. */

import type { Twin } from '#mock'
import { type Call, parsed } from './call.ts'
import { leavesOf } from './leaves.ts'

/** The longest constant. */
const LONGEST = 40

/** Tells which texts of a recording may stand in a twin. */
export interface Privacy {
  /**
   * Constants are short, without digits and addresses, no part of any request, of nothing that is about people or written by
   * them, and the same in several exchanges with other inputs.
   */
  readonly mayStand: (text: string) => boolean
  /** Words of enumerations may be part of requests, which filter by them, but not of texts that requests write. */
  readonly mayBeWord: (text: string) => boolean
  /** Headers need not occur in bodies. */
  readonly mayBeHeader: (name: string, text: string) => boolean
  /** Whether replies hold the text as a value. */
  readonly isValue: (text: string) => boolean
}

export function privacyOf(calls: readonly Call[]): Privacy {
  const sent = new Set<string>()
  const personal = new Set<string>()
  const planted = new Set<string>()
  const seen = new Map<string, Set<string>>()
  for (const call of calls) {
    for (const { value, name } of leavesOf(parsed(call.body ?? ''))) {
      sent.add(String(value))
      if (isPersonal(name)) planted.add(String(value))
    }
    for (const [, value] of new URLSearchParams(call.query)) sent.add(value)
    for (const value of Object.values(call.params)) sent.add(value)
    for (const { value, name } of leavesOf(call.json)) {
      if (typeof value !== 'string') continue
      if (isPersonal(name)) personal.add(value)
      else {
        const inputs = seen.get(value) ?? new Set<string>()
        if (inputs.size < 5) inputs.add(call.path + call.query + (call.body ?? ''))
        seen.set(value, inputs)
      }
    }
  }
  const isOften = (text: string) => (seen.get(text)?.size ?? 0) >= 2
  return {
    mayStand: text => isPlain(text) && isOften(text) && !sent.has(text) && !personal.has(text),
    mayBeWord: text => isPlain(text) && seen.has(text) && !planted.has(text),
    mayBeHeader: (name, text) =>
      text.length <= LONGEST && !/\d{3,}|@/.test(text) && !ABOUT_PEOPLE.test(name) && !personal.has(text),
    isValue: text => seen.has(text) || personal.has(text),
  }
}

/** Short, without digits and addresses, and not like the name of a person: two words with capitals. */
function isPlain(text: string): boolean {
  return (
    text !== '' &&
    text.length <= LONGEST &&
    !/\d{3,}|@|https?:/.test(text) &&
    /^[\w .:/-]+$/.test(text) &&
    !/^[A-Z][a-z]+ ([A-Z]\.? )?[A-Z][a-z]+$/.test(text)
  )
}

/** Names of members, and of headers, that are about people and their companies. */
const ABOUT_PEOPLE =
  /name|mail|author|owner|user|person|assign|customer|company|organi[sz]ation|tenant|creator|phone/i
/** Names of members whose texts people write. */
const WRITTEN = /title|description|prompt|text|content|summary|message|comment|answer/i
const isPersonal = (name: string) => ABOUT_PEOPLE.test(name) || WRITTEN.test(name)

/** A text of a deployment that must not stand in a file. */
export class PrivacyProblem extends Error {}

/** Looks up every text of a finished twin in the recording, whatever way it came into the file. */
export function assertNoData({ dialect = {} }: Twin, { mayStand, mayBeWord, mayBeHeader, isValue }: Privacy) {
  const refuse = (at: string, text: string) => {
    throw new PrivacyProblem(
      `the twin is not written: ${at} would hold the text '${text}', which the recording holds as a value. Report this as a defect.`,
    )
  }
  for (const [name, words] of Object.entries(dialect.words ?? {}))
    for (const word of Object.values(words)) if (!mayBeWord(word)) refuse(`dialect.words.${name}`, word)
  for (const part of ['records', 'replies', 'refusals'] as const)
    for (const { at, value } of leavesOf(dialect[part] ?? {})) {
      const [, text] = /(?:^| or )=(.*)$/.exec(String(value)) ?? []
      if (text !== undefined && isValue(text) && !mayStand(text)) refuse(`dialect.${part}.${at}`, text)
    }
  for (const [at, headers] of Object.entries(dialect.headers ?? {}))
    for (const [name, text] of Object.entries(headers))
      if (!text.startsWith('~') && !mayBeHeader(name, text)) refuse(`dialect.headers.${at}.${name}`, text)
  for (const [prefix, form] of Object.entries(dialect.ids ?? {})) {
    const start = form.split('{')[0] ?? ''
    if (isValue(start) && !mayStand(start)) refuse(`dialect.ids.${prefix}`, start)
  }
}
