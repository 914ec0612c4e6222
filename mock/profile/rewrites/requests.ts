// What requests may contain: bounds, defaults, enumerations, open and closed bodies. Accepted forms other than the
// default are decoded to the default, which handlers expect.

import { componentOf, type Fields, isFields, type Schema } from '#openapi'
import { keepMembers } from '../../store/members.ts'
import { decisions } from '../decisions.ts'
import { dropProperties } from '../objects.ts'
import {
  isGoverned,
  ofFields,
  ofNumber,
  onComponent,
  onKeyword,
  type Rewrite,
  type Rewrites,
  without,
} from '../rewriting.ts'

const open: Rewrite = (schema, place, { gap }) =>
  place.gaps.includes(gap) && place.component !== undefined
    ? { schema: { ...marked(schema), type: 'object', additionalProperties: true } }
    : undefined

export const requests: Rewrites = {
  // Pages
  'limit-below-one': { clamp: clamping() },
  'limit-above-maximum': { refuse: boundedByMaximum },
  'page-size-default': { '20': byDefault(20), '100': byDefault(100) },
  'negative-offset': { clamp: clamping() },
  'offset-default': { none: withoutOffset },

  // Filters and windows
  'query-null': { refuse: withoutNull },
  'days-default': { '7': byDefault(7), '90': byDefault(90) },
  'days-bounds-spend': {
    '7-90': onKeyword('minimum', schema => ({ schema: { ...schema, minimum: 7, maximum: 90 } })),
  },
  'period-default': { '7d': byDefault('7d'), today: byDefault('today') },
  'group-by-default': { team: byDefault('team') },
  'month-format': {
    lenient: onKeyword('pattern', schema => ({
      schema: { ...schema, pattern: '^\\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?$' },
      decode: month => (typeof month === 'string' ? month.slice(0, 'YYYY-MM'.length) : month),
    })),
  },
  'tz-default': { workspace: dropping('default') },
  'done-since-days-bounds': { any: dropping('minimum') },
  'workflow-run-dates': { lenient: dropping('pattern') },

  // Bodies
  'optional-null': { 'left-out': withNullLeftOut },
  'unknown-body-fields': { refuse: closed },
  'empty-title': { refuse: notEmpty },
  'empty-messages': { refuse: withMessages },
  'due-date-format': {
    accept: (schema, { name }) =>
      name === 'due_date' && schema.format ? { schema: without(schema, 'format') } : undefined,
  },
  'update-priority-words': {
    none: onKeyword('enum', schema => ({
      schema: without(schema, 'enum'),
      decode: word => (schema.enum?.includes(word) ? word : 'none'),
    })),
  },
  'task-limit-bounds': { any: dropping('minimum') },
  'assignee-fields-left-out': {
    null: onComponent('AssigneePayload', schema => ({
      schema: without(schema, 'required'),
      decode: ofFields(body => ({ type: null, id: null, ...body })),
    })),
  },
  'triggered-by-values': { listed: listing('api', 'user', 'schedule', 'workflow', 'task') },
  'executor-kind-values': { listed: listing('agent', 'workflow', 'human') },
  'acceptance-criterion-fields': { open },
  'cancel-request-fields': {
    refuse: onComponent('CancelRunRequest', schema => ({
      schema: { ...marked(schema), type: 'object', additionalProperties: false },
    })),
  },

  // Completions and knowledge
  'top-k-bounds': { clamp: clamping() },
  'hybrid-default': { off: byDefault(false) },
  'stream-default': { streamed: byDefault(true) },
  'temperature-bounds': { any: dropping('minimum', 'maximum') },
  'max-steps-bounds': { clamp: clamping() },
  'image-response-format': { refuse: listing('url', 'b64_json') },
  'ui-message-fields': { open },
  'chat-message-fields': { open },
  'output-spec-fields': {
    open: onComponent('OutputSpecIn', (schema, place, answered) => ({
      schema: open(schema, place, answered)?.schema ?? schema,
      decode: ofFields(readOutput),
    })),
  },
}

function dropping(...keywords: string[]): Rewrite {
  return (schema, _, { gap }) =>
    keywords.some(keyword => isGoverned(schema, keyword, gap))
      ? { schema: without(schema, ...keywords) }
      : undefined
}

function byDefault(value: unknown): Rewrite {
  return onKeyword('default', schema => ({ schema: { ...schema, default: value } }))
}

