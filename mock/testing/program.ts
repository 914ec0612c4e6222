/** Programs that go on while a test looks at what they print. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** Runs a file of the project with Node. What is still running at the end of the tests is for them to end. */
export function startProgram(file: string, args: readonly string[], options: SpawnOptions = {}) {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], { ...options, stdio: 'pipe' })
  let isClosed = false
  const closed = once(child, 'close').finally(() => {
    isClosed = true
  })
  let text = ''
  let seen = 0
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (text += String(chunk)))
  return {
    child,
    text: () => text,
    lines: () => text.split('\n').filter(Boolean),
    /** Resolves when something was printed after what was found before. */
    printed: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(text.slice(seen))
        if (found) {
          seen += found.index + found[0].length
          return found
        }
        if (isClosed) throw new Error(`it ended without ${pattern}:\n${text}`)
        await pause(10)
      }
    },
    /** The exit status; null after a signal. */
    ended: async () => (await closed)[0] as number | null,
  }
}
