/** Processes that share the work of the proof, one for each core. */
import { type ChildProcess, fork } from 'node:child_process'
import type { Kind, ResultsByKind } from './worker.ts'

export interface WorkerPool extends Disposable {
  /** Runs all of them, `width` at a time in each process; results in the order of the ids. */
  runAll<K extends Kind>(
    kind: K,
    ids: readonly string[],
    width: number,
    after: (id: string) => void,
  ): Promise<ResultsByKind[K][]>
}

/**
 * Starts that many processes, each with deployments of its own.
 *
 * @example
 * using pool = startWorkerPool(2)
 * const results = await pool.runAll('variants', ['clean'], 3, () => {})
 */
export function startWorkerPool(workers: number): WorkerPool {
  const program = new URL('./worker.ts', import.meta.url)
  const processes = Array.from({ length: workers }, () => fork(program))
  return {
    async runAll<K extends Kind>(
      kind: K,
      ids: readonly string[],
      width: number,
      after: (id: string) => void,
    ) {
      const results = new Map<string, ResultsByKind[K]>()
      const queue = [...ids]
      const place = async (child: ChildProcess) => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          results.set(id, await ask<ResultsByKind[K]>(child, kind, id))
          after(id)
        }
      }
      await Promise.all(processes.flatMap(child => Array.from({ length: width }, () => place(child))))
      return ids.map(id => results.get(id)!)
    },
    [Symbol.dispose]() {
      for (const child of processes) child.kill()
    },
  }
}

/** The result of one; several may be asked for at the same time. */
function ask<F>(child: ChildProcess, kind: Kind, id: string): Promise<F> {
  const { promise, resolve, reject } = Promise.withResolvers<F>()
  const answer = (done: { id: string; result: F }) => {
    if (done.id === id) resolve(done.result)
  }
  const gone = () => reject(new Error(`a process of the proof ended while it ran ${id}`))
  child.on('message', answer).on('exit', gone)
  child.send({ kind, id })
  return promise.finally(() => child.off('message', answer).off('exit', gone))
}
