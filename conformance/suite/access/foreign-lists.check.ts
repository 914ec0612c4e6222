/** Records that another tenant's keys list are neither listed nor readable with our keys (section 5). */

import { wholeList } from '../../engine/list-pages.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, isObject, type Json, mentions, places } from '../../extract/find-value.ts'
import { replyRows, rowKind } from '../../extract/list-rows.ts'
import { idOf, recordIn } from '../../extract/record.ts'
import { scopeOf } from '../../requirements/contract.ts'
import { isRefusal, said } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { HOME, type Key } from '../../target/target.ts'
import { adminKey, askAgain, readTable, type Table, tableOf } from '../analytics/admin-key.ts'
import { largerIn } from '../analytics/days.ts'
import { ROWS } from '../analytics/figure-table.ts'
import { capabilityOf } from '../discover.ts'
import { isRandom, isUnique } from './foreign-replies.ts'

interface ForeignList {
  list: string
  /** The requirement that nothing of another tenant is visible. */
  id: string
  /** The operation that reads one of its rows by id. */
  read?: string
  /** The requirement about that reading. Default: that of the list. */
  reads?: string
  /** What people have done: nobody provides it to all tenants. */
  isWork?: true
}

const LISTS: readonly ForeignList[] = [
  { list: 'listAgents', id: 'AGENT-15', read: 'getAgent' },
  { list: 'listRuns', isWork: true, id: 'VIS-02', read: 'getRun' },
  { list: 'listTasks', isWork: true, id: 'VIS-03', read: 'getTask' },
  { list: 'listWorkflows', id: 'VIS-06', read: 'getWorkflow' },
  { list: 'listPendingApprovals', isWork: true, id: 'APPR-03', read: 'getApproval', reads: 'APPR-05' },
  { list: 'listKnowledgeFolders', id: 'KNOW-17' },
]

const lists = LISTS.map(it =>
  scenario({
    id: `tenants/foreign-${rowKind(it.list).replaceAll('_', '-')}s`,
    title: `Nothing that another tenant lists by ${it.list} shows with a key of this one`,
    requirements: [it.id, it.reads ?? it.id],
    needs: { capability: capabilityOf(it.list) },
    cost: { requests: 24 },
    async run(t) {
      const kind = rowKind(it.list)
      const scope = scopeOf(it.list)
      const theirs = await rowsFor(t, it, t.keys.elsewhere(scope))
      const ours = await rowsFor(t, it, t.keys.with(scope))
      for (const [rows, key] of [
        [theirs, ours.key],
        [ours, theirs.key],
      ] as const) {
        const strange = await ofAnother(t, it, rows, key)
        const sentence = `key ${rows.key.name} lists ${idOf(strange?.row, kind)}, which is of another tenant`
        if (strange) return t.violated('tenant-closed', it.id, sentence, rows.exchange, ...strange.evidence)
      }
      // Each person may be shown another part of the work.
      const people = it.isWork ? t.keys.others(scope, ours.key) : []
      const others = await Promise.all(people.map(key => rowsFor(t, it, key).catch(ignoreMissing)))
      for (const list of [ours, ...others.filter(one => one !== undefined)]) {
        const both = list.find(row => theirs.some(other => isSame(row, other, kind)))
        if (!both) continue
        const sentence = `key ${list.key.name} lists ${idOf(both, kind)}, as key ${theirs.key.name} of another tenant does`
        if (it.isWork) return t.violated('tenant-closed', it.id, sentence, list.exchange, theirs.exchange)
        t.notExercised(it.id, `a record that one tenant alone lists: ${sentence}`, list.exchange)
      }
      // A row in both lists is a record of ours: ids may be unique only per tenant.
      const own = it.read && (await wholeList(t, it.list, { key: ours.key }))
      const strange = theirs.filter(row => own && !own.has(idOf(row, kind) ?? ''))
      for (const row of strange.slice(0, 2)) {
        const shown = await isNotRead(t, it, row, ours.key, theirs.key)
        const sentence = `key ${ours.key.name} does not list ${idOf(row, kind)} of another tenant`
        if (shown && it.reads) t.met('tenant-closed', it.id, sentence, ours.exchange, theirs.exchange)
      }
      if (it.list === 'listTasks') await noneOfTheirPeople(t, theirs)
      if (theirs.length === 0)
        t.notExercised(it.id, `something that key ${theirs.key.name} lists`, theirs.exchange)
    },
  }),
)

