// Delays while a client waits, such as the time to write a streamed answer.
import type { EventHandlers } from '../world/planned-events.ts'
import type { Workspace } from '../world/workspace.ts'

const TICK = 'pace.tick'

/**
 * Waits on the workspace's clock, until the client leaves. `subject` is the id of what takes the time; `onGone` registers
 * a callback for when the client leaves. Close it when done.
 */
export function streamDelay(
  { feed, simulation }: Workspace,
  subject: string,
  onGone: (listener: () => void) => void,
) {
  let isGone = false
  let wake: (() => void) | undefined
  const leave = () => {
    isGone = true
    wake?.()
  }
  const stops = [
    feed.listen(subject, signal => (signal === 'gone' ? leave() : wake?.())),
    simulation.listen(),
  ]
  onGone(leave)
  const passed = async (ms: number, background: boolean): Promise<boolean> => {
    if (isGone) return false
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    simulation.plan(simulation.now() + ms, TICK, subject, null, background)
    await promise
    return !isGone
  }
  return {
    /** Waits for workspace time to pass; returns at once on a frozen clock. False if the client has left. */
    wait: async (ms: number) => (simulation.clock.mode.kind === 'frozen' ? !isGone : passed(ms, true)),
    /** The same, but on a frozen clock it waits until the clock is moved. */
    waitForClock: (ms: number) => passed(ms, false),
    close() {
      simulation.cancelWhere(subject, TICK)
      for (const stop of stops) stop()
    },
  }
}

export const streamDelayEvents = {
  [TICK]: (workspace, { subject }) => workspace.feed.announce(subject),
} satisfies Partial<EventHandlers>
