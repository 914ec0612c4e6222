// Writes lines in handfuls: a line for each request would cost a call of the system for each.
import { afterThisTurn } from '../simulation/machine-time.ts'

/** A function that writes lines to a stream soon, those of one turn of the event loop together. */
export function lineWriter(stream: NodeJS.WritableStream, process: NodeJS.Process): (line: string) => void {
  let pending = ''
  const flush = () => {
    const text = pending
    pending = ''
    if (text !== '') stream.write(text)
  }
  // Whoever ends the process may just have said why.
  process.on('exit', flush)
  return line => {
    if (pending === '') afterThisTurn(flush)
    pending += `${line}\n`
  }
}
