import { UsageError } from '../../flags/flag.ts'
import type { Twin } from '../twin/twin.ts'
import { readTwinFile, TwinFileError, type TwinFileOptions } from '../twin/twin-file.ts'

/** The twin in a file. Throws a UsageError that names every mistake in it. */
export async function twinAt(path: string, options: TwinFileOptions = {}): Promise<Twin> {
  try {
    return await readTwinFile(path, options)
  } catch (error) {
    if (error instanceof TwinFileError) throw new UsageError(error.message)
    throw error
  }
}
