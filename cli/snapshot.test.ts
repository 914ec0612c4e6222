import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { type MockWorkspace, startMock } from '#mock'
import { newFolder } from '../mock/testing/new-folder.ts'
import { sendAs, startRun } from '../mock/testing/send-as.ts'
import { runCommand } from './testing/run-command.ts'

const clock = { frozen: '2026-11-20T09:00:00Z' }
const mock = await startMock({ clock })
const other = await startMock({ clock, seed: 'another company' })
const folder = newFolder()
const file = join(folder, 'monday.snapshot')
afterAll(async () => {
  await mock.stop()
  await other.stop()
})

const run = (name: string, ...args: string[]) => runCommand(name, args, { folder })

const workspace = mock.workspace({ name: 'monday', profile: { 'error-body': 'problem' } })
const call = (at: { url: string }, key: string, path: string, body?: unknown) =>
  sendAs(key, at.url + path, body)
await call(mock, workspace.keys.admin, '/tasks', { title: `Say ${workspace.keys.admin} to nobody` })
await startRun(workspace, 'agent-that-is-slow')
workspace.clock.advance('1m')

/** What lists and figures show. */
async function shown(at: { url: string }, key: string): Promise<string[]> {
  const paths = ['/tasks?limit=5', '/runs?limit=5', '/wallet', '/insights/summary', '/nowhere']
  return Promise.all(
    paths.map(async path => {
      const text = await (await call(at, key, path)).text()
      return text.replaceAll(/awk_\w+|\[key left out\]/g, 'KEY')
    }),
  )
}

test('a workspace goes by a file to another mock, and lives on there as it would have', async () => {
  const saved = await run('snapshot', 'save', file, '--workspace', workspace.id, '--base-url', mock.url)
  expect(saved.text).toMatch(/^Wrote .*monday\.snapshot: \d+ rows\.$/)
  const loaded = await run('snapshot', 'load', file, '--base-url', other.url, '--json')
  const made = JSON.parse(loaded.text) as MockWorkspace & { from: string }
  expect(made).toMatchObject({
    name: 'monday',
    from: 'file monday now',
    profile: { 'error-body': 'problem' },
  })
  expect(made.keys.admin).not.toBe(workspace.keys.admin)
  expect(await shown(other, made.keys.admin)).toEqual(await shown(mock, workspace.keys.admin))
  // Both go on in the same way: the same ids, the same end of the run.
  for (const [at, id, key] of [
    [mock, workspace.id, workspace.keys.admin],
    [other, made.id, made.keys.admin],
  ] as const) {
    at.registry.get(id)!.workspace.simulation.untilIdle()
    await call(at, key, '/tasks', { title: 'Later' })
  }
  expect(await shown(other, made.keys.admin)).toEqual(await shown(mock, workspace.keys.admin))
})

test('no secret of a key is in a file, whatever row it stands in, unless it is asked for', async () => {
  const texts = [gunzipSync(readFileSync(file)).toString(), workspace.snapshotFile('beginning')]
  for (const text of texts)
    for (const secret of Object.values(workspace.keys)) expect(text).not.toContain(secret)
  const withKeys = join(folder, 'with-keys.snapshot')
  await run('snapshot', 'save', withKeys, '-w', workspace.id, '--with-keys', '--base-url', mock.url)
  await expect(run('snapshot', 'load', withKeys, '--base-url', mock.url)).rejects.toThrow(
    `which the workspace ${workspace.id} has as well`,
  )
  await run('snapshot', 'load', withKeys, '--base-url', other.url)
  expect((await call(other, workspace.keys.admin, '/wallet')).status).toBe(200)
})

test('show prints what is in a file, and needs no mock', async () => {
  const { text } = await run('snapshot', 'show', file)
  expect(text).toMatch(/^monday now, of the workspace monday\n {2}taken at {4}2026-11-20T09:01:00.000Z/)
  expect(text).toContain('secrets left out')
  expect(text).toMatch(/tasks +\d+/)
  expect(JSON.parse((await run('snapshot', 'show', file, '--json')).text)).toMatchObject({
    name: 'monday now',
  })
})

test.for<[name: string, change: (text: string) => Buffer, reason: string]>([
  ['half a file', text => gzipSync(text).subarray(0, 9_000), 'cut off or damaged on its way'],
  ['half a text', text => Buffer.from(text.slice(0, 9_000)), 'ends before its last line'],
  ['a changed file', text => Buffer.from(text.replace('Meridian', 'Median')), 'is damaged, or was changed'],
  [
    'a few bytes that unpack to many line ends',
    text => gzipSync(`${text.split('\n', 1)[0]}\n${'\n'.repeat(10_000_000)}{"end":0,"hash":""}\n`),
    'unpacks to more than',
  ],
  [
    'more lines than it says',
    text => gzipSync(text.replace('\n', '\n\n')),
    'is damaged, or was changed since it was written',
  ],
  [
    'more rows than any workspace has',
    text => gzipSync(text.replace(/\{"end":\d+/, '{"end":3000000')),
    'has more than 2000000 rows',
  ],
  ['another kind of file', () => Buffer.from('{"log":{}}\n'), 'was not written by agent-work snapshot save'],
  [
    'a file of another version',
    text =>
      Buffer.from(
        text.replace(/"rows_version":\d+,"written_by":"[^"]+"/, '"rows_version":99,"written_by":"7.1.0"'),
      ),
    'was written by agent-work 7.1.0, whose rows have another form (version 99',
  ],
])('refuses %s', async ([, change, reason]) => {
  const path = join(folder, 'bad.snapshot')
  const bytes = change(gunzipSync(readFileSync(file)).toString())
  writeFileSync(path, bytes)

  await expect(run('snapshot', 'show', path)).rejects.toThrow(reason)
  // A mock does not trust the command.
  const before = other.registry.size
  const packed = bytes[0] === 0x1f ? bytes.toString('base64') : bytes.toString()
  const reply = await call(other, '', '/_mock/workspaces', { from: { file: packed } })
  expect(reply.status).toBe(422)
  expect(await reply.text()).toContain(reason)
  expect(other.registry.size).toBe(before)
})

test('a report of a bug has the state before and after, and the calls, without a secret', async () => {
  const out = join(folder, 'report')
  const made = await run('report-bug', '--out', out, '-w', workspace.id, '--base-url', mock.url, '--json')
  expect(JSON.parse(made.text)).toMatchObject({ folder: out, calls: expect.any(Number) })
  const har = readFileSync(join(out, 'calls.har'), 'utf8')
  expect(har).toContain('/tasks')
  for (const secret of Object.values(workspace.keys)) expect(har).not.toContain(secret)
  const begun = join(out, 'before.snapshot')
  const before = await run('snapshot', 'load', begun, '--base-url', other.url, '--json')
  const { keys } = JSON.parse(before.text) as MockWorkspace
  expect((await shown(other, keys.admin))[0]).not.toContain('nobody')
  expect(existsSync(join(out, 'about.txt'))).toBe(true)
})
