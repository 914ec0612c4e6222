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
  /** Why the run ended before its checks did; undefined if it did not. */
  stopped: string | undefined
}

/** Exit statuses as `--help` lists them. */
export function outcomeOf(parts: OutcomeParts): Pick<Report, 'exit' | 'outcome'> {
  const { problems, rows, counts, causes, waivers, leftovers, faults, strictAdvice, stopped } = parts
  if (problems.length > 0)
    return { exit: 4, outcome: 'Nothing was judged: the deployment is unreachable or refuses a key.' }
  const ends = (exit: Report['exit'], verdict: string) => ({
    exit,
    outcome: `${[verdict, ...rest(parts)].join('; ')}.`,
  })
  const clean = 'Nothing contradicts the specification'
  if (counts.violated > 0) {
    const by = causes.length === 1 ? 'one cause' : `${causes.length} causes`
    return ends(1, `${are(counts.violated, 'requirement')} violated, by ${by}`)
  }
  if (strictAdvice > 0) {
    const counted = strictAdvice === 1 ? 'piece of advice counts' : 'pieces of advice count'
    return ends(1, `${clean}, but ${strictAdvice} ${counted} as violated with --strict`)
  }
  // What was not reached may be violated, so no allowance applies.
  if (stopped !== undefined) return ends(3, `${clean}, but ${stopped}`)
  const stale = waivers.filter(waiver => waiver.state !== 'in use').length
  if (stale > 0) return ends(1, `${clean}, but ${are(stale, 'waiver')} out of date or no longer needed`)
  if (faults > 0)
    return ends(5, `${clean}, but ${count(faults, 'check')} failed by a fault of the suite itself`)
  if (leftovers.length > 0) return ends(6, `${clean}, but ${are(leftovers.length, 'thing')} left behind`)
  if (counts.met + counts.waived === 0)
    return {
      exit: 3,
      outcome: `None of ${count(rows.length, 'requirement')} was exercised${because(parts)}.`,
    }
  const { allowNotExercised: allowances } = parts
  const isAllowed = (id: string) =>
    allowances.some(one => one === 'all' || id === one || id.startsWith(`${one}-`))
  return ends(rows.some(row => row.verdict === 'not exercised' && !isAllowed(row.id)) ? 3 : 0, clean)
}

/** What there is to say of the requirements that are not violated. */
function rest(parts: OutcomeParts): string[] {
  const { met, violated, not_exercised: open, waived } = parts.counts
  const noun = violated > 0 ? 'other' : 'requirement'
  const shown =
    open > 0
      ? [`${count(open, noun)} ${open === 1 ? 'was' : 'were'} not exercised${because(parts)}`]
      : met > 0
        ? [`${violated + waived > 0 || met === 1 ? '' : 'all '}${are(met, noun)} met`]
        : []
  return [...shown, ...(waived > 0 ? [`${are(waived, 'violation')} waived`] : [])]
}

/** `, 94 of them because 8 keys are missing`; empty where no key is. */
function because({ counts, unkeyed }: OutcomeParts): string {
  if (unkeyed.size === 0) return ''
  const part = unkeyed.size === counts.not_exercised ? '' : ` ${unkeyed.size} of them`
  return `,${part} because ${are(countKeys(unkeyed.values()), 'key')} missing`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const are = (number: number, noun: string) => `${count(number, noun)} ${number === 1 ? 'is' : 'are'}`
