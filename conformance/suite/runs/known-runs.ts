/** Runs of the suite, and which of them lists of runs must hold. */

import type { Trial } from '../../engine/trial.ts'
import { refIn, wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'

export interface KnownRun {
  id: string
  agent_id: string
  status: string
  hasEnded: boolean
  /** Only runs of the person who reads are certain to be listed, and not those that were retried. */
  mustBeListed: boolean
}

/** Our runs as they were last read, where the record shows the agent and the status. */
export function knownRuns(t: Trial): KnownRun[] {
  const reader = t.keys.with('runs:read')
  return t.context.ownRecords.histories().flatMap(({ kind, id, views, writes }): KnownRun[] => {
    const record = views.findLast(({ exchange }) => exchange.operation === 'getRun')?.record
    const agent_id = views.map(one => refIn(one.record, 'agent')).find(one => one !== undefined)
    const status = wordIn(record)
    if (kind !== 'run' || !record || status === undefined || agent_id === undefined) return []
    const hasEnded = phaseOf(status, Boolean(record.summary)) === 'ended'
    const start = writes.find(({ operation }) => operation === 'startRun')?.exchange
    const isRetried = writes.some(one => one.operation === 'retryRun' && one.status < 300)
    const mustBeListed = start !== undefined && t.keys.areOfOne(reader, start.key) && !isRetried
    return [{ id, agent_id, status, hasEnded, mustBeListed }]
  })
}
