// One worker for all made-up values of a process. It handles one at a time, with limits of time and memory.
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterMachineTime } from '../../simulation/machine-time.ts'
import type { ValueOrder, ValueResult } from './made-up-value.ts'

/** Long enough for every sensible schema on a slow, busy machine. */
const MAX_MS = 5_000
const MAX_MEGABYTES = 256

/** The worker, once it has loaded its generators. */
let running: Promise<Worker> | undefined
let last: Promise<unknown> = Promise.resolve()

/** Makes up a value. */
export function orderValue(order: ValueOrder): Promise<ValueResult> {
  const result = last.then(() => answered(order))
  // A failure must not stop the orders after it.
  last = result.catch(() => {})
  return result
}

/** Never rejects: if the worker fails, the schema cannot be used. */
async function answered(order: ValueOrder): Promise<ValueResult> {
  running ??= started()
  const asked = await running
  const late = new AbortController()
  const stopClock = afterMachineTime(MAX_MS, () => late.abort())
  // As text: what comes from a request is JSON, but not every object can be cloned.
  asked.postMessage(JSON.stringify(order))
  try {
    const [result] = await once(asked, 'message', { signal: late.signal })
    return result as ValueResult
  } catch (error) {
    running = undefined
    void asked.terminate()
    const reason = late.signal.aborted
      ? `none was found in ${MAX_MS / 1000} seconds`
      : (error as Error).message
    return { wrong: 'schema', expected: 'a JSON Schema that a value is soon found for', reason }
  } finally {
    stopClock()
  }
}

async function started(): Promise<Worker> {
  const { Worker } = await import('node:worker_threads')
  const name = import.meta.url.endsWith('.ts') ? './value-worker.ts' : './value-worker.js'
  const made = new Worker(new URL(name, import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  })
  // The worker does not keep the process alive.
  await once(made, 'message')
  made.unref()
  return made
}
