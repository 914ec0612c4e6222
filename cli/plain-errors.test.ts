// What the commands say and write where something is wrong, run as programs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMock } from '#mock'
import { runProgram } from './testing/run-command.ts'

const mock = await startMock()
const folder = mkdtempSync(join(tmpdir(), 'agent-work-plain-'))
afterAll(async () => {
  await mock.stop()
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) => runProgram(args, { cwd: folder })

test('import ends with 4 for a wrong key, and where nothing or something else answers', async () => {
  const wrong = await run('import', '--base-url', mock.url, '--key', 'wrong')
  expect([wrong.status, wrong.err]).toEqual([4, expect.stringContaining('shows nothing to these keys')])
  const other = await run('import', '--base-url', mock.url.replace('http:', 'https:'), '--key', 'x')
  expect([other.status, other.err]).toEqual([4, expect.stringContaining('it speaks HTTP there, not HTTPS.')])
  expect(other.err).not.toMatch(/ssl|0A00010B/i)
})

test('all mistakes of a command line are reported at once', async () => {
  const { status, err } = await run('mock', '--gap', 'erro-body=x', '--gap', 'id-format=b', '--port', 'many')
  expect(status).toBe(2)
  for (const name of ['erro-body', 'id-format', '--port']) expect(err).toContain(name)
})

test('the texts of gaps are indented to their last line', async () => {
  const { out } = await run('mock', '--gaps', 'error-body')
  expect(out.split('\n').filter(line => /^[^ ]/.test(line) && !line.startsWith('error-body:'))).toEqual([])
})

test('init writes the schema that its file names', async () => {
  const file = join(folder, 'target.yaml')
  const { status } = await run(
    'conformance',
    'init',
    '--base-url',
    mock.url,
    '--key',
    'admin=awk_demo_admin',
    '--out',
    file,
  )
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
  const reply = await fetch(url, { method: 'PATCH', body: JSON.stringify(part) })
  const { error } = (await reply.json()) as { error: { message: string } }
  expect(reply.status).toBe(422)
  expect(() => workspace.world.put(part as never)).toThrow(error.message)
})
