import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from '../testing/new-folder.ts'
import { startProgram } from '../testing/program.ts'

const root = join(import.meta.dirname, '../..')
const folder = newFolder()
const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

const headers = { authorization: 'Bearer awk_demo_admin' }

/** The command as a process of its own, in a folder of its own. */
function command(...args: string[]) {
  const { AGENT_WORK_MOCK_PORT: _, ...env } = process.env
  const program = startProgram(join(root, 'cli/main.ts'), ['mock', ...args], { cwd: folder, env })
  started.push(program.child)
  return program
}

test('shows how it is used, logs each request, and ends with status 0 on a signal', async () => {
  const variables = join(folder, '.env.mock')
  const mock = command('-p', '0', '--write-env', variables)
  const [, url = ''] = await mock.printed(/ready at (\S+)\s/)
  expect(mock.text()).toContain('awk_demo_admin')
  expect(parseEnv(readFileSync(variables, 'utf8'))).toMatchObject({
    AGENT_WORK_URL: url,
    AGENT_WORK_KEY_MEMBER: 'awk_demo_member',
    AGENT_WORK_KEY_READ_ONLY: 'awk_demo_read-only',
  })
  await fetch(`${url}/agents/`, { headers })
  await fetch(`${url}/runs/awk_demo_admin`, { headers: { authorization: 'Bearer nobody-knows-me' } })
  await fetch(`${url}/_mock/health`)
  await mock.printed(/key_unknown/)
  const logged = mock.lines().filter(line => line.startsWith('{'))
  expect(logged.map(line => JSON.parse(line))).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: 'request',
      workspace: 'demo',
      key: 'admin',
      method: 'GET',
      path: '/agents/',
      operation: 'listAgents',
      status: 200,
      ms: expect.any(Number),
    },
    expect.objectContaining({
      workspace: null,
      key: null,
      path: '/runs/[key]',
      status: 401,
      refusal: 'key_unknown',
    }),
  ])
  mock.child.kill('SIGTERM')
  expect(await mock.ended()).toBe(0)
})

test('prints nothing but JSON when JSON is asked for, and no key in any of it', async () => {
  const mock = command('--port=0', '--log=json', '--control-key', 'sesame-open')
  const [, url = ''] = await mock.printed(/"url":"([^"]+)"/)
  for (const path of [
    '/agents/',
    '/agents/awk_demo_member',
    '/x/sesame-open',
    '/_mock/control.json?key=sesame-open',
  ])
    await fetch(url + path, { headers: { ...headers, 'x-mock-control-key': 'sesame-open' } })
  await mock.printed(/control\.json/)
  mock.child.kill('SIGINT')
  expect(await mock.ended()).toBe(0)
  const events = mock.lines().map(line => (JSON.parse(line) as { event: string }).event)
  expect(events).toEqual(['ready', 'request', 'request', 'request', 'request', 'stopping', 'stopped'])
  expect(mock.text()).not.toMatch(/awk_|sesame/)
})

test('a second signal ends it at once', async () => {
  const mock = command('--port=0', '--log=off', '--grace=60')
  const [, url = ''] = await mock.printed(/ready at (\S+)\s/)
  const upload = request(`${url}/tasks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', expect: '100-continue' },
  })
  upload.on('error', () => {}).flushHeaders()
  // The mock has the request, and waits for its body.
  await once(upload, 'continue')
  mock.child.kill('SIGTERM')
  await mock.printed(/Stopping/)
  mock.child.kill('SIGTERM')
  expect(await mock.ended()).toBe(128 + 15)
})

test('begins anew when its file changes, at the same address, and goes on as it was while there are mistakes in it', async () => {
  const file = join(folder, 'watched.yaml')
  const save = (text: string) => {
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
  save('port: 0\nlog: off\nclock: 2026-11-20T09:00:00Z\n')
  const mock = command('--config', file, '--watch')
  const [, url = ''] = await mock.printed(/ready at (\S+)\s/)
  const clock = async () => (await fetch(`${url}/agents/`, { headers })).headers.get('date')
  expect(await clock()).toBe('Fri, 20 Nov 2026 09:00:00 GMT')
  save('port: 0\nlog: off\nclock: 2027-01-01T00:00:00Z\n')
  await mock.printed(/ready at /)
  expect(await clock()).toBe('Fri, 01 Jan 2027 00:00:00 GMT')
  save('port: 0\nlog: off\nclok: real\n')
  await mock.printed(/watched\.yaml:3:1: there is no setting 'clok'; did you mean clock\?/)
  expect(await clock()).toBe('Fri, 01 Jan 2027 00:00:00 GMT')
})

test('says what is wrong with port and address, without a trace of its code', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const taken = command('--port', String(port))
  expect(await taken.ended()).toBe(2)
  expect(taken.text()).toBe(
    `agent-work mock: port ${port} is taken. Choose another with --port, or --port 0 for any free one.\nTry agent-work mock --help.\n`,
  )
  other.close()
  const nowhere = command('--port=0', '--write-env', folder)
  expect(await nowhere.ended()).toBe(2)
  expect(nowhere.text()).toContain(`--write-env ${folder} cannot be written: it is a folder.`)
  const far = command('--port=0', '--host', '192.0.2.1')
  expect(await far.ended()).toBe(2)
  expect(far.text()).toContain('192.0.2.1 is not an address of this machine')
})

test('goes on when nobody reads what it prints any more', async () => {
  const mock = command('--port=0')
  const [, url = ''] = await mock.printed(/ready at (\S+)\s/)
  mock.child.stdout?.destroy()
  for (let count = 0; count < 3; count++)
    expect((await fetch(`${url}/agents/`, { headers })).status).toBe(200)
})

test('a past that the wallet cannot pay is a mistake of the world, before the start and at it', async () => {
  const world = join(folder, 'poor.yaml')
  writeFileSync(
    world,
    `company: { top_up_euros: 0, monthly_top_up_euros: 0 }
people: { ana: { role: admin } }
agents: { writer: { owner: ana } }
history: { days: 30, runs_per_day: 5 }`,
  )
  for (const args of [
    ['--world-check', world],
    ['--world', world, '--port', '0'],
  ]) {
    const mock = command(...args)
    expect(await mock.ended()).not.toBe(0)
    expect(mock.text()).toMatch(/history: .*balance.*top_up_euros/)
    expect(mock.text()).not.toContain('    at ')
  }
})
