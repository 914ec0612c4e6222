// Starts the programs that are measured and those that measure, each on a core of its own where the system can pin.
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Whether servers can have the first core and the load the second. */
export const pinned = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0

type Core = 'server' | 'load'

/** Starts Node with these arguments; its output is read by whoever needs it. */
export function startNode(
  args: readonly string[],
  core: Core,
  stdio: StdioOptions = 'pipe',
  cwd = root,
): ChildProcess {
  const command = pinned ? ['taskset', '-c', core === 'server' ? '0' : '1'] : []
  const [file = process.execPath, ...rest] = [...command, process.execPath, ...args]
  // A pipe that is read is needed for errors; the environment of this process would change how a server behaves.
  return spawn(file, rest, { cwd, stdio, env: { ...process.env, NODE_OPTIONS: '' } })
}

/** Ends a process and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** A program of `programs/` that answers messages one after the other. */
export class Program implements AsyncDisposable {
  readonly child: ChildProcess

  constructor(
    name: string,
    core: Core,
    options: { args?: readonly string[]; flags?: readonly string[] } = {},
  ) {
    const { args = [], flags = [] } = options
    const file = join(import.meta.dirname, 'programs', `${name}.ts`)
    this.child = startNode([...flags, file, ...args], core, ['ignore', 'inherit', 'inherit', 'ipc'])
  }

  /** The next message that it sends. */
  async hear<Message>(): Promise<Message> {
    const { child } = this
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const onExit = () => reject(new Error(`${child.spawnargs.join(' ')} ended unexpectedly`))
    child.once('exit', onExit)
    child.once('message', message => resolve(message as Message))
    try {
      return await promise
    } finally {
      child.off('exit', onExit)
    }
  }

  async ask<Answer>(question: object): Promise<Answer> {
    const answer = this.hear<Answer>()
    this.child.send(question)
    return answer
  }

  [Symbol.asyncDispose](): Promise<void> {
    return stop(this.child)
  }
}

/** Seconds of processor time that the threads of a process have used; NaN where the system does not tell. */
export function cpuSeconds({ pid }: ChildProcess): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const used = threads.map(thread => Number(procFile(pid, `task/${thread}/schedstat`).split(' ')[0]))
    return used.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9
  } catch {
    return Number.NaN
  }
}

/** Bytes of memory that a process occupies; NaN where the system does not tell. */
export function residentBytes({ pid }: ChildProcess): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(procFile(pid, 'status'))?.[1]) * 1024
}

/** Empty for one that has gone. */
function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
