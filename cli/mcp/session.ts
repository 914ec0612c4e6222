import { type Mock, type MockOptions, startMock } from '#mock'
import type { ValuesOf } from '../../flags/flag.ts'
import type { Terminal } from '../command.ts'
import { MockProblem, type mockFlags, type RunningMock, runningMock } from '../running-mock.ts'

export type Session = ReturnType<typeof openSession>

/**
 * The mock of an assistant's session: started by it, or running on this machine. `targetEnv` has the environment variables
 * that a target file may name: an assistant chooses the file, and the address in it.
 */
export function openSession(
  flags: ValuesOf<typeof mockFlags>,
  terminal: Terminal,
  targetEnv: Terminal['env'],
) {
  let started: Mock | undefined

  /** Starts a mock in this process, which ends with the session. `left` is the one that was used until now. */
  async function start(options: MockOptions): Promise<{ mock: RunningMock; left: string | null }> {
    const before = await mock().catch(() => undefined)
    const left = before && `${before.url}${started ? ', which is stopped' : ', which goes on running'}`
    // A start that fails leaves the mock before it at work, unless both want the same port.
    if (options.port && started?.url.endsWith(`:${options.port}`)) await stop()
    const next = await startMock(options)
    await stop()
    started = next
    return { mock: await mock(), left: left ?? null }
  }

  async function stop(): Promise<void> {
    await started?.stop()
    started = undefined
  }

  /** Throws `MockProblem` if there is none. */
  async function mock(): Promise<RunningMock> {
    const found = runningMock(started ? { ...flags, 'base-url': started.url } : flags, terminal)
    await found.call('getHealth').catch(() => {
      throw new MockProblem(`No mock runs at ${found.url}. Start one with start_mock.`)
    })
    return found
  }

  return { targetEnv, start, stop, mock }
}
