/** Finds the rows of a list in any envelope. */
import type { Exchange } from '../requirements/exchange.ts'
import { asId, findNamed, isObject, type Json, places } from './find-value.ts'
import { flatten, idOf, plain } from './record.ts'

const USUAL = 'data items results records rows list entries values nodes edges content'.split(' ')

/**
 * The rows of a list reply, or undefined when the body contains no list. `names` are possible names of the rows' member
 * (`runs`, `tasks`).
 */
export function listIn(body: unknown, names: readonly string[] = []): unknown[] | undefined {
  const found = arrayIn(body, names, 0)
  return found?.map(row => (isObject(row) ? flatten(isObject(row.node) ? row.node : row) : row))
}

function arrayIn(
  body: unknown,
  names: readonly string[],
  depth: number,
  isNamed = true,
): unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (!isObject(body) || depth > 3) return undefined
  const table = byColumns(body) ?? byKeys(body) ?? byIds(body, names, isNamed)
  if (table) return table
  // Names or ids may stand beside the rows: `teams: ['t1', 't2'], entries: [{ … }]`.
  const named = [...names, ...USUAL].map(name => body[name]).filter(Array.isArray)
  const isOfRecords = (one: unknown) => Array.isArray(one) && one.some(isObject)
  const [first] = named
  if (first?.length === 0 && !named.some(isOfRecords)) return first
  const list = named.find(isOfRecords) ?? (first && (Object.values(body).find(isOfRecords) ?? first))
  if (list) return list as unknown[]
  for (const name of [...names, ...USUAL]) {
    const inner = body[name]
    if (isObject(inner)) {
      const found = arrayIn(inner, names, depth + 1)
      if (found) return found
    }
  }
  const arrays = Object.values(body).filter(Array.isArray)
  if (arrays.length === 1) return arrays[0] as unknown[]
  const ofObjects = arrays.filter(array => array.length > 0 && array.every(isObject))
  if (ofObjects.length === 1) return ofObjects[0] as unknown[]
  if (arrays.length > 1) return arrays.find(array => array.length > 0) ?? (arrays[0] as unknown[])
  for (const inner of Object.values(body)) {
    const found = isObject(inner) ? arrayIn(inner, names, depth + 1, false) : undefined
    if (found) return found
  }
  // Some services write a list without rows as null, or leave it out.
  const isEmpty = (one: unknown) => isObject(one) && Object.keys(one).length === 0
  const isLeftOut = depth === 0 && isOfEnvelope(body)
  const isNone = ([name, one]: [string, unknown]) =>
    (one === null || isEmpty(one)) && [...names, ...USUAL].includes(name.toLowerCase())
  return isLeftOut || Object.entries(body).some(isNone) ? [] : undefined
}

/** Whether nothing in a body is of a record. */
const isOfEnvelope = (body: Json): boolean =>
  Object.entries(body).every(
    ([name, one]) =>
      OF_ENVELOPE.test(name) ||
      (OF_COUNT.test(name) && one === 0) ||
      (ENVELOPE.test(name) && isObject(one) && isOfEnvelope(one)),
  )
const ENVELOPE = /^_?(meta|pag|link)/i

/** Members that say something of a request or of a page, and nothing of a record. */
const OF_ENVELOPE =
  /^_?(request|trace|correlation)_?id$|^(next|prev|previous|has|per)?_?(cursor|page|more|next)$|^(limit|offset)$/i
const OF_COUNT = /count$|^(size|total)/i

/** Rows without names beside the names of their columns: `{ columns: ['id'], rows: [['1']] }`. */
function byColumns(body: Json): unknown[] | undefined {
  const arrays = Object.values(body).filter(Array.isArray)
  const names = arrays.find(one => one.length > 0 && one.every(name => typeof name === 'string'))
  const rows = arrays.find(
    one => one.length > 0 && one.every(row => Array.isArray(row) && row.length === names?.length),
  )
  return rows?.map((row: unknown[]) => Object.fromEntries(names!.map((name, n) => [name, row[n]])))
}

/** Rows under their keys, in the order of a list of these: `{ order: ['1'], by_id: { 1: { … } } }`. */
function byKeys(body: Json): unknown[] | undefined {
  for (const map of Object.values(body)) {
    if (!isObject(map) || Object.keys(map).length === 0 || !Object.values(map).every(isObject)) continue
    const keys = Object.values(body).find(
      one =>
        Array.isArray(one) && one.length === Object.keys(map).length && one.every(key => `${key}` in map),
    )
    if (Array.isArray(keys)) return keys.map(key => map[`${key}`])
  }
  return undefined
}

/**
 * Rows under their ids: `{ kb1: { id: 'kb1', … }, … }`, or only the names of what has them. Rows that do not repeat their
 * ids are told from parts of a record, or of an envelope, by their place, and by having the same members and no list that may
 * be the one in question; the key is the id of each. A single one is told by its id, which is no name of a member.
 */