/** Values below the minimum stand for the minimum. */
function clamping(): Rewrite {
  return onKeyword('minimum', schema => ({
    schema: without(schema, 'minimum'),
    decode: ofNumber(value => Math.max(Number(schema.minimum), value)),
  }))
}

function boundedByMaximum(
  ...[schema, { name, whole }, { profile }]: Parameters<Rewrite>
): ReturnType<Rewrite> {
  if (whole !== 'query' || (name !== 'limit' && name !== 'per_page')) return undefined
  return { schema: { ...schema, maximum: decisions.maximumPageSize(profile) } }
}

/** The first page is returned either way; only the reply differs. */
function withoutOffset(...[schema, place, { gap }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  if (place.component === 'PageFields') return dropProperties(schema, 'offset')
  if (!isGoverned(schema, 'default', gap)) return undefined
  return { schema: without(schema, 'default'), decode: offset => offset ?? 0 }
}

function withoutNull(...[schema, { whole }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  const types = [schema.type ?? []].flat()
  if (whole !== 'query' || !types.includes('null')) return undefined
  const [first, ...more] = types.filter(type => type !== 'null')
  const type = more.length === 0 && first ? first : types.filter(each => each !== 'null')
  const values = schema.enum?.filter(value => value !== null)
  return { schema: { ...schema, type, ...(values ? { enum: values } : {}) } }
}

/** Restricts a text to listed values; null stays allowed where it was. */
function listing(...values: string[]): Rewrite {
  return onKeyword('description', schema => ({
    narrower: true,
    schema: { ...schema, enum: [schema.type].flat().includes('null') ? [...values, null] : values },
  }))
}

/** Leaves bodies alone that already declare whether they allow further fields. */
function closed(...[schema, { whole, codecOf }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  if (whole !== 'body') return undefined
  const name = schema.$ref && componentOf(schema.$ref)
  const body = name === undefined ? schema : codecOf(name).schema
  if (!body.properties || body.additionalProperties !== undefined) return undefined
  const closedBody = { ...body, additionalProperties: false }
  return name === undefined
    ? { schema: closedBody }
    : { schema: { $ref: `#/components/schemas/${name}` }, components: { [name]: closedBody } }
}

/** A null for an optional field that is not nullable stands for no field. */
function withNullLeftOut(...[schema, { component, inRequests }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  if (component === undefined || !inRequests) return undefined
  const { properties = {}, required = [] } = schema
  const optional = Object.keys(properties).filter(name => {
    const { type, $ref } = properties[name]!
    return !required.includes(name) && (type ?? $ref) !== undefined && ![type].flat().includes('null')
  })
  if (optional.length === 0) return undefined
  const orNull = optional.map(name => [name, { anyOf: [properties[name]!, { type: 'null' }] }])
  return {
    schema: { ...schema, properties: { ...properties, ...Object.fromEntries(orNull) } },
    decode: ofFields(body => keepMembers(body, (name, value) => value !== null || !optional.includes(name))),
  }
}

function notEmpty(...[schema, { within, name }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  const isTitle = name === 'title' && (within === 'TaskCreate' || within === 'TaskUpdate')
  return isTitle ? { schema: { ...schema, minLength: 1 } } : undefined
}

function withMessages(...[schema, { component }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  if (component !== 'AgentCompletionRequest' && component !== 'ChatCompletionRequest') return undefined
  const { messages = {}, ...others } = schema.properties ?? {}
  return {
    schema: {
      ...schema,
      required: [...(schema.required ?? []), 'messages'],
      properties: { ...others, messages: { ...messages, minItems: 1 } },
    },
  }
}

/** The output that an object with any fields requests: its usual members, or else its schema. */
function readOutput(output: Fields): Fields {
  const { type, schema, options } = output
  if (type === 'choice' && Array.isArray(options) && options.length > 0) return output
  if ((type === 'object' || type === 'array') && isFields(schema)) return output
  return isFields(schema) ? { ...output, type: 'object' } : { type: 'text' }
}

/** The members of a schema that document its origin, without its constraints. */
function marked({ description, 'x-gap': gap }: Schema): Schema {
  return {
    ...(description === undefined ? {} : { description }),
    ...(gap === undefined ? {} : { 'x-gap': gap }),
  }
}
