/** Some run of the tenant: one that is there already, else the finished one that we pay for anyway. */
import { Missing } from '../../check.ts'
import { listIn, rowsOfObjects } from '../../reading/list.ts'
import { idOf } from '../../reading/record.ts'
import type { Trial } from '../../trial.ts'

export const anyRun = (t: Trial): Promise<{ id: string }> =>
  t.once('any-run', async () => {
    const reply = await t.need('listRuns')
    const rows = rowsOfObjects(listIn(reply.json, ['runs']) ?? [])
    const id = rows.map(row => idOf(row, 'run')).find(one => one !== undefined)
    if (id !== undefined) return { id }
    throw new Missing('a run: the list of runs is empty')
  })
