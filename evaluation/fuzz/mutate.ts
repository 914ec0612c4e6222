// Texts that are nearly sound: parts left out, repeated, moved, replaced by hostile ones, or wrapped.
import type { Random } from '../../mock/simulation/random.ts'
import { hostile, hostileText, jsonOf } from './values.ts'

/** What readers of YAML, JSON and lines stumble over. */
const TRICKS = [
  '\n'.repeat(5_000), '['.repeat(3_000), '{"a":'.repeat(2_000), '&a [*a]', '*a', '<<: *a', '!!js/function x', '\ufeff', '\0', '\u202e',
  '__proto__: {x: 1}\n', '"__proto__":{"x":1},', '"constructor":5,', 'null', '[]', '{}', '-', '1e999', '"\\ud800"', '{{answer}}', '{{',
  `a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n`,
] // biome-ignore format: one each would fill pages

/** The text with one to four changes; a large one stays below a megabyte. */
export function mutated(random: Random, text: string): string {
  let out = text
  for (let changes = random.int(1, 4); changes > 0; changes--) out = changed(random, out)
  return out.slice(0, 1024 * 1024)
}

function changed(random: Random, text: string): string {
  const [from, to] = rangeIn(random, text)
  const part = text.slice(from, to)
  const kind = random.float()
  if (kind < 0.15) return text.slice(0, from)
  if (kind < 0.3) return text.slice(0, from) + text.slice(to)
  if (kind < 0.4) return text.slice(0, to) + part.repeat(random.pick([1, 2, 100])) + text.slice(to)
  if (kind < 0.55) return text.slice(0, from) + random.pick(TRICKS) + text.slice(to)
  if (kind < 0.65) return text.slice(0, from) + hostileText(random) + text.slice(to)
  return withValue(random, text)
}

/** A part of up to a few lines. */
function rangeIn(random: Random, text: string): [number, number] {
  const from = random.int(0, text.length)
  return [from, Math.min(text.length, from + random.pick([1, 10, 200, 5_000]))]
}

/** The text with a value after a colon replaced by any other. */
function withValue(random: Random, text: string): string {
  const from = text.indexOf(':', random.int(0, text.length)) + 1
  const end = text.slice(from).search(/[,}\]\n]/)
  if (from === 0 || end < 0) return text
  return `${text.slice(0, from)} ${jsonOf(hostile(random))}${text.slice(from + end)}`
}
