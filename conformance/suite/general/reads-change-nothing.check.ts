/** Reads change nothing: compares a list before and after reading some of its records. */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isObject, type Json, mentions } from '../../extract/find-value.ts'
import { replyRows, rowKind } from '../../extract/list-rows.ts'
import { idOf, wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import { scopeOf } from '../../requirements/contract.ts'
import { Missing } from '../../requirements/missing.ts'
import { capabilityOf } from '../discover.ts'
import { makeTask } from '../tasks/own-task.ts'
import { histories } from '../workflows/existing-workflow-runs.ts'

interface Read {
  list: string
  /** The requirement about reading one record. */
  id: string
  /** Operations that read one record by id. */
  reads: readonly string[]
  path?: (t: Trial) => Promise<Record<string, string>>
  /** Records created for this check, which only the read can have changed. */
  own?: (t: Trial) => Promise<string[]>
}

const READS: readonly Read[] = [
  {
    list: 'listTasks',
    id: 'TASK-34',
    reads: ['getTask', 'listTaskRuns'],
    own: async t => [(await makeTask(t, 'read and no more')).id, (await makeTask(t, 'read as well')).id],
  },
  {
    list: 'listRuns',
    id: 'RUN-25',
    reads: ['getRun'],
  },
  {
    list: 'listWorkflowRuns',
    id: 'WF-36',
    reads: ['getWorkflowRun', 'listWorkflowRunSteps'],
    path: async t => {
      const known = (await histories(t)).find(({ runs }) => runs.length > 0)
      if (!known) throw new Missing('a run of a workflow')
      return { workflow_id: known.workflow }
    },
  },
  {
    list: 'listPendingApprovals',
    id: 'APPR-04',
    reads: ['getApproval'],
  },
]

/** How many records are read one by one. */
const FEW = 6

const reads = READS.map(it =>
  scenario({
    id: `reads/${it.list}`,
    title: `Reading what ${it.list} shows changes none of it`,
    requirements: [it.id],
    needs: { capability: capabilityOf(it.list), scopes: [scopeOf(it.list) as never] },
    cost: { requests: 14 },
    ...(it.own && { writes: true }),
    alone: true,
    async run(t) {
      const path = await it.path?.(t)
      const own = (await it.own?.(t)) ?? []
      const rows = () => rowsIn(t, it, path)
      const first = await rows()
      const before = await rows()
      // Earlier reads by other checks may have changed the suite's own records already.
      const there = [...before].filter(([, row]) => stands(row) && !mentions(row, t.context.nonce, true))
      // One record of each status first.
      const each = (n: number) =>
        [...Map.groupBy(there, ([, row]) => wordIn(row)).values()].flatMap(some => some[n]?.[0] ?? [])
      const few = [...new Set([...own.filter(id => before.has(id)), ...each(0), ...there.map(([id]) => id)])]
      few.splice(FEW)
      const readThem = async (ids: readonly string[]) => {
        for (const id of ids)
          for (const read of it.reads)
            await t.call(read, { path: { ...path, [`${rowKind(it.list)}_id`]: id } })
      }
      await readThem(few)
      const after = await rows()
      await makesNothing(t, it, path, [first, before, after], async () => {
        // A change on the first read may not repeat, so further records are read.
        await readThem([...few, ...each(1), ...each(2)])
        return rows()
      })
      const moved = (id: string) => saysOf(before.get(id)) !== saysOf(after.get(id))
      const read = few.filter(moved)
      const others = [...before.keys()].filter(id => !few.includes(id) && (moved(id) || changed(id)))
      function changed(id: string) {
        return saysOf(first.get(id)) !== saysOf(before.get(id))
      }
      const sure = read.some(id => own.includes(id)) || (read.length >= 2 && others.length === 0)
      const [one = ''] = read
      const sentence = `read by ${it.reads.join(' and ')}, ${read.length} of ${few.length} changed: ${saysOf(before.get(one))} reads ${saysOf(after.get(one))}`
      if (read.length > 0 && sure) t.violated(it.id, sentence)
      else t.notExercised(it.id, 'a record that changes when it is read: none was seen')
    },
  }),
)

/** Finds records that appear after every read and not while nothing is read. */
async function makesNothing(
  t: Trial,
  it: Read,
  path: CallOptions['path'],
  [first, before, after]: readonly [Map<string, Json>, Map<string, Json>, Map<string, Json>],
  readAgain: () => Promise<Map<string, Json>>,
) {
  // The end of the list may have moved up to this page.
  const fresh = (earlier: Map<string, Json>, later: Map<string, Json>) => {
    const ids = [...later.keys()]
    return ids.slice(0, ids.findLastIndex(id => earlier.has(id)) + 1).filter(id => !earlier.has(id))
  }
  const once = fresh(before, after)
  if (once.length === 0 || fresh(first, before).length > 0) return
  const begun = t.seconds()
  const again = await readAgain()
  const twice = fresh(after, again)
  // Where others are active, records appear without a read as well.
  await t.sleep(2 * (t.seconds() - begun) + 1)
  if (fresh(again, await rowsIn(t, it, path)).length > 0) return
  const sentence = `after each of two readings ${it.list} shows what was not there before: ${once[0]}, ${twice[0]}`
  if (twice.length > 0) t.violated(it.id, sentence)
}

/** Rows by id, as far as one page shows them. */
async function rowsIn(t: Trial, it: Read, path: CallOptions['path']): Promise<Map<string, Json>> {
  const wide = it.list === 'listPendingApprovals' ? {} : { query: { limit: 50 } }
  const reply = await t.need(it.list, { ...wide, ...(path && { path }) })
  const id = (row: Json) => idOf(row, rowKind(it.list))
  return new Map(replyRows(reply).flatMap(row => (id(row) === undefined ? [] : [[id(row) ?? '', row]])))
}

/** Excludes records that change by themselves, such as runs at work. */
const stands = (row: Json | undefined): boolean =>
  row !== undefined && (wordIn(row) === undefined || phaseOf(wordIn(row), false) !== 'running')

/** Members that the specification names; others may count reads. */
const NAMED = [
  ...['title', 'priority', 'position', 'assignee_type', 'assignee_id', 'board_id', 'project_id', 'number'],
  ...['summary', 'cost_euros', 'agent_id', 'chat_id', 'had_objection', 'archived'],
]

const saysOf = (row: Json | undefined): string =>
  row === undefined
    ? 'not listed'
    : JSON.stringify([
        wordIn(row) ?? null,
        ...NAMED.map(name => (isObject(row[name]) ? null : (row[name] ?? null))),
      ])

export const readScenarios: readonly Scenario[] = reads
