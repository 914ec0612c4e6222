// The form of a row in the generated table of operations.

/** The properties of a parameter besides its schema. */
export interface ParameterRow {
  readonly name: string
  readonly required: boolean
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** The parameter that this one is an alias of. */
  readonly aliasOf: string | null
  readonly gaps: readonly string[]
}

/** The properties of an operation, available without reading the document. */
export interface OperationRow<Id = string> {
  readonly id: Id
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** As in the document, with `{name}` for a path parameter. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** Alternatives; a key needs every scope of one of them. */
  readonly scopes: readonly (readonly string[])[]
  readonly roleRule: 'workspace-wide' | null
  readonly rateLimit: { readonly requests: number; readonly windowSeconds: number } | null
  /** What of its requests is deprecated, itself included. */
  readonly deprecations: readonly DeprecatedPart[]
  readonly successStatus: number
  /** Every declared status, in ascending order. */
  readonly statuses: readonly number[]
  /** The content types of each declared status; none for a reply without a body. */
  readonly replies: { readonly [status: number]: readonly string[] }
  readonly pathParams: readonly ParameterRow[]
  readonly queryParams: readonly ParameterRow[]
  readonly headerParams: readonly ParameterRow[]
  readonly requestBody: { readonly required: boolean; readonly contentTypes: readonly string[] } | null
  /** Whether a reply is a stream of server-sent events. */
  readonly streams: boolean
  /** Every gap whose answer affects a request or reply of this operation. */
  readonly gaps: readonly string[]
}

/** The dates of a deprecation, such as `2026-11-01`; null where the contract has none. */
export interface Deprecation {
  readonly since: string | null
  readonly sunset: string | null
}

/** A deprecated part of an operation. */
export interface DeprecatedPart extends Deprecation {
  /** As in a usage file: `query limit`, `body.items[].id`; empty for the operation as a whole. */
  readonly place: string
}
