// Files named on the command line may come from somebody else: they are read up to a bound.
import { closeSync, openSync, readSync } from 'node:fs'

/** The largest file that a command reads. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const PART_BYTES = 1024 * 1024

/** The bytes of a file. Throws the system's error, or one that says that the file is too large. */
export function readFile(path: string, maxBytes = MAX_FILE_BYTES): Buffer {
  const file = openSync(path, 'r')
  try {
    const parts: Buffer[] = []
    let size = 0
    // Its size is not asked for: that of a device or a pipe is 0.
    for (;;) {
      const part = Buffer.alloc(PART_BYTES)
      const read = readSync(file, part)
      if (read === 0) return Buffer.concat(parts)
      parts.push(part.subarray(0, read))
      size += read
      if (size > maxBytes)
        throw Object.assign(new Error(`it is larger than ${maxBytes / 1024 / 1024} MB`), { code: 'EFBIG' })
    }
  } finally {
    closeSync(file)
  }
}

/** Why a file cannot be read, for the end of a message. */
export function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'there is no such file' : (code ?? message)
}
