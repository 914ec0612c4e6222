// Whether pages and figures stay as fast when there are a thousand times as many runs.
import { Program } from './processes.ts'
import type { Grown } from './programs/grown.ts'
import type { LoadOrder, LoadReport } from './programs/load.ts'
import { wire } from './requests.ts'
import type { Recorder } from './results.ts'
import { median } from './statistics.ts'

export async function growth(recorder: Recorder, quick: boolean): Promise<void> {
  const sizes = quick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000]
  const rounds = quick ? 2 : 5
  await using load = new Program('load', 'load')
  await using programs = new AsyncDisposableStack()
  const worlds = new Map<number, World>()
  for (const size of sizes) {
    const program = programs.use(
      new Program('grown', 'server', {
        args: [String(size)],
        flags: ['--expose-gc', '--max-old-space-size=8192'],
      }),
    )
    const grown = await program.hear<Grown>()
    worlds.set(size, { program, grown })
    recorder.add(`growth/seeding ${size} runs`, grown.seconds, 's')
    recorder.add(`growth/memory for each of ${size} runs`, grown.bytesPerRun, 'bytes')
    console.log(
      `  ${size} runs: seeded in ${grown.seconds.toFixed(1)} s, ${Math.round(grown.bytesPerRun)} bytes each`,
    )
  }
  const names = Object.keys([...worlds.values()][0]?.grown.paths ?? {})
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const costs: Cost[] = []
      for (const world of worlds.values()) costs.push(await costOf(name, world, load))
      // The first round warms up.
      if (round === 0) continue
      for (const what of ['latency', 'processor'] as const) {
        const values = costs.map(cost => cost[what])
        const unit = what === 'latency' ? 'ms' : 'µs'
        for (const [i, size] of sizes.entries())
          recorder.add(`growth/${name}/${what} at ${size}`, values[i]!, unit)
        // The ratio within a round: what else the machine does in the meantime slows down both.
        const ratio = values.at(-1)! / values[0]!
        recorder.add(`growth/${name}/${what}, last to first`, ratio, '×')
      }
    }
  for (const name of names) {
    const told = sizes.map(size => recorder.median(`growth/${name}/latency at ${size}`).toFixed(3))
    const ratios = ['latency', 'processor'].map(what =>
      recorder.median(`growth/${name}/${what}, last to first`).toFixed(2),
    )
    console.log(
      `  ${name.padEnd(28)} ${told.join('  ')} ms   × ${ratios[0]}, of processor time × ${ratios[1]}`,
    )
  }
}

interface World {
  readonly program: Program
  readonly grown: Grown
}

/** What one request costs: milliseconds until its reply has come, microseconds of the server's processor time. */
interface Cost {
  readonly latency: number
  readonly processor: number
}

async function costOf(name: string, { program, grown }: World, load: Program): Promise<Cost> {
  const path = grown.paths[name] ?? '/'
  // Analytics are limited for each key; with many keys none is asked too often.
  const requests = grown.keys.map(key => wire({ method: 'GET', path }, key))
  const order: LoadOrder = { port: grown.port, requests, connections: 1, count: grown.keys.length }
  const before = await program.ask<number>({})
  const { latencies, statuses } = await load.ask<LoadReport>(order)
  const used = (await program.ask<number>({})) - before
  if (Object.keys(statuses).join() !== '200') throw new Error(`${path} answered ${JSON.stringify(statuses)}`)
  return { latency: median(latencies), processor: used / latencies.length }
}
