/** A waiver turns one violation into `waived`, until its day; one that is late or not needed is itself a finding. */
import type { WaiverInput } from '../target/target-schema.ts'
import type { Report, ReportedRequirement } from './report.ts'

/** Marks waived rows and says of each waiver whether it is in use, expired, not needed or about nothing. */
export function judgeWaivers(
  waivers: readonly WaiverInput[],
  rows: ReportedRequirement[],
  today: Date,
): Report['waivers'] {
  const day = today.toISOString().slice(0, 10)
  return waivers.flatMap(waiver => {
    const row = rows.find(one => one.id === waiver.requirement)
    // A run of a part of the suite says nothing about waivers of the other parts.
    if (!row) return []
    const inForce = waiver.until >= day
    const needed = row.verdict === 'violated'
    if (needed && inForce) row.verdict = 'waived'
    const undecided = row.verdict === 'not exercised'
    const state = !inForce ? 'expired' : needed || undecided ? 'in use' : 'no longer needed'
    return [{ ...waiver, state }]
  })
}
