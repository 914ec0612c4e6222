/** What dimensions are made of: messages changed as they are sent, valid requests refused, and less in the target file. */
import { type Exchange, Refusal, type Workspace } from '#mock'
import type { OperationId } from '#openapi'
import type { TargetInput } from '../../../conformance/index.ts'
import type { Message } from '../intercept.ts'
import { handles, together } from '../mutants/mutant.ts'
import type { Difference, Loose } from './dimension.ts'

/** Changes replies and refusals as they are sent. */
export const sent = (change: (message: Message, exchange: Exchange) => Message): Difference => ({
  intercept: { sent: change },
})

/** Writes into the workspace under test itself, where a request may read a copy of it. */
export function inWorkspace(make: (workspace: () => Workspace) => Difference): Difference {
  let workspace: Workspace
  const prepare: Difference['prepare'] = own => {
    workspace = own.workspace
  }
  return together(
    { prepare },
    make(() => workspace),
  )
}

/** Changes the bodies of successful replies as they are sent. */
export const sentBodies = (operations: RegExp, change: (body: Loose, exchange: Exchange) => Loose) =>
  sent((message, exchange) =>
    message.body !== undefined && message.status < 300 && operations.test(exchange.operation?.id ?? '')
      ? { ...message, body: change(message.body, exchange) }
      : message,
  )

/** Changes the streams of some operations as they are sent. */
export const sentStreams = (
  operations: readonly OperationId[],
  change: (parts: AsyncIterable<Loose>) => AsyncIterable<Loose>,
) =>
  sent((message, { operation }) =>
    message.stream && operations.some(id => id === operation?.id)
      ? { ...message, stream: change(message.stream) }
      : message,
  )

/**
 * Changes every object in a value, the inner ones first. What callers have sent stays as it is, and so does an object in
 * which rows stand under their ids.
 */
export function eachObject(value: Loose, change: (one: Record<string, Loose>) => Loose): Loose {
  if (Array.isArray(value)) return value.map(one => eachObject(one, change))
  // A number that is written as it is has no members.
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) return value
  const inner = Object.entries(value).map(([name, one]) => [
    name,
    isFromCallers(name) ? one : eachObject(one, change),
  ])
  // An empty object may be one without rows.
  const isOfRows = inner.length === 0 || isById(value)
  return isOfRows ? Object.fromEntries(inner) : change(Object.fromEntries(inner))
}

/** Whether a value is an object in which rows stand under their ids. */
export function isById(value: Loose): boolean {
  const rows: [string, Loose][] = typeof value === 'object' ? Object.entries(value ?? {}) : []
  const isRow = (id: string, row: Loose) =>
    typeof row === 'object' && (id === 'none' || Object.values(row ?? {}).includes(id))
  return rows.length > 0 && rows.every(([id, row]) => isRow(id, row))
}

/** Members whose values callers have sent, in any spelling. */
const isFromCallers = (name: string) =>
  /^(input|values|acceptance_?criteria|arguments|result)$/i.test(name.replaceAll('-', '_'))

/** Changes every member of an object. */
export const eachMember = (one: object, change: (value: Loose, name: string) => Loose) =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, change(value, name)]))

/** Refuses valid requests with a status of its own. */
export function refuses(
  operations: string | readonly string[],
  code: ConstructorParameters<typeof Refusal>[0],
  status: number,
  isRefused: (request: Loose, context: Loose) => boolean = () => true,
): Difference {
  const thrown = new WeakSet<Refusal>()
  return together(
    handles(operations, (request, context, handler) => {
      if (!isRefused(request, context)) return handler(request, context)
      const refusal = new Refusal(code, 'Not now.')
      thrown.add(refusal)
      throw refusal
    }),
    sent((message, { refusal }) => (refusal && thrown.has(refusal) ? { ...message, status } : message)),
  )
}

type Keys = TargetInput['keys']

/** The author of the target file describes keys otherwise. */
export const describesKeys =
  (change: (key: Keys[string], name: string) => Keys[string]) =>
  ({ keys, ...target }: TargetInput): TargetInput => ({ ...target, keys: eachMember(keys, change) })

/** The author of the target file names no members: they are elsewhere. */
export const unnamed = (deviation: Difference): Difference => ({
  ...deviation,
  target: ({ members: _, ...target }) => target,
})
