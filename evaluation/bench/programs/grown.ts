// A mock whose demo workspace has so many more runs; tells what they took and where to look, and to each further
// message how many microseconds of processor time it has used.
import { startMock } from '#mock'
import { sendAs } from '../../../mock/testing/send-as.ts'
import { seedRuns } from '../seed-runs.ts'

export interface Grown {
  readonly port: number
  readonly seconds: number
  readonly bytesPerRun: number
  /** Keys of the admin, for requests in turn. */
  readonly keys: readonly string[]
  /** What is asked, by what it is called. */
  readonly paths: Readonly<Record<string, string>>
}

const KEYS = 300
const count = Number(process.argv[2] ?? 1_000)
// Four rounds of three hundred requests are more than a limit allows in a minute, so a minute takes a second.
const mock = await startMock({ clock: { scale: 60 }, onServed: changeSomething })
const { workspace } = mock.registry.get('demo')!
const before = heap()
const began = performance.now()
seedRuns(workspace, count)
const seconds = (performance.now() - began) / 1000
const bytesPerRun = (heap() - before) / count

const { keys: table, agents } = workspace.tables
const admin = table.all().find(key => key.secret === 'awk_demo_admin')!
const keys = Array.from({ length: KEYS }, (_, i) => {
  const secret = `awk_bench_${i}`
  table.insert({ ...admin, id: `${admin.id}_${i}`, secret })
  return secret
})
const [agent] = agents.range('byHandle', 'agent-that-finishes', { limit: 1 })
const middle = await sendAs('awk_demo_admin', `${mock.url}/runs?limit=20&offset=${Math.floor(count / 2)}`)
const { next_cursor: cursor } = (await middle.json()) as { next_cursor: string }
const grown: Grown = {
  port: Number(new URL(mock.url).port),
  seconds,
  bytesPerRun,
  keys,
  paths: {
    'runs, first page': '/runs?limit=20',
    'runs, deep cursor': `/runs?limit=20&cursor=${encodeURIComponent(cursor)}`,
    'runs, rare status': '/runs?limit=20&status=stopped',
    'runs of an agent': `/runs?limit=20&agent_id=${agent?.id}`,
    tasks: '/tasks?limit=20',
    'insights, 90 days': '/insights/summary?period=90d',
    'agent stats, 90 days': '/admin/agents/stats?days=90',
    'spend over time, 90 days': '/admin/wallet/org/spend-over-time?days=90',
  },
}
process.send?.(grown)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})

/** Figures that were read before are kept until something changes; here every one is added up. */
function changeSomething(): void {
  const { tenant } = workspace.tables
  for (const row of tenant.all()) tenant.put(row)
}

function heap(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
