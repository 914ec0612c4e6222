/** The catalogue of all mutants. */
import { accessMutants } from './access.ts'
import { derivedMutants } from './derived.ts'
import type { Mutant } from './mutant.ts'
import { runMutants } from './runs.ts'

export type { Mutant } from './mutant.ts'

export const catalogue: readonly Mutant[] = [...derivedMutants(), ...accessMutants, ...runMutants]
