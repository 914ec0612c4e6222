// All operations of the service: each beside a bare server with the same reply, and beside Prism.
import { bare, mock, type Name, prism, type Recording, type Running, start } from './contestants.ts'
import { operationRequests } from './operation-requests.ts'
import { Program } from './processes.ts'
import type { Ask } from './requests.ts'
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
  const asks = await operationRequests(reader.port)
  const limit = await start(bare(await recordings(asks)))
  try {
    for (const ask of asks) {
      const ours = ask.writes ? await start(mock) : reader
      const contestants = new Map<Name, Running>([
        ['mock', ours],
        ['bare', limit],
        ['prism', imitation],
      ])
      try {
        await compare(recorder, load, 'operations', ask, contestants, size)
      } finally {
        if (ask.writes) await ours.stop()
      }
    }
  } finally {
    await Promise.all([load.stop(), reader.stop(), imitation.stop(), limit.stop()])
  }
}

/** What a mock replies to each of them. */
async function recordings(asks: readonly Ask[]): Promise<Recording[]> {
  const model = await start(mock)
  const replies: Recording[] = []
  for (const ask of asks) replies.push(await record(model.port, ask))
  await model.stop()
  return replies
}
