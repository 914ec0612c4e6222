// The variable words of jobs. `{name}` in a text is the placeholder of one.
import { DAY } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import type { Word } from '../world-file/index.ts'

/** A value for each word that one of the texts has, drawn in their order. */
export function drawWords(
  random: Random,
  words: Readonly<Record<string, Word>>,
  texts: readonly string[],
): Record<string, string> {
  const named = new Set(texts.flatMap(text => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name)))
  const drawn: Record<string, string> = {}
  for (const name in words) if (named.has(name)) drawn[name] = String(drawWord(random, words[name]!))
  return drawn
}

/** One value of a word. */
export function drawWord(random: Random, word: Word): string | number | boolean {
  if (typeof word !== 'object') return word
  if (Array.isArray(word)) return random.pick(word)
  const { number, money, chance, as } = word
  if (chance !== undefined) return random.chance(chance)
  if (money) return shown(moneyText(random.int(Math.round(money[0]! * 100), Math.round(money[1]! * 100))))
  const value = random.int(number?.[0] ?? 0, number?.[1] ?? 0)
  return as === undefined ? value : shown(`${value}`)

  function shown(text: string): string {
    return as === undefined ? text : as.replace('{}', text)
  }
}

/** The words that depend on the date. */
export function wordsAt(instant: number): Readonly<Record<string, string>> {
  const date = new Date(instant)
  const thursday = new Date(instant + (4 - (date.getUTCDay() || 7)) * DAY)
  const week = Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY + 1) / 7)
  return { month: monthBefore(instant), week: `${week}`, year: `${date.getUTCFullYear()}` }
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** The name of the previous month. */
function monthBefore(instant: number): string {
  return MONTHS[(new Date(instant).getUTCMonth() + 11) % 12] ?? ''
}

/** Formatted as `12,345.60`; by hand, because the first use of a locale takes longer than the rest of the seed. */
function moneyText(cents: number): string {
  const [euros = '', rest] = (cents / 100).toFixed(2).split('.')
  return `${euros.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

/** Replaces each `{name}` by its word; placeholders such as `{{answer}}` belong to the run. */
export function fillWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name: string) => words[name] ?? name)
}
