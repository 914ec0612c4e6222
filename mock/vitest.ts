// A fixture for vitest: each test has a workspace of its own.
import { test as base } from 'vitest'
import { type Mock, type MockOptions, type MockWorkspace, startMock, type WorkspaceOptions } from './index.ts'

/** What a test is given. */
export interface MockFixtures {
  /** How the mock of the test file is started. */
  mockOptions: MockOptions
  /** The mock of the test file. */
  mock: Mock
  /** A workspace for this test alone; it is let go when the test ends. */
  workspace: MockWorkspace
  /** Where the client under test has to send its requests. */
  url: string
  /** The keys of the workspace, by name. */
  keys: MockWorkspace['keys']
}

/** How the mock is started, and what each workspace is made of. */
export interface FixtureOptions extends Omit<MockOptions, 'port'> {
  workspace?: Omit<WorkspaceOptions, 'from'> & { from?: 'demo' | 'quiet' }
}

/**
 * vitest's `test` with a workspace for each test. By default its clock is frozen, so nothing happens by itself. When a test
 * fails, what stands still in its workspace is printed.
 *
 * @example
 * import { test } from 'agent-work/vitest'
 *
 * test('shows a finished run', async ({ url, keys, workspace }) => {
 *   const run = await myClient({ url, key: keys.member }).start(workspace.roles.agents['agent-that-finishes'])
 *   workspace.clock.untilIdle()
 *   …
 * })
 */
export const test = testWith()

/**
 * The same for a mock of other options.
 *
 * @example const test = testWith({ vary: true, workspace: { from: 'quiet' } })
 */
export function testWith({ workspace: content = {}, ...options }: FixtureOptions = {}) {
  return base.extend<MockFixtures>({
    mockOptions: [{ clock: { frozen: '2026-11-20T09:00:00Z' }, ...options }, { scope: 'file' }],
    mock: [
      async ({ mockOptions }, use) => {
        await using mock = await startMock(mockOptions)
        await use(mock)
      },
      { scope: 'file' },
    ],
    workspace: async ({ mock, task }, use) => {
      await using workspace = mock.workspace(content)
      await use(workspace)
      if (task.result?.state === 'fail') console.error(workspace.diagnose().text)
    },
    url: async ({ mock }, use) => use(mock.url),
    keys: async ({ workspace }, use) => use(workspace.keys),
  })
}
