/** Processes that share work, each by messages: an id goes there, a result with that id comes back. */
import { type ChildProcess, fork } from 'node:child_process'

export interface Share {
  /** The program of a process, and its arguments. */
  readonly program: URL
  readonly args?: readonly string[]
  readonly workers: number
  /** How many pieces each process has under way. */
  readonly width: number
  /** A process ends after that many pieces, and another takes its place. Default: it never does. */
  readonly perProcess?: number
  /** A piece without a result after that time ends its process. Default: none. */
  readonly patienceMs?: number
  /** Called after each piece. */
  readonly after: (id: string) => void
}

/**
 * The results by id. A piece whose process ended, or whose time ran out, has none. Somebody who kills a process wants the
 * work to end, so no other takes its place; neither does the work outlive the process that began it.
 */
export async function share<Result extends { readonly id: string }>(
  ids: readonly string[],
  { program, args = [], workers, width, perProcess = Number.POSITIVE_INFINITY, patienceMs, after }: Share,
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>()
  const queue = [...ids]
  let killedBy: NodeJS.Signals | undefined
  const keepWorking = async () => {
    while (queue.length > 0) {
      const child = fork(program, args)
      child.on('exit', (_, signal) => {
        if (!signal || child.killed || !KILLS.includes(signal)) return
        killedBy = signal
        queue.length = 0
      })
      let left = perProcess
      const work = async () => {
        while (left-- > 0 && child.connected) {
          const id = queue.shift()
          if (id === undefined) return
          const result = await ask<Result>(child, id, patienceMs)
          if (result) results.set(id, result)
          // A task that blocks its process can only be ended with the process.
          else child.kill('SIGKILL')
          after(id)
        }
      }
      await Promise.all(Array.from({ length: width }, work))
      child.kill()
    }
  }
  const parent = process.ppid
  const watch = setInterval(() => process.ppid === parent || process.exit(1), ORPHANED_AFTER_MS)
  await Promise.all(Array.from({ length: workers }, keepWorking)).finally(() => clearInterval(watch))
  if (killedBy) throw new Error(`a process that shares the work was ended by ${killedBy}`)
  return results
}

/** Signals by which people end processes. One that crashes, or runs out of memory, ends by another. */
const KILLS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGHUP']
const ORPHANED_AFTER_MS = 1000

function ask<Result extends { readonly id: string }>(
  child: ChildProcess,
  id: string,
  patienceMs: number | undefined,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>()
  const answer = (result: Result) => {
    if (result.id === id) resolve(result)
  }
  const gone = () => resolve(undefined)
  const timer = patienceMs === undefined ? undefined : setTimeout(gone, patienceMs)
  child.on('message', answer).on('exit', gone)
  child.send(id)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', answer).off('exit', gone)
  })
}
