// Parameters, bodies and replies of the operations of both documents, by operationId.
import type { Operations, Schemas as ServiceSchemas } from '#openapi'
import type { operations as Control, components } from '../../control/generated/control.gen.ts'

/** The schemas of both documents by name: `Schemas['Task']`. */
export type Schemas = ServiceSchemas & Omit<components['schemas'], keyof ServiceSchemas>

type JsonIn<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : undefined
type BodyOf<Operation> = Operation extends { requestBody: infer Body }
  ? { body: JsonIn<Body> }
  : Operation extends { requestBody?: infer Body }
    ? { body?: JsonIn<NonNullable<Body>> }
    : unknown
/** The workspace may be left out: it is that of the address. */
type PathOf<Operation> = Operation extends { parameters: { path: infer Path } }
  ? 'workspace_id' extends keyof Path
    ? Here<Omit<Path, 'workspace_id'> & { workspace_id?: string }>
    : { path: Path }
  : unknown
type Here<Path> = object extends Path ? { path?: Path } : { path: Path }
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? { query?: Partial<NonNullable<Query>> }
  : unknown

/** The parameters and the body of an operation. */
export type Wanted<Operation> = PathOf<Operation> & QueryOf<Operation> & BodyOf<Operation>

/** The body of its success. */
export type Given<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Status extends 200 | 201 | 202 ? JsonIn<Responses[Status]> : never
    }[keyof Responses]
  : never

export type ServiceId = keyof Operations
export type ControlId = keyof Control
export type Service = Operations
export type { Control }
