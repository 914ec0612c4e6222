import type { Path, Place } from '../../platform/yaml.ts'

export type { Path, Place } from '../../platform/yaml.ts'

/** A mistake in a world file. */
export interface WorldProblem {
  /** The path of the member, such as `agents.quote-writer.model`; empty for the whole file. */
  readonly path: string
  /** Undefined if the world was not given as text. */
  readonly place?: Place | undefined
  /** What is expected, what was given, and a suggestion. */
  readonly message: string
}

/** A world that cannot be used, with all of its mistakes. */
export class WorldError extends Error {
  readonly problems: readonly WorldProblem[]

  constructor(problems: readonly WorldProblem[]) {
    super(problems.map(sentence).join('\n'))
    this.name = 'WorldError'
    this.problems = problems
  }
}

/** A problem in the form that editors and terminals link: `world.yaml:3:7: agents.x.model: …`. */
export function sentence({ place, path, message }: WorldProblem): string {
  const where = place ? `${place.file}:${place.line}:${place.column}: ` : ''
  return `${where}${path === '' ? '' : `${path}: `}${message}`
}

/** Reports a mistake. `at` is the path of the member whose value is wrong. */
export type Report = (at: Path, message: string) => void
