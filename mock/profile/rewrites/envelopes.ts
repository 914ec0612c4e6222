// The members around the rows of a list, and the replies to changes.
import type { GapId, OperationId, Schema } from '#openapi'
import { renameProperties } from '../objects.ts'
import { type Codec, ofFields, onComponent, type Rewrite, type Rewrites } from '../rewriting.ts'

export const envelopes: Rewrites = {
  'envelope-cursor-list': {
    items: onComponent('RunPage', schema => underName(schema, 'items')),
    named: onComponent('RunPage', schema => underName(schema, 'runs')),
    'by-id': onLists(rowsById),
  },
  'envelope-offset-list': { ...ofLists(), named: onLists(namedRows) },
  'envelope-plain-list': ofLists(),
  'envelope-analytics-list': ofLists(),
  'transition-reply-body': {
    status: reply(['respondToRun', 'stopRun', 'cancelRun', 'pauseRun', 'resumeRun'], statusOfRun()),
    ok: reply(['respondToRun', 'stopRun', 'cancelRun', 'pauseRun', 'resumeRun'], justOk()),
  },
  'task-reply-body': { ok: reply(['updateTask', 'setTaskAssignee', 'setTaskStatus'], justOk()) },
}

function ofLists() {
  return {
    items: onLists(schema => underName(schema, 'items')),
    array: onLists(bareRows),
    'by-id': onLists(rowsById),
  }
}

/** The names of the rows in lists with offset paging. */
const NAMES: Readonly<Record<string, string>> = {
  AgentList: 'agents',
  TaskList: 'tasks',
  WorkflowList: 'workflows',
  WorkflowRunList: 'runs',
}

/** A rewrite for the components with rows that are marked with the gap. */
function onLists(
  change: (schema: Schema, rows: Schema, gap: GapId, component: string) => Codec | undefined,
): Rewrite {
  return (schema, { component, gaps }, { gap }) => {
    const rows = rowsOf(schema)
    return component !== undefined && gaps.includes(gap) && rows
      ? change(schema, rows, gap, component)
      : undefined
  }
}

function namedRows(_: Schema, rows: Schema, gap: GapId, component: string): Codec | undefined {
  const name = NAMES[component]
  if (name === undefined) return undefined
  const total = { type: 'integer' as const, minimum: 0, description: 'Rows that match, over all pages.' }
  const properties = { [name]: rows, total }
  return {
    schema: { 'x-gap': gap, type: 'object', required: [name, 'total'], properties },
    encode: ofFields(list => ({ [name]: list.data, total: list.total })),
  }
}

function bareRows(_: Schema, rows: Schema, gap: GapId): Codec {
  return { schema: { ...rows, 'x-gap': gap }, encode: ofFields(list => list.data) }
}

function rowsById(schema: Schema, _: Schema, __: GapId, component: string): Codec | undefined {
  // The members of an object have no order, which is stated for the runs of a task.
  if (component === 'TaskRunList') return undefined
  const changed = (part: Schema): Schema => {
    const { data } = part.properties ?? {}
    const rows = data && { type: 'object' as const, additionalProperties: data.items ?? true }
    return {
      ...part,
      ...(rows ? { properties: { ...part.properties, data: rows } } : {}),
      ...(part.allOf ? { allOf: part.allOf.map(changed) } : {}),
    }
  }
  // The first member of a row says what the row is of.
  const keyed = (row: object) => [Object.values(row)[0] ?? 'none', row]
  return {
    schema: changed(schema),
    encode: ofFields(list =>
      Array.isArray(list.data) ? { ...list, data: Object.fromEntries(list.data.map(keyed)) } : list,
    ),
  }
}

/** The schema of `data`, which may be inside a part of the list's schema. */
function rowsOf(schema: Schema): Schema | undefined {
  return schema.properties?.data ?? schema.allOf?.map(rowsOf).find(Boolean)
}

function underName(schema: Schema, name: string): Codec {
  const { schema: renamed, encode } = renameProperties(schema, { data: name })
  const allOf = schema.allOf?.map(part => underName(part, name).schema)
  return { schema: { ...renamed, ...(allOf ? { allOf } : {}) }, encode }
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
    encode: ofFields(run => ({ run_id: run.id, status: run.status })),
  }
}

function justOk(): Codec {
  return {
    schema: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } },
    encode: () => ({ ok: true }),
  }
}
