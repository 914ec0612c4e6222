/** Combines findings into one verdict per requirement. */

import type { RuleId } from '../rules/rules.ts'
import type { Exchange } from './exchange.ts'
import { type Lack, NOTHING_SEEN } from './missing.ts'

export interface Finding {
  requirement: string
  kind: 'met' | 'violated' | 'not exercised' | 'harness error'
  /** The rule that a verdict rests on. */
  rule?: RuleId | undefined
  /** What was seen, or what is missing. */
  sentence: string
  /** What is missing, where that is known. */
  lack?: Lack | undefined
  scenario: string
  evidence: Exchange[]
}

export type Verdict = Finding['kind'] | 'waived'

export type Judged = ReturnType<typeof judge>

/** The verdict on each of these requirements. */
export function judgeAll(
  requirements: ReadonlySet<string>,
  findings: readonly Finding[],
): ReadonlyMap<string, Judged> {
  const found = Map.groupBy(findings, ({ requirement }) => requirement)
  return new Map(
    [...requirements].map(id => {
      const all = found.get(id) ?? []
      const telling = all.filter(({ lack }) => lack !== NOTHING_SEEN)
      return [id, judge(telling.length > 0 ? telling : all)]
    }),
  )
}

/** A violation outweighs everything; an error of the suite outweighs `met`; missing parts do not undo `met`. */
function judge(findings: readonly Finding[]): { verdict: Verdict; findings: Finding[] } {
  for (const kind of ['violated', 'harness error', 'met'] as const) {
    const decisive = findings.filter(finding => finding.kind === kind)
    if (decisive.length > 0)
      return { verdict: kind, findings: [...decisive, ...findings.filter(f => f.kind !== kind)] }
  }
  return { verdict: 'not exercised', findings: [...findings] }
}

/** A deviation from what the specification implies without stating it. */
export interface Advice {
  id: string
  /** What a careful reader concludes from the specification, and from which section. */
  reading: string
  /** What this deployment does. */
  seen: string
  scenario: string
  evidence: Exchange[]
}

/** What the deployment answers where the specification is silent. */
export interface Observation {
  gap: string
  answer: string
  evidence: Exchange[]
}
