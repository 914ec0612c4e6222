import { targetFile } from '../../target/target-file.ts'
import type { ControlHandlers } from '../handler.ts'
import { metricsOf } from '../metrics.ts'

/** How the mock is doing, for whoever runs it; and how the conformance suite is pointed at it. */
export const running = {
  getReadiness: (_, { realm }) =>
    realm.hub.traffic.isStopping
      ? { status: 503, body: { status: 'stopping' } }
      : { status: 200, body: { status: 'ready' } },
  getMetrics: (_, { realm }) => ({ status: 200, body: metricsOf(realm.hub) }),
  async getTarget({ header }, { realm, tenancy }) {
    const { workspace } = tenancy
    const other = realm.hub.get('second-tenant')?.workspace
    const body = await targetFile({
      baseUrl: `http://${header.Host ?? '127.0.0.1:4010'}`,
      workspace,
      ...(other === workspace ? {} : { other }),
    })
    return { status: 200, body }
  },
} satisfies ControlHandlers<'getReadiness' | 'getMetrics' | 'getTarget'>
