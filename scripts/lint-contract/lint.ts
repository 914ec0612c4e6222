import type { Problem, Sources } from '../contract/sources.ts'
import { openContract } from './contract.ts'
import { lintDeprecations } from './deprecations.ts'
import { lintExamples } from './examples.ts'
import { lintExtensions, lintUnused } from './extensions.ts'
import { lintGaps } from './gaps.ts'
import { lintOperations } from './operations.ts'
import { lintRequirements } from './requirements.ts'

/** All problems of a contract by our own rules. */
export function lint(sources: Sources): Problem[] {
  const { contract, problems } = openContract(sources)
  return [
    ...problems,
    ...lintOperations(contract),
    ...lintGaps(contract),
    ...lintRequirements(contract),
    ...lintExamples(contract),
    ...lintDeprecations(contract),
    ...lintExtensions(contract),
    ...lintUnused(contract),
  ]
}
