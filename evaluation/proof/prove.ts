/** The whole proof: mutants that must be noticed, lawful variants that must pass, and broken servers. */
import { requirements } from '#openapi'
import { share } from '../worker-pool.ts'
import { brokenServers } from './broken-servers.ts'
import { catalogue } from './mutants/index.ts'
import { variants } from './variants.ts'
import type { ResultsByKind } from './worker.ts'

type Kind = Exclude<keyof ResultsByKind, 'lawful'>

export interface ProofResults {
  readonly mutants: readonly ResultsByKind['mutants'][]
  readonly variants: readonly ResultsByKind['variants'][]
  readonly broken: readonly ResultsByKind['broken'][]
  /** Requirements that no mutant violates. */
  readonly untouched: readonly string[]
  readonly seconds: Readonly<Record<Kind, number>>
  readonly workers: number
}

export interface ProofChoice {
  /** The mutants, variants and broken servers to run, by id. Default: all. */
  readonly only?: (id: string) => boolean
  /** Called after each piece of work. */
  readonly progress?: (done: number, total: number, what: string) => void
  /** Number of worker processes. Default: 1. */
  readonly workers?: number
}

/**
 * Tasks that each process runs concurrently: enough to use waiting times, few enough for clocks to stay in step with
 * the work.
 */
const WIDTH: Readonly<Record<Kind, number>> = { broken: 3, mutants: 6, variants: 4 }

/** Runs the chosen parts. */
export async function prove({
  only = () => true,
  progress,
  workers = 1,
}: ProofChoice): Promise<ProofResults> {
  const chosen = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).filter(only)
  const todo = { broken: chosen(brokenServers), mutants: chosen(catalogue), variants: chosen(variants) }
  const total = todo.mutants.length + todo.variants.length + todo.broken.length
  let done = 0
  const program = new URL('./worker.ts', import.meta.url)
  const after = (id: string) => progress?.(++done, total, id)
  const timed = async <K extends Kind>(kind: K) => {
    const began = performance.now()
    const how = { program, args: [kind], workers, width: WIDTH[kind], after }
    const found = await share<ResultsByKind[K]>(todo[kind], how)
    const fates = todo[kind].map(id => found.get(id) ?? lost(id))
    return { fates, seconds: Math.round((performance.now() - began) / 100) / 10 }
  }
  const broken = await timed('broken')
  const mutants = await timed('mutants')
  const lawful = await timed('variants')
  const touched = new Set<string>(catalogue.map(({ requirement }) => requirement))
  return {
    mutants: mutants.fates,
    variants: lawful.fates,
    broken: broken.fates,
    untouched: requirements.requirements.map(({ id }) => id).filter(id => !touched.has(id)),
    seconds: { broken: broken.seconds, mutants: mutants.seconds, variants: lawful.seconds },
    workers,
  }
}

function lost(id: string): never {
  throw new Error(`a process of the proof ended while it ran ${id}`)
}
