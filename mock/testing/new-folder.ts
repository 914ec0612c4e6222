import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new, empty folder; it goes with the run of the tests. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'agent-work-'))
