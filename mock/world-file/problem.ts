/** Where something stands in a file, counted from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A mistake in a world file. */
export interface WorldProblem {
  /** The member, such as `agents.quote-writer.model`; empty for the whole file. */
  readonly path: string
  /** Undefined for a world that was not given as text. */
  readonly place?: Place | undefined
  /** What must be, what was given, and what was probably meant. */
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

/** Members from the outermost on, such as `['agents', 'quote-writer', 'script', 2]`. */
export type Path = readonly (string | number)[]

/** A path as people write it: `agents.quote-writer.script[2]`. */
export function shownPath(path: Path): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}

/** Collects mistakes; `at` is the member that is wrong, in its value or, with `ofKey`, in its name. */
export type Report = (at: Path, message: string, ofKey?: boolean) => void
