// One file is one mock's, whatever name it goes by, and a mock notices when its file is gone.
import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { newFolder } from '../testing/new-folder.ts'
import { askAs, sendAs } from '../testing/send-as.ts'

const createTask = (mock: Mock, title: string) => sendAs(mock.demo.keys.admin, `${mock.url}/tasks`, { title })
const titlesIn = (mock: Mock) => mock.demo.workspace.tables.tasks.all().map(({ title }) => title)

test.for<[name: string, link: (keep: string, base: string) => string, refusal: RegExp]>([
  ['its own name', keep => keep, new RegExp(`is in use by another mock \\(process ${process.pid}\\)`)],
  [
    'a symbolic link',
    (keep, base) => {
      symlinkSync(keep, join(base, 'link.db'))
      return join(base, 'link.db')
    },
    /is in use by another mock/,
  ],
  [
    'a symbolic link to its folder',
    (keep, base) => {
      symlinkSync(join(keep, '..'), join(base, 'elsewhere'))
      return join(base, 'elsewhere', 'world.db')
    },
    /is in use by another mock/,
  ],
  [
    'a hard link in another folder',
    (keep, base) => {
      mkdirSync(join(base, 'elsewhere'))
      linkSync(keep, join(base, 'elsewhere', 'other.db'))
      return join(base, 'elsewhere', 'other.db')
    },
    /has 2 names \(hard links\)/,
  ],
])('refuses a file in use, opened by %s', async ([, link, refusal]) => {
  const base = newFolder()
  mkdirSync(join(base, 'data'))
  const keep = join(base, 'data', 'world.db')
  const mock = await startMock({ keep })
  const other = link(keep, base)
  await expect(startMock({ keep: other })).rejects.toThrow(refusal)
  expect((await createTask(mock, 'Of the first')).status).toBe(201)
  await mock.stop()
})

test('keeps in the file that a symbolic link names, existing or not', async () => {
  const base = newFolder()
  mkdirSync(join(base, 'data'))
  const keep = join(base, 'data', 'world.db')
  symlinkSync('data/world.db', join(base, 'link.db'))
  const mock = await startMock({ keep: join(base, 'link.db') })
  await expect(startMock({ keep })).rejects.toThrow(/is in use by another mock/)
  await createTask(mock, 'By the link')
  await mock.stop()
  await using again = await startMock({ keep })
  expect(titlesIn(again)).toContain('By the link')
})

test.for<[name: string, damage: (keep: string) => void, reason: RegExp]>([
  ['deleted', keep => rmSync(keep), /was deleted or moved/],
  ['moved away', keep => renameSync(keep, `${keep}.moved`), /was deleted or moved/],
  [
    'replaced by another',
    keep => {
      writeFileSync(`${keep}.new`, 'another')
      renameSync(`${keep}.new`, keep)
    },
    /was replaced by another file/,
  ],
  ['cut off', keep => truncateSync(keep, statSync(keep).size / 2), /was cut off/],
  ['robbed of its log', keep => rmSync(`${keep}-wal`), /-wal was deleted or moved/],
  ['robbed of the content of its log', keep => truncateSync(`${keep}-wal`, 0), /-wal was cut off/],
])('acknowledges nothing once its file is %s', async ([, damage, reason]) => {
  const keep = join(newFolder(), 'world.db')
  const mock = await startMock({ keep })
  expect((await createTask(mock, 'Before')).status).toBe(201)
  damage(keep)
  expect(await askAs(undefined, `${mock.url}/_mock/ready`)).toMatchObject({
    status: 503,
    body: { status: 'keep_failed', reason: expect.stringMatching(reason) },
  })
  const refused = await createTask(mock, 'After')
  expect(refused.status).toBeGreaterThanOrEqual(500)
  expect(refused.headers.get('x-mock-advice')).toMatch(reason)
  await mock.stop().catch(() => {})
})

test('goes on when its file is back', async () => {
  const keep = join(newFolder(), 'world.db')
  const mock = await startMock({ keep })
  renameSync(keep, `${keep}.moved`)
  expect((await createTask(mock, 'Meanwhile')).status).toBeGreaterThanOrEqual(500)
  renameSync(`${keep}.moved`, keep)
  expect((await fetch(`${mock.url}/_mock/ready`)).status).toBe(200)
  expect((await createTask(mock, 'After')).status).toBe(201)
  await mock.stop()
  expect(statSync(keep).size).toBeGreaterThan(0)
  await using again = await startMock({ keep })
  expect(titlesIn(again)).toContain('After')
})
