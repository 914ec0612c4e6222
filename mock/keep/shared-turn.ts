// Acts once for all who ask for it in turns of the event loop that follow each other.
import { platform } from '#platform'

/** How many turns it waits at most while each of them asks again. */
const MAX_TURNS = 8

export class SharedTurn {
  readonly #act: () => void
  /** How often it was asked. */
  #count = 0
  #done: Promise<void> | undefined

  constructor(act: () => void) {
    this.#act = act
  }

  /** Settles as the act that was asked for does; undefined if none was. */
  get done(): Promise<void> | undefined {
    return this.#done
  }

  /** Acts after the next turn in which nobody asks. */
  ask(): void {
    this.#count += 1
    if (this.#done) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#done = promise
    // Whoever needs it awaits `done`.
    promise.catch(() => {})
    this.#afterCalm(MAX_TURNS, () => {
      this.#done = undefined
      try {
        this.#act()
        resolve()
      } catch (error) {
        reject(error)
      }
    })
  }

  #afterCalm(turns: number, act: () => void): void {
    const before = this.#count
    platform.afterThisTurn(() => {
      if (turns === 1 || this.#count === before) act()
      else this.#afterCalm(turns - 1, act)
    })
  }
}
