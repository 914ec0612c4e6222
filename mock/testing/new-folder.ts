import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new, empty folder; it goes with the run of the tests. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'agent-work-'))

/** The path of a new file that a mock keeps, in a folder of its own. */
export const newFile = () => join(newFolder(), 'world.db')

/** A copy of a kept file as a crash at this moment would leave it. */
export function crashed(keep: string): string {
  const copy = newFile()
  for (const end of ['', '-wal', '.commits']) cpSync(keep + end, copy + end)
  return copy
}
