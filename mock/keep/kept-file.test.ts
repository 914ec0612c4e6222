import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { newFile } from '../testing/new-folder.ts'

/** A kept file as a mock leaves it after a clean stop; made once. */
const whole = newFile()
await (await startMock({ keep: whole, seed: 'one' })).stop()

/** Does something to a file by SQL. */
function edit(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

test('goes on with a kept world without its file, and refuses another world', async () => {
  const keep = newFile()
  const world = (name: string) => ({ world: 1 as const, people: { ana: { name, role: 'admin' as const } } })
  await (await startMock({ keep, world: world('Ana Ruiz') })).stop()
  for (const options of [{}, { world: world('Ana Ruiz') }]) {
    await using mock = await startMock({ keep, ...options })
    expect(mock.demo.workspace.tables.people.all().map(({ name }) => name)).toEqual(['Ana Ruiz'])
  }
  await expect(startMock({ keep, world: world('Ben Ito') })).rejects.toThrow('was made from another world')
})

test('a start that failed leaves a file that any later start may use', async () => {
  const keep = newFile()
  await using taken = await startMock({ seed: 'taken' })
  const port = Number(new URL(taken.url).port)
  await expect(startMock({ keep, port, seed: 'one' })).rejects.toThrow(
    `port ${port} is taken. Choose another with \`port\`, or port 0 for any free one.`,
  )
  await (await startMock({ keep, seed: 'two' })).stop()
})

test('takes over the lock of a process that was killed', async () => {
  const keep = newFile()
  const program = `
    import { startMock } from ${JSON.stringify(join(import.meta.dirname, '../index.ts'))}
    await startMock({ keep: process.argv[1] })
    process.kill(process.pid, 'SIGKILL')
  `
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program, keep])
  expect(signal).toBe('SIGKILL')
  expect(existsSync(`${keep}.lock`)).toBe(true)
  await (await startMock({ keep })).stop()
})

test.for<[name: string, prepare: (path: string) => void, reason: RegExp]>([
  ['a text file', path => writeFileSync(path, 'hello '.repeat(1_000)), /is not a file that --keep made/],
  [
    'an SQLite file of another program',
    path => {
      rmSync(path)
      edit(path, 'CREATE TABLE things (id)')
    },
    /of another program/,
  ],
  [
    'a file with newer rows, naming the version that wrote it',
    path =>
      edit(path, `PRAGMA user_version = 99; UPDATE setting SET value = '"3.1.4"' WHERE name = 'written by'`),
    /written by agent-work 3\.1\.4, whose rows have another form \(version 99.*use that agent-work/,
  ],
  [
    'a file with older rows',
    path => edit(path, 'PRAGMA user_version = 2'),
    /whose rows have another form \(version 2;.*use that agent-work/,
  ],
  ['a file made with another seed', () => {}, /was made with seed "one", not "two"/],
  ['half a file', path => truncateSync(path, 100_000), /is damaged: .* It was left as it is/],
  [
    'a file with bytes of something else in it',
    path => {
      const bytes = readFileSync(path)
      bytes.fill('x', 40_000, 60_000)
      writeFileSync(path, bytes)
    },
    /is damaged: .* It was left as it is/,
  ],
  [
    'a file whose rows are no JSON',
    path => edit(path, `UPDATE change SET rows = '[["runs",' WHERE rows LIKE '%["runs",%'`),
    /is damaged: .* It was left as it is/,
  ],
  [
    'a file of which only the log is left',
    path => {
      writeFileSync(`${path}-wal`, 'what was written last')
      rmSync(path)
    },
    /is missing or empty, but its write-ahead log/,
  ],
])('refuses %s, and leaves it as it was', async ([, prepare, reason]) => {
  const keep = newFile()
  copyFileSync(whole, keep)
  prepare(keep)
  const before = existsSync(keep) && readFileSync(keep)
  const seed = reason.source.includes('seed') ? 'two' : 'one'
  await expect(startMock({ keep, seed })).rejects.toThrow(reason)
  expect(existsSync(keep) && readFileSync(keep)).toEqual(before)
  // It is not locked either.
  await expect(startMock({ keep, seed })).rejects.toThrow(reason)
})

test('refuses a file in a folder that does not exist', async () => {
  await expect(startMock({ keep: join(newFile(), '../nowhere/world.db') })).rejects.toThrow(
    /a folder that exists/,
  )
})
