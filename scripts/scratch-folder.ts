// What tests write to the folder for temporary files goes with their run, so no test removes any of it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'agent-work-tests-'))
  // A test may start a process of another user.
  chmodSync(folder, 0o711)
  // The names by which Node finds it on each system; the processes of tests inherit them.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  // Browsers that were closed still write to their profile for a moment.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
