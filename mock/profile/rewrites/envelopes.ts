// The members around the rows of a list, and the replies to changes.
import { isFields, type OperationId, type Schema } from '#openapi'
import { type Codec, onComponent, type Rewrite, type Rewrites } from '../rewriting.ts'

export const envelopes: Rewrites = {
  'envelope-cursor-list': {
    items: onComponent('RunPage', schema => underName(schema, 'items')),
    named: onComponent('RunPage', schema => underName(schema, 'runs')),
    'by-id': rowsById,
  },
  'envelope-offset-list': { items: rowsAsItems, named: namedRows, array: bareRows, 'by-id': rowsById },
  'envelope-plain-list': { items: rowsAsItems, array: bareRows, 'by-id': rowsById },
  'envelope-analytics-list': { items: rowsAsItems, array: bareRows, 'by-id': rowsById },
  'transition-reply-body': {
    status: reply(['respondToRun', 'stopRun', 'cancelRun', 'pauseRun', 'resumeRun'], statusOfRun()),
    ok: reply(['respondToRun', 'stopRun', 'cancelRun', 'pauseRun', 'resumeRun'], justOk()),
  },
  'task-reply-body': { ok: reply(['updateTask', 'setTaskAssignee', 'setTaskStatus'], justOk()) },
}

/** The names of the rows in lists with offset paging. */
const NAMES: Readonly<Record<string, string>> = {
  AgentList: 'agents',
  TaskList: 'tasks',
  WorkflowList: 'workflows',
  WorkflowRunList: 'runs',
}

/** A component with rows that is marked with the gap. */
function isList(...[schema, place, { gap }]: Parameters<Rewrite>): boolean {
  return place.component !== undefined && place.gaps.includes(gap) && rowsOf(schema) !== undefined
}

function rowsAsItems(...[schema, place, answered]: Parameters<Rewrite>): ReturnType<Rewrite> {
  return isList(schema, place, answered) ? underName(schema, 'items') : undefined
}

function namedRows(...[schema, place, answered]: Parameters<Rewrite>): ReturnType<Rewrite> {
  const name = NAMES[place.component ?? '']
  const rows = rowsOf(schema)
  if (name === undefined || !rows || !isList(schema, place, answered)) return undefined
  const total = { type: 'integer' as const, minimum: 0, description: 'Rows that match, over all pages.' }
  return {
    schema: {
      'x-gap': answered.gap,
      type: 'object',
      required: [name, 'total'],
      properties: { [name]: rows, total },
    },
    encode: list => (isFields(list) ? { [name]: list.data, total: list.total } : list),
  }
}

function bareRows(...[schema, place, answered]: Parameters<Rewrite>): ReturnType<Rewrite> {
  const rows = rowsOf(schema)
  if (!rows || !isList(schema, place, answered)) return undefined
  return {
    schema: { ...rows, 'x-gap': answered.gap },
    encode: list => (isFields(list) ? list.data : list),
  }
}

function rowsById(...[schema, place, answered]: Parameters<Rewrite>): ReturnType<Rewrite> {
  // The members of an object have no order, which is stated for the runs of a task.
  if (!isList(schema, place, answered) || place.component === 'TaskRunList') return undefined
  const changed = (part: Schema): Schema => {
    const { data } = part.properties ?? {}
    const rows = data && { type: 'object' as const, additionalProperties: data.items ?? true }
    return {
      ...part,
      ...(rows ? { properties: { ...part.properties, data: rows } } : {}),
      ...(part.allOf ? { allOf: part.allOf.map(changed) } : {}),
    }
  }
  const keyed = (row: object) => [Object.values(row)[0] ?? 'none', row]
  return {
    schema: changed(schema),
    // The first member of a row says what the row is of.
    encode: list =>
      isFields(list) && Array.isArray(list.data)
        ? { ...list, data: Object.fromEntries(list.data.map(keyed)) }
        : list,
  }
}

/** The schema of `data`, which may be inside a part of the list's schema. */
function rowsOf(schema: Schema): Schema | undefined {
  return schema.properties?.data ?? schema.allOf?.map(rowsOf).find(Boolean)
}

function underName(schema: Schema, name: string): Codec {
  const renamed = (part: Schema): Schema => ({
    ...part,
    ...(part.required ? { required: part.required.map(each => (each === 'data' ? name : each)) } : {}),
    ...(part.properties?.data ? { properties: replaceKey(part.properties, name) } : {}),
    ...(part.allOf ? { allOf: part.allOf.map(renamed) } : {}),
  })
  return { schema: renamed(schema), encode: list => (isFields(list) ? replaceKey(list, name) : list) }
}

function replaceKey<Value>(all: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key === 'data' ? name : key, value]))
}

function reply(operations: readonly OperationId[], answer: Codec): Rewrite {
  return (_, { whole, operation }) =>
    whole === 'reply' && operation && operations.includes(operation) ? answer : undefined
}

function statusOfRun(): Codec {
  return {
    schema: {
      'x-gap': 'transition-reply-body',
      type: 'object',
      required: ['run_id', 'status'],
      properties: { run_id: { type: 'string' }, status: { $ref: '#/components/schemas/RunStatus' } },
    },
    encode: run => (isFields(run) ? { run_id: run.id, status: run.status } : run),
  }
}

function justOk(): Codec {
  return {
    schema: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } },
    encode: () => ({ ok: true }),
  }
}
