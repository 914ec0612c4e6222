/** A worker process that runs the suite against source mutants, or compares them by walks with a stopped clock. */
import { madeOnDemand } from '#mock/dialect'
import type { IndependentServer } from '../independent-servers/start-server.ts'
import { loadServer } from './load-server.ts'
import { runSourceMutant } from './run-source-mutant.ts'
import { type SourceMutant, sourceMutants } from './source-mutants.ts'
import { restart, stopTheClock } from './still-clock.ts'
import { WALK_SCALE, walk } from './walk.ts'

export type Task = 'judge' | 'compare'

/** The first line of the walk that the mutant answers differently; undefined where all are equal. */
export interface Comparison {
  readonly id: string
  readonly difference: { readonly was: string; readonly is: string } | undefined
}

const task = process.argv[2] as Task
if (task === 'compare') stopTheClock()
// A mutant may throw uncaught; its server keeps running.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (id: string) => void answer(id))

async function answer(id: string) {
  process.send?.(task === 'judge' ? await judged(id) : await compared(named(id)))
}

const judged = (id: string) => {
  const [server, rest] = id.split('/')
  return runSourceMutant(server as IndependentServer, rest === 'unchanged' ? undefined : named(id))
}

const unchanged = madeOnDemand((server: IndependentServer) => walked(server))

async function compared(mutant: SourceMutant): Promise<Comparison> {
  const before = await unchanged(mutant.server)
  const after = await walked(mutant.server, mutant, before)
  const n = before.findIndex((line, at) => line !== after[at])
  const difference = n < 0 ? undefined : { was: before[n] ?? '', is: after[n] ?? 'nothing' }
  return { id: mutant.id, difference }
}

async function walked(
  name: IndependentServer,
  mutant?: SourceMutant,
  expected?: readonly string[],
): Promise<string[]> {
  restart()
  try {
    const start = await loadServer(name, mutant)
    const server = await start({ timeScale: WALK_SCALE })
    const lines = await walk(server, expected)
    await server.stop()
    return lines
  } catch (error) {
    return [`does not go on: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function named(id: string): SourceMutant {
  const found = sourceMutants(id.split('/')[0] as IndependentServer).find(one => one.id === id)
  if (!found) throw new Error(`there is no source mutant ${id}`)
  return found
}
