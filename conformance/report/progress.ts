/** One line that shows which scenarios run and what they wait for. */

import { forLog } from '../engine/safe-text.ts'
import type { ProgressEvent } from '../engine/scheduler.ts'

export function progressOn(stream: NodeJS.WriteStream) {
  const running = new Map<string, string>()
  let last = ''
  let counts = ''
  let lastLine = 0
  const draw = () => {
    const latest = [...running].at(-1)
    if (!latest) return
    const [id, what] = latest
    const line = forLog(`${counts} ${id}${what ? `: waiting for ${what}` : ''}`).replaceAll('\n', ' ')
    if (line === last) return
    last = line
    if (stream.isTTY) stream.write(`\r\x1b[2K${line.slice(0, (stream.columns ?? 80) - 1)}`)
    // In a log file, a line every ten seconds shows progress without filling the log.
    else if (performance.now() - lastLine > 10_000) {
      lastLine = performance.now()
      stream.write(`${line}\n`)
    }
  }
  return {
    show: (event: ProgressEvent) => {
      if (event.kind === 'begin') running.set(event.scenario, '')
      else if (event.kind === 'end') running.delete(event.result.id)
      else {
        running.delete(event.scenario)
        running.set(event.scenario, event.what)
      }
      if (event.kind !== 'waiting') counts = `[${event.done}/${event.total}]`
      draw()
    },
    clear: () => {
      if (stream.isTTY) stream.write('\r\x1b[2K')
    },
  }
}
