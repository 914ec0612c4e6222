import type { ControlHandlers } from '../handler.ts'
import { metricsOf } from '../metrics.ts'
import { targetFile } from '../target-file.ts'

/** How the mock is doing, for whoever runs it; and how the conformance suite is pointed at it. */
export const running = {
  getReadiness(_, { workspaces }) {
    const { traffic, keeper } = workspaces.registry
    if (traffic.isStopping) return { status: 503, body: { status: 'stopping' } }
    const problem = keeper?.check()
    if (problem) return { status: 503, body: { status: 'keep_failed', reason: problem.message } }
    return { status: 200, body: { status: 'ready' } }
  },
  getMetrics: (_, { workspaces }) => ({ status: 200, body: metricsOf(workspaces) }),
  async getTarget({ header }, { workspaces, hosted, ownUrl }) {
    const { workspace } = hosted
    const other = workspaces.registry.get('second-tenant')?.workspace
    const body = await targetFile({
      baseUrl: header.Host === undefined ? ownUrl : `http://${header.Host}`,
      workspace,
      ...(other === workspace ? {} : { other }),
    })
    return { status: 200, body }
  },
} satisfies ControlHandlers<'getReadiness' | 'getMetrics' | 'getTarget'>
