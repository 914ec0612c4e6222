/** Some run of the tenant: one that has ended is preferred, because it reads the same twice. */

import type { Trial } from '../../engine/trial.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import { lacks, Missing } from '../../requirements/missing.ts'

export const anyRun = (t: Trial): Promise<{ id: string }> =>
  t.once('any-run', async () => {
    const reply = await t.need('listRuns')
    const rows = replyRows(reply)
    const still = rows.filter(row => phaseOf(wordIn(row), false) === 'ended')
    const id = [...still, ...rows].map(row => idOf(row, 'run')).find(one => one !== undefined)
    if (id !== undefined) return { id }
    throw new Missing(lacks.fixture('agent-finishes', 'a run: the list of runs is empty'))
  })
