// Parameters, bodies and replies of the operations of both documents, by operationId.
import type { Operations, ReplyIn, RequestIn, Schemas as ServiceSchemas } from '#openapi'
import type { operations as Control, components } from '../../control/generated/control.gen.ts'

/** The schemas of both documents by name: `Schemas['Task']`. */
export type Schemas = ServiceSchemas & Omit<components['schemas'], keyof ServiceSchemas>

/** The workspace may be left out: it is that of the address. */
type Here<Path> = 'workspace_id' extends keyof Path
  ? Omit<Path, 'workspace_id'> & { workspace_id?: string }
  : Path

/** A part of a request, which may be left out where nothing in it is required. */
type Part<Name extends string, Value> = undefined extends Value
  ? { [Only in Name]?: Value }
  : object extends Value
    ? { [Only in Name]?: Value }
    : { [Only in Name]: Value }

/** What is undefined is left out of a query and of a body. */
type Loose<Values> = {
  [Name in keyof Values]: object extends Pick<Values, Name> ? Values[Name] | undefined : Values[Name]
}

/** The parameters and the body of an operation. */
export type Wanted<Operation> = Part<'path', Here<RequestIn<Operation>['path']>> &
  Part<'query', Loose<Partial<RequestIn<Operation>['query']>>> &
  Part<'body', Loose<RequestIn<Operation>['body']>>

/** The body of its success. */
export type Given<Operation> = Extract<ReplyIn<Operation>, { status: 200 | 201 | 202 }>['body']

export type ServiceId = keyof Operations
export type ControlId = keyof Control
export type Service = Operations
export type { Control }
