// What `--keep` costs: the same mock with and without it, in turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, mock, type Running, start } from './contestants.ts'
import { asksFor } from './operation-requests.ts'
import { cpuSeconds, Program } from './processes.ts'
import type { LoadReport } from './programs/load.ts'
import { wire } from './requests.ts'
import type { Recorder } from './results.ts'
import { percentile } from './statistics.ts'

const CONNECTIONS = 20
const ASKS = ['createTask', 'startRun', 'listRuns', 'getRun']

/** Ratios of requests a second, and of processor time, with keeping to without. */
export async function keeping(recorder: Recorder, { rounds, ms }: { rounds: number; ms: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-work-bench-keep-'))
  const load = new Program('load', 'load')
  let files = 0
  const keep =
    (sync: string): Command =>
    port => [...mock(port), '--keep', join(folder, `${++files}.db`), '--keep-sync', sync]
  const model = await start(mock)
  const asks = (await asksFor(model.port)).filter(({ name }) => ASKS.includes(name))
  await model.stop()
  try {
    for (const ask of asks) {
      const contestants = new Map<string, Running>([
        ['without', await start(mock)],
        ['kept', await start(keep('process'))],
        ...(ask.writes ? [['machine', await start(keep('machine'))] as const] : []),
      ])
      const turn = async (running: Running) => {
        const { port, child } = running
        // What runs of its last turn had to do is not charged to this one.
        const headers = { authorization: 'Bearer awk_demo_admin' }
        await (await fetch(`http://127.0.0.1:${port}/runs?limit=1`, { headers })).text()
        const before = cpuSeconds(child.pid) ?? Number.NaN
        const report = await load.ask<LoadReport>({
          port,
          requests: [wire(ask)],
          connections: CONNECTIONS,
          ms,
        })
        if (!Object.keys(report.statuses).every(status => status.startsWith('2')))
          throw new Error(`${ask.name} was answered with ${JSON.stringify(report.statuses)}`)
        const used = (cpuSeconds(child.pid) ?? Number.NaN) - before
        return {
          rate: report.requests / report.seconds,
          cpu: used / report.requests,
          p99: percentile(report.latencies, 99),
        }
      }
      for (const running of contestants.values()) await turn(running)
      for (let round = 0; round < rounds; round++) {
        const names = [...contestants.keys()]
        if (round % 2 === 1) names.reverse()
        const results = new Map<string, Awaited<ReturnType<typeof turn>>>()
        for (const name of names) results.set(name, await turn(contestants.get(name)!))
        const without = results.get('without')!
        for (const [name, { rate, cpu, p99 }] of results) {
          if (name === 'without') continue
          const id = `keeping/${ask.name}/${name}`
          recorder.add(id, rate / without.rate, '×', 'more')
          recorder.add(`${id}, processor`, cpu / without.cpu, '×', 'less')
          recorder.add(`${id}, p99`, p99 / without.p99, '×', 'less')
        }
      }
      for (const running of contestants.values()) await running.stop()
      const median = (what: string) => recorder.median(`keeping/${ask.name}/${what}`)
      console.log(
        `  ${ask.name.padEnd(12)} ${median('kept').toFixed(2)} of the requests a second, ${median('kept, processor').toFixed(2)} × the processor, p99 × ${median('kept, p99').toFixed(2)}${ask.writes ? `; machine ${median('machine').toFixed(2)}` : ''}`,
      )
    }
  } finally {
    await load.stop()
    rmSync(folder, { recursive: true })
  }
}
