// Captures output of the command line for pages that show it.
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')
const command = ['--import', './scripts/runtime.js', 'cli/main.ts']
const env = { ...process.env, NO_COLOR: '1' }

/** The output of `agent-work`, for any exit status. */
export function outputOf(args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise(resolve => {
    execFile(process.execPath, [...command, ...args], { cwd: root, env }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    )
  })
}

/** The output of a command for a running mock. */
export async function printed(baseUrl: string, ...args: string[]): Promise<string> {
  return (await outputOf([...args, '--base-url', baseUrl])).stdout
}

/** The error message for invalid settings. */
export async function complaintOf(...args: string[]): Promise<string> {
  return (await outputOf(args)).stderr
}

/** The log line of a request with the member's key. */
export async function logLineOf(path: string): Promise<unknown> {
  const mock = spawn(process.execPath, [...command, '--port', '0', '--log', 'json'], { cwd: root, env })
  try {
    for await (const line of createInterface({ input: mock.stdout })) {
      const entry = JSON.parse(line) as { event: string; url: string }
      if (entry.event === 'request') return entry
      await fetch(entry.url + path, { headers: { authorization: 'Bearer awk_demo_member' } })
    }
    return undefined
  } finally {
    mock.kill()
  }
}
