// What the commands say and write where something is wrong, run as programs.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMock } from '#mock'
import { newFolder } from '../mock/testing/new-folder.ts'
import { askAs } from '../mock/testing/send-as.ts'
import { runCommand, runLine, runProgram } from './testing/run-command.ts'

const mock = await startMock()
const folder = newFolder()
afterAll(() => mock.stop())

const run = (...args: string[]) => runProgram(args, { cwd: folder })

test('commands end with 4 for a wrong key, where nothing was seen, and where nothing or something else answers', async () => {
  const wrong = await runLine(['import', '--base-url', mock.url, '--key', 'wrong'])
  expect([wrong.status, wrong.err]).toEqual([4, expect.stringContaining('shows nothing to these keys')])
  expect((await runLine(['usage', '--base-url', mock.url, '-w', 'second-tenant'])).status).toBe(4)
  const other = await runLine(['import', '--base-url', mock.url.replace('http:', 'https:'), '--key', 'x'])
  expect([other.status, other.err]).toEqual([4, expect.stringContaining('it speaks HTTP there, not HTTPS.')])
  expect(other.err).not.toMatch(/ssl|0A00010B/i)
})

test.each([
  ['top-up -5', '<euros> must be more than 0, but was -5'],
  ['top-up 1e400', "<euros> takes a number, not '1e400'."],
  ['advance -5m', "but was '-5m'"],
  ["approve ''", '<what> must not be empty.'],
  ['approve -l FIN-12', '--list lists all that waits; leave out <what>.'],
  ['explain a b', "'b' is too much; this takes <exchange-id>."],
  ['trigger run-asks --url http://127.0.0.1:1', 'there is no flag --url; did you mean --base-url?'],
  ['trigger run-ask', "there is no 'run-ask'; did you mean run-asks?"],
  ['completion bsh', "there is no 'bsh'; did you mean bash?"],
  ['snapshot keep x', "there is no 'keep'. It is one of save, load, show."],
  ['snapshot save .', '. cannot be written: it is a folder.'],
  ['snapshot show .', '. cannot be read: it is a folder.'],
  ['report-bug -o package.json', 'cannot be written: a part of the path is a file, not a folder.'],
  ['report-bug -o /proc/x', 'cannot be written: no folder can be made at /proc/x.'],
  ['move ws_1', '--to is missing.'],
  ['usage --from .', 'the recording . cannot be read: it is a folder.'],
  [
    'conformance --target http://127.0.0.1:1/t.yaml',
    '--target takes a file, not an address. Save it first: curl -o',
  ],
  ['conformance verify nothing.zip', 'nothing.zip cannot be read: there is no such file.'],
  ['conformance diff nothing.json b.json', 'nothing.json cannot be read: there is no such file.'],
  ['conformance run now', "'now' is not a flag, and run takes nothing else"],
  ['conformance --base-url http://127.0.0.1:1 --key admin=', 'has no key: write --key admin=KEY'],
  ['conformance --base-url http://127.0.0.1:1 --key file:none', '--key file:none: none cannot be read'],
  ['conformance --base-url http://127.0.0.1:1 --key x --only RUN,FOO', 'nothing is called FOO'],
  ['conformance --base-url http://127.0.0.1:1 --key x --allow-not-exercised FOO', 'nothing is called FOO'],
  ['conformance --target package.json', 'keys: must be an object of at least 1 field'],
  ['trigger run-asks --agent nobody', ' more.'],
  ['mock --port 0 --from-snapshot package.json', 'package.json: The snapshot file was not written by'],
  ['mock --in-front-of http://127.0.0.1:1 --report . --port 0', '. cannot be written: it is a folder.'],
])('agent-work %s: %s', async (line, message) => {
  const [name = '', ...args] = line.split(' ').map(word => (word === "''" ? '' : word))
  const asked = runCommand(name, args, { env: { AGENT_WORK_URL: mock.url } })
  await expect(asked).rejects.toThrow(message)
})

test('watch compares a twin with a target that there is', async () => {
  const target = join(folder, 'staging.yaml')
  writeFileSync(
    target,
    `{ name: staging, base_url: '${mock.url}', keys: { admin: { value: awk_demo_admin } } }`,
  )
  const watch = (twin: string) => runCommand('watch', ['--once', '--target', target, '--twin', twin])
  await expect(watch('stagin=a.yaml')).rejects.toThrow(
    "--twin names no target called 'stagin'; did you mean staging?",
  )
  await expect(watch('staging=none.yaml')).rejects.toThrow('the twin none.yaml cannot be read')
})

test('help names the command that was meant', async () => {
  const known = await runLine(['help', 'triger'])
  expect([known.status, known.err]).toEqual([2, expect.stringContaining('did you mean trigger?')])
  expect((await runLine(['hepl'])).err).toContain('did you mean help?')
})

test('takes the key of the suite from a file, and prints it nowhere', async () => {
  const file = join(folder, 'key')
  writeFileSync(file, 'awk_demo_admin\n')
  const where = ['--base-url', mock.url, '--key', `admin=file:${file}`]
  const { out, err } = await run('conformance', ...where, '--only', 'WALLET-01', '--read-only', '--json')
  expect(JSON.parse(out)).toMatchObject({ counts: { met: 1 } })
  expect(out + err).not.toContain('awk_demo_admin')
})

test('all mistakes of a command line are reported at once', async () => {
  const { status, err } = await runLine('mock --gap erro-body=x --gap id-format=b --port many'.split(' '))
  expect(status).toBe(2)
  for (const name of ['erro-body', 'id-format', '--port']) expect(err).toContain(name)
})

test('init writes the schema that its file names', async () => {
  const file = join(folder, 'target.yaml')
  const where = ['--base-url', mock.url, '--key', 'admin=awk_demo_admin']
  const { status } = await run('conformance', 'init', ...where, '--out', file)
  expect(status).toBe(0)
  const [, named = ''] = /\$schema=(\S+)/.exec(readFileSync(file, 'utf8')) ?? []
  expect(JSON.parse(readFileSync(join(folder, named), 'utf8'))).toMatchObject({
    required: ['base_url', 'keys'],
  })
})

test('world.put in code and over HTTP refuse the same', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const part = { agents: { helper: { scripd: 'work 5s; finish Done.' } } }
  const url = `${mock.url}/_mock/workspaces/${workspace.id}/world`
  const { status, body } = await askAs(undefined, url, part, { method: 'PATCH' })
  expect(status).toBe(422)
  expect(() => workspace.world.put(part as never)).toThrow(body.error.message)
})
