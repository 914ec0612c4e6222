/** The exit status of a run, and its verdict in one sentence. */
import type { Lack } from '../requirements/missing.ts'
import { countKeys } from '../requirements/missing-keys.ts'
import type { Report } from './report.ts'

/** What decides the outcome beside what the report says. */
export interface Circumstances {
  /** By requirement: the keys that the target lacks for it. */
  unkeyed: ReadonlyMap<string, readonly Lack[]>
  /** Requirement ids or prefixes that may stay unexercised; `all` for every one. */
  allowNotExercised: readonly string[]
  /** Why the run ended before its checks did; undefined if it did not. */
  stopped?: string | undefined
}

/** Exit statuses as `--help` lists them. */
export function outcomeOf(
  report: Report,
  { unkeyed, allowNotExercised, stopped }: Circumstances,
): Pick<Report, 'exit' | 'outcome'> {
  const { problems, requirements: rows, counts, causes, waivers, leftovers } = report
  const open = rows.filter(row => row.verdict === 'not exercised').map(({ id }) => id)
  const reason = because(open, unkeyed)
  if (problems.length > 0)
    return { exit: 4, outcome: 'Nothing was judged: the deployment is unreachable or refuses a key.' }
  const ends = (exit: Report['exit'], verdict: string) => ({
    exit,
    outcome: `${[verdict, ...rest(counts, reason)].join('; ')}.`,
  })
  const clean = 'Nothing contradicts the specification'
  if (counts.violated > 0) {
    const by = causes.length === 1 ? 'one cause' : `${causes.length} causes`
    return ends(1, `${are(counts.violated, 'requirement')} violated, by ${by}`)
  }
  const advice = report.advice.length
  if (report.strict && advice > 0) {
    const counted = advice === 1 ? 'piece of advice counts' : 'pieces of advice count'
    return ends(1, `${clean}, but ${advice} ${counted} as violated with --strict`)
  }
  // What was not reached may be violated, so no allowance applies.
  if (stopped !== undefined) return ends(3, `${clean}, but ${stopped}`)
  const stale = waivers.filter(waiver => waiver.state !== 'in use').length
  if (stale > 0) return ends(1, `${clean}, but ${are(stale, 'waiver')} out of date or no longer needed`)
  const faults = report.scenarios.filter(({ fault }) => fault !== null).length
  if (faults > 0)
    return ends(5, `${clean}, but ${count(faults, 'check')} failed by a fault of the suite itself`)
  if (leftovers.length > 0) return ends(6, `${clean}, but ${are(leftovers.length, 'thing')} left behind`)
  if (counts.met + counts.waived === 0)
    return { exit: 3, outcome: `None of ${count(rows.length, 'requirement')} was exercised${reason}.` }
  const isAllowed = (id: string) =>
    allowNotExercised.some(one => one === 'all' || id === one || id.startsWith(`${one}-`))
  return ends(open.every(isAllowed) ? 0 : 3, clean)
}

/** What there is to say of the requirements that are not violated. */
function rest({ met, violated, not_exercised: open, waived }: Report['counts'], reason: string): string[] {
  const noun = violated > 0 ? 'other' : 'requirement'
  const shown =
    open > 0
      ? [`${count(open, noun)} ${open === 1 ? 'was' : 'were'} not exercised${reason}`]
      : met > 0
        ? [`${violated + waived > 0 || met === 1 ? '' : 'all '}${are(met, noun)} met`]
        : []
  return [...shown, ...(waived > 0 ? [`${are(waived, 'violation')} waived`] : [])]
}

/** `, 94 of them because 8 keys are missing`; empty where no key is. */
function because(open: readonly string[], unkeyed: Circumstances['unkeyed']): string {
  const lacking = open.flatMap(id => (unkeyed.has(id) ? [unkeyed.get(id)!] : []))
  if (lacking.length === 0) return ''
  const part = lacking.length === open.length ? '' : ` ${lacking.length} of them`
  return `,${part} because ${are(countKeys(lacking), 'key')} missing`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const are = (number: number, noun: string) => `${count(number, noun)} ${number === 1 ? 'is' : 'are'}`
