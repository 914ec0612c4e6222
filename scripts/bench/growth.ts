// Whether pages and figures stay as fast when there are a thousand times as many runs.
import { Program } from './processes.ts'
import type { Grown } from './programs/grown.ts'
import type { LoadOrder, LoadReport } from './programs/load.ts'
import { wire } from './requests.ts'
import type { Recorder } from './results.ts'
import { median } from './statistics.ts'

const FULL = [1_000, 100_000, 1_000_000]
const QUICK = [1_000, 20_000]

export async function growth(
  recorder: Recorder,
  { rounds, quick }: { rounds: number; quick: boolean },
): Promise<void> {
  const sizes = quick ? QUICK : FULL
  const load = new Program('load', 'load')
  const worlds = new Map<number, { program: Program; grown: Grown }>()
  try {
    for (const size of sizes) {
      const program = new Program('grown', 'server', {
        args: [String(size)],
        flags: ['--expose-gc', '--max-old-space-size=8192'],
      })
      const grown = await program.hear<Grown>()
      worlds.set(size, { program, grown })
      recorder.add(`growth/seeding ${size} runs`, grown.seconds, 's', 'less')
      recorder.add(`growth/memory for each of ${size} runs`, grown.bytesPerRun, 'bytes', 'less')
      console.log(
        `  ${size} runs: seeded in ${grown.seconds.toFixed(1)} s, ${Math.round(grown.bytesPerRun)} bytes each`,
      )
    }
    const names = Object.keys([...worlds.values()][0]?.grown.paths ?? {})
    for (let round = 0; round <= rounds; round++)
      for (const name of names)
        for (const [size, { grown }] of worlds) {
          const path = grown.paths[name] ?? '/'
          // Analytics are limited for each key; with many keys none is asked too often.
          const requests = grown.keys.map(key => wire({ method: 'GET', path }, key))
          const order: LoadOrder = { port: grown.port, requests, connections: 1, count: grown.keys.length }
          const { latencies, statuses } = await load.ask<LoadReport>(order)
          if (Object.keys(statuses).join() !== '200')
            throw new Error(`${path} answered ${JSON.stringify(statuses)} at ${size} runs`)
          if (round > 0) recorder.add(`growth/${name}/${size}`, median(latencies), 'ms', 'less')
        }
    for (const name of names) {
      const times = sizes.map(size => recorder.median(`growth/${name}/${size}`))
      const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
      recorder.add(`growth/${name}/last to first`, ratio, '×', 'less')
      console.log(
        `  ${name.padEnd(30)} ${times.map(ms => ms.toFixed(3)).join('  ')} ms   × ${ratio.toFixed(2)}`,
      )
    }
  } finally {
    await load.stop()
    for (const { program } of worlds.values()) await program.stop()
  }
}
