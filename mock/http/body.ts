// Reads the body of a request.

import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import { Refusal } from '../world/refusal.ts'

/** Limits of a body. */
export interface BodyLimits {
  readonly bodyBytes: number
  /** The number of lists, objects and single values. */
  readonly bodyValues: number
}

/** The maximum depth of nesting, because validation and views recurse. */
export const DEEPEST = 100

/** The body of a request. */
export interface Body {
  /** Empty if nothing was sent, or too much to keep. */
  readonly text: string
  /** A refusal independent of the content. */
  readonly refusal?: Refusal
}

/** No body. */
export const NO_BODY: Body = { text: '' }

/** A body that is not UTF-8. `parseJson` throws the refusal, because the caller must be known first. */
export function notUtf8(text: string): Body {
  return { text, refusal: malformed('The body is not UTF-8. Send JSON as UTF-8, as RFC 8259 has it.') }
}

/** A body with too many bytes, which are discarded. */
export function tooLong({ bodyBytes }: BodyLimits): Body {
  return { text: '', refusal: tooLarge(`${bodyBytes} bytes`) }
}

function tooLarge(most: string): Refusal {
  return new Refusal('request_invalid', `The body has more than ${most}. Send less.`, { param: 'body' })
}

/** The JSON in a body; undefined without a body. */
export function parseJson({ text, refusal }: Body, { bodyValues }: BodyLimits): unknown {
  if (refusal) throw refusal
  if (text === '') return undefined
  const value = parsed(text)
  // Each level and each value take at least two characters.
  if (text.length > 2 * Math.min(DEEPEST, bodyValues)) requireModest(value, bodyValues)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw malformed(`The body is not JSON: ${reason}.`)
  }
}

/** Iterative, because a deeply nested value would overflow the stack of a recursive function. */
function requireModest(value: unknown, bodyValues: number): void {
  let level: unknown[] = [value]
  let count = 1
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST)
      throw malformed(`The body has lists and objects in more than ${DEEPEST} levels. Send it flatter.`)
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      const inside = Object.values(one)
      count += inside.length
      if (count > bodyValues) throw tooLarge(`${bodyValues} values`)
      for (const part of inside) if (typeof part === 'object' && part !== null) below.push(part)
    }
    level = below
  }
}

function malformed(message: string): Refusal {
  return new Refusal('body_malformed', message, { param: 'body' })
}

/** Refuses a body that is not sent as JSON, unless the profile accepts it. */
export function requireJson(contentType: string | undefined, profile: Profile): void {
  // Nearly every client sends exactly this.
  if (contentType === 'application/json') return
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json' || decisions.acceptsAnyContentType(profile)) return
  const found = contentType === undefined ? 'none was given' : `it was ${contentType}`
  const message = `Bodies are sent with Content-Type: application/json; ${found}.`
  throw new Refusal('media_type_unsupported', message, { param: 'header.Content-Type' })
}
