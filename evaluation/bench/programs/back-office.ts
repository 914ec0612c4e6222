// The users of the load test in examples/, at one server for a while.
import { loadTest } from '../k6-stand-in.ts'
import { percentile } from '../statistics.ts'

export interface DayOrder {
  readonly port: number
  readonly people: number
  readonly ms: number
}

export interface DayReport {
  readonly requests: number
  readonly seconds: number
  readonly p99: number
  /** The share of the replies that were as the script expects. */
  readonly expected: number
}

process.on('message', (order: DayOrder) => void day(order).then(report => process.send?.(report)))

async function day({ port, people, ms }: DayOrder): Promise<DayReport> {
  const variables = { BASE_URL: `http://127.0.0.1:${port}`, PEOPLE: String(people) }
  const test = await loadTest(
    variables,
    seconds => new Promise(resolve => setTimeout(resolve, seconds * 1000)),
  )
  const began = performance.now()
  const user = async (exec: string) => {
    while (performance.now() - began < ms) await test.run(exec)
  }
  const users = Object.values(test.scenarios).flatMap(({ exec, vus }) =>
    Array.from({ length: vus }, () => user(exec)),
  )
  await Promise.all(users)
  const { latencies, failed } = test
  return {
    requests: latencies.length,
    seconds: (performance.now() - began) / 1000,
    p99: percentile(latencies, 99),
    expected: 1 - failed.length / latencies.length,
  }
}
