// Many workspaces in one process, and many open streams on which something happens every second.
import { cpuSeconds, Program, residentBytes } from './processes.ts'
import type { StreamReport } from './programs/listeners.ts'
import type { Streams, Workspaces } from './programs/wide.ts'
import type { Recorder } from './results.ts'
import { percentile } from './statistics.ts'

export async function breadth(recorder: Recorder, quick: boolean): Promise<void> {
  await workspaces(recorder, quick ? 100 : 1_000)
  await streams(recorder, quick ? 200 : 5_000, quick ? 5 : 15)
}

async function workspaces(recorder: Recorder, count: number): Promise<void> {
  await using program = new Program('wide', 'server', {
    args: ['workspaces', String(count)],
    flags: ['--expose-gc'],
  })
  const wide = await program.hear<Workspaces>()
  recorder.add(`breadth/making each of ${count} workspaces`, wide.msEach, 'ms')
  recorder.add(`breadth/memory of each of ${count} workspaces`, wide.bytesEach, 'bytes')
  recorder.add(`breadth/memory of each of ${count} workspaces in use`, wide.bytesInUse, 'bytes')
  const kilobytes = [wide.bytesEach, wide.bytesInUse].map(bytes => Math.round(bytes / 1024)).join(' and ')
  console.log(
    `  ${count} workspaces: ${wide.msEach.toFixed(2)} ms each; ${kilobytes} KB each, fresh and in use`,
  )
}

async function streams(recorder: Recorder, count: number, seconds: number): Promise<void> {
  await using server = new Program('wide', 'server', {
    args: ['streams', String(count)],
    flags: ['--expose-gc'],
  })
  await using listeners = new Program('listeners', 'load')
  const { port, chats } = await server.hear<Streams>()
  const before = residentBytes(server.child)
  await listeners.ask({ port, chats, seconds })
  const [usedBefore, began] = [cpuSeconds(server.child), performance.now()]
  const { delays, events, open } = await listeners.hear<StreamReport>()
  const used = cpuSeconds(server.child) - usedBefore
  const rate = events / seconds
  const µsEach = (used / ((performance.now() - began) / 1000) / rate) * 1e6
  const memory = (residentBytes(server.child) - before) / count
  if (open < count || events === 0) {
    recorder.note(`Streams were not measured: ${open} of ${count} opened, and ${events} events came in time.`)
    return
  }
  const add = (what: string, value: number, unit: string) =>
    recorder.add(`breadth/${what} on ${count} streams`, value, unit)
  const [half, most] = [50, 99].map(percent => percentile(delays, percent)) as [number, number]
  add('delivery delay, 50th percentile,', half, 'ms')
  add('delivery delay, 99th percentile,', most, 'ms')
  add('processor time for each event', µsEach, 'µs')
  add('memory for each', memory, 'bytes')
  add('events a second', rate, 'events/s')
  console.log(
    `  ${open} streams: ${Math.round(rate)} events/s, delay ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms; ` +
      `${µsEach.toFixed(0)} µs of processor for each event; ${Math.round(memory / 1024)} KB each`,
  )
}
