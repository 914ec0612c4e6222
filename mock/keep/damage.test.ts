// Damage is refused with its place, never served; what is sound can be recovered.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { newFolder } from '../testing/new-folder.ts'
import { recover } from './recover.ts'

const folder = newFolder()
const root = join(import.meta.dirname, '../..')
let folders = 0

const KEPT = 'A title that only one task has'

/** A file as a mock leaves it after a kill, with its log: made once. */
const killed = join(folder, 'killed')
mkdirSync(killed)
const program = `
  import { startMock } from ${JSON.stringify(join(root, 'mock/index.ts'))}
  const mock = await startMock({ keep: process.argv[1], clock: { frozen: '2026-11-20T09:00:00Z' } })
  const headers = { authorization: 'Bearer awk_demo_admin', 'content-type': 'application/json' }
  for (const title of ['Before', ${JSON.stringify(KEPT)}, 'After'])
    await fetch(mock.url + '/tasks', { method: 'POST', headers, body: JSON.stringify({ title }) })
  process.kill(process.pid, 'SIGKILL')
`
// After a clean stop the worlds are in the file, and only the tasks in the log.
await (await startMock({ keep: join(killed, 'world.db'), clock: { frozen: '2026-11-20T09:00:00Z' } })).stop()
spawnSync(process.execPath, ['--input-type=module', '-e', program, join(killed, 'world.db')])

function copyOfKilled(): string {
  const copy = join(folder, String(++folders))
  cpSync(killed, copy, { recursive: true })
  return join(copy, 'world.db')
}

/** Merges the log, so that all is in the file. */
async function merged(): Promise<string> {
  const keep = copyOfKilled()
  await (await startMock({ keep })).stop()
  return keep
}

/** Flips a bit of the last place that has the text. */
function flipBitIn(path: string, text: string): void {
  const bytes = readFileSync(path)
  const at = bytes.lastIndexOf(text)
  expect(at).toBeGreaterThan(0)
  bytes[at]! ^= 1
  writeFileSync(path, bytes)
}

const titlesOf = (mock: Awaited<ReturnType<typeof startMock>>) =>
  mock.demo.workspace.tables.tasks.all().map(({ title }) => title)

test('refuses a change with one wrong bit, names its rows, and recovers all others', async () => {
  const keep = await merged()
  flipBitIn(keep, KEPT)
  const before = readFileSync(keep)
  await expect(startMock({ keep })).rejects.toThrow(
    /is damaged: the change \d+ \((?:.*, )?tasks task_\w+.*\) is not as it was written.*--recover/,
  )
  expect(readFileSync(keep)).toEqual(before)
  const recovering = ['cli/main.ts', 'mock', '--keep', keep, '--recover']
  const { status, stdout } = spawnSync(process.execPath, recovering, { cwd: root, encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout).toMatch(/2 workspaces.*\nLost \(1\):\n {2}change \d+ \(.*tasks task_\w+/)
  expect(readFileSync(keep)).toEqual(before)
  await using mock = await startMock({ keep: `${keep}.recovered` })
  expect(titlesOf(mock)).toEqual(expect.arrayContaining(['Before', 'After']))
  expect(titlesOf(mock)).not.toContain(KEPT)
})

test.for<[name: string, damage: (log: string) => void]>([
  ['cut off', log => truncateSync(log, readFileSync(log).length - 1_024)],
  ['emptied', log => truncateSync(log, 0)],
  ['deleted', log => rmSync(log)],
  ['damaged', log => flipBitIn(log, KEPT)],
])('refuses a file whose log was %s, and recovers what is left', async ([, damage]) => {
  const keep = copyOfKilled()
  damage(`${keep}-wal`)
  await expect(startMock({ keep })).rejects.toThrow(/is damaged: the last \d+ commits are missing/)
  // Refusing it changes nothing, so it is refused again.
  await expect(startMock({ keep })).rejects.toThrow(/is damaged: the last \d+ commits are missing/)
  expect(recover(keep).lost).toContainEqual(expect.stringMatching(/^the last \d+ commits$/))
  await using mock = await startMock({ keep: `${keep}.recovered` })
  expect(titlesOf(mock)).not.toContain('After')
})

test('refuses a log without the note of how long it must be', async () => {
  const keep = copyOfKilled()
  rmSync(`${keep}.commits`)
  await expect(startMock({ keep })).rejects.toThrow(/world\.db\.commits.*is not; put that back/)
})

test('recovers the rows before and behind a page that cannot be read', async () => {
  const keep = await merged()
  const bytes = readFileSync(keep)
  const size = bytes.readUInt16BE(16)
  const pages = Array.from({ length: bytes.length / size }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  // 0x0d begins the pages of SQLite that have rows and no further pages below them.
  pages.find(page => page[0] === 0x0d && page.includes('["runs","run_'))!.fill(0xff)
  writeFileSync(keep, bytes)
  await expect(startMock({ keep })).rejects.toThrow(/is damaged/)
  expect(recover(keep).lost).toEqual([expect.stringMatching(/^what was between change \d+ and change \d+ /)])
  await using mock = await startMock({ keep: `${keep}.recovered` })
  expect(mock.demo.workspace.tables.agents.size).toBeGreaterThan(0)
})

test('does not recover over another file, or without any', async () => {
  const keep = await merged()
  writeFileSync(`${keep}.recovered`, 'mine')
  expect(() => recover(keep)).toThrow('exists already')
  expect(() => recover(join(folder, 'nowhere.db'))).toThrow('does not exist')
})

test('a backup in the place of a file that was closed needs nothing else', async () => {
  const keep = await merged()
  const backup = `${keep}.backup`
  cpSync(keep, backup)
  await (await startMock({ keep })).stop()
  cpSync(backup, keep)
  await using mock = await startMock({ keep })
  expect(titlesOf(mock)).toContain(KEPT)
})
