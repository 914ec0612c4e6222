// Parses worlds from requests, with all mistakes in one refusal.
import { Refusal } from '../world/refusal.ts'
import { readWorldSource, sentence, sourceOf, type World, WorldError } from '../world-file/index.ts'

/** A world from the body of a request, or from code. Throws a refusal with every mistake. */
export function worldIn(source: object, base?: World): World {
  return refusing(() => readWorldSource(source, base ? { base: sourceOf(base) } : {}))
}

/** What `read` returns. Throws a refusal with every mistake that it finds in a world. */
export function refusing<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw refusedWorld(error)
  }
}

/** The refusal of a world with mistakes; any other error is a bug. */
export function refusedWorld(error: unknown): unknown {
  if (!(error instanceof WorldError)) return error
  const [first, ...more] = error.problems
  const others = more.length > 0 ? ` And ${more.length} more.` : ''
  return new Refusal('request_invalid', `${first ? sentence(first) : 'The world cannot be used'}.${others}`, {
    issues: error.problems.map(problem => ({
      in: 'body',
      field: problem.path,
      message: sentence(problem),
      expected: problem.message,
      received: null,
    })),
  })
}
