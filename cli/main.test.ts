import { afterAll, expect, test } from 'vitest'
import { startMock } from '#mock'
import { sendAs } from '../mock/testing/send-as.ts'
import { commandNames, findCommand } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { runCommand, runLine, runProgram } from './testing/run-command.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
const workspace = mock.workspace()
const { id } = workspace
afterAll(() => mock.stop())
const refused = await sendAs(workspace.keys.admin, `${mock.url}/runs?offset=0&limit=-1`)
const exchange = refused.headers.get('x-mock-exchange')!

const ask = (name: string, ...args: string[]) => runCommand(name, ['--base-url', mock.url, ...args])

test('lint prints what was seen, and fails on what is to be failed on', async () => {
  const all = await ask('lint')
  expect(all.status).toBe(1)
  expect(all.text).toContain(`${id}: Lint of the client in 1 exchange`)
  expect(all.text).toContain('! uses-deprecated (section 9), once')
  expect((await ask('lint', '--workspace', id, '--fail-on', 'polls-too-fast')).status).toBe(0)
  expect((await ask('lint', '--workspace', 'demo')).status).toBe(0)
  const data = JSON.parse((await ask('lint', '--json')).text)
  expect(data).toMatchObject([{ workspace: id, passed: false }])
  await expect(ask('lint', '--fail-on', 'pols-too-fast')).rejects.toThrow('did you mean polls-too-fast?')
  await expect(ask('lint', '--min', 'roles=1')).rejects.toThrow('there is no flag --min')
})

test('coverage prints a table, and fails on what is too little', async () => {
  const all = await ask('coverage', '--min', 'roles=30,scopes=5', '--min', 'operations=0')
  expect(all.status).toBe(0)
  expect(all.text).toContain('roles 1 of 3 (at least 30 %: yes)')
  expect((await ask('coverage')).text).not.toContain('minimum')
  const one = await ask('coverage', '--workspace', id, '--min', 'operations=50', '--json')
  expect(one.status).toBe(1)
  expect(JSON.parse(one.text)).toMatchObject({ met: false })
  await expect(ask('coverage', '--min', 'operation=50')).rejects.toThrow('did you mean operations?')
  await expect(ask('coverage', '--min', 'operations=many')).rejects.toThrow('such as operations=80')
})

test('explain prints the whole story', async () => {
  const { status, text } = await ask('explain', exchange)
  expect(status).toBe(0)
  expect(text).toContain('GET /runs?offset=0&limit=-1 -> 422 for Clara Hoffmann (admin, key admin).')
  expect(text).toContain('Rule: request_invalid, section 7 (Errors)')
  expect(text).toContain('query.limit')
  await expect(ask('explain')).rejects.toThrow('<exchange-id> is missing.')
})

test('import prints a world file, or what is in it as data', async () => {
  await using empty = mock.workspace({ from: 'empty' })
  const key = ['--key', `admin=${empty.keys.admin}`]
  expect((await ask('import', ...key)).text).toContain('\nworld: 1\n')
  expect(JSON.parse((await ask('import', ...key, '--json')).text)).toMatchObject({ world: 1, people: {} })
})

test('a mock that does not answer, or does not know, is reported', async () => {
  await expect(runCommand('lint', ['--base-url', 'http://127.0.0.1:1'])).rejects.toThrow(
    /^No mock answers at http:\/\/127\.0\.0\.1:1 .*Start one with agent-work/,
  )
  await expect(ask('explain', 'ws_none.1')).rejects.toThrow('There is no exchange ws_none.1')
  await using locked = await startMock({ controlKey: 'sesame' })
  const env = { AGENT_WORK_URL: locked.url }
  await expect(runCommand('coverage', [], { env })).rejects.toThrow('has a key')
  const withKey = { ...env, AGENT_WORK_MOCK_CONTROL_KEY: 'sesame' }
  expect((await runCommand('coverage', [], { env: withKey })).status).toBe(0)
})

test('the help names every command and flag, and fits a terminal', async () => {
  const pages = await Promise.all(
    commandNames.map(async name => {
      const command = (await findCommand(name))!
      const page = helpOf(name, command)
      for (const flag of Object.keys(command.flags)) expect(page).toContain(`--${flag}`)
      return page
    }),
  )
  for (const name of commandNames) expect(overview()).toContain(`\n  ${name} `)
  const lines = [overview(), ...pages].join('\n').split('\n')
  expect(lines.filter(line => line.length > 80)).toEqual([])
})

test('the command finds what is meant, and prints mistakes on standard error', async () => {
  const env = { AGENT_WORK_URL: mock.url }
  const of = (...args: string[]) => runLine(args, env)
  const [lint, wrong, help, start, version, unknown, nowhere] = await Promise.all([
    of('lint'),
    runProgram(['coverage', '--mni', 'x'], { env }),
    of('lint', '--help'),
    of('--help'),
    of('-v'),
    of('covrage'),
    of('lint', '--base-url', 'http://127.0.0.1:1'),
  ])
  expect([lint.status, wrong.status, help.status, start.status, unknown.status, nowhere.status]).toEqual([
    1, 2, 0, 0, 2, 4,
  ])
  expect(wrong).toMatchObject({
    out: '',
    err: 'agent-work coverage: there is no flag --mni; did you mean --min?\nTry agent-work coverage --help.\n',
  })
  expect(help.out).toContain('Usage: agent-work lint [flags]')
  expect(start.out.trimEnd()).toBe(overview())
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(unknown).toMatchObject({ out: '', err: expect.stringContaining('did you mean coverage?') })
  expect(nowhere).toMatchObject({ out: '', err: expect.stringContaining('No mock answers') })
})
