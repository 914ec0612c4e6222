// A mock of this checkout, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'

/** The command line of this checkout, for Node. */
export const agentWork = ['--import', './scripts/runtime.js', 'cli/main.ts']

export interface MockProcess {
  readonly url: string
  readonly child: ChildProcess
  /** What it logs, as JSON. */
  readonly lines: Interface
  /** How the process has ended. */
  readonly ended: Promise<string>
}

/** Starts the mock with these flags, on a free port. Throws if it ends before it is ready. */
export async function startMockProcess(...flags: string[]): Promise<MockProcess> {
  const args = [...agentWork, 'mock', '--port', '0', '--log', 'json']
  const cwd = join(import.meta.dirname, '..')
  const child = spawn(process.execPath, [...args, ...flags], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(([status, signal]) => `status ${status ?? signal}`)
  const lines = createInterface(child.stdout)
  const first = await Promise.race([once(lines, 'line'), ended])
  if (typeof first === 'string') throw new Error(`A mock has ended with ${first}.`)
  const { url } = JSON.parse(String(first[0])) as { url: string }
  return { url, child, lines, ended }
}
