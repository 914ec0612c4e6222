/**
 * Groups violations by their cause: one wrong status of an operation, or one exchange that breaks one rule. A broken
 * endpoint violates many requirements, and the reader mends it once.
 */
import { operation, type Requirement, refuses } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { Finding } from '../requirements/verdict.ts'
import { bySeverity, type Severity } from './severity.ts'

export interface Violation {
  requirement: Requirement
  findings: readonly Finding[]
}

export interface Cause {
  what: string
  severity: Severity
  violations: { id: string; sentence: string; rule: string | null }[]
  /** The call that shows it. */
  exchange: Exchange | undefined
}

interface Sighting {
  requirement: Requirement
  finding: Finding
  /** Equal for the sightings of one cause. */
  key: string
  what: string
  exchange: Exchange | undefined
}

/** The most severe cause first, then the one with most requirements; each requirement is listed under one cause. */
export function causesOf(violations: readonly Violation[]): Cause[] {
  const sightings = violations.flatMap(({ requirement, findings }) =>
    findings.filter(one => one.kind === 'violated').map(finding => sightingOf(requirement, finding)),
  )
  const open = new Set(violations.map(({ requirement }) => requirement.id))
  const causes: Cause[] = []
  // The cause of most requirements takes its own first, so that the fewest causes explain all of them.
  while (open.size > 0) {
    const groups = Map.groupBy(
      sightings.filter(one => open.has(one.requirement.id)),
      one => one.key,
    )
    const [largest = []] = [...groups.values()]
      .map(group => [...new Map(group.toReversed().map(one => [one.requirement.id, one])).values()].reverse())
      .toSorted((a, b) => b.length - a.length)
    const [first] = largest
    if (!first) break
    for (const { requirement } of largest) open.delete(requirement.id)
    causes.push({
      what: first.what,
      severity: largest.map(one => one.requirement).toSorted(bySeverity)[0]!.severity,
      violations: largest.map(({ requirement: { id }, finding: { sentence, rule } }) => ({
        id,
        sentence,
        rule: rule ?? null,
      })),
      exchange: first.exchange,
    })
  }
  return causes.toSorted((a, b) => bySeverity(a, b) || b.violations.length - a.violations.length)
}

function sightingOf(requirement: Requirement, finding: Finding): Sighting {
  for (const exchange of finding.evidence) {
    const stated = contradicted(requirement, exchange)
    if (stated === undefined) continue
    const { method, path } = operation(exchange.operation)
    const what = `${method} ${path} answered ${exchange.status}, ${stated}`
    return { requirement, finding, key: what, what, exchange }
  }
  const exchange = finding.evidence.at(-1)
  const key = `${exchange?.id ?? finding.sentence} ${finding.rule ?? ''}`
  return { requirement, finding, key, what: finding.sentence, exchange }
}

/** What is stated instead of the status of a call; undefined where the status is right or not stated. */
function contradicted(requirement: Requirement, { operation: id, status }: Exchange): string | undefined {
  const { operations, subject, reply } = requirement
  if (!operations.includes(id)) return undefined
  const { successStatus } = operation(id)
  const served = status < 300
  if (status >= 500 || (served && status !== successStatus)) return `where ${successStatus} is stated`
  if (subject && refuses(subject))
    return status === 422 ? undefined : 'where 422 is stated for an invalid request'
  if (reply === 'refused-403') return status === 403 ? undefined : 'where 403 is stated'
  if (reply === 'refused') return served ? 'where a refusal is stated' : undefined
  return !served && (reply || subject) ? `where ${successStatus} is stated` : undefined
}
