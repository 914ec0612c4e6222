import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../generated/bundle')
const files = Object.fromEntries(readdirSync(folder).map(name => [name, readFileSync(join(folder, name))]))
const loaded = Object.keys(files).filter(name => name !== 'licenses.txt')
const size = (names: readonly string[]) => names.reduce((sum, name) => sum + gzipSync(files[name]!).length, 0)

/** A module with all that it imports before it runs. */
function withImports(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  const text = files[name]!.toString()
  for (const [, other] of text.matchAll(
    /(?:^|[;}])(?:import|export)\b[^'"();\n]*["'`]\.\/([\w.-]+\.js)["'`]/gm,
  ))
    withImports(other!, known)
  return known
}

test('the first screen loads at most 45 kB, all of the console 125 kB, its styles 12 kB', () => {
  const first = new Set([
    ...withImports('app.js'),
    ...withImports('now.js'),
    ...withImports('stream-worker.js'),
    'style.css',
    'page.html',
  ])
  expect(size([...first])).toBeLessThanOrEqual(45_000)
  expect(size(loaded)).toBeLessThanOrEqual(125_000)
  expect(size(['style.css'])).toBeLessThanOrEqual(12_000)
})