/**
 * A row of one tenant that bears the mark of this run, though the other one is ours, or that names a person of the other
 * and is the record that their key reads. A person may belong to both tenants: naming one proves nothing.
 */
async function ofAnother(t: Trial, it: ForeignList, rows: Rows, other: Key) {
  const marked = other.tenant === HOME && rows.find(row => mentions(row, t.context.nonce, true))
  if (marked) return { row: marked, evidence: [] }
  const people = t.target.keys.filter(key => key.tenant === other.tenant).flatMap(key => key.personId ?? [])
  const row = it.isWork && rows.find(one => people.some(id => mentions(one, id)))
  const read = row && (await readBy(t, it, row, other))
  return row && read?.record && isSame(row, read.record, rowKind(it.list))
    ? { row, evidence: [read.exchange] }
    : undefined
}

/** The record that a key reads under the id of a row. */
async function readBy(t: Trial, it: ForeignList, row: Json, key: Key) {
  const kind = rowKind(it.list)
  const id = idOf(row, kind)
  if (it.read === undefined || id === undefined || !key.scopes.has(scopeOf(it.read))) return undefined
  const exchange = await t.call(it.read, { key, path: { [`${kind}_id`]: id } })
  const { status, json } = exchange
  const record = status < 300 && isObject(json) ? recordIn(json, [kind]) : undefined
  return { exchange, record }
}

/** Replies about a workspace, and the requirement about each. */
const FIGURES: readonly { rows: string; operation: string }[] = [
  { rows: 'ANA-21', operation: 'getInsightsSummary' },
  { rows: 'ANA-34', operation: 'getDashboardStats' },
  { rows: 'WALLET-03', operation: 'getWallet' },
  { rows: 'WALLET-07', operation: 'getMonthlyStatement' },
  { rows: 'WALLET-13', operation: 'getEntitlements' },
]

type Rows = Json[] & { key: Key; exchange: Awaited<ReturnType<Trial['call']>> }

async function rowsFor(t: Trial, it: ForeignList, key: Key): Promise<Rows> {
  const exchange = await t.need(it.list, { key })
  return Object.assign(replyRows(exchange), { key, exchange })
}

/** Compares content as well as the id: ids may be unique only per tenant, and tenants start with the same defaults. */
export const isSame = (row: Json, other: Json, kind: string): boolean => {
  const id = idOf(row, kind)
  if (id === undefined || id !== idOf(other, kind)) return false
  return isRandom(id) || (isUnique(textsOf(row)) && textsOf(row) === textsOf(other))
}

/** The texts of a record; figures and timestamps may change between two reads. */
const textsOf = (row: unknown): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' ? undefined : value))

/**
 * Reading the row by id with our key does not return the record that its own tenant reads there. Returns whether that one
 * reads it.
 */
async function isNotRead(t: Trial, it: ForeignList, row: Json, ours: Key, theirs: Key) {
  const [read, shown] = [await readBy(t, it, row, ours), await readBy(t, it, row, theirs)]
  if (!read || !shown) return false
  const requirement = it.reads ?? it.id
  const evidence = [shown.exchange, read.exchange]
  const sentence = `${said(read.exchange)} to key ${ours.name} for ${idOf(row, rowKind(it.list))} of another tenant`
  if (shown.record && isRefusal(read.exchange)) t.met('tenant-closed', requirement, sentence, ...evidence)
  else if (shown.record && read.record && isSame(shown.record, read.record, rowKind(it.list)))
    t.violated('tenant-closed', requirement, `${sentence} with the same record`, ...evidence)
  return shown.record !== undefined
}

