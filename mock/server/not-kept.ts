import { KeepProblem } from '../keep/keep-problem.ts'
import { Refusal } from '../world/refusal.ts'

/** The reply to a request whose changes cannot be written to the kept file; undefined for any other error. */
export function notKept(error: unknown): Refusal | undefined {
  if (!(error instanceof KeepProblem)) return undefined
  return new Refusal(
    'internal_error',
    `Nothing is acknowledged, because it could not be kept: ${error.message} The mock goes on as soon as the file can be written.`,
  )
}
