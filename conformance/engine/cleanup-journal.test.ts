import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { CleanupJournal } from './cleanup-journal.ts'

const path = () => join(newFolder(), 'run.jsonl')

test('after a crash it knows what is still there, the newest first', () => {
  const file = path()
  const journal = new CleanupJournal('c0ffee', file)
  const [one, two, three] = ['one', 'two', 'three'].map(mark =>
    journal.intend({ kind: 'task', mark, key: 'admin' }),
  )
  journal.made(one as number, 'id-1')
  journal.made(two as number, 'id-2')
  journal.gone(two as number)
  appendFileSync(file, '{"did":"ma')
  const read = CleanupJournal.read(file)
  expect(read.open.map(own => [own.mark, own.id])).toEqual([
    ['three', undefined],
    ['one', 'id-1'],
  ])
  expect(three).toBe(3)
})

test('only its owner may read it, also where a file that others could read stood before', () => {
  const file = path()
  writeFileSync(file, '', { mode: 0o644 })
  new CleanupJournal('c0ffee', file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
