import type { Connection } from '../http/connection.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'
import { StreamDelay } from '../work/stream-delay.ts'
import type { Workspace } from '../world/workspace.ts'

/** Waits by the workspace's clock, or by the machine's; false when the client has left meanwhile. */
export async function waitFor(
  ms: number,
  { response, id }: Connection,
  workspace: Workspace,
  realTime = false,
): Promise<boolean> {
  let left = () => {}
  const whenGone = (listener: () => void) => {
    left = listener
    response.once('close', left)
  }
  try {
    if (realTime) {
      await new Promise<void>(resolve => {
        const cancel = afterMachineTime(ms, resolve)
        whenGone(() => {
          cancel()
          resolve()
        })
      })
      return !response.destroyed
    }
    const delay = new StreamDelay(workspace, id, whenGone)
    try {
      return await delay.waitForClock(ms)
    } finally {
      delay.close()
    }
  } finally {
    // A slow reply waits for each of its pieces.
    response.off('close', left)
  }
}
