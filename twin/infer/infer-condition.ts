/** Finds the condition under which a member is present or not null. */

import { isSelection, type Template, valueAt } from '#mock/dialect'
import { isFields } from '#openapi'
import { ABSENT, isNothing, NEARLY_ALL, OFTEN, type Sample, type Scope, sum } from './samples.ts'

/** Placeholder for a member that the template omits, because too few replies have it. */
export const OMITTED: Template = { is: '=null', when: 'never' }

export function isUnconditional(template: Template): boolean {
  if (typeof template === 'string') return !template.endsWith(' optional')
  return !(isSelection(template) && 'when' in template)
}

/** The share of otherwise unexplained samples that a condition must explain. */
const GAIN = 0.3

/** Adds the condition under which a member is present or not null. */
export function conditioned(
  template: Template,
  samples: readonly Sample[],
  around: Scope,
  source?: string,
): Template {
  const absent = samples.filter(({ theirs }) => theirs === ABSENT)
  const nulls = samples.filter(({ theirs }) => theirs === null)
  const there = samples.length - absent.length - nulls.length
  const isMissing = absent.length >= nulls.length
  const others = isMissing ? absent : nulls
  if (others.length === 0 || there === 0 || (template === '=null' && !isMissing)) return template
  const own = source?.split(' ')[0]
  const isPlain = typeof template === 'string'
  if (own !== undefined && own !== '.' && followsNull(samples, own, isMissing)) {
    if (!isPlain) return { is: template, when: own, ...(isMissing ? {} : { else: null }) }
    return isMissing ? `${source} optional` : template
  }
  const when = conditionFor(samples, around, isMissing)
  if (when === undefined) {
    if (own !== undefined && isPlain) return isMissing ? `${source} optional` : template
    return there >= others.length ? template : isMissing ? OMITTED : '=null'
  }
  return { is: template, when, ...(isMissing ? {} : { else: null }) }
}

/** Whether the member is missing, or null, exactly when the source is null. */
function followsNull(samples: readonly Sample[], path: string, isMissing: boolean): boolean {
  const paired = samples.filter(({ ours }) => ours !== undefined)
  if (paired.length === 0) return false
  const agree = paired.filter(
    ({ theirs, ours }) =>
      (isMissing ? theirs === ABSENT : theirs === null || theirs === ABSENT) ===
      isNothing(valueAt(ours, path)),
  )
  return agree.length >= paired.length * NEARLY_ALL
}

/**
 * A single condition that separates samples with the member from those without: a source that is present, or
 * enumeration words.
 */
function conditionFor(samples: readonly Sample[], around: Scope, isMissing: boolean): string | undefined {
  const paired = samples.filter(({ ours }) => isFields(ours))
  const isThere = ({ theirs }: Sample) =>
    isMissing ? theirs !== ABSENT : theirs !== null && theirs !== ABSENT
  const seen = paired.filter(isThere).length
  const unseen = paired.length - seen
  if (seen < OFTEN || unseen < OFTEN) return undefined
  let best: { when: string; share: number } | undefined
  const consider = (when: string, agree: number) => {
    const share = agree / paired.length
    if (share > (best?.share ?? 0)) best = { when, share }
  }
  // The status of a refusal is more informative than the mock's error type.
  const sources = around.sources.toSorted((a, b) => Number(b.path === 'status') - Number(a.path === 'status'))
  for (const { path, words, kind } of sources) {
    const shows = paired.filter(sample => isThere(sample) !== isNothing(valueAt(sample.ours, path)))
    consider(path, shows.length)
    // A refusal's status counts as an enumeration word.
    if (words === undefined && kind !== 'boolean' && path !== 'status') continue
    const byWord = Map.groupBy(paired, ({ ours }) => String(valueAt(ours, path)))
    const told = [...byWord].map(([word, its]) => {
      const there = its.filter(isThere).length
      return { word, there, others: its.length - there }
    })
    const chosen = told.filter(({ there, others }) => there > others).map(({ word }) => word)
    if (chosen.length === 0) continue
    const agree = sum(told.map(({ there, others }) => Math.max(there, others)))
    consider(`${path} = ${chosen.toSorted().join(' or ')}`, agree)
  }
  const base = Math.max(seen, unseen) / paired.length
  return best && best.share >= NEARLY_ALL && best.share > base + (1 - base) * GAIN ? best.when : undefined
}
