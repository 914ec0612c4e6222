/** Decides what of a deployment may be written to a file: names and words, never data. */

import type { Twin } from '#mock'
import { document } from '#openapi'
import { jsonOf } from '../../conformance/extract/event-stream.ts'
import { UsageError } from '../../flags/flag.ts'
import type { Call } from './calls.ts'
import { leavesOf } from './json-paths.ts'
import { eventsIn } from './stream-events.ts'

/** Longer texts are sentences that people may have written. */
const MAX_LENGTH = 40

/** A constant must occur for at least this many different requests. */
const MIN_INPUTS = 2

export type Privacy = ReturnType<typeof privacyOf>

/** Decides which texts of a recording a twin may contain. */
export function privacyOf(calls: readonly Call[]) {
  const sent = new Set<string>()
  const personal = new Set<string>()
  const planted = new Set<string>()
  const told = new Set<string>()
  const seen = new Map<string, Set<string>>()
  for (const call of calls) {
    for (const { value, name } of leavesOf(jsonOf(call.body ?? ''))) {
      sent.add(String(value))
      if (isPersonal(name)) planted.add(String(value))
    }
    for (const [, value] of new URLSearchParams(call.query)) sent.add(value)
    for (const value of Object.values(call.params)) sent.add(value)
    const shown = call.isStream ? eventsIn(call.text).map(({ json }) => json) : call.json
    for (const { value, name } of leavesOf(shown)) {
      if (typeof value !== 'string') continue
      if (call.status < 300 && TELLING.test(name)) told.add(value)
      if (isPersonal(name)) personal.add(value)
      else {
        const inputs = seen.get(value) ?? new Set<string>()
        if (inputs.size < MIN_INPUTS) inputs.add(call.path + call.query + (call.body ?? ''))
        seen.set(value, inputs)
      }
    }
  }
  const isOften = (text: string) => (seen.get(text)?.size ?? 0) >= MIN_INPUTS
  const isFree = (text: string) => isPlain(text) && !sent.has(text) && !personal.has(text) && !told.has(text)
  const mayStand = (text: string) => isOften(text) && isFree(text)
  return {
    /**
     * Constants are short and without digits or addresses. They occur in no request, in no member about people, by
     * people or identifying a record, and are equal in several exchanges with different inputs.
     */
    mayStand,
    /** In successful replies a constant must also be a single word. */
    mayStandInReply: (text: string) => mayStand(text) && !/\s/.test(text),
    /** Whether a member of that name is data about people or written by them. */
    isPersonal: (text: string) => (personal.has(text) || planted.has(text)) && !isOurs(text),
    /** Enumeration words may occur in requests as filters, but not in texts that requests write. */
    mayBeWord: (text: string) => isPlain(text) && seen.has(text) && !planted.has(text) && !told.has(text),
    /** Names of events are a single word that no request contains. */
    mayNameEvent: (text: string) => /^[a-z][a-z_.:-]*$/i.test(text) && isFree(text),
    /** Headers need not occur in bodies. */
    mayBeHeader: (name: string, text: string) =>
      text.length <= MAX_LENGTH && !/\d{3,}|@/.test(text) && !ABOUT_PEOPLE.test(name) && !personal.has(text),
    /** Whether a name is a value elsewhere and unknown to the default contract: a map's key, which is data. */
    isKey: (name: string) => (seen.has(name) || personal.has(name) || sent.has(name)) && !isOurs(name),
    /** Whether some reply contains the text as a value. */
    isValue: (text: string) => seen.has(text) || personal.has(text),
  }
}

/** Short, without digits or addresses, and unlike the name of a person (two capitalised words). */
function isPlain(text: string): boolean {
  return (
    text !== '' &&
    text.length <= MAX_LENGTH &&
    !/\d{3,}|@|https?:/.test(text) &&
    /^[\w .:/-]+$/.test(text) &&
    !/^[A-Z][a-z]+ ([A-Z]\.? )?[A-Z][a-z]+$/.test(text)
  )
}

/** Names of members and headers about people and their companies. */
const ABOUT_PEOPLE =
  /name|mail|author|owner|user|person|assign|customer|company|organi[sz]ation|tenant|creator|phone/i
/** Names of members with texts by people. */
const WRITTEN = /title|description|prompt|text|content|summary|message|comment|answer/i
/** Names of members that identify a record or say what the tenant has. */
const TELLING =
  /(^|_)(id|key|ref|code|error|reason)$|Id$|slug|handle|subject|label|model|note|topic|headline|plan|tier|url/i
const isPersonal = (name: string) => ABOUT_PEOPLE.test(name) || WRITTEN.test(name)

const CONTRACT = JSON.stringify(document.components)

/** Whether the default contract has a member or word of that name. */
function isOurs(text: string): boolean {
  return CONTRACT.includes(JSON.stringify(text))
}

/** The text of a constant in a template; undefined for `=null`, `=true` and `=false`. */
function constantText(template: unknown): string | undefined {
  const [, text] = /(?:^| or )=(.*)$/.exec(String(template)) ?? []
  return text === 'null' || text === 'true' || text === 'false' ? undefined : text
}

/** A text of the deployment that must not be in a file. */
export class PrivacyProblem extends UsageError {}

/** Searches the recording for every text of a finished twin, however it came into the file. */
export function assertNoData(
  { dialect = {}, violations = {} }: Twin,
  { mayStand, mayStandInReply, mayBeWord, mayNameEvent, mayBeHeader, isValue }: Privacy,
) {
  const refuse = (at: string, text: string) => {
    throw new PrivacyProblem(
      `the twin is not written: ${at} would hold a text of ${text.length} characters that the recording holds as a value. Report this as a defect.`,
    )
  }
  const allWords = [dialect, ...Object.values(violations)].flatMap(({ words }) => Object.entries(words ?? {}))
  for (const [name, words] of allWords)
    for (const word of Object.values(words)) if (!mayBeWord(word)) refuse(`dialect.words.${name}`, word)
  for (const part of ['records', 'replies', 'refusals'] as const)
    for (const { at, value } of leavesOf(dialect[part] ?? {})) {
      const text = constantText(value)
      const isOfRefusal = part === 'refusals' || (part === 'records' && /^\w*[Rr]efusal/.test(at))
      const mayBe = isOfRefusal ? mayStand : mayStandInReply
      if (text !== undefined && isValue(text) && !mayBe(text)) refuse(`dialect.${part}.${at}`, text)
    }
  for (const [id, events] of Object.entries(dialect.events ?? {}))
    for (const [type, { name, data }] of Object.entries(events)) {
      const at = `dialect.events.${id}.${type}`
      if (name !== undefined && !mayNameEvent(name)) refuse(at, name)
      for (const { value } of leavesOf(data)) {
        const text = constantText(value)
        if (text !== undefined && isValue(text) && !mayStandInReply(text) && !mayNameEvent(text))
          refuse(at, text)
      }
    }
  for (const [at, headers] of Object.entries(dialect.headers ?? {}))
    for (const [name, text] of Object.entries(headers))
      if (!text.startsWith('~') && !mayBeHeader(name, text)) refuse(`dialect.headers.${at}.${name}`, text)
  for (const [prefix, form] of Object.entries(dialect.ids ?? {})) {
    const start = form.split('{')[0] ?? ''
    if (isValue(start) && !mayStand(start)) refuse(`dialect.ids.${prefix}`, start)
  }
}
