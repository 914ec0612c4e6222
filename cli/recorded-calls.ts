/** Reads the recording for `learn` and `compare`; HTTP archives are accepted as well. */
import { CallsProblem, readCalls } from '#twin'
import { readText, UsageError } from '../flags/flag.ts'

/** The flag `--base-url` of commands that read an HTTP archive. */
export const archiveBaseUrl = {
  placeholder: '<address>',
  description: 'where the service is in an HTTP archive',
  default: 'where most of its requests for operations go',
  read: readText,
} as const

/** The calls of a recording. Throws a UsageError with the reason if it cannot be read. */
export function recordedCalls(path: string, baseUrl: string | undefined) {
  try {
    return readCalls(path, baseUrl)
  } catch (error) {
    if (error instanceof CallsProblem) throw new UsageError(error.message)
    throw error
  }
}
