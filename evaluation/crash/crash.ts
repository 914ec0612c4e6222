// Kills a real mock again and again while clients call it, and compares what is there afterwards with what they were told.
import { Random } from '../../mock/simulation/random.ts'
import { type MockProcess, startMockProcess } from '../../scripts/mock-process.ts'
import { Caller } from './caller.ts'
import { type LoadOptions, load } from './load.ts'
import { Memory, type Place } from './memory.ts'
import { verify } from './verify.ts'

export interface CrashOptions {
  readonly file: string
  readonly kills: number
  readonly seed?: string
  /** Clients of each workspace. */
  readonly clients?: number
  /** How many acknowledged changes there are between two kills, at least. */
  readonly changes?: number
  readonly onKill?: (kill: number, report: CrashReport) => void
}

export interface CrashReport {
  /** What was lost, duplicated, or no longer matches an earlier reply. */
  readonly problems: string[]
  /** Milliseconds of processor time that each process took until it was ready. */
  readonly starts: number[]
  /** Everything that the clients remember. */
  readonly told: Memory
}

/** The workspaces under load, each with another clock. */
const CLOCKS = [
  { mode: 'real' },
  { mode: 'frozen', at: '2026-11-20T09:00:00Z' },
  { mode: 'scaled', factor: 300 },
] as const

export async function crash(options: CrashOptions): Promise<CrashReport> {
  const { file, kills, seed = '1', clients = 4, changes = 150, onKill } = options
  const random = new Random(seed)
  const memory = new Memory()
  const report: CrashReport = { problems: [], starts: [], told: memory }
  let places: Place[] | undefined
  let mock = await startKept(file, report)
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const caller = new Caller(mock.url, memory)
      places ??= await makePlaces(caller)
      const told = memory.acknowledged
      let isOver = false
      const { child, ended } = mock
      const gone = ended.then(() => {
        isOver = true
      })
      const loads = await Promise.all(
        places.map(async place => {
          const { roles, clock } = await caller.control('GET', `/workspaces/${place.id}`)
          return Array.from(
            { length: clients },
            (_, index): LoadOptions => ({
              caller,
              memory,
              place,
              name: `${place.id}/${kill}/${index}`,
              random: new Random(`${random.float()}`),
              agents: Object.values(roles.agents),
              workflows: Object.values(roles.workflows),
              movesClock: clock.mode !== 'real',
              isOver: () => isOver,
            }),
          )
        }),
      )
      // A process under load is killed at an instant that no client chooses.
      const most = changes + random.int(0, changes)
      const watch = async () => {
        while (!isOver && memory.acknowledged - told < most)
          await new Promise(resolve => setTimeout(resolve, 1 + random.float() * 5))
        child.kill('SIGKILL')
      }
      await Promise.all([...loads.flat().map(load), watch(), gone])
      mock = await startKept(file, report)
      report.problems.push(...(await verify(new Caller(mock.url, memory), memory, places, kill === kills)))
      onKill?.(kill, report)
    }
  } finally {
    mock.child.kill('SIGKILL')
    await mock.ended
  }
  return report
}

async function makePlaces(caller: Caller): Promise<Place[]> {
  const places: Place[] = []
  for (const clock of CLOCKS) {
    const { id, keys } = await caller.control('POST', '/workspaces', { from: 'demo', clock })
    places.push({ id, key: keys.admin })
  }
  return places
}

async function startKept(file: string, report: CrashReport): Promise<MockProcess> {
  const mock = await startMockProcess('--keep', file, '--console', 'off')
  const metrics = await (await fetch(`${mock.url}/_mock/metrics`)).text()
  report.starts.push(1_000 * Number(/^process_cpu_seconds_total\S* (\S+)$/m.exec(metrics)?.[1]))
  return mock
}
