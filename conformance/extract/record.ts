/** Finds the record in a reply, and the parts of a record that the specification names. */
import { asId, isObject, type Json, places } from './find-value.ts'

const WRAPPERS = ['data', 'result', 'item', 'record', 'attributes', 'object', 'payload']

/**
 * The record of a reply: `{…}`, `{"run": {…}}`, `{"data": {"run": {…}}}` and JSON:API's `{data: {id, attributes}}` all
 * give the same flat object. `names` are possible names of the record's wrapper.
 */
export function recordIn(body: unknown, names: readonly string[] = []): Json | undefined {
  if (Array.isArray(body)) return body.length === 1 ? recordIn(body[0], names) : undefined
  if (!isObject(body)) return undefined
  for (const name of [...names, ...WRAPPERS]) {
    const inner = body[name]
    if (!isObject(inner)) continue
    // A field may be named like a wrapper (`item`, `data`): it is one only if no record surrounds it. `{"status":
    // "success", "data": {…}}` is not a record, although it has a status.
    const around = 'id' in body || 'run_id' in body || ('status' in body && !looksLikeRecord(inner))
    if (names.includes(name) || !around) return { ...plainPart(body, name), ...recordIn(inner, names) }
  }
  return flatten(body)
}

const looksLikeRecord = (body: Json) => 'id' in body || 'status' in body || 'run_id' in body

/** Members beside the wrapper, such as `status` beside `attributes`. */
function plainPart(body: Json, wrapper: string): Json {
  const { [wrapper]: _, ...rest } = body
  return Object.fromEntries(
    Object.entries(rest).filter(([, value]) => !isObject(value) && !Array.isArray(value)),
  )
}

/** JSON:API keeps fields under `attributes`: moves them beside the id. */
export function flatten(row: Json): Json {
  const attributes = row.attributes
  return isObject(attributes) ? { ...row, ...attributes } : row
}

/**
 * The id of a record: the name that paths have for it (`run_id`) beside an `id` of some other use, which is stated for
 * tasks alone; else `id`, or the usual name in databases.
 */
export function idOf(record: unknown, kind = ''): string | undefined {
  if (!isObject(record)) return asId(record)
  const named = IDS.test(kind) ? asId(record[`${kind}_id`]) : undefined
  // Nearly all are here; spelling out the names of all members takes most of the time of some checks.
  return named ?? asId(record.id) ?? idsOf(record, kind)[0]
}
const IDS = /^(agent|run|workflow|approval|knowledge_base)$/

/** Names of the id of a run in the reply to a start, and perhaps in that to a retry, which is not stated. */
export const RUN_ID = /^(new[-_]?)?run[-_]?id$/i

/** All ids that a record names as its own, the likeliest first: not those of records that it refers to. */
export function idsOf(record: Json, kind = ''): string[] {
  const members = Object.entries(record).map(([name, value]) => [plain(name), asId(value)] as const)
  const named = [kind, ...(OTHER_NAMES[kind] ?? [])].map(name => `${plain(name)}id`)
  return ['id', ...named, 'uuid', 'uid', 'slug', 'key', 'handle', 'ref'].flatMap(wanted =>
    members.flatMap(([name, id]) => (name === wanted && id !== undefined ? [id] : [])),
  )
}

/** What the specification calls the same kind elsewhere. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { knowledge_base: ['folder'] }

/** A name in whatever spelling: `run_id`, `runId`, `RunID`, `_id`. Keys are spelled otherwise than ids in the same ways. */
export const plain = (name: string): string => name.replaceAll(/[\W_]/g, '').toLowerCase()

/**
 * A status word; some services wrap it in an object with a name. Where that has a key that says the same in the spelling of
 * programs, such as `in_progress` for `In progress`, the key is the word that requests take.
 */
export function wordIn(record: unknown, field = 'status'): string | undefined {
  if (!isObject(record)) return undefined
  const value = record[field]
  if (typeof value === 'string') return value
  if (!isObject(value)) return undefined
  const words = ['name', 'value', 'code', 'state', 'key', 'slug', 'id'].flatMap(name => {
    const word = value[name]
    return typeof word === 'string' ? [word] : []
  })
  const [first] = words
  if (first === undefined || IS_KEY.test(first)) return first
  return words.find(word => IS_KEY.test(word) && plain(word) === plain(first)) ?? first
}
const IS_KEY = /^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/

/** The id of a referenced record: `agent_id`, `agentId`, `agent: "…"`, `agent: {id}`. A text without digits may be a name. */
export function refIn(record: unknown, kind: string): string | undefined {
  if (!isObject(record)) return undefined
  const { [kind]: one } = record
  const isName = typeof one === 'string' && !/^\S*\d\S*$/.test(one)
  return asId(record[`${kind}_id`]) ?? asId(record[`${kind}Id`]) ?? (isName ? undefined : idOf(one, kind))
}

/** Whether a record names that id: anywhere, or, for ids that only count, in a member that is named after their kind. */
export const refersTo = (record: unknown, kind: string, id: string): boolean =>
  [...places(record)].some(
    ({ path, value }) => asId(value) === id && (/\D/.test(id) || new RegExp(kind, 'i').test(path)),
  )
