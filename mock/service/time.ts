// Converts what rows contain to what replies show: times, money and tokens.

import type { Schemas } from '#openapi'
import { DAY } from '../simulation/duration.ts'

export { euros } from '../world/money.ts'

/** An instant in UTC, ISO 8601. A page of runs has sixty of them, so dates are cached by day. */
export function iso(ms: number): string {
  // What was just written was created and changed at the same instant.
  if (ms !== lastMs) {
    lastMs = ms
    lastText = textOf(ms)
  }
  return lastText
}

let lastMs = Number.NaN
let lastText = ''

function textOf(ms: number): string {
  const day = Math.floor(ms / DAY)
  const rest = Math.floor(ms - day * DAY)
  const minutes = Math.floor(rest / 60_000)
  const seconds = Math.floor(rest / 1000) % 60
  return `${dateOf(day)}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds)}.${three(rest % 1000)}Z`
}

const dates = new Map<number, string>()

/** A day such as `2026-11-20T`, from the cache if possible. */
function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  if (dates.size > 1000) dates.clear()
  const date = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length)
  dates.set(day, date)
  return date
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}

function three(number: number): string {
  return number < 100 ? `0${two(number)}` : `${number}`
}

/** The same for an instant that may be missing. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}

/** Tokens read and written, with their sum. */
export function tokensView(input: number, output: number): Schemas['Tokens'] {
  return { input, output, total: input + output }
}

/** Rounds a rate or an average. */
export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
