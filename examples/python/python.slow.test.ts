// The Python helper, tested by pytest: against a mock that it is given, and against one that it starts.
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startMock } from '#mock'

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0
const main = join(import.meta.dirname, '../../cli/main.ts')

async function pytest(env: Record<string, string>, ...which: string[]): Promise<string> {
  const { AGENT_WORK_URL: _, ...others } = process.env
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...which]
  const { stdout } = await promisify(execFile)('python3', args, {
    cwd: import.meta.dirname,
    env: { ...others, PYTHONDONTWRITEBYTECODE: '1', ...env },
  })
  return stdout
}

test.skipIf(!hasPytest)('pytest finds a mock, and each test has a workspace of its own', async () => {
  await using mock = await startMock()
  expect(await pytest({ AGENT_WORK_URL: mock.url })).toContain('4 passed')
  // Every workspace was removed again.
  expect(mock.registry.all().map(({ workspace }) => workspace.id)).toEqual(['demo', 'second-tenant'])
})

test.skipIf(!hasPytest)('pytest starts a mock where there is none, and ends it', async () => {
  const passed = await pytest({ AGENT_WORK_COMMAND: `${process.execPath} ${main}` }, '-k', 'finishes')
  expect(passed).toContain('1 passed')
})
