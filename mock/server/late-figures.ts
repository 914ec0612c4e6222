// How late the figures of a deployment are, if a twin with `--pace` asks for it.
import type { OperationId } from '#openapi'
import type { OperationPace } from '../dialect/pace.ts'
import type { FaultSpec } from '../faults/fault.ts'
import type { Workspace } from '../world/workspace.ts'

/** Late figures are those of an earlier state. */
export function lateFigures({ profile: { dialect } }: Workspace): FaultSpec[] {
  const all = Object.entries(dialect?.pace ?? {}) as [OperationId, OperationPace][]
  const late = all.filter(([, { late = 0 }]) => late > 0)
  return [...Map.groupBy(late, ([, { late }]) => late)].map(([behind, its]) => ({
    on: { operation: its.map(([id]) => id) },
    effects: [{ do: 'stale', behind: `${behind}ms` }],
    ttl: '0s',
  }))
}
