/** A worker process of the proof: runs mutants, variants or broken servers by id and returns the results. */
import { type BrokenServerResult, brokenServers, runBrokenServer } from './broken-servers.ts'
import { startDeployments } from './deployments.ts'
import { type CompositionResult, runComposition } from './lawful/run-composition.ts'
import { catalogue } from './mutants/index.ts'
import { type MutantResult, runMutant } from './run-mutant.ts'
import { runVariant, type VariantResult, variants } from './variants.ts'

export interface ResultsByKind {
  readonly mutants: MutantResult
  readonly variants: VariantResult
  readonly broken: BrokenServerResult
  readonly lawful: CompositionResult
}
export type Kind = keyof ResultsByKind

const [fast, slow] = await Promise.all([startDeployments(300), startDeployments(60)])

const attempts: { readonly [K in Kind]: (id: string) => Promise<ResultsByKind[K]> } = {
  mutants: id => {
    const mutant = named(catalogue, id)
    return runMutant(mutant.clock === 'slow' ? slow : fast, mutant)
  },
  // Variants differ in messages only, so they run in process; the clean one runs over HTTP to prove that messages pass.
  variants: id => runVariant(slow, named(variants, id), { overHttp: id === 'clean' }),
  broken: id => runBrokenServer(named(brokenServers, id)),
  lawful: async id => ({
    id,
    ...(await runComposition({ fast, slow }, Number(id), parts.length > 0 ? parts : undefined)),
  }),
}

const [kind, ...parts] = process.argv.slice(2) as [Kind, ...string[]]
process.on('message', (id: string) => void answer(id))
process.on('disconnect', () => process.exit())

async function answer(id: string) {
  process.send?.(await attempts[kind](id))
}

function named<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find(item => item.id === id)
  if (!found) throw new Error(`there is no ${id} in the catalogue`)
  return found
}
