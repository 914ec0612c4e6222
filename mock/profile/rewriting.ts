// The words in which a profile's answers are written down. An answer that shows in the contract is a change of the
// schemas that it concerns; the change says in one breath what becomes of a schema and of the values that fit it, so
// that a reply and the document that describes it cannot go apart.
import type { GapAnswers, GapId, OperationId, Schema } from '#openapi'
import type { Profile } from './profile.ts'

/** When a value is turned, and for which reply. */
export interface Moment {
  /** The instant by the workspace's clock, in epoch milliseconds. */
  readonly at: number
  /** The status of the reply. */
  readonly status: number
}

/** What becomes of a value. One that does not fit the schema is left as it is. */
export type Conversion = (value: unknown, moment: Moment) => unknown

/** One part of a stream of server-sent events. */
export type StreamPart =
  | { readonly event?: string; readonly id?: string; readonly data: unknown }
  | { readonly comment: string }

/** What becomes of a stream as a whole, where it is not enough to turn one event after the other. */
export interface StreamCodec {
  /** What is sent instead of the headers that the handler gave. */
  readonly headers?: Readonly<Record<string, string>>
  encode(source: AsyncIterable<StreamPart>, moment: Moment): AsyncIterable<StreamPart>
}

/** A schema as a profile has it. Without a turn, values stay as they are. */
export interface Codec {
  readonly schema: Schema
  /** From a value of the default answers to one of the profile: for replies. */
  readonly encode?: Conversion | undefined
  /** From a value of the profile to one of the default answers: for requests. */
  readonly decode?: Conversion | undefined
  /** The media type of a body with this schema, where it is not `application/json`. */
  readonly mediaType?: string | undefined
  /** For the schema of a stream's events. */
  readonly stream?: StreamCodec | undefined
  /** Whether values of the default may not fit any more; the examples of whatever holds them are left out then. */
  readonly narrower?: boolean | undefined
  /** Schemas that the document did not have, by name. */
  readonly components?: Readonly<Record<string, Schema>> | undefined
}

/** Where a schema stands. */
export interface SchemaPlace {
  /** Its name, for a schema of `components`. */
  readonly component: string | undefined
  /** The name of the component that it stands in, or that it is. */
  readonly within: string | undefined
  /** The name of the property or parameter that it is the schema of. */
  readonly name: string | undefined
  /** The gaps that it is marked with; where it has none, those of what it stands in. */
  readonly gaps: readonly string[]
  /** What it is the whole of; undefined for a schema inside another. */
  readonly whole: 'query' | 'path' | 'header' | 'body' | 'reply' | 'refusal' | 'event' | undefined
  /** The operation, for the whole of a message that is described there and not in `components`. */
  readonly operation: OperationId | undefined
  /** Whether requests hold such values. */
  readonly inRequests: boolean
  /** The dressed schema of a component, and its turns. */
  readonly codecOf: (component: string) => Codec
}

/** The answer that a change is for. */
export interface Answered {
  readonly gap: GapId
  readonly answer: string
  readonly profile: Profile
}

/** What an answer does to a schema; undefined where it has nothing to do with it. */
export type Rewrite = (schema: Schema, place: SchemaPlace, answered: Answered) => Codec | undefined

/** Changes by gap and answer. Answers of other gaps are a matter of behaviour, and defaults change nothing. */
export type Rewrites = {
  readonly [Id in GapId]?: { readonly [Answer in GapAnswers[Id]]?: Rewrite }
}

/** Whether a keyword of the schema is marked with the gap, while the rest of the schema is stated. */
export function isGoverned(schema: Schema, keyword: string, gap: GapId): boolean {
  return [schema['x-gap-keywords']?.[keyword]].flat().includes(gap)
}

/** The change for every schema of which the gap governs a keyword. */
export function onKeyword(keyword: string, change: (schema: Schema, answered: Answered) => Codec): Rewrite {
  return (schema, _, answered) =>
    isGoverned(schema, keyword, answered.gap) ? change(schema, answered) : undefined
}

/** The change for one schema of `components`. */
export function onComponent(
  name: string,
  change: (schema: Schema, place: SchemaPlace, answered: Answered) => Codec,
): Rewrite {
  return (schema, place, answered) => (place.component === name ? change(schema, place, answered) : undefined)
}

/** A schema without some of its keywords. */
export function without(schema: Schema, ...keywords: string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
}

export type Fields = Record<string, unknown>

/** Whether a value is an object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A turn for objects; anything else is left as it is. */
export function ofFields(convert: (value: Fields, moment: Moment) => unknown): Conversion {
  return (value, moment) => (isFields(value) ? convert(value, moment) : value)
}

/** A turn for numbers; anything else is left as it is. */
export function ofNumber(convert: (value: number) => unknown): Conversion {
  return value => (typeof value === 'number' ? convert(value) : value)
}

/** A turn for texts; anything else is left as it is. */
export function ofText(convert: (value: string) => unknown): Conversion {
  return value => (typeof value === 'string' ? convert(value) : value)
}

/** One after the other, those that are missing left out. */
export function inOrder(...codecs: (Conversion | undefined)[]): Conversion | undefined {
  const given = codecs.filter(convert => convert !== undefined)
  if (given.length < 2) return given[0]
  return (value, moment) => given.reduce((converted, convert) => convert(converted, moment), value)
}
