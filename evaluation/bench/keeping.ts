// What `--keep` costs: the same mock with and without it, in turns.
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, mock, start } from './contestants.ts'
import { asksOfAMock } from './operation-requests.ts'
import { Program } from './processes.ts'
import type { Recorder } from './results.ts'
import { compareMocks } from './turns.ts'

const ASKS = ['createTask', 'startRun', 'listRuns', 'getRun']

/** Ratios with keeping to without. */
export async function keeping(recorder: Recorder, quick: boolean) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'agent-work-bench-keep-'))
  await using load = new Program('load', 'load')
  let files = 0
  const keep =
    (sync: string): Command =>
    port => [...mock(port), '--keep', join(folder.path, `${++files}.db`), '--keep-sync', sync]
  for (const ask of (await asksOfAMock()).filter(({ name }) => ASKS.includes(name))) {
    const mocks = new Map([
      ['without', async () => ({ ask, ...(await start(mock)) })],
      ['kept', async () => ({ ask, ...(await start(keep('process'))) })],
    ])
    if (ask.writes) mocks.set('machine', async () => ({ ask, ...(await start(keep('machine'))) }))
    await compareMocks(recorder, load, `keeping/${ask.name}`, mocks, quick)
  }
}
