/**
 * Groups violations by their cause: one wrong status of an operation, or one rule that an operation breaks. A broken
 * endpoint violates many requirements, and the reader mends it once.
 */
import { operation, type Requirement, statedRefusal } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { Finding } from '../requirements/verdict.ts'
import { rules } from '../rules/rules.ts'
import { bySeverity } from './severity.ts'

export interface Violation {
  requirement: Requirement
  findings: readonly Finding[]
  /** The clients that rely on it. */
  hurts?: readonly string[] | undefined
}

type Cause = ReturnType<typeof causeOf>

type Sighting = ReturnType<typeof sightingOf>

/**
 * Causes that hurt clients come first, then the most severe, then those of most requirements; each requirement is listed
 * under one cause.
 */
export function causesOf(violations: readonly Violation[]): Cause[] {
  let open = violations.flatMap(({ requirement, findings }) =>
    findings.filter(one => one.kind === 'violated').map(finding => sightingOf(requirement, finding)),
  )
  const causes: Cause[] = []
  // The cause of most requirements takes its own first, so that the fewest causes explain all of them.
  while (open.length > 0) {
    const groups = [...Map.groupBy(open, one => one.key).values()].map(onePerRequirement).map(plainFirst)
    const largest = groups.reduce((best, group) => (group.length > best.length ? group : best))
    const taken = new Set(largest.map(one => one.requirement))
    open = open.filter(one => !taken.has(one.requirement))
    causes.push(causeOf(largest))
  }
  const hurting = new Set(
    violations.filter(({ hurts = [] }) => hurts.length > 0).map(({ requirement }) => requirement.id),
  )
  const isIdle = ({ id }: { id: string }) => (hurting.has(id) ? 0 : 1)
  const idle = (cause: Cause) => Math.min(...cause.violations.map(isIdle))
  for (const cause of causes) cause.violations = cause.violations.toSorted((a, b) => isIdle(a) - isIdle(b))
  return causes.toSorted(
    (a, b) => idle(a) - idle(b) || bySeverity(a, b) || b.violations.length - a.violations.length,
  )
}

const onePerRequirement = (group: readonly Sighting[]): Sighting[] =>
  group.filter((one, at) => group.findIndex(other => other.requirement === one.requirement) === at)

/** What a client of the operation would see comes before what only a caller without a right sees. */
const plainFirst = (group: readonly Sighting[]): Sighting[] =>
  group.toSorted((a, b) => Number(REFUSAL.test(a.stated ?? '')) - Number(REFUSAL.test(b.stated ?? '')))
const REFUSAL = /^4|refusal/

/** `200, 422 or a refusal`. */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function causeOf(group: readonly Sighting[]) {
  const [first] = group as [Sighting]
  const { rule } = first.finding
  const stated = [...new Set(group.flatMap(one => one.stated ?? []))].toSorted()
  return {
    what:
      stated.length > 0
        ? `${first.what}, where ${either.format(stated)} is stated`
        : group.length > 1 && rule && first.exchange
          ? `${nameOf(first.exchange)} breaks a rule: ${rules[rule].says}`
          : first.what,
    severity: [...group].sort((a, b) => bySeverity(a.requirement, b.requirement))[0]!.requirement.severity,
    violations: group.map(({ requirement: { id }, finding: { sentence, rule } }) => ({
      id,
      sentence,
      rule: rule ?? null,
    })),
    /** The call that shows it. */
    exchange: first.exchange,
  }
}

/** What a finding shows, with a key that is equal for one cause, and the status stated instead of a wrong one. */
function sightingOf(requirement: Requirement, finding: Finding) {
  for (const exchange of finding.evidence) {
    const { operation: id, status } = exchange
    const stated = statedInstead(requirement, exchange)
    if (stated === undefined) continue
    const { successStatus } = operation(id)
    // No request of the operation may be answered so, whatever is expected of it.
    const isAlwaysWrong = status >= 500 || (status < 300 && status !== successStatus)
    const key = `${id} ${status} ${isAlwaysWrong ? '' : stated}`
    return { requirement, finding, key, what: `${nameOf(exchange)} answered ${status}`, stated, exchange }
  }
  const { evidence, rule, sentence } = finding
  const exchange = evidence.findLast(one => requirement.operations.includes(one.operation)) ?? evidence.at(-1)
  const key = rule && exchange ? `${exchange.operation} ${rule}` : `${exchange?.id ?? sentence}`
  return { requirement, finding, key, what: sentence, exchange }
}

const nameOf = ({ operation: id }: Exchange): string => `${operation(id).method} ${operation(id).path}`

/** The stated status, where a call has another one; undefined where its status is right or none is stated. */
function statedInstead(requirement: Requirement, { operation: id, status }: Exchange): string | undefined {
  const { operations, subject, reply } = requirement
  if (!operations.includes(id)) return undefined
  const isSuccessStated = reply || subject || status >= 500 || status < 300
  const success = isSuccessStated ? String(operation(id).successStatus) : undefined
  const expected = statedRefusal(requirement) ?? success
  const isRight = expected === 'a refusal' ? status >= 400 && status < 500 : String(status) === expected
  return isRight ? undefined : expected
}
