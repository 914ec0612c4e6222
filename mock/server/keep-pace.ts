// The pace of a deployment, if a twin with `--pace` asks for it: its latency, and how late its figures are.
import type { OperationId } from '#openapi'
import type { OperationPace } from '../dialect/pace.ts'
import { draw } from '../faults/distribution.ts'
import type { FaultSpec } from '../faults/fault.ts'
import { waitFor } from '../faults/wait-for.ts'
import type { Workspace } from '../world/workspace.ts'
import type { RequestContext } from './request-context.ts'

/** Waits by the clock of the workspace for as long as the deployment would; a frozen clock has no latency. */
export function keepPace(context: RequestContext): Promise<void> | undefined {
  const { profile, operation, workspace, isLook, console } = context
  const pace = profile.dialect?.pace
  if (!pace || !operation || !workspace || isLook || console) return undefined
  const latency = pace[operation.id as OperationId] ?? pace['*']
  if (!latency || workspace.simulation.clock.mode.kind === 'frozen') return undefined
  const { median, p95 } = latency
  const ms = draw({ percentiles: { 50: median, 95: p95 } }, workspace.random.fork(`pace/${context.id}`))
  return waitFor(ms, context, workspace).then(isThere => {
    if (isThere) return
    context.brokenOff = true
    context.isAnswered = true
  })
}

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
