// The parts of an OpenAPI document that this project reads, as types.

/** A JSON Schema of the 2020-12 dialect, with the extensions of the contract. */
export interface Schema {
  $ref?: string
  type?: SchemaType | readonly SchemaType[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: readonly unknown[]
  description?: string
  format?: string
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

/** The element that a JSON pointer such as `/components/schemas/Task` names. */
export function lookUp(document: Contract, pointer: string): unknown {
  let found: unknown = document
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[unescapeSegment(segment)]
  }
  return found
}

/** Follows references until an element without one is reached, and says at which pointer that is. */
export function resolve<T extends object>(
  document: Contract,
  element: T | Reference,
  pointer: string,
): { element: T; pointer: string } {
  let found: T | Reference = element
  let at = pointer
  while ('$ref' in found && typeof found.$ref === 'string' && Object.keys(found).length === 1) {
    at = found.$ref.slice(1)
    const next = lookUp(document, at)
    if (typeof next !== 'object' || next === null)
      throw new Error(`The contract refers to ${at}, which does not exist.`)
    found = next as T
  }
  return { element: found as T, pointer: at }
}

export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescapeSegment(segment: string): string {
  return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
}