function byIds(body: Json, names: readonly string[], isNamed: boolean): unknown[] | undefined {
  const rows = Object.entries(body)
  if (rows.length === 0) return undefined
  if (isNamed && rows.every(([key, name]) => NO_NAME.test(key) && typeof name === 'string'))
    return rows.map(([key, name]) => ({ key, name }))
  if (!rows.every((row): row is [string, Json] => isObject(row[1]))) return undefined
  const namesItself = ([key, row]: [string, Json]) =>
    Object.entries(row).some(
      ([name, value]) => OF_ITSELF.test(name) && plain(asId(value) ?? '') === plain(key),
    )
  if (rows.some(namesItself)) return Object.values(body)
  const [[, first]] = rows as [[string, Json]]
  const isLike = (row: Json) =>
    2 * Object.keys(row).filter(name => name in first).length >
    Math.max(...[row, first].map(one => Object.keys(one).length))
  const holdsList = (row: Json) => [...names, ...USUAL].some(name => Array.isArray(row[name]))
  const isSingle = rows.length < 2
  if (!isNamed || (isSingle && !NO_NAME.test(rows[0]![0]))) return undefined
  if (!rows.every(([, row]) => isLike(row) && !holdsList(row))) return undefined
  return rows.map(([key, row]) => ({ key, ...row }))
}

/**
 * Whether the rows of a reply have an order: members whose names are whole numbers are read in the order of these, unless a
 * list says another.
 */
export const isOrdered = ({ json }: Pick<Exchange, 'json'>): boolean => !hasNumbered(json, 3)

function hasNumbered(body: unknown, depth: number): boolean {
  if (!isObject(body) || depth === 0 || byKeys(body)) return false
  const rows = Object.entries(body)
  const isNumbered = rows.length > 1 && rows.every(([name, row]) => /^\d+$/.test(name) && isObject(row))
  return isNumbered || rows.some(([, one]) => hasNumbered(one, depth - 1))
}

/** Four digits, or what is in no word: an id, and no name of a member. */
const NO_NAME = /(\d.*){4}|[^\w-]/
/** Members that identify a row. */
const OF_ITSELF = /id$|^(key|slug|date|day|model)$/i

/** The name `next_cursor` is stated, its place is not: it may be at the top, in `meta` or in `pagination`. */
export function nextCursor(body: unknown): string | undefined {
  if (Array.isArray(body)) return undefined
  return asId(findNamed(body, 'next_cursor')?.value)
}

export const rowsOfObjects = (rows: readonly unknown[]): Json[] => rows.filter(isObject)

interface ListShape {
  /** Possible names of the rows' member. */
  readonly names: readonly string[]
  /** The kind of a row: `task`, `run`. */
  readonly kind: string
}

/** Every list of the service whose envelope is not stated. */
const LISTS: Readonly<Record<string, ListShape>> = {
  listAgents: { names: ['agents'], kind: 'agent' },
  listTasks: { names: ['tasks'], kind: 'task' },
  listRuns: { names: ['runs'], kind: 'run' },
  listTaskRuns: { names: ['runs'], kind: 'run' },
  listWorkflows: { names: ['workflows'], kind: 'workflow' },
  listWorkflowRuns: { names: ['runs', 'workflow_runs'], kind: 'run' },
  listWorkflowRunSteps: { names: ['steps'], kind: 'step' },
  listPendingApprovals: { names: ['approvals', 'pending'], kind: 'approval' },
  listPendingWorkflowApprovals: { names: ['approvals', 'pending'], kind: 'approval' },
  listKnowledgeFolders: { names: ['folders', 'knowledge_bases'], kind: 'knowledge_base' },
  searchKnowledge: {
    names: ['results', 'hits', 'chunks', 'passages', 'matches', 'documents'],
    kind: 'result',
  },
  listModels: { names: ['data', 'models'], kind: 'model' },
}

type Reply = Pick<Exchange, 'operation' | 'json'>

/** The kind of the list's rows: `run` for `listTaskRuns`. */
export const rowKind = (operation: string): string => LISTS[operation]?.kind ?? ''

export const isList = (operation: string): boolean => operation in LISTS

/** The list in a reply; undefined where there is none. */
export const replyList = ({ operation, json }: Reply): unknown[] | undefined =>
  listIn(json, LISTS[operation]?.names)

/** Whether the list may be null: some services write an empty one so, under a name of their own, and no record beside it. */
export const mayBeNullList = ({ json }: Pick<Exchange, 'json'>): boolean =>
  json === null ||
  (!('id' in Object(json)) &&
    [...places(json, 1)].some(({ name, value }) => value === null && !OF_PAGE.test(name)))
const OF_PAGE = /cursor|next|prev|error|message|warning/i

export const replyRows = (reply: Reply): Json[] => rowsOfObjects(replyList(reply) ?? [])

export const replyIds = (reply: Reply): string[] =>
  (replyList(reply) ?? []).flatMap(row => idOf(row, rowKind(reply.operation)) ?? [])
