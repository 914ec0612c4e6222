// Orders test files: the slowest start first, so that no core waits for the last one. Vitest does so itself once it has
// measured them; this is for a fresh clone.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Parts of the paths of slow files, slowest first. */
const slowest = ['.slow.test.ts', '/mock/profile/', '/conformance/']

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = slowest.findIndex(path => moduleId.includes(path))
  return index === -1 ? slowest.length : index
}
