/** Differences between a twin and the deployment as recorded now. */

import type { Twin } from '#mock'
import { isFields } from '#openapi'

export interface Change {
  /** The path in the twin file. */
  readonly at: string
  readonly was: string | undefined
  readonly is: string | undefined
}

/**
 * Compares what both contain. An entry only in the old twin may just not have been seen, except members of a reply that
 * both describe.
 */
export function drift(before: Twin, now: Twin): Change[] {
  const changes: Change[] = []
  const unseen = new Set<string>([...(before.unseen ?? []), ...(now.unseen ?? [])])
  const doubted = new Set([...(before.unsure ?? []), ...(now.unsure ?? [])].map(({ at }) => at))
  const walk = (one: unknown, other: unknown, at: string, depth: number) => {
    const [was, is] = [unconditional(one), unconditional(other)]
    if (isFields(was) && isFields(is)) {
      for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
        // Operations, codes and words that were not seen this time are not drift.
        if (depth < 3 && !(key in is)) continue
        // Nor are cases, events, ids and answers that one of the two has not seen, and answers that some calls speak against.
        const isOfBoth = key in was && key in is
        if (!isOfBoth && /\.are$|^dialect\.(ids|events\.\w+)$/.test(at)) continue
        const isShown = isOfBoth || (before.because && key in before.because)
        if (at === 'answers' && (!isShown || doubted.has(`answers.${key}`))) continue
        walk(was[key], is[key], at === '' ? key : `${at}.${key}`, depth + 1)
      }
      return
    }
    // A file omits empty parts, so two empty parts are equal.
    if (isEmpty(was) && isEmpty(is)) return
    // A value is made up where too little was seen to know its source.
    if (isMadeUp(was) !== isMadeUp(is) && typeof was === typeof is) return
    if (comparable(was) !== comparable(is)) changes.push({ at, was: shown(was), is: shown(is) })
  }
  walk(
    { answers: before.answers ?? {}, dialect: expanded(before, unseen), ...violationsIn(before) },
    // A twin without the part `violations` says nothing about violations.
    {
      answers: now.answers ?? {},
      dialect: expanded(now, unseen),
      ...(before.violations && violationsIn(now)),
    },
    '',
    0,
  )
  const hand = before.hand ?? []
  return changes.filter(
    ({ at }) => !hand.some(path => at.startsWith(`dialect.${path}`) || at.startsWith(path)),
  )
}

/** When a member is null or left out depends on the records that were met. */
function unconditional(value: unknown): unknown {
  return isFields(value) && 'when' in value && 'is' in value && !('each' in value) ? value.is : value
}

/** The number of digits grows with what a deployment holds, and a default is made up where a source may be null. */
function comparable(value: unknown): string | undefined {
  const text = JSON.stringify(value)
  return text?.replaceAll(/\bdigits\d+/g, 'digits').replaceAll(/( or ~[\w-]+| optional)"/g, '"')
}

function isMadeUp(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('~')
}

/** Grouped by requirement, so that new and removed ones are reported. */
function violationsIn({ violations = {} }: Twin) {
  return { violations: { by: { requirement: violations } } }
}

/** Inlines named records, because a renamed record is not drift, and leaves out what no call showed. */
function expanded({ dialect = {} }: Twin, unseen: ReadonlySet<string>): Record<string, unknown> {
  const { records = {}, ids: { '*': _, ...ids } = {}, ...others } = dialect
  const replies = Object.entries(dialect.replies ?? {}).filter(([id]) => !unseen.has(id))
  const expand = (value: unknown): unknown => {
    if (typeof value === 'string' && /^[A-Z]\w*$/.test(value) && value in records)
      return expand(records[value])
    return isFields(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]))
      : value
  }
  return {
    ...others,
    ids,
    replies: expand(Object.fromEntries(replies)),
    refusals: expand(dialect.refusals ?? {}),
  }
}

function shown(value: unknown): string | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
}

export function driftText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'No drift: the deployment still answers as the twin says.'
  const line = ({ at, was, is }: Change) =>
    was === undefined
      ? `${at} is new: ${is}`
      : is === undefined
        ? `${at} is gone; it was ${was}`
        : `${at} is ${is}; it was ${was}`
  return [
    `${changes.length} ${changes.length === 1 ? 'difference' : 'differences'} from the twin`,
    ...changes.map(line),
  ].join('\n')
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (isFields(value) && Object.keys(value).length === 0)
}
