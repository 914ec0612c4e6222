/** A waiver turns a violation into `waived` until its date; an expired or unneeded waiver is itself a finding. */
import type { WaiverInput } from '../target/target-schema.ts'
import type { ReportedRequirement } from './report.ts'

/** Marks waived requirements and reports for each waiver whether it is in use, expired, unneeded or without subject. */
export function judgeWaivers(waivers: readonly WaiverInput[], rows: ReportedRequirement[], today: Date) {
  const day = today.toISOString().slice(0, 10)
  return waivers.flatMap(waiver => {
    const row = rows.find(one => one.id === waiver.requirement)
    // A partial run says nothing about waivers of other requirements.
    if (!row) return []
    const inForce = waiver.until >= day
    const needed = row.verdict === 'violated'
    if (needed && inForce) row.verdict = 'waived'
    const undecided = row.verdict === 'not exercised'
    const state = !inForce ? 'expired' : needed || undecided ? 'in use' : 'no longer needed'
    return [{ ...waiver, state }]
  })
}
