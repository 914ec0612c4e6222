/** The contract and the suite that judged: their versions, and hashes of their text. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { document } from '#openapi'
import { requirements } from '../requirements/contract.ts'

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

export const versions = () => ({
  contract: { version: document.info.version, sha256: sha256(JSON.stringify([document, requirements])) },
  suite: { sha256: sha256(suiteSource()) },
})

/** Folders of the suite that verdicts depend on. */
export const JUDGING: readonly string[] = [
  'engine',
  'extract',
  'negatives',
  'requirements',
  'rules',
  'suite',
  'target',
]

/** The judging source: the files of these folders, or the file into which the package bundles them. */
function suiteSource(): string {
  const own = import.meta.filename
  if (own.endsWith('.js')) return readFileSync(own, 'utf8')
  const root = join(import.meta.dirname, '..')
  const files = JUDGING.flatMap(room =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(name => join(room, name)),
  )
  return files
    .toSorted()
    .map(name => readFileSync(join(root, name), 'utf8'))
    .join('\n')
}
