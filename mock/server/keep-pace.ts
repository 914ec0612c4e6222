// The latency of a deployment, if a twin with `--pace` asks for it.
import type { OperationId } from '#openapi'
import { draw } from '../faults/distribution.ts'
import { waitFor } from '../faults/wait-for.ts'
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
