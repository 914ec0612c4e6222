// Delays while a client waits, such as the time to write a streamed answer.
import type { EventHandlers } from '../world/planned-events.ts'
import type { Workspace } from '../world/workspace.ts'

const TICK = 'pace.tick'

/** Waits on the workspace's clock, until the client leaves. Close it when done. */
export class StreamDelay {
  readonly #workspace: Workspace
  readonly #subject: string
  readonly #stops: readonly (() => void)[]
  #gone = false
  #wake: (() => void) | undefined

  /** `subject` is the id of what takes the time; `onGone` registers a callback for when the client leaves. */
  constructor(workspace: Workspace, subject: string, onGone: (listener: () => void) => void) {
    this.#workspace = workspace
    this.#subject = subject
    const leave = () => {
      this.#gone = true
      this.#ring()
    }
    this.#stops = [
      workspace.feed.listen(subject, signal => (signal === 'gone' ? leave() : this.#ring())),
      workspace.simulation.listen(),
    ]
    onGone(leave)
  }

  /** Waits for workspace time to pass; returns at once on a frozen clock. False if the client has left. */
  async wait(ms: number): Promise<boolean> {
    if (this.#workspace.simulation.clock.mode.kind === 'frozen') return !this.#gone
    return this.#passed(ms, true)
  }

  /** The same, but on a frozen clock it waits until the clock is moved. */
  async waitForClock(ms: number): Promise<boolean> {
    return this.#passed(ms, false)
  }

  async #passed(ms: number, background: boolean): Promise<boolean> {
    const { simulation } = this.#workspace
    if (this.#gone) return false
    const waiting = new Promise<void>(resolve => {
      this.#wake = resolve
    })
    simulation.plan(simulation.now() + ms, TICK, this.#subject, null, background)
    await waiting
    return !this.#gone
  }

  close(): void {
    this.#workspace.simulation.cancelWhere(this.#subject, TICK)
    for (const stop of this.#stops) stop()
  }

  #ring(): void {
    this.#wake?.()
    this.#wake = undefined
  }
}

export const streamDelayEvents = {
  [TICK]: (workspace, { subject }) => workspace.feed.announce(subject),
} satisfies Partial<EventHandlers>
