import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { runReport } from './reports.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
const workspace = mock.workspace()
const { id } = workspace
afterAll(() => mock.stop())

const headers = { authorization: `Bearer ${workspace.keys.admin}` }
const refused = await fetch(`${mock.url}/runs?offset=0&limit=-1`, { headers })
const exchange = refused.headers.get('x-mock-exchange')!

async function run(name: 'lint' | 'coverage' | 'explain', ...args: string[]) {
  const printed: string[] = []
  const status = await runReport(name, ['--base-url', mock.url, ...args], {}, text => printed.push(text))
  return { status, text: printed.join('\n') }
}

test('lint prints what was seen, and fails on what is to be failed on', async () => {
  const all = await run('lint')
  expect(all.status).toBe(1)
  expect(all.text).toContain(`${id}: Lint of the client in 1 exchanges`)
  expect(all.text).toContain('! deprecated-parameters (section 9), once')
  expect((await run('lint', '--workspace', id, '--fail-on', 'polls-too-fast')).status).toBe(0)
  expect((await run('lint', '--workspace', 'demo')).status).toBe(0)
  const { data } = {
    data: JSON.parse((await run('lint', '--json')).text) as { workspace: string; passed: boolean }[],
  }
  expect(data).toMatchObject([{ workspace: id, passed: false }])
  await expect(run('lint', '--fail-on', 'pols-too-fast')).rejects.toThrow('did you mean polls-too-fast?')
  await expect(run('lint', '--min', 'roles=1')).rejects.toThrow('lint takes no --min.')
})

test('coverage prints a table, and fails on what is too little', async () => {
  const all = await run('coverage', '--min', 'roles=30,scopes=5', '--min', 'operations=0')
  expect(all.status).toBe(0)
  expect(all.text).toContain('roles 1 of 3 (at least 30 %: yes)')
  const one = await run('coverage', '--workspace', id, '--min', 'operations=50', '--json')
  expect(one.status).toBe(1)
  expect(JSON.parse(one.text)).toMatchObject({ met: false })
  await expect(run('coverage', '--min', 'operation=50')).rejects.toThrow('did you mean operations?')
  await expect(run('coverage', '--min', 'operations=many')).rejects.toThrow('such as operations=80')
})

test('explain prints the whole story', async () => {
  const { status, text } = await run('explain', exchange)
  expect(status).toBe(0)
  expect(text).toContain('GET /runs?offset=0&limit=-1 -> 422 for Clara Hoffmann (admin, key admin).')
  expect(text).toContain('Rule: request_invalid, section 7 (Errors)')
  expect(text).toContain('query.limit')
  await expect(run('explain')).rejects.toThrow('explain takes the id of an exchange')
})

test('a mock that does not answer, or does not know, is no failure of the client', async () => {
  const printed: string[] = []
  const status = await runReport('lint', ['--base-url', 'http://127.0.0.1:1'], {}, text => printed.push(text))
  expect([status, printed[0]]).toEqual([4, expect.stringContaining('No mock answers at http://127.0.0.1:1')])
  expect((await run('explain', 'ws_none.1')).text).toContain('There is no exchange ws_none.1')
  await using locked = await startMock({ controlKey: 'sesame' })
  const ask = (env: Record<string, string>) =>
    runReport('coverage', ['--base-url', locked.url], env, () => {})
  expect(await ask({})).toBe(4)
  expect(await ask({ AGENT_WORK_MOCK_CONTROL_KEY: 'sesame' })).toBe(0)
})

// Processes start slowly where many tests run at once.
test('the command line has the commands, and starts a mock without one', async () => {
  const cli = join(import.meta.dirname, 'main.ts')
  const of = (...args: string[]) =>
    new Promise<{ code: number | null; text: string }>(resolve => {
      const child = spawn(process.execPath, [cli, ...args], {
        env: { ...process.env, AGENT_WORK_MOCK_URL: mock.url },
      })
      let text = ''
      child.stdout.on('data', piece => (text += piece))
      child.stderr.on('data', piece => (text += piece))
      child.on('close', code => resolve({ code, text }))
    })
  const [lint, coverage, wrong, help, usage] = await Promise.all([
    of('lint'),
    of('coverage', '--workspace', id),
    of('coverage', '--mni', 'x'),
    of('lint', '--help'),
    of('--help'),
  ])
  expect([lint.code, coverage.code, wrong.code, help.code]).toEqual([1, 0, 2, 0])
  expect(wrong.text).toContain('Try agent-work-mock coverage --help.')
  expect(help.text).toContain('Exit status: 0 the result is good enough')
  expect(usage.text).toContain('agent-work-mock lint, coverage and explain')
  expect(usage.text).toContain('--port')
})
