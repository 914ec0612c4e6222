// A watch on a fast clock, in a process that can be killed. Its argument is JSON; it prints a line for each pass.
import { run } from '#conformance'
import { type Deployment, Watch } from '../../../watch/index.ts'

/** What the worker is started with. */
export interface Work {
  readonly deployments: readonly Deployment[]
  readonly store: string
  readonly webhook: string
  /** The scenarios of each pass. */
  readonly only: readonly string[]
  /** When its clock began, and how many times faster it runs. */
  readonly epoch: number
  readonly scale: number
}

const { deployments, store, webhook, only, epoch, scale } = JSON.parse(process.argv[2]!) as Work
const MINUTE = 60_000

const watch = new Watch({
  deployments,
  store,
  webhook,
  pace: { every: 60 * MINUTE, fullEvery: 1440 * MINUTE, repeatAfter: 5 * MINUTE, readOnly: true },
  env: {},
  now: () => Math.round(epoch + (Date.now() - epoch) * scale),
  judge: (target, options) => run(target, { ...options, only: options.only ?? only }),
  onPass: line => console.log(line),
})
console.log('ready')
await watch.follow(new AbortController().signal)
