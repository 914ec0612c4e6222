/** The exit status of a run, and its verdict in one sentence. */
import type { Lack } from '../requirements/missing.ts'
import { countKeys } from '../requirements/missing-keys.ts'
import type { Report, ReportedRequirement } from './report.ts'

export interface OutcomeParts {
  problems: readonly string[]
  rows: readonly ReportedRequirement[]
  counts: Report['counts']
  causes: Report['causes']
  /** By requirement that was not exercised: the keys that it lacks. */
  unkeyed: ReadonlyMap<string, readonly Lack[]>
  waivers: Report['waivers']
  leftovers: Report['leftovers']
  /** Faults of the suite. */
  faults: number
  /** Advice that counts as violated. */
  strictAdvice: number
  allowNotExercised: readonly string[]
}

/** Exit statuses as `--help` lists them. */
export function outcomeOf(parts: OutcomeParts): { exit: number; outcome: string } {
  const { problems, rows, counts, causes, waivers, leftovers, faults, strictAdvice } = parts
  if (problems.length > 0)
    return { exit: 4, outcome: 'Nothing was judged: the deployment is unreachable or refuses a key.' }
  const stale = waivers.filter(waiver => waiver.state !== 'in use').length
  const ending = `${notShown(parts)}${counts.waived > 0 ? `; ${are(counts.waived, 'violation')} waived` : ''}.`
  const but = (exit: number, what: string) => ({
    exit,
    outcome: `Nothing contradicts the specification, but ${what}; ${ending}`,
  })
  if (counts.violated > 0) {
    const by = causes.length === 1 ? 'one cause' : `${causes.length} causes`
    return { exit: 1, outcome: `${are(counts.violated, 'requirement')} violated, by ${by}; ${ending}` }
  }
  if (strictAdvice > 0)
    return but(
      1,
      `${count(strictAdvice, 'piece')} of advice ${strictAdvice === 1 ? 'counts' : 'count'} as violated with --strict`,
    )
  if (stale > 0) return but(1, `${are(stale, 'waiver')} out of date or no longer needed`)
  if (faults > 0) return but(5, `${count(faults, 'check')} failed by a fault of the suite itself`)
  if (leftovers.length > 0) return but(6, `${are(leftovers.length, 'thing')} left behind`)
  if (counts.met + counts.waived === 0)
    return { exit: 3, outcome: `None of ${count(rows.length, 'requirement')} was shown${because(parts)}.` }
  const { allowNotExercised: allowances } = parts
  const isAllowed = (id: string) =>
    allowances.some(one => one === 'all' || id === one || id.startsWith(`${one}-`))
  const open = rows.some(row => row.verdict === 'not exercised' && !isAllowed(row.id))
  return { exit: open ? 3 : 0, outcome: `Nothing contradicts the specification; ${ending}` }
}

function notShown(parts: OutcomeParts): string {
  const { rows, counts } = parts
  const open = counts.not_exercised
  if (open === 0)
    return counts.violated > 0 ? 'all others are met' : `all ${count(rows.length, 'requirement')} are met`
  const noun = counts.violated > 0 ? 'other' : 'requirement'
  const some = `${count(open, noun)} ${open === 1 ? 'was' : 'were'} not shown`
  return `${some}${because(parts)}`
}

/** `, 94 of them because 8 keys are missing`; empty where no key is. */
function because({ counts, unkeyed }: OutcomeParts): string {
  if (unkeyed.size === 0) return ''
  const part = unkeyed.size === counts.not_exercised ? '' : ` ${unkeyed.size} of them`
  return `,${part} because ${are(countKeys(unkeyed.values()), 'key')} missing`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const are = (number: number, noun: string) => `${count(number, noun)} ${number === 1 ? 'is' : 'are'}`
