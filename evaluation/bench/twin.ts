// What a twin costs: the same mock with and without it, in turns.
import { type Command, firstReply, mock, type Running, start } from './contestants.ts'
import { cpuSeconds, freePort, Program, startNode, stop } from './processes.ts'
import type { LoadReport } from './programs/load.ts'
import { wire } from './requests.ts'
import type { Recorder } from './results.ts'

const CONNECTIONS = 20

/** Learned from a run of the suite against the independent server of that name. */
const TWIN = 'evaluation/bench/enterprise.twin.yaml'
const twin: Command = port => [...mock(port), '--twin', TWIN]

/** Requests without ids: those of the twin have another form. */
const ASKS = [
  { name: 'listRuns', method: 'GET', path: '/runs?limit=20' },
  { name: 'listTasks', method: 'GET', path: '/tasks?limit=20' },
  { name: 'listAgents', method: 'GET', path: '/agents/?limit=20' },
  { name: 'createTask', method: 'POST', path: '/tasks', body: { title: 'Check the invoices of October' } },
] as const

/** Ratios of requests a second, and of processor time, with the twin to without; and what it adds to the start. */
export async function twinCost(recorder: Recorder, { rounds, ms }: { rounds: number; ms: number }) {
  const load = new Program('load', 'load')
  try {
    for (const ask of ASKS) {
      const contestants = new Map<string, Running>([
        ['without', await start(mock)],
        ['twin', await start(twin)],
      ])
      const turn = async ({ port, child }: Running) => {
        const before = cpuSeconds(child.pid) ?? Number.NaN
        const order = { port, requests: [wire(ask)], connections: CONNECTIONS, ms }
        const { requests, seconds, statuses } = await load.ask<LoadReport>(order)
        if (!Object.keys(statuses).every(status => status.startsWith('2')))
          throw new Error(`${ask.name} was answered with ${JSON.stringify(statuses)}`)
        const used = (cpuSeconds(child.pid) ?? Number.NaN) - before
        return { rate: requests / seconds, cpu: used / requests }
      }
      for (const running of contestants.values()) await turn(running)
      for (let round = 0; round < rounds; round++) {
        const names = [...contestants.keys()]
        if (round % 2 === 1) names.reverse()
        const results = new Map<string, Awaited<ReturnType<typeof turn>>>()
        for (const name of names) results.set(name, await turn(contestants.get(name)!))
        const [without, worn] = [results.get('without')!, results.get('twin')!]
        recorder.add(`twin/${ask.name}/twin`, worn.rate / without.rate, '×', 'more')
        recorder.add(`twin/${ask.name}/twin, processor`, worn.cpu / without.cpu, '×', 'less')
      }
      for (const running of contestants.values()) await running.stop()
      const median = (what: string) => recorder.median(`twin/${ask.name}/${what}`).toFixed(2)
      console.log(
        `  ${ask.name.padEnd(12)} ${median('twin')} of the requests a second, ${median('twin, processor')} × the processor`,
      )
    }
  } finally {
    await load.stop()
  }
  for (let round = 0; round <= rounds; round++) {
    const [without, worn] = [await startCost(mock), await startCost(twin)]
    // The first start fills the compile cache.
    if (round === 0) continue
    recorder.add('twin/start/twin', worn.ms / without.ms, '×', 'less')
    recorder.add('twin/start/twin, processor', worn.cpu / without.cpu, '×', 'less')
    recorder.add('twin/start/added', (worn.cpu - without.cpu) * 1000, 'ms', 'less')
  }
  console.log(
    `  start        ${recorder.median('twin/start/twin').toFixed(2)} × the time, ${recorder.median('twin/start/added').toFixed(0)} ms more of the processor`,
  )
}

/** From nothing to the first page. */
async function startCost(command: Command): Promise<{ ms: number; cpu: number }> {
  const port = await freePort()
  const began = performance.now()
  const child = startNode(command(port), 'server', ['ignore', 'ignore', 'inherit'])
  await firstReply(port, '/runs?limit=20', child, { authorization: 'Bearer awk_demo_admin' })
  const ms = performance.now() - began
  const cpu = cpuSeconds(child.pid) ?? Number.NaN
  await stop(child)
  return { ms, cpu }
}
