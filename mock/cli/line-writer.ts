// Writes lines in batches, because a system call per request would slow the mock down.
import { afterMachineTime } from '../simulation/machine-time.ts'

/** How many milliseconds a line waits for others. */
const WAIT_MS = 5

/** Writes a line, which may be composed later. */
export type WriteLine = (line: () => string) => void

/** A function that writes lines to a stream, all lines of some milliseconds together; only then are they composed. */
export function lineWriter(stream: NodeJS.WritableStream): WriteLine {
  let pending: (() => string)[] = []
  const flush = () => {
    const lines = pending
    pending = []
    if (lines.length > 0) stream.write(lines.map(line => `${line()}\n`).join(''))
  }
  // The last lines may have the reason for the exit.
  process.on('exit', flush)
  return line => {
    if (pending.length === 0) afterMachineTime(WAIT_MS, flush)
    pending.push(line)
  }
}
