// Captures output of the command line for pages that show it.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { agentWork, startMockProcess } from '../mock-process.ts'

const root = join(import.meta.dirname, '../..')
const env = { ...process.env, NO_COLOR: '1' }

/** The output of `agent-work`, for any exit status. */
export function outputOf(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [...agentWork, ...args], { cwd: root, env })
  return run.catch((ended: { stdout: string; stderr: string }) => ended)
}

/** The log line of a request with the member's key. */
export async function logLineOf(path: string): Promise<unknown> {
  const { url, child, lines } = await startMockProcess()
  try {
    const logged = once(lines, 'line')
    await fetch(url + path, { headers: { authorization: 'Bearer awk_demo_member' } })
    const [line] = await logged
    return JSON.parse(String(line))
  } finally {
    child.kill()
  }
}
