import type { Connection } from '../http/connection.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'
import { streamDelay } from '../work/stream-delay.ts'
import type { Workspace } from '../world/workspace.ts'

/** Waits by the workspace's clock, or by the machine's; false when the client has left meanwhile. */
export async function waitFor(
  ms: number,
  { response, id }: Connection,
  workspace: Workspace,
  realTime = false,
): Promise<boolean> {
  if (realTime) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = afterMachineTime(ms, resolve)
    response.once('close', resolve)
    await promise
    cancel()
    response.off('close', resolve)
    return !response.destroyed
  }
  let left = () => {}
  const delay = streamDelay(workspace, id, listener => {
    left = listener
    response.once('close', left)
  })
  try {
    return await delay.waitForClock(ms)
  } finally {
    delay.close()
    // A slow reply waits for each of its pieces.
    response.off('close', left)
  }
}
