// Lets something take time while a client waits for it, such as the writing of a streamed answer.
import type { EventHandlers, Workspace } from '../world/workspace.ts'

const TICK = 'pace.tick'

/** Waits by the workspace's clock, until whoever it waits for has left. To be closed when done. */
export class StreamDelay {
  readonly #workspace: Workspace
  readonly #subject: string
  readonly #stops: readonly (() => void)[]
  #gone = false
  #wake: (() => void) | undefined

  /** `subject` is the id of what takes the time; `onGone` calls back when nobody waits any more. */
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

  /** Lets that many milliseconds pass, none on a frozen clock; false when nobody waits any more. */
  async wait(ms: number): Promise<boolean> {
    if (this.#workspace.simulation.clock.mode.kind === 'frozen') return !this.#gone
    return this.#passed(ms, true)
  }

  /** Lets that many milliseconds pass, however long it takes until a frozen clock is moved. */
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

export const streamDelayEvents: EventHandlers = {
  [TICK]: (workspace, { subject }) => workspace.feed.announce(subject),
}
