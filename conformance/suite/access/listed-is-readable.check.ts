/** Records that a key lists are readable with the same key (section 5). */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import { replyRows, rowKind } from '../../extract/list-rows.ts'
import { idOf, recordIn, wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import { isPreview, isSameValue } from '../../extract/same-value.ts'
import { hadRun } from '../../extract/task-record.ts'
import { operation, scopeOf } from '../../requirements/contract.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import { judgeRecordId, otherId } from '../../rules/same-record.ts'
import type { Key } from '../../target/target.ts'
import { needsOf } from '../discover.ts'
import { histories } from '../workflows/existing-workflow-runs.ts'

interface Listed {
  list: string
  read: string
  /** The requirement about who sees which records. */
  id: string
  /** The requirement that the record read is the one listed. */
  shows: string
  /** How many rows each key reads. */
  most: number
  /** Path parameters of a list that belongs to a parent record. */
  path?: (t: Trial) => Promise<Record<string, string>>
}

const LISTS: readonly Listed[] = [
  { list: 'listAgents', read: 'getAgent', id: 'AGENT-07', shows: 'AGENT-14', most: 25 },
  { list: 'listTasks', read: 'getTask', id: 'TASK-34', shows: 'TASK-34', most: 5 },
  { list: 'listRuns', read: 'getRun', id: 'RUN-25', shows: 'RUN-25', most: 5 },
  { list: 'listWorkflows', read: 'getWorkflow', id: 'WF-12', shows: 'WF-12', most: 5 },
  {
    list: 'listWorkflowRuns',
    read: 'getWorkflowRun',
    id: 'WF-36',
    shows: 'WF-36',
    most: 6,
    path: async t => {
      const known = (await histories(t)).find(({ runs }) => runs.length > 0)
      if (!known) throw new Missing('a run of a workflow')
      return { workflow_id: known.workflow }
    },
  },
  { list: 'listPendingApprovals', read: 'getApproval', id: 'APPR-04', shows: 'APPR-04', most: 1 },
]

/** How many keys check their list. */
const MAX_KEYS = 6

export const listedScenarios: readonly Scenario[] = LISTS.map(it =>
  scenario({
    id: `listed/${it.list}`,
    title: `What a key lists by ${it.list} it reads by ${it.read}`,
    requirements: [it.id, it.shows],
    needs: needsOf(it.list),
    cost: { requests: 30 },
    async run(t) {
      const path = (await it.path?.(t)) ?? {}
      for (const key of onePerPerson(t, it))
        for (const query of await askedFor(t, it, key)) await readsWhatItLists(t, it, { key, query, path })
      t.notExercised(it.id, `a row of ${it.list} that the same key cannot read: none was seen`)
      t.notExercised(it.shows, `a row of ${it.list} that shows something else than the record: none was seen`)
    },
  }),
)

function onePerPerson(t: Trial, { list, read }: Listed): Key[] {
  const able = t.keys.home(scopeOf(list), scopeOf(read))
  const people = new Map(able.toReversed().map(key => [key.owner ?? key.name, key]))
  return [...people.values()].slice(0, MAX_KEYS)
}

/** The key's own list, the tasks of others that the key may see, and runs on a page that may hold old ones. */
async function askedFor(t: Trial, { list }: Listed, key: Key): Promise<Record<string, string>[]> {
  const large = { limit: '100' }
  if (list === 'listRuns') return [isRefusal(await t.call(list, { key, query: large })) ? {} : large]
  if (list !== 'listTasks') return [{}]
  const people = new Set(t.keys.home().flatMap(one => one.personId ?? []))
  return [{}, ...[...people].filter(id => id !== key.personId).map(owner => ({ owner }))]
}

type Asked = Required<Pick<CallOptions, 'query' | 'path'>> & { key: Key }

async function readsWhatItLists(t: Trial, it: Listed, asked: Asked) {
  const kind = rowKind(it.list)
  const rows = async () => rowsOf(await t.call(it.list, asked))
  // Rows of the suite's own records are skipped: other checks create and delete them.
  const isOurs = (row: unknown) => Number(mentions(row, t.context.nonce, true))
  const listed = await rows()
  const lasting = varied(listed).toSorted((a, b) => isOurs(a) - isOurs(b))
  for (const row of lasting.slice(0, it.most)) {
    const id = idOf(row, kind)
    if (id === undefined) continue
    const options = { key: asked.key, path: { ...asked.path, [`${kind}_id`]: id } }
    const record = () => t.call(it.read, options)
    // A record that changes while its list is read, such as the cost of a run at work, contradicts nothing.
    const look = async (first?: Json) => {
      const before = first ? undefined : await record()
      const row = first ?? (await rows()).find(one => idOf(one, kind) === id)
      return { before, row, read: await record() }
    }
    type Looked = Awaited<ReturnType<typeof look>>
    const isRefused = ({ row: one, read }: Looked) => one && asked.key.declared && isRefusal(read)
    const differs = ({ before, row: one, read }: Looked) => {
      const shown = recordIn(read.json, [kind])
      const name = one && read.status === 200 ? contradicts(one, shown, listed) : undefined
      const earlier = before && recordIn(before.json, [kind])
      return name && earlier && !isSameValue(earlier[name], shown?.[name]) ? undefined : name
    }
    const isRight = (looked: Looked) => !isRefused(looked) && differs(looked) === undefined
    // The record may change or go between the two reads, and the list may lag behind.
    const first = await look(row)
    const last = isRight(first)
      ? first
      : await t.settled('the list to show the record as it is', look, isRight)
    const { method, path } = operation(it.read)
    const member = differs(last)
    // Which approvals a caller is entitled to see is not stated; the list is of the whole tenant.
    if (isRefused(last) && it.list !== 'listPendingApprovals') {
      const sentence = `key ${asked.key.name} lists the ${kind} ${id}, and ${method} ${path} answers it ${last.read.status}`
      return t.violated('stated-status', it.id, sentence, last.read)
    }
    if (last.read.status === 200 && otherId(kind, id, last.read) !== undefined)
      return judgeRecordId(t, it.shows, kind, id, last.read)
    if (member !== undefined && last.row) {
      const shown = recordIn(last.read.json, [kind])
      // What grows or goes to and fro, such as the runs of a task, differs between a list and a record of other moments.
      const stands =
        isSameValue(first.row?.[member], last.row[member]) &&
        isSameValue(recordIn(first.read.json, [kind]), shown)
      if (!stands) continue
      const sentence = `the row of the ${kind} ${id} shows ${member} ${t.quote(last.row[member] ?? null)}, ${method} ${path} ${t.quote(shown?.[member])}`
      return t.violated('same-record', it.shows, sentence, last.read)
    }
  }
}

/** A row near the end, which stays on its page for a while, one of each status, with runs and without, and the others. */
function varied(rows: readonly Json[]): Json[] {
  const late = Math.floor(rows.length * 0.8)
  const kinds = Map.groupBy(rows, row => `${wordIn(row)} ${hadRun(row)}`)
  const firsts = [...kinds.values()].flatMap(some => some.slice(0, 1))
  return [...new Set([...rows.slice(late, late + 1), ...firsts, ...rows])]
}

/** Members that the specification names, or that commonly hold a name. */
const NAMED = [
  ...['name', 'title', 'label', 'status', 'priority', 'number', 'owner_id', 'agent_id', 'chat_id', 'task_id'],
  ...['workflow_id', 'run_id', 'board_id', 'project_id', 'parent_task_id', 'assignee_type', 'assignee_id'],
  ...['due_date', 'last_run_status', 'requires_approval', 'max_runs_per_hour', 'budget_euros', 'cost_euros'],
  ...['had_objection', 'shared_chat_id'],
]

/** A member that differs between row and record, or that the row lacks although other rows show it. */
const contradicts = (row: Json, record: Json | undefined, others: readonly Json[]): string | undefined =>
  NAMED.find(name => {
    const [listed, read] = [row[name] ?? null, record?.[name] ?? null]
    if (record === undefined || !isPlain(read) || !isPlain(listed)) return false
    // What a run costs may be listed once it is over.
    if (name === 'cost_euros' && (listed === null || phaseOf(wordIn(record), false) !== 'ended')) return false
    if (listed !== null && read !== null) return !same(listed, read)
    // A row may lack what it joins, of an agent or a chat that is gone.
    const isShort = String(read).length <= 64 && read !== '' && read !== false && !name.endsWith('_id')
    return listed === null && read !== null && isShort && others.some(one => (one[name] ?? null) !== null)
  })

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

/** Equal up to form: timestamps, rounded or textual numbers, truncated texts. */
function same(one: unknown, other: unknown): boolean {
  if (isSameValue(one, other)) return true
  const [a, b] = [String(one), String(other)]
  const [short = '', long = ''] = [a, b].toSorted((x, y) => x.length - y.length)
  const places = /^-?\d+(?:\.(\d+))?$/.exec(short)
  if (places && long !== '' && !Number.isNaN(Number(long)))
    return Math.abs(Number(a) - Number(b)) <= 0.51 * 10 ** -(places[1]?.length ?? 0)
  return isPreview(a, b)
}

const rowsOf = (reply: Exchange) => (reply.status === 200 ? replyRows(reply) : [])