/** Asks for the tasks of a person of another tenant, by that person's id. */
async function noneOfTheirPeople(t: Trial, theirs: Rows) {
  const people = t.target.keys.filter(key => key.tenant !== HOME && key.personId !== undefined)
  for (const { personId } of people.slice(0, 2)) {
    const reply = await t.call('listTasks', { query: { owner: personId ?? '' } })
    if (reply.status !== 200) continue
    const rows = replyRows(reply)
    const shown = rows.find(row => theirs.some(other => isSame(row, other, 'task')))
    const sentence = `owner=${personId} lists the task ${idOf(shown, 'task')} of another tenant`
    if (shown) t.violated('tenant-closed', 'VIS-03', sentence, reply, theirs.exchange)
  }
}

const figures = scenario({
  id: 'tenants/foreign-figures',
  title: 'The figures of this tenant do not name the workspace of another',
  requirements: [...FIGURES, ...ROWS].map(it => it.rows),
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: Object.fromEntries([...FIGURES, ...ROWS].map(it => [it.operation, 2])) },
  async run(t) {
    const keys = [adminKey(t), t.keys.elsewhere('analytics:read')]
    for (const it of FIGURES) {
      const replies = await Promise.all(keys.map(key => t.read(it.operation, { key })))
      if (replies.some(({ status }) => status !== 200)) continue
      const [own, foreign] = replies.map(({ json }) => namesIn(json)) as [string[], string[]]
      const both = own.find(name => isRandom(name) && foreign.includes(name))
      const sentence = `the workspace ${both} stands in the figures of two tenants`
      if (both !== undefined) t.violated('tenant-closed', it.rows, sentence, ...replies)
    }
    // Compared once they have grown.
    for (const row of ROWS) if (t.wants(row.rows)) await firstTables(t, row)
  },
})

const grownFigures = scenario({
  id: 'tenants/foreign-rows',
  title: 'What this tenant comes to spend does not show with a key of another',
  requirements: ROWS.map(it => it.rows),
  needs: { capability: 'analytics', scopes: ['analytics:read'] },
  cost: { analytics: Object.fromEntries(ROWS.map(it => [it.operation, 2])) },
  turn: 'closing',
  async run(t) {
    for (const row of ROWS) if (t.wants(row.rows)) await growAlike(t, row)
  },
})

type Pair = [own: Table, foreign: Table]

/** The same question with a key of each tenant; the days are those that no other check asks for, so that both are new. */
const firstTables = (t: Trial, { operation, kind }: (typeof ROWS)[number]) =>
  Promise.all(
    [adminKey(t), t.keys.elsewhere('analytics:read')].map(key =>
      readTable(t, operation, kind, { days: 60 }, key),
    ),
  ) as Promise<Pair>

/**
 * Every figure of ours stands under its label in the table of the other tenant, and does so again once one of them has
 * grown: ids, names and figures that both tenants began with stay as they are, and a person of both spends in each.
 */
async function growAlike(t: Trial, row: (typeof ROWS)[number]) {
  const first = await firstTables(t, row)
  if (!isShown(first)) return
  const replies = await Promise.all(first.map(({ exchange }) => askAgain(t, exchange)))
  const last = replies.map(one => tableOf(one, row.kind)) as Pair
  const [own] = first
  const label = largerIn(last[0].figures, own.figures)
  if (label === undefined || !isShown(last)) return
  const evidence = [...first, ...last].map(({ exchange }) => exchange)
  const sentence = `key ${last[1].exchange.key} of another tenant is shown our ${own.figures.size} figures by ${row.kind}, and that of ${label} as it grows`
  t.violated('tenant-closed', row.rows, sentence, ...evidence)
}

const isShown = ([{ figures: own }, { figures: foreign }]: Pair): boolean =>
  own.size > 1 && [...own].every(([label, figure]) => foreign.get(label) === figure)

/**
 * The workspace or tenant that a reply names itself. A person and a team may belong to two tenants, and an agent may have
 * been provided to both.
 */
const namesIn = (json: unknown): string[] =>
  [...places(json)].flatMap(({ path, value }) =>
    /^(data\.)?(workspace|tenant)(\.|_)?id$/i.test(path) ? (asId(value) ?? []) : [],
  )

export const foreignListScenarios: readonly Scenario[] = [...lists, figures, grownFigures]
