/** The processes that share the work of the proof, so that every core has some. */
import { type ChildProcess, fork } from 'node:child_process'
import type { Kind, ResultsByKind } from './worker.ts'

export interface WorkerPool extends Disposable {
  /** Tries all of them, so many at a time in each process; what became of them in their order. */
  runAll<K extends Kind>(
    kind: K,
    ids: readonly string[],
    width: number,
    after: (id: string) => void,
  ): Promise<ResultsByKind[K][]>
}

/**
 * As many processes as that, each with deployments of its own.
 *
 * @example
 * using crew = startCrew(2)
 * const fates = await crew.tryAll('variants', ['clean'], 3, () => {})
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
      const fates = new Map<string, ResultsByKind[K]>()
      const queue = [...ids]
      const place = async (child: ChildProcess) => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          fates.set(id, await ask<ResultsByKind[K]>(child, kind, id))
          after(id)
        }
      }
      await Promise.all(processes.flatMap(child => Array.from({ length: width }, () => place(child))))
      return ids.map(id => fates.get(id)!)
    },
    [Symbol.dispose]() {
      for (const child of processes) child.kill()
    },
  }
}

/** What became of one; several may be asked for at the same time. */
function ask<F>(child: ChildProcess, kind: Kind, id: string): Promise<F> {
  const { promise, resolve, reject } = Promise.withResolvers<F>()
  const answer = (told: { id: string; fate: F }) => {
    if (told.id === id) resolve(told.fate)
  }
  const gone = () => reject(new Error(`a process of the proof ended while it tried ${id}`))
  child.on('message', answer).on('exit', gone)
  child.send({ kind, id })
  return promise.finally(() => child.off('message', answer).off('exit', gone))
}
