// Reads that show an earlier state: of figures, if a twin with `--pace` asks for it, and of records.
import type { OperationId } from '#openapi'
import type { FaultSpec } from '../control/generated/control.gen.ts'
import type { OperationPace } from '../dialect/dialect.ts'
import { decisions } from '../profile/decisions.ts'
import type { Workspace } from '../world/workspace.ts'

export function lateReads({ profile }: Workspace): FaultSpec[] {
  const all = Object.entries(profile.dialect?.pace ?? {}) as [OperationId, OperationPace][]
  const late = all.filter(([, { late = 0 }]) => late > 0)
  const figures = [...Map.groupBy(late, ([, { late }]) => late)].map(([behind, its]) =>
    readsBehind(`${behind}ms`, ...its.map(([id]) => id)),
  )
  const probability = decisions.shareOfLateReads(profile)
  return probability === 0 ? figures : [...figures, { ...readsBehind('4s', ...RECORDS), probability }]
}

/** The reads of records that lag; gap `read-after-write`. */
const RECORDS = ['getRun', 'getTask', 'getTaskByNumber', 'listTaskRuns'] as const satisfies OperationId[]

function readsBehind(behind: string, ...operation: OperationId[]): FaultSpec {
  return { on: { operation }, effects: [{ do: 'stale', behind }], ttl: '0s' }
}
