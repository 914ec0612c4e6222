import { type Mock, type MockOptions, startMock } from '#mock'
import type { ValuesOf } from '../../flags/flag.ts'
import type { Terminal } from '../command.ts'
import { MockProblem, type mockFlags, type RunningMock, runningMock } from '../running-mock.ts'

/** The mock of an assistant's session: started by it, or running on this machine. */
export class Session {
  readonly #flags: ValuesOf<typeof mockFlags>
  readonly #terminal: Terminal
  #started: Mock | undefined
  /** The environment variables that a target file may name: an assistant chooses the file, and the address in it. */
  readonly targetEnv: Terminal['env']

  constructor(flags: ValuesOf<typeof mockFlags>, terminal: Terminal, targetEnv: Terminal['env'] = {}) {
    this.targetEnv = targetEnv
    this.#flags = flags
    this.#terminal = terminal
  }

  /** Starts a mock in this process, which ends with the session. `left` is the one that was used until now. */
  async start(options: MockOptions): Promise<{ mock: RunningMock; left: string | null }> {
    const before = await this.mock().catch(() => undefined)
    const left = before && `${before.url}${this.#started ? ', which is stopped' : ', which goes on running'}`
    // A start that fails leaves the mock before it at work, unless both want the same port.
    if (options.port && this.#started?.url.endsWith(`:${options.port}`)) await this.stop()
    const started = await startMock(options)
    await this.stop()
    this.#started = started
    return { mock: await this.mock(), left: left ?? null }
  }

  async stop(): Promise<void> {
    await this.#started?.stop()
    this.#started = undefined
  }

  /** Throws `MockProblem` if there is none. */
  async mock(): Promise<RunningMock> {
    const flags = this.#started ? { ...this.#flags, 'base-url': this.#started.url } : this.#flags
    const mock = runningMock(flags, this.#terminal)
    await mock.call('getHealth').catch(() => {
      throw new MockProblem(`No mock runs at ${mock.url}. Start one with start_mock.`)
    })
    return mock
  }
}
