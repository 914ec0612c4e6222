// From nothing to the first reply: of a process, and of a mock inside a process that runs already.
import { bare, type Command, checkout, mock, mockoon, type Name, prism, start } from './contestants.ts'
import { Program } from './processes.ts'
import type { Recorder } from './results.ts'

/** Runs so many rounds; in each, everybody starts once and is stopped again. */
export async function startUp(recorder: Recorder, quick: boolean): Promise<void> {
  const rounds = quick ? 3 : 9
  const third = mockoon(quick)
  const commands: [Name, Command][] = [
    ['bare', bare([])],
    ['mock', mock],
    ['checkout', checkout],
    ['prism', prism],
  ]
  if (third) commands.push(['mockoon', third])
  // The first start fills the compile cache, as the first start on a machine does.
  for (const [name, command] of commands)
    recorder.add(`start/${name}/first ever`, (await timeToReply(command)).ms, 'ms')
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of commands)
      recorder.add(`start/${name}`, (await timeToReply(command)).ms, 'ms')
    await using warm = new Program('warm-start', 'server')
    const told = await warm.hear<Record<keyof typeof INSIDE, number>>()
    for (const [what, name] of Object.entries(INSIDE))
      recorder.add(`start/${name}`, told[what as keyof typeof INSIDE], 'ms')
  }
  for (const name of [...commands.map(([name]) => name), ...Object.values(INSIDE)])
    console.log(`  ${name.padEnd(32)} ${recorder.median(`start/${name}`).toFixed(0)} ms`)
}

/** What is measured inside a process, and what it is called. */
const INSIDE = {
  first: 'startMock, first in a process',
  demo: 'startMock and its demo, first in a process',
  later: 'startMock and its demo, later',
} as const

/** Milliseconds from starting a server to its first reply, and the seconds of processor time that it used for that. */
export async function timeToReply(command: Command): Promise<{ ms: number; cpu: number }> {
  // A read of the service, which every contestant has; what it says does not matter here.
  await using running = await start(command, { request: '/runs?limit=20' })
  return { ms: running.ms, cpu: running.cpu() }
}
