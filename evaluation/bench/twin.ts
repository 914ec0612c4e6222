// What a twin costs: the same mock with and without it, in turns.
import { type Command, mock, start } from './contestants.ts'
import { Program } from './processes.ts'
import type { Recorder } from './results.ts'
import { timeToReply } from './start.ts'
import { compareMocks, sizeOf } from './turns.ts'

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

/** Ratios with the twin to without, and what it adds to the start. */
export async function twinCost(recorder: Recorder, quick: boolean) {
  await using load = new Program('load', 'load')
  for (const ask of ASKS) {
    const mocks = new Map([
      ['without', async () => ({ ask, ...(await start(mock)) })],
      ['twin', async () => ({ ask, ...(await start(twin)) })],
    ])
    await compareMocks(recorder, load, `twin/${ask.name}`, mocks, quick)
  }
  for (let round = 0; round <= sizeOf(quick).processes; round++) {
    const [without, worn] = [await timeToReply(mock), await timeToReply(twin)]
    // The first start fills the compile cache.
    if (round === 0) continue
    recorder.add('twin/start/twin', worn.ms / without.ms, '×')
    recorder.add('twin/start/twin, processor', worn.cpu / without.cpu, '×')
    recorder.add('twin/start/added', (worn.cpu - without.cpu) * 1000, 'ms')
  }
  console.log(
    `  start        ${recorder.median('twin/start/twin').toFixed(2)} × the time, ${recorder.median('twin/start/added').toFixed(0)} ms more of the processor`,
  )
}
