import type { Connection } from '../http/connection.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'
import { StreamDelay } from '../work/stream-delay.ts'
import type { Workspace } from '../world/workspace.ts'

/** Waits by the workspace's clock, or by the machine's; false when the client has left meanwhile. */
export async function waitFor(
  ms: number,
  { response, exchange }: Connection,
  workspace: Workspace,
  realTime = false,
): Promise<boolean> {
  if (realTime) {
    await new Promise<void>(resolve => {
      const cancel = afterMachineTime(ms, resolve)
      response.once('close', () => {
        cancel()
        resolve()
      })
    })
    return !response.destroyed
  }
  const delay = new StreamDelay(workspace, exchange.id, listener => response.once('close', listener))
  try {
    return await delay.waitForClock(ms)
  } finally {
    delay.close()
  }
}
