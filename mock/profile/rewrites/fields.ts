// The fields of records.
import { type GapId, gaps, isFields, type Schema } from '#openapi'
import { dropProperties, keepProperties } from '../objects.ts'
import { type Codec, ofFields, onComponent, onKeyword, type Rewrite, type Rewrites } from '../rewriting.ts'

/** Every gap about the fields of a record, with the fields that its answer `lean` keeps. */
export const lean: Rewrites = Object.fromEntries(
  gaps.flatMap(({ id, keeps }) => (keeps ? [[id, { lean: keepOnly(id, new Set(keeps)) }]] : [])),
)

export const fields: Rewrites = {
  'summary-before-end': {
    absent: onComponent('Run', schema => summaryAs(schema, { missing: true })),
    empty: onComponent('Run', schema => summaryAs(schema, { missing: false })),
  },
  'run-error-fields': {
    text: onComponent('RunError', schema => ({
      schema: { type: 'string', description: 'Why it failed.', 'x-gap': schema['x-gap']! },
      encode: ofFields(error => error.message),
    })),
  },
  'question-fields': { 'chat-only': onComponent('Run', schema => dropProperties(schema, 'question')) },
  'respond-decisions': { 'never-asked': onComponent('Question', withoutDecisions) },
  'workflow-start-reply': {
    'chat-only': onComponent('WorkflowRunStarted', schema => dropProperties(schema, 'run_id', 'status')),
  },
  'workflow-group': { hidden: onComponent('WorkflowRun', schema => dropProperties(schema, 'group_id')) },
  'id-format': {
    uuid: onKeyword('type', schema => ({ narrower: true, schema: { ...schema, format: 'uuid' } })),
    digits: onKeyword('type', schema => ({ narrower: true, schema: { ...schema, pattern: '^\\d{19}$' } })),
  },
}

/** A field that clients must ignore. It is added last, after all other rewrites. */
export const extra: Rewrites = {
  'extra-fields': {
    some: (schema, place) =>
      schema.properties && !place.inRequests
        ? { schema, encode: ofFields(value => ({ ...value, _revision: 1, _links: { self: null } })) }
        : undefined,
  },
}

function keepOnly(gap: GapId, keeps: ReadonlySet<string>): Rewrite {
  return (schema, place) =>
    schema.properties && place.gaps.includes(gap)
      ? keepProperties(schema, name => keeps.has(name))
      : undefined
}

function summaryAs(schema: Schema, { missing }: { missing: boolean }): Codec {
  const { summary = {} } = schema.properties ?? {}
  const says = missing ? 'missing before.' : 'empty before.'
  const text = {
    ...summary,
    type: 'string' as const,
    description: `What came out, once the run has finished; ${says}`,
  }
  const required = schema.required?.filter(name => !(missing && name === 'summary'))
  return {
    schema: {
      ...schema,
      ...(required ? { required } : {}),
      properties: { ...schema.properties, summary: text },
    },
    encode: ofFields(run => {
      if (run.summary !== null) return run
      const { summary: _, ...others } = run
      return missing ? others : { ...run, summary: '' }
    }),
  }
}

/** Shows a question for decisions as one for fields, each a choice; `answerRun` accepts that form. */
function withoutDecisions(schema: Schema): Codec {
  const { kind } = schema.properties ?? {}
  if (!isFields(kind)) return { schema }
  const asked = {
    ...kind,
    enum: ['text', 'fields'],
    description: '`text` is answered with `answer`, `fields` with `values`.',
  }
  return {
    schema: { ...schema, properties: { ...schema.properties, kind: asked } },
    encode: ofFields(question =>
      question.kind === 'decisions' ? { ...question, kind: 'fields' } : question,
    ),
  }
}
