import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { crash } from './crash.ts'
import { fullDisk, links } from './disks-and-links.ts'
import { flips } from './flips.ts'

test('five kills under load lose nothing, repeat nothing, and take nothing back that was told', {
  timeout: 600_000,
}, async () => {
  const folder = newFolder()
  const { problems, told } = await crash({
    file: join(folder, 'world.db'),
    kills: 5,
    clients: 3,
    changes: 40,
  })
  expect(problems).toEqual([])
  expect(told.acknowledged).toBeGreaterThanOrEqual(5 * 40)
})

test('twenty flipped bits are refused, or were in no content', { timeout: 600_000 }, async () => {
  const folder = newFolder()
  const { refused, wrong } = await flips(folder, 20)
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(0)
})

test.skipIf(process.platform !== 'linux')('a full disk loses nothing that was acknowledged', async () => {
  const folder = newFolder()
  expect(await fullDisk(join(folder, 'world.db'), '1')).toEqual([])
})

test('a second mock is refused by any name of the file', async () => {
  const folder = newFolder()
  expect(await links(folder, 3)).toEqual([])
})
