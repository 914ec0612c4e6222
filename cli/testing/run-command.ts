/** Runs commands for tests. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Terminal } from '../command.ts'
import { runCommandLine } from '../command-line.ts'
import { findCommand } from '../commands.ts'

/** A terminal that prints nowhere. */
export const quietTerminal: Terminal = {
  env: {},
  folder: '.',
  columns: 80,
  colors: false,
  out: () => {},
  note: () => {},
}

/** What a command prints in this process; a refusal is thrown. Notes are left out, unless `more` keeps them. */
export async function runCommand(name: string, args: readonly string[], more: Partial<Terminal> = {}) {
  const printed: string[] = []
  const out = (text: string) => void printed.push(text)
  const command = (await findCommand(name))!
  const status = await command.run(args, { ...quietTerminal, out, ...more })
  return { status, text: printed.join('\n') }
}

/** What `agent-work` prints, run in this process: for commands that print to their terminal alone. */
export async function runLine(args: readonly string[], env: Terminal['env'] = {}) {
  const printed: Record<'out' | 'err', string[]> = { out: [], err: [] }
  const status = await runCommandLine(args, {
    ...quietTerminal,
    env,
    out: text => void printed.out.push(`${text}\n`),
    note: text => void printed.err.push(`${text}\n`),
  })
  return { status, out: printed.out.join(''), err: printed.err.join('') }
}

/** What `agent-work` prints as a program of its own. */
export async function runProgram(
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
) {
  const main = join(import.meta.dirname, '../main.ts')
  const run = promisify(execFile)(process.execPath, [main, ...args], {
    ...options,
    env: { ...process.env, ...options.env },
  })
  const ended: { stdout: string; stderr: string; code?: number } = await run.catch(error => error)
  return { status: ended.code ?? 0, out: ended.stdout, err: ended.stderr }
}
