// Types of the messages of an operation, derived from the contract.

import type { operations as Typed } from './generated/types.gen.ts'
import type { operations } from './operations.ts'

/** The name of an operation, such as `pauseRun`. */
export type OperationId = keyof typeof operations

/** A valid request: texts are converted to values, and absent parameters have their defaults. */
export type RequestOf<Id extends OperationId> = RequestIn<Typed[Id], Defaulted<Id>>

/** The replies that the contract declares for an operation: each status with its body. */
export type ReplyOf<Id extends OperationId> = ReplyIn<Typed[Id]>

/** The body of a successful reply. */
export type ReplyBody<Id extends OperationId> = Extract<
  ReplyOf<Id>,
  { status: (typeof operations)[Id]['successStatus'] }
>['body']

/** A request of an operation of any document; `Defaulted` are the query parameters that have defaults. */
export interface RequestIn<Operation, Defaulted extends string = never> {
  path: Part<Operation, 'path'>
  query: WithDefaults<Part<Operation, 'query'>, Defaulted>
  header: Part<Operation, 'header'>
  body: BodyOf<Operation>
}

/** The replies of an operation of any document. */
export type ReplyIn<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: {
        status: Status
        body: Responses[Status] extends { content: infer Content } ? Content[keyof Content] : undefined
      }
    }[keyof Responses]
  : never

type Part<Operation, Where extends string> = Operation extends { parameters: infer Parameters }
  ? Parameters extends { [W in Where]: infer Fields }
    ? Fields
    : Parameters extends { [W in Where]?: infer Fields }
      ? [Exclude<Fields, undefined>] extends [never]
        ? Record<never, never>
        : Exclude<Fields, undefined>
      : Record<never, never>
  : Record<never, never>

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Operation extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined

type Defaulted<Id extends OperationId> = Extract<
  (typeof operations)[Id]['queryParams'][number],
  { hasDefault: true }
>['name']

type WithDefaults<Fields, Names extends string> = Fields & {
  [Name in Extract<keyof Fields, Names>]-?: Exclude<Fields[Name], undefined>
}
