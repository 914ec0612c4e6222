/** What a key lists it may read: a list that holds more than its person sees contradicts itself. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { operation, scopeOf } from '../../ledger/contract.ts'
import type { Exchange } from '../../ledger/exchange.ts'
import { mentions } from '../../reading/find-value.ts'
import { listIn, rowsOfObjects } from '../../reading/list-rows.ts'
import { idOf } from '../../reading/record.ts'
import type { Key } from '../../target/target.ts'
import type { Capability } from '../../target/target-schema.ts'

interface Listed {
  capability: Capability
  list: string
  names: readonly string[]
  kind: string
  read: string
  /** The requirement that says who sees what. */
  id: string
  /** Rows that each key reads. */
  most: number
}

const LISTS: readonly Listed[] = [
  {
    capability: 'agents',
    list: 'listAgents',
    names: ['agents'],
    kind: 'agent',
    read: 'getAgent',
    id: 'AGENT-07',
    most: 25,
  },
  {
    capability: 'tasks',
    list: 'listTasks',
    names: ['tasks'],
    kind: 'task',
    read: 'getTask',
    id: 'TASK-34',
    most: 5,
  },
  {
    capability: 'runs',
    list: 'listRuns',
    names: ['runs'],
    kind: 'run',
    read: 'getRun',
    id: 'RUN-25',
    most: 5,
  },
  {
    capability: 'workflows',
    list: 'listWorkflows',
    names: ['workflows'],
    kind: 'workflow',
    read: 'getWorkflow',
    id: 'WF-12',
    most: 5,
  },
  {
    capability: 'approvals',
    list: 'listPendingApprovals',
    names: ['approvals', 'pending'],
    kind: 'approval',
    read: 'getApproval',
    id: 'APPR-04',
    most: 1,
  },
]

/** Keys that look at their list. */
const MOST_KEYS = 6

const lists = LISTS.map(it =>
  scenario({
    id: `listed/${it.list}`,
    title: `What a key lists by ${it.list} it reads by ${it.read}`,
    requirements: [it.id],
    needs: { capability: it.capability, scopes: [scopeOf(it.list) as never] },
    cost: { requests: 30 },
    async run(t) {
      for (const key of onePerPerson(t, it))
        for (const query of askedFor(t, it, key)) await readsWhatItLists(t, it, key, query)
      t.notExercised(it.id, `a row of ${it.list} that the same key cannot read: none was seen`)
    },
  }),
)

function onePerPerson(t: Trial, { list, read }: Listed): Key[] {
  const able = t.keys.home().filter(key => [list, read].every(id => key.scopes.has(scopeOf(id) as never)))
  const people = new Map(able.toReversed().map(key => [key.owner ?? key.name, key]))
  return [...people.values()].slice(0, MOST_KEYS)
}

/** Its own list, and the tasks of others as far as it is shown them. */
function askedFor(t: Trial, { list }: Listed, key: Key): Record<string, string>[] {
  if (list !== 'listTasks') return [{}]
  const people = new Set(t.keys.home().flatMap(one => one.personId ?? []))
  return [{}, ...[...people].filter(id => id !== key.personId).map(owner => ({ owner }))]
}

async function readsWhatItLists(t: Trial, it: Listed, key: Key, query: Record<string, string>) {
  const listed = await t.call(it.list, { key, query })
  // Our own come and go.
  const isOurs = (row: unknown) => Number(mentions(row, t.context.nonce, true))
  const lasting = rowsOfObjects(rowsOf(listed, it)).toSorted((a, b) => isOurs(a) - isOurs(b))
  const ids = lasting.flatMap(row => idOf(row, it.kind) ?? []).slice(0, it.most)
  for (const id of ids) {
    const read = await t.call(it.read, { key, path: { [`${it.kind}_id`]: id } })
    if (read.status !== 403 && read.status !== 404) continue
    const again = await t.call(it.list, { key, query })
    if (!rowsOfObjects(rowsOf(again, it)).some(row => idOf(row, it.kind) === id)) continue
    const { method, path } = operation(it.read)
    const said = `key ${key.name} lists the ${it.kind} ${id}, and ${method} ${path} answers it ${read.status}`
    return t.violated(it.id, said, read, again)
  }
}

const rowsOf = ({ status, json }: Exchange, { names }: Listed) =>
  status === 200 ? (listIn(json, names) ?? []) : []

export const listedScenarios: readonly Scenario[] = lists
