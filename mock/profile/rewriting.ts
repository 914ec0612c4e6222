// The building blocks of rewrites. A rewrite belongs to one answer. It changes a schema together with the values that fit
// it, so that a reply and the document that describes it cannot drift apart.

import { type Fields, type GapAnswers, type GapId, isFields, type OperationId, type Schema } from '#openapi'
import type { StreamPart } from '../dialect/stream-part.ts'
import { keepMembers } from '../store/members.ts'
import type { Profile } from './profile.ts'

/** When a value is converted, and for which reply. */
export interface Moment {
  /** The instant by the workspace's clock, in epoch milliseconds. */
  readonly at: number
  readonly status: number
}

/** Converts a value. A value that does not fit the schema stays as it is. */
export type Conversion = (value: unknown, moment: Moment) => unknown

/** Converts a whole stream, where converting single events is not enough. */
export interface StreamCodec {
  /** The headers that replace those of the handler. */
  readonly headers?: Readonly<Record<string, string>>
  encode(source: AsyncIterable<StreamPart>, moment: Moment): AsyncIterable<StreamPart>
}

/** The schema of a profile, with the functions that convert its values. Without them, values stay as they are. */
export interface Codec {
  readonly schema: Schema
  /** From the default answers to the profile; for replies. */
  readonly encode?: Conversion | undefined
  /** From the profile to the default answers; for requests. */
  readonly decode?: Conversion | undefined
  /** The media type of a body with this schema. Default: `application/json`. */
  readonly mediaType?: string | undefined
  /** How a stream of events with this schema is written. */
  readonly stream?: StreamCodec | undefined
  /** Whether default values may not fit any more; then examples that contain them are left out. */
  readonly narrower?: boolean | undefined
  /** Schemas to add to the document, by name. */
  readonly components?: Readonly<Record<string, Schema>> | undefined
}

export interface SchemaPlace {
  /** Its name, if it is a component. */
  readonly component?: string | undefined
  /** The name of the component that contains it, or that it is. */
  readonly within?: string | undefined
  /** The name of the property or parameter that it describes. */
  readonly name?: string | undefined
  /** The gaps that it is marked with, or else those of what contains it. */
  readonly gaps: readonly string[]
  /** What it describes as a whole; undefined for a schema inside another. */
  readonly whole?: 'query' | 'path' | 'header' | 'body' | 'reply' | 'refusal' | 'event' | undefined
  /** The operation, if it describes a whole message of one. */
  readonly operation?: OperationId | undefined
  /** Whether requests contain such values. */
  readonly inRequests: boolean
  readonly codecOf: (component: string) => Codec
}

/** The answer that a rewrite belongs to. */
export interface Answered {
  readonly gap: GapId
  readonly answer: string
  readonly profile: Profile
}

/** Applies an answer to a schema; undefined if the answer does not concern it. */
export type Rewrite = (schema: Schema, place: SchemaPlace, answered: Answered) => Codec | undefined

/** Rewrites by gap and answer. The other gaps concern behaviour, and default answers change nothing. */
export type Rewrites = {
  readonly [Id in GapId]?: { readonly [Answer in GapAnswers[Id]]?: Rewrite }
}

/** Whether a keyword of the schema is marked with the gap while the rest of the schema is stated. */
export function isGoverned(schema: Schema, keyword: string, gap: GapId): boolean {
  return [schema['x-gap-keywords']?.[keyword]].flat().includes(gap)
}

/** A rewrite for every schema with a keyword that is marked with the gap. */
export function onKeyword(keyword: string, change: (schema: Schema, answered: Answered) => Codec): Rewrite {
  return (schema, _, answered) =>
    isGoverned(schema, keyword, answered.gap) ? change(schema, answered) : undefined
}

export function onComponent(name: string, change: (...of: Parameters<Rewrite>) => Codec): Rewrite {
  return (...of) => (of[1].component === name ? change(...of) : undefined)
}

/** A schema without some of its keywords. */
export function without(schema: Schema, ...keywords: string[]): Schema {
  return keepMembers(schema as Fields, keyword => !keywords.includes(keyword))
}

/** Converts objects; other values stay as they are. */
export function ofFields(convert: (value: Fields, moment: Moment) => unknown): Conversion {
  return (value, moment) => (isFields(value) ? convert(value, moment) : value)
}

/** Converts numbers; other values stay as they are. */
export function ofNumber(convert: (value: number) => unknown): Conversion {
  return value => (typeof value === 'number' ? convert(value) : value)
}

/** Converts texts; other values stay as they are. */
export function ofText(convert: (value: string) => unknown): Conversion {
  return value => (typeof value === 'string' ? convert(value) : value)
}

/** Applies conversions in order; undefined ones are skipped. */
export function inOrder(...codecs: (Conversion | undefined)[]): Conversion | undefined {
  const given = codecs.filter(convert => convert !== undefined)
  if (given.length < 2) return given[0]
  return (value, moment) => given.reduce((converted, convert) => convert(converted, moment), value)
}
