// The order of test files: those that take longest start first, so that no core waits for the last one. Vitest does
// that by itself once it has seen them run; this is for a fresh clone.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What the paths of the slowest files contain, slowest first. */
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
