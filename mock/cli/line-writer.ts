// Writes lines in batches, because a system call per request would slow the mock down.
import { afterThisTurn } from '../simulation/machine-time.ts'

/** A function that writes lines to a stream, all lines of one turn of the event loop together. */
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
    if (pending === '') afterThisTurn(flush)
    pending += `${line}\n`
  }
}
