// Writes lines in batches, because a system call per request would slow the mock down.
import { afterMachineTime } from '../simulation/machine-time.ts'

/** How many milliseconds a line waits for others. */
const WAIT_MS = 10

/** A function that writes lines to a stream, all lines of some milliseconds together. */
export function lineWriter(stream: NodeJS.WritableStream, process: NodeJS.Process): (line: string) => void {
  let pending = ''
  const flush = () => {
    const text = pending
    pending = ''
    if (text !== '') stream.write(text)
  }
  // The last lines may have the reason for the exit.
  process.on('exit', flush)
  return line => {
    if (pending === '') afterMachineTime(WAIT_MS, flush)
    pending += `${line}\n`
  }
}
