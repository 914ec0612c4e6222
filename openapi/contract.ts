// The parts of an OpenAPI document that this project reads, as types.

/** A JSON Schema of the 2020-12 dialect, with the extensions of the contract. */
export interface Schema {
  $ref?: string
  title?: string
  type?: SchemaType | readonly SchemaType[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: readonly unknown[]
  description?: string
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  'x-gap'?: string | readonly string[]
  'x-gap-keywords'?: Record<string, string | readonly string[]>
  [keyword: string]: unknown
}

export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  deprecated?: boolean
  description?: string
  schema: Schema
  'x-alias-of'?: string
  'x-gap'?: string | readonly string[]
}

export interface MediaType {
  schema?: Schema
  example?: unknown
  /** The schema of one event of a stream. */
  'x-event-schema'?: Schema
}

export interface Reply {
  description?: string
  headers?: Record<string, Reference | { required?: boolean; schema?: Schema }>
  content?: Record<string, MediaType>
  'x-gap'?: string | readonly string[]
}

export interface Operation {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: (Parameter | Reference)[]
  requestBody?: Reference | { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Reply | Reference>
  security?: Record<string, string[]>[]
  'x-role-rule'?: string
  'x-rate-limit'?: { requests: number; window_seconds: number }
}

export interface Reference {
  $ref: string
}

export type PathItem = { parameters?: (Parameter | Reference)[] } & {
  [Method in 'get' | 'put' | 'post' | 'patch' | 'delete']?: Operation
}

/** The bundled OpenAPI document. */
export interface Contract {
  openapi: string
  info: { title: string; version: string; description?: string; [extension: `x-${string}`]: unknown }
  servers?: { url: string; description?: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    headers?: Record<string, { required?: boolean; schema?: Schema }>
    responses?: Record<string, Reply>
    securitySchemes?: Record<string, unknown>
  }
}
