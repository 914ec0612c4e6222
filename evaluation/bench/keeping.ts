// What `--keep` costs: the same mock with and without it, in turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, mock, start } from './contestants.ts'
import { asksFor } from './operation-requests.ts'
import { Program } from './processes.ts'
import type { Recorder } from './results.ts'
import { compareMocks, type Size } from './turns.ts'

const ASKS = ['createTask', 'startRun', 'listRuns', 'getRun']

/** Ratios with keeping to without. */
export async function keeping(recorder: Recorder, size: Size) {
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
      const mocks = new Map([
        ['without', async () => ({ ask, ...(await start(mock)) })],
        ['kept', async () => ({ ask, ...(await start(keep('process'))) })],
      ])
      if (ask.writes) mocks.set('machine', async () => ({ ask, ...(await start(keep('machine'))) }))
      await compareMocks(recorder, load, `keeping/${ask.name}`, mocks, size)
    }
  } finally {
    await load.stop()
    rmSync(folder, { recursive: true })
  }
}
