/** A watch: the suite again and again, on several deployments, with a history. */
import { setTimeout } from 'node:timers/promises'
import type { Usage } from '#openapi/usage'
import { outbox } from './alert.ts'
import {
  type Deployment,
  DeploymentWatch,
  type Pace,
  SAVE_AGAIN_MS,
  type Surroundings,
} from './deployment-watch.ts'
import { History } from './history.ts'
import { StoreProblem } from './store.ts'

export interface WatchOptions extends Omit<Surroundings, 'history' | 'isSent' | 'clients' | 'now'> {
  readonly deployments: readonly Deployment[]
  /** The SQLite file. */
  readonly store: string
  readonly pace: Pace
  readonly clients?: readonly Usage[]
  /** Where alerts are sent. */
  readonly webhook?: string | undefined
  /** Milliseconds since 1970. Default: the clock of this machine. */
  readonly now?: () => number
}

/** Something that is done again and again. */
type Task = Pick<DeploymentWatch, 'next' | 'run'>

/** The longest time until somebody who changed the clock, or an alert that was just written, is noticed. */
const LOOK_EVERY_MS = 2_000

export class Watch implements Disposable {
  readonly history: History
  readonly clients: readonly Usage[]
  readonly now: () => number
  readonly deployments: readonly DeploymentWatch[]
  readonly outbox: Task | undefined
  readonly #onProblem: (message: string) => void

  /** Opens the store. Throws a StoreProblem. */
  constructor({ deployments, store, clients = [], webhook, now = Date.now, ...options }: WatchOptions) {
    this.history = new History(store)
    this.clients = clients
    this.now = now
    this.#onProblem = options.onPass
    this.outbox = webhook === undefined ? undefined : outbox(this.history, webhook, now)
    const around = { ...options, history: this.history, clients, now, isSent: webhook !== undefined }
    this.deployments = deployments.map(one => new DeploymentWatch(one, around))
  }

  get tasks(): Task[] {
    return [...this.deployments, ...(this.outbox ? [this.outbox] : [])]
  }

  /** Why the store is behind what was seen. */
  get problem(): string | undefined {
    return this.deployments.find(one => one.problem !== undefined)?.problem
  }

  /** One pass of each deployment, and one try to send what waits. */
  async once(): Promise<void> {
    await Promise.all(this.deployments.map(one => one.run(true)))
    await this.outbox?.run()
  }

  /** Does everything when it is due, until the signal is aborted. `onChange` is called after each piece of work. */
  async follow(signal: AbortSignal, onChange: () => void): Promise<void> {
    await Promise.all(
      this.tasks.map(async task => {
        while (!signal.aborted) {
          const wait = task.next() - this.now()
          if (wait > 0) await pause(Math.min(wait, LOOK_EVERY_MS), signal)
          else {
            try {
              await task.run()
              onChange()
            } catch (error) {
              if (!(error instanceof StoreProblem)) throw error
              this.#onProblem(error.message)
              await pause(SAVE_AGAIN_MS, signal)
            }
          }
        }
      }),
    )
  }

  [Symbol.dispose](): void {
    this.history[Symbol.dispose]()
  }
}

/** Ends early, too, when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => {})
