// A watch in a process that can be killed. Its argument is JSON. Each message from its parent lets time pass to what is
// due next, and does that. It answers with the time then.
import { flushCompileCache } from 'node:module'
import { run } from '#conformance'
import { type Deployment, Watch } from '../../../watch/index.ts'

/** What the worker is started with. */
export interface Work {
  readonly deployments: readonly Deployment[]
  readonly store: string
  readonly webhook: string
  /** The scenarios of each pass. */
  readonly only: readonly string[]
  readonly now: number
}

// For the next worker; one that is killed writes nothing at its end.
flushCompileCache()

const { deployments, store, webhook, only, ...work } = JSON.parse(process.argv[2]!) as Work
let { now } = work
const MINUTE = 60_000

const { tasks } = new Watch({
  deployments,
  store,
  webhook,
  pace: { every: 60 * MINUTE, fullEvery: 1440 * MINUTE, repeatAfter: 5 * MINUTE, readOnly: true },
  env: {},
  now: () => now,
  judge: (target, options) => run(target, { ...options, only: options.only ?? only }),
  onPass: () => {},
})

process.on('message', () => void pass())

async function pass(): Promise<void> {
  now = Math.max(now, Math.min(...tasks.map(task => task.next())))
  for (const task of tasks) if (task.next() <= now) await task.run()
  process.send!(now)
}
