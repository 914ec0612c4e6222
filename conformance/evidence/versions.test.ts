import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JUDGING } from './versions.ts'

test('the hash of the suite covers every folder that judging code imports', () => {
  const root = join(import.meta.dirname, '..')
  const files = JUDGING.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(name => readFileSync(join(root, folder, name), 'utf8')),
  )
  const imported = files.flatMap(text =>
    [...text.matchAll(/from '(?:\.\.\/)+(\w+)\//g)].map(([, folder]) => folder!),
  )
  const folders = [...new Set(imported)].filter(folder => existsSync(join(root, folder)))
  expect(folders.filter(folder => !JUDGING.includes(folder))).toEqual([])
})
