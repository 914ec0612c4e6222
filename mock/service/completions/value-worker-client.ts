// One worker for all values of a process, one value after the other, each within a bound of time and memory.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterMachineTime } from '../../simulation/machine-time.ts'
import type { ValueOrder, ValueResult } from './made-up-value.ts'

/** Long enough for every sensible schema on a slow machine that has much else to do. */
const MAX_MS = 5_000
const MAX_MEGABYTES = 256

/** The worker, once it has loaded what it needs. */
let running: Promise<Worker> | undefined
let last: Promise<unknown> = Promise.resolve()

/** Has a value made up. */
export function orderValue(order: ValueOrder): Promise<ValueResult> {
  const result = last.then(() => answered(order))
  // One that failed does not stop those behind it.
  last = result.catch(() => {})
  return result
}

/** Never rejects: a worker that came to nothing is a schema that cannot be used. */
async function answered(order: ValueOrder): Promise<ValueResult> {
  running ??= started()
  const asked = await running
  return await new Promise(resolve => {
    const giveUp = (reason: string) => {
      running = undefined
      void asked.terminate()
      end({ wrong: 'schema', expected: 'a JSON Schema that a value is soon found for', reason })
    }
    const failed = (error: Error) => giveUp(error.message)
    const end = (result: ValueResult) => {
      stopClock()
      asked.off('message', end)
      asked.off('error', failed)
      resolve(result)
    }
    const stopClock = afterMachineTime(MAX_MS, () => giveUp(`none was found in ${MAX_MS / 1000} seconds`))
    asked.on('message', end)
    asked.on('error', failed)
    // As text, because whatever came from a request is JSON, and not every object can be cloned.
    asked.postMessage(JSON.stringify(order))
  })
}

async function started(): Promise<Worker> {
  const name = import.meta.url.endsWith('.ts') ? './value-worker.ts' : './value-worker.js'
  const made = new Worker(new URL(name, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  })
  // It keeps no process alive that has nothing else to do.
  await once(made, 'message')
  made.unref()
  return made
}
