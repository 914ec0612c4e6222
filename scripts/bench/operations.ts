// All operations of the service: each beside a bare server with the same reply, and beside Prism.
import { bare, mock, type Name, prism, type Running, start } from './contestants.ts'
import { operationRequests } from './operation-requests.ts'
import { Program } from './processes.ts'
import type { Recorder } from './results.ts'
import { compare, record } from './throughput.ts'

/**
 * A turn takes so many milliseconds, or so many requests where each needs something of its own. A write has a mock of its
 * own, or the next operation would pay for what its runs do.
 */
export async function operations(
  recorder: Recorder,
  size: { rounds: number; ms: number; count: number },
): Promise<void> {
  const load = new Program('load', 'load')
  const reader = await start(mock)
  const imitation = await start(prism, '/runs')
  try {
    for (const ask of await operationRequests(reader.port)) {
      const ours = ask.writes ? await start(mock) : reader
      const limit = await start(bare([await record(ours.port, ask)]))
      const contestants = new Map<Name, Running>([
        ['mock', ours],
        ['bare', limit],
        ['prism', imitation],
      ])
      try {
        await compare(recorder, load, 'operations', ask, contestants, size)
      } finally {
        await limit.stop()
        if (ask.writes) await ours.stop()
      }
    }
  } finally {
    await Promise.all([load.stop(), reader.stop(), imitation.stop()])
  }
}
