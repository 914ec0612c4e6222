/** A process of the proof: tries what it is told by name, and tells what became of it. */
import { type BrokenServerResult, brokenServers, runBrokenServer } from './broken-servers.ts'
import { startDeployments } from './deployments.ts'
import { catalogue, type Mutant } from './mutants/index.ts'
import { type MutantResult, runMutant } from './run-mutant.ts'
import { runVariant, type VariantResult } from './run-variant.ts'
import { variants } from './variants.ts'

export interface ResultsByKind {
  readonly mutants: MutantResult
  readonly variants: VariantResult
  readonly broken: BrokenServerResult
}
export type Kind = keyof ResultsByKind

// Sixty requests in a minute, and an agent that is slow, need a minute that a busy machine can fill. The rest of a
// mutant's story is short, and mostly waiting.
const [fast, calm] = await Promise.all([startDeployments(300), startDeployments(60)])
const stageFor = ({ requirement }: Mutant) => (/^LIMIT-(0[7-9]|10)/.test(requirement) ? calm : fast)

const attempts: { readonly [K in Kind]: (id: string) => Promise<ResultsByKind[K]> } = {
  mutants: id => {
    const mutant = named(catalogue, id)
    return runMutant(stageFor(mutant), mutant)
  },
  variants: id => runVariant(calm, named(variants, id)),
  broken: id => runBrokenServer(named(brokenServers, id)),
}

process.on('message', (told: { kind: Kind; id: string }) => void answer(told))
process.on('disconnect', () => process.exit())

async function answer({ kind, id }: { kind: Kind; id: string }) {
  process.send?.({ id, fate: await attempts[kind](id) })
}

function named<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find(item => item.id === id)
  if (!found) throw new Error(`there is no ${id} in the catalogue`)
  return found
}
