// Many workspaces in one process, and many open streams on which something happens every second.
import { Program, residentBytes } from './processes.ts'
import type { StreamReport } from './programs/listeners.ts'
import type { Wide } from './programs/wide.ts'
import type { Recorder } from './results.ts'
import { percentile } from './statistics.ts'

export async function breadth(recorder: Recorder, { quick }: { quick: boolean }): Promise<void> {
  await workspaces(recorder, quick ? 100 : 1_000)
  await streams(recorder, quick ? 200 : 5_000, quick ? 5 : 15)
}

async function workspaces(recorder: Recorder, count: number): Promise<void> {
  const program = new Program('wide', 'server', {
    args: ['workspaces', String(count)],
    flags: ['--expose-gc'],
  })
  const wide = await program.hear<Wide>()
  await program.stop()
  recorder.add(`breadth/making each of ${count} workspaces`, wide.msEach, 'ms', 'less')
  recorder.add(`breadth/memory of each of ${count} workspaces`, wide.bytesEach, 'bytes', 'less')
  recorder.add(`breadth/memory of each of ${count} workspaces in use`, wide.bytesInUse, 'bytes', 'less')
  const kilobytes = [wide.bytesEach, wide.bytesInUse].map(bytes => Math.round(bytes / 1024)).join(' and ')
  console.log(
    `  ${count} workspaces: ${wide.msEach.toFixed(2)} ms each; ${kilobytes} KB each, fresh and in use`,
  )
}

async function streams(recorder: Recorder, count: number, seconds: number): Promise<void> {
  const server = new Program('wide', 'server', { args: ['streams', String(count)], flags: ['--expose-gc'] })
  const listeners = new Program('listeners', 'load')
  try {
    const { port, chats } = await server.hear<Wide>()
    const before = residentBytes(server.child.pid) ?? Number.NaN
    const report = listeners.ask<StreamReport>({ port, chats, seconds })
    const { delays, events, open } = await report
    const memory = (residentBytes(server.child.pid) ?? Number.NaN) - before
    if (open < count) recorder.note(`Only ${open} of ${count} streams could be opened.`)
    for (const percent of [50, 99])
      recorder.add(
        `breadth/delivery on ${count} streams, ${percent}th percentile`,
        percentile(delays, percent),
        'ms',
        'less',
      )
    recorder.add(`breadth/memory of each of ${count} streams`, memory / count, 'bytes', 'less')
    recorder.add(`breadth/events a second on ${count} streams`, events / seconds, 'events/s', 'neither')
    console.log(
      `  ${open} streams: ${Math.round(events / seconds)} events/s, delay ${percentile(delays, 50).toFixed(0)} ms, p99 ${percentile(delays, 99).toFixed(0)} ms; ${Math.round(memory / count / 1024)} KB each`,
    )
  } finally {
    await listeners.stop()
    await server.stop()
  }
}
