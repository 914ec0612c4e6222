/** What a task shows, and whether that is what was written. */
import { words } from '#openapi'
import { asId, isObject, type Json, places } from './find-value.ts'
import { mayBeSameMoment } from './moment.ts'
import { recordIn, refIn, wordIn } from './record.ts'

export const taskIn = (body: unknown): Json | undefined => recordIn(body, ['task', 'tasks'])

export interface Assignee {
  type: string | undefined
  id: string | undefined
}

/** The assignee of a task; undefined when the task does not show it, `id: undefined` when nobody is assigned. */
export function assigneeOf(record: Json): Assignee | undefined {
  const { assignee } = record
  const id = refIn(record, 'assignee')
  // Whoever is shown by a name alone is somebody.
  if (id === undefined && isObject(assignee) && Object.values(assignee).some(saysSomething)) return undefined
  if ('assignee_type' in record || 'assignee_id' in record) return { type: asId(record.assignee_type), id }
  if (assignee === null) return { type: undefined, id }
  if (!isObject(assignee)) return undefined
  return { type: wordIn(assignee, 'type') ?? wordIn(assignee, 'kind'), id }
}

export const boardOf = (record: Json) => refIn(record, 'board')
export const statusOf = (record: Json) =>
  wordIn(record) ?? wordIn(record, 'column') ?? wordIn(record, 'state')

export const isPriority = (value: unknown): boolean => words.TaskPriority.some(word => word === value)

/** A record may omit nulls, false and empty lists. */
export const saysSomething = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0)

/** True if the record shows the value, false if it shows another, undefined if it does not show the field. */
export function keeps(record: Json, field: string, value: unknown): boolean | undefined {
  if (field.endsWith('_id') && typeof value === 'string') {
    const kind = field.slice(0, -3)
    const shown = asId(record[field]) ?? refIn(record, kind) ?? refIn(record, kind.replace(/_task$/, ''))
    if (shown !== undefined) return shown === value
    // An object without an id may show a name or a key instead.
    return (kind in record || field in record) && !isObject(record[kind]) ? false : undefined
  }
  if (!(field in record)) return undefined
  const shown = record[field]
  if (field === 'due_date' && typeof value === 'string') {
    // The specification says ISO 8601 without a form, so any text is accepted and a number is not.
    return typeof shown === 'string' && mayBeSameMoment(shown, value)
  }
  if (Array.isArray(value)) {
    if (!Array.isArray(shown)) return false
    // A service may spell tags in its own way, add entries, and keep each but once.
    const kept = [...places(shown)].map(one => spelled(one.value))
    const sent = new Set(value.map(spelled))
    return shown.length >= sent.size && [...sent].every(item => kept.includes(item))
  }
  // It may be kept with single precision.
  if (typeof value === 'number') return Math.abs(Number(shown) - value) <= 1e-6 * Math.abs(value)
  if (typeof value === 'string' && typeof shown === 'object' && shown !== null)
    return [...places(shown, 12)].some(
      one => typeof one.value === 'string' && plain(one.value) === plain(value),
    )
  // No priority is none.
  if (field === 'priority' && value === 'none' && shown === null) return undefined
  // A service may trim texts, and keep them in a normal form of its own.
  if (typeof value === 'string' && typeof shown === 'string') return plain(shown) === plain(value)
  return shown === value
}

const plain = (text: string): string => text.trim().replaceAll('\r\n', '\n').normalize()

/** A text without what may tell two spellings of it apart. */
export const spelled = (value: unknown): string =>
  String(value)
    .normalize()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether the task says that it was deleted: a service may keep it, and show it so. */
export const saysDeleted = (task: Json | undefined): boolean =>
  Object.entries(task ?? {}).some(
    ([name, value]) => /^(is[-_]?)?(deleted|removed)([-_]?(at|on))?$/i.test(name) && saysSomething(value),
  )

/** Whether the task shows that a run of it began: an agent that works on a task may move it. */
export const hadRun = (task: Json): boolean => (task.last_run_status ?? null) !== null

/** The reference of a task: how many digits a number has, and what its prefix is made of, is not stated. */
export const REFERENCE = /^\p{L}[\p{L}\p{N}_.-]*-\d+$/u
