// Servers in turns: each answers the same request for a while, and figures of the same round are compared.
import type { Running } from './contestants.ts'
import type { Program } from './processes.ts'
import type { LoadOrder, LoadReport } from './programs/load.ts'
import { ADMIN, type Ask, wire } from './requests.ts'
import type { Recorder } from './results.ts'
import { median, percentile, uncertainty } from './statistics.ts'

export const CONNECTIONS = 20

export interface Turn {
  /** Requests a second. */
  readonly rate: number
  /** Microseconds of processor time for each; NaN where the system does not tell. */
  readonly cpu: number
  readonly p99: number
  readonly statuses: LoadReport['statuses']
}

/** What a server does with these requests. */
export async function turn(
  load: Program,
  { port, cpu }: Pick<Running, 'port' | 'cpu'>,
  order: Omit<LoadOrder, 'port' | 'connections'> & { readonly connections?: number },
): Promise<Turn> {
  const before = cpu()
  const began = performance.now()
  // What runs of its last turn had to do while others had theirs is done first. It is charged to this turn, whose own runs
  // leave as much to the next one; otherwise a start would seem to cost only what it does before its reply.
  await (await fetch(`http://127.0.0.1:${port}/runs?limit=1`, { headers: ADMIN })).text()
  const left = (performance.now() - began) / 1000
  const report = await load.ask<LoadReport>({ port, connections: CONNECTIONS, ...order })
  const used = cpu() - before
  const { requests, seconds, latencies, statuses } = report
  return {
    rate: requests / (left + seconds),
    cpu: (used / requests) * 1e6,
    p99: percentile(latencies, 99),
    statuses,
  }
}

/** Whether every request succeeded; a refusal is faster than a real reply. */
export function isAllSuccess(statuses: Turn['statuses']): boolean {
  const all = Object.keys(statuses)
  return all.length > 0 && all.every(status => status.startsWith('2'))
}

/** A mock that answers, and what it is asked. */
export type Asked = Running & { readonly ask: Pick<Ask, 'method' | 'path' | 'body'> }

/** How many processes of each mock are compared, in how many rounds of how many milliseconds. */
export const sizeOf = (quick: boolean) =>
  quick ? { processes: 2, rounds: 1, ms: 500 } : { processes: 7, rounds: 3, ms: 1_000 }

/**
 * Records how other mocks compare with the first one, by the ratios of requests a second, of processor time and of the
 * 99th percentile, as `<id>/<name>`, `<id>/<name>, processor` and `<id>/<name>, p99`. Each sample comes from a process
 * of its own of each mock, because two processes of the same code may differ by a fifth for as long as they live.
 */
export async function compareMocks(
  recorder: Recorder,
  load: Program,
  id: string,
  mocks: ReadonlyMap<string, () => Promise<Asked>>,
  quick: boolean,
): Promise<void> {
  const { processes, rounds, ms } = sizeOf(quick)
  const [first, ...others] = [...mocks.keys()]
  for (let pair = 0; pair < processes; pair++) {
    await using started = new AsyncDisposableStack()
    const running = new Map<string, Asked>()
    for (const name of inTurn([...mocks.keys()], pair))
      running.set(name, started.use(await mocks.get(name)!()))
    const turns = await takeTurns([...mocks.keys()], rounds, async name => {
      const mock = running.get(name)!
      const done = await turn(load, mock, { requests: [wire(mock.ask)], ms })
      if (isAllSuccess(done.statuses)) return done
      throw new Error(`${id} was answered with ${JSON.stringify(done.statuses)}`)
    })
    for (const name of others)
      for (const [what, figure] of Object.entries(FIGURES)) {
        const ratios = turns.map(round => round.get(name)![figure] / round.get(first!)![figure])
        recorder.add(`${id}/${name}${what}`, median(ratios), '×')
      }
  }
  const told = others.map(name => {
    const measured = (what: keyof typeof FIGURES) => said(recorder.samples(`${id}/${name}${what}`))
    return `${name} ${measured('')}  processor ${measured(', processor')}  p99 ${measured(', p99')}`
  })
  console.log(`  ${id.split('/').at(-1)!.padEnd(26)} ${told.join('   ')}`)
}

/** What is recorded, by what stands behind the name of the mock. */
const FIGURES = { '': 'rate', ', processor': 'cpu', ', p99': 'p99' } as const

/** What each server did in each round. A first round, which warms up, is left out. */
export async function takeTurns<Name extends string>(
  names: readonly Name[],
  rounds: number,
  take: (name: Name) => Promise<Turn>,
): Promise<ReadonlyMap<Name, Turn>[]> {
  const all: Map<Name, Turn>[] = []
  for (let round = 0; round <= rounds; round++) {
    const turns = new Map<Name, Turn>()
    for (const name of inTurn(names, round)) turns.set(name, await take(name))
    if (round > 0) all.push(turns)
  }
  return all
}

/** The names, beginning with another one in each round. */
function inTurn<Name>(names: readonly Name[], round: number): Name[] {
  const first = round % names.length
  return [...names.slice(first), ...names.slice(0, first)]
}

/** How many times its uncertainty a ratio has to be away from one. */
const SURE = 3
/** Fewer samples do not show the noise. */
const LEAST_SAMPLES = 5
/** Smaller differences are not reported. */
const LEAST = 0.03

/** A ratio with how sure it is, and a star if it moved beyond noise. */
function said(samples: readonly number[]): string {
  const ratio = median(samples)
  const noise = uncertainty(samples)
  const moved = samples.length >= LEAST_SAMPLES && Math.abs(ratio - 1) > Math.max(LEAST, SURE * noise)
  return `× ${ratio.toFixed(2)} ± ${noise.toFixed(2)}${moved ? ' *' : '  '}`
}
