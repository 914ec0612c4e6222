// The form of a row in the generated table of operations.
import type { DeprecatedPart } from './deprecation.ts'

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
