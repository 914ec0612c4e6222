import type { ControlHandlers } from '../handler.ts'
import { metricsOf } from '../metrics.ts'
import { targetFile } from '../target-file.ts'

/** How the mock is doing, for whoever runs it; and how the conformance suite is pointed at it. */
export const running = {
  getReadiness: (_, { workspaces }) =>
    workspaces.registry.traffic.isStopping
      ? { status: 503, body: { status: 'stopping' } }
      : { status: 200, body: { status: 'ready' } },
  getMetrics: (_, { workspaces }) => ({ status: 200, body: metricsOf(workspaces) }),
  async getTarget({ header }, { workspaces, hosted }) {
    const { workspace } = hosted
    const other = workspaces.registry.get('second-tenant')?.workspace
    const body = await targetFile({
      baseUrl: `http://${header.Host ?? '127.0.0.1:4010'}`,
      workspace,
      ...(other === workspace ? {} : { other }),
    })
    return { status: 200, body }
  },
} satisfies ControlHandlers<'getReadiness' | 'getMetrics' | 'getTarget'>
