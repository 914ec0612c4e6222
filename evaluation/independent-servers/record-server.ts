/** Recordings of the independent servers, and the part of them that no twin is learned from. */
import type { RunOptions } from '#conformance'
import { type Call, type Calls, recordCalls } from '#twin'
import { type IndependentServer, startServer } from './start-server.ts'

/** What a run of the suite asked a server and was answered. */
export async function recordServer(name: IndependentServer, options: RunOptions): Promise<Calls> {
  const server = await startServer(name)
  try {
    return (await recordCalls({ ...server.target, name: 'staging' }, { journal: false, ...options })).calls
  } finally {
    await server.stop()
  }
}

/** A fifth of the scenarios. */
export function isHeldOut({ scenario }: Call): boolean {
  return [...scenario].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7) % 5 === 2
}
