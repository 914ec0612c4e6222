// What the contract says about the messages of an operation, as types.
import type { operations } from './generated/operations.gen.ts'
import type { operations as Typed } from './generated/types.gen.ts'

/** The name of an operation, such as `pauseRun`. */
export type OperationId = keyof typeof operations

/** A request that fits the contract: texts are values, absent parameters have their defaults. */
export interface RequestOf<Id extends OperationId> {
  path: Part<Id, 'path'>
  query: WithDefaults<Part<Id, 'query'>, Defaulted<Id>>
  header: Part<Id, 'header'>
  body: BodyOf<Id>
}

/** The replies that the contract declares for an operation: each status with its body. */
export type ReplyOf<Id extends OperationId> = {
  [Status in keyof Typed[Id]['responses']]: {
    status: Status
    body: Typed[Id]['responses'][Status] extends { content: infer Content }
      ? Content[keyof Content]
      : undefined
  }
}[keyof Typed[Id]['responses']]

/** The body of a successful reply. */
export type ReplyBody<Id extends OperationId> = Extract<
  ReplyOf<Id>,
  { status: (typeof operations)[Id]['successStatus'] }
>['body']

type Part<Id extends OperationId, Where extends string> = Typed[Id]['parameters'] extends {
  [W in Where]: infer Fields
}
  ? Fields
  : Typed[Id]['parameters'] extends { [W in Where]?: infer Fields }
    ? [Exclude<Fields, undefined>] extends [never]
      ? Record<never, never>
      : Exclude<Fields, undefined>
    : Record<never, never>

type BodyOf<Id extends OperationId> = Typed[Id] extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Typed[Id] extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined

type Defaulted<Id extends OperationId> = Extract<
  (typeof operations)[Id]['queryParams'][number],
  { hasDefault: true }
>['name']

type WithDefaults<Fields, Names extends string> = Fields & {
  [Name in Extract<keyof Fields, Names>]-?: Exclude<Fields[Name], undefined>
}
