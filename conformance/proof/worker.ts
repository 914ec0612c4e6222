/** A process of the proof: tries what it is told by name, and tells what became of it. */
import { type BrokenFate, broken, tryBroken } from './broken.ts'
import { type Fate, tryToKill } from './kill.ts'
import { catalogue, type Mutant } from './mutants/index.ts'
import { openStage } from './stage.ts'
import { tryVariant, type VariantFate } from './tolerate.ts'
import { variants } from './variants.ts'

export interface Fates {
  readonly mutants: Fate
  readonly variants: VariantFate
  readonly broken: BrokenFate
}
export type Kind = keyof Fates

// Sixty requests in a minute, and an agent that is slow, need a minute that a busy machine can fill. The rest of a
// mutant's story is short, and mostly waiting.
const [fast, calm] = await Promise.all([openStage(300), openStage(60)])
const stageFor = ({ requirement }: Mutant) => (/^LIMIT-(0[7-9]|10)/.test(requirement) ? calm : fast)

const attempts: { readonly [K in Kind]: (id: string) => Promise<Fates[K]> } = {
  mutants: id => {
    const mutant = named(catalogue, id)
    return tryToKill(stageFor(mutant), mutant)
  },
  variants: id => tryVariant(calm, named(variants, id)),
  broken: id => tryBroken(named(broken, id)),
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
