// Applies a dialect: encodes replies, refusals and headers, and rewrites the document to describe them.
import {
  type Contract,
  type DeclaredReply,
  type Fields,
  type OperationId,
  operationIds,
  operations,
  resolve,
  type Schema,
} from '#openapi'
import { mapValues } from '../store/members.ts'
import { madeOnDemand } from '../store/on-demand.ts'
import { type CompiledStream, compileStream } from './compiled-streams.ts'
import { refusalSchema, replySchema } from './default-schemas.ts'
import type { Dialect, RefusalDialect } from './dialect.ts'
import { type RefusalCode, refusalRules } from './refusal-rules.ts'
import { boundsOf, withRequestRules } from './request-rules.ts'
import { compilerOf } from './template-compiler.ts'
import type { CompiledTemplate } from './template-operators.ts'
import { withUsedComponents } from './used-components.ts'
import { valueForm } from './value-forms.ts'
import { withWrongMembers } from './wrong-members.ts'

type Headers = Readonly<Record<string, string>>

export interface RefusalFacts {
  readonly operation: string | undefined
  readonly status: number
  readonly error: Readonly<Record<string, unknown>> & { readonly code: string; readonly message: string }
  readonly path: string
}

/**
 * Compiles a dialect, each template when it is first used. `rewritten` has the documents of the twin's answers; templates
 * read from the default one.
 */
export function compileDialect(
  dialect: Dialect,
  rewritten: { readonly requests: Contract; readonly document: Contract },
) {
  const compiler = compilerOf(dialect)
  const { statuses = {}, members = {} } = dialect.wrong ?? {}
  const { requests: rules = {} } = dialect
  const replies = madeOnDemand((id: OperationId) => {
    const template = dialect.replies?.[id]
    if (template === undefined) return undefined
    const compiled = compiler.compile(template, replySchema(id), ['replies', id])
    return members[id] ? withWrongMembers(compiled, members[id]) : compiled
  })
  const events = madeOnDemand((id: OperationId) => compileStream(dialect, id, compiler))
  const refusals = madeOnDemand((key: string): CompiledRefusal | undefined => {
    const refusal = dialect.refusals?.[key]
    if (refusal?.body === undefined) return refusal
    const compiled = compiler.compile(refusal.body, refusalSchema(), ['refusals', key, 'body'])
    return { ...refusal, compiled }
  })
  const headers = compileHeaders(dialect.headers)
  const seedFor = (name: string, body: unknown, at: number) => `${name}/${idIn(body)}/${at}`
  let made: Contract | undefined
  return {
    /** The document of a deployment with this dialect, derived from the document of its answers; made when it is read. */
    get document(): Contract {
      made ??= withUsedComponents(withRequestRules(describedIn(rewritten.document), rules))
      return made
    },
    /** The same to judge requests by: its replies are not those of the dialect. */
    requests: withRequestRules(rewritten.requests, rules),
    /** Brings the values of a query into the bounds of the default contract; undefined if none can be outside. */
    within: madeOnDemand((id: OperationId) => boundsOf(id, rules)),
    /** Encodes a reply, with its status if that differs; undefined if the dialect does not describe the operation. */
    reply(operation: OperationId, body: unknown, at: number): { body: unknown; status?: number } | undefined {
      const status = statuses[operation]
      // Replies of deletions and with status 204 have no body.
      const isEmpty = body === undefined || status === 204
      const compiled = isEmpty ? undefined : replies(operation)
      if (!compiled) return status ? { status, body: isEmpty ? undefined : body } : undefined
      const shown = { body: compiled.encode(body, { at, seed: seedFor(operation, body, at) }) }
      return status ? { ...shown, status } : shown
    },
    /** Encodes a stream; undefined if the dialect does not describe its events. */
    events,
    /** The headers of every reply of an operation. */
    headersOf: (operation: string | undefined, body: unknown, at: number) =>
      (headers.get(operation ?? '*') ?? headers.get('*'))?.(operation, body, at),
    refusal({ operation, status: usual, error, path }: RefusalFacts, at: number) {
      const own = [refusals(`${operation} ${error.code}`), refusals(error.code)]
      const { status, type, compiled } = refusalBy(own, usual)
      const source = { ...error, status, title: titleOf(status), path }
      const body = compiled ? compiled.encode(source, { at, seed: seedFor(path, undefined, at) }) : { error }
      return { status, type, body }
    },
  }

  /** The form of a refusal: what is said of it, then of its status, then of all. */
  function refusalBy(own: readonly (CompiledRefusal | undefined)[], usual: number) {
    const status = own.find(one => one?.status !== undefined)?.status ?? usual
    const found = [...own, refusals(String(status)), refusals('*')]
    const take = <Key extends 'type' | 'compiled'>(key: Key) =>
      found.find(one => one?.[key] !== undefined)?.[key]
    return { status, type: take('type'), compiled: take('compiled') }
  }

  function describedIn(document: Contract): Contract {
    const paths: Contract['paths'] = {}
    for (const [path, item] of Object.entries(document.paths)) paths[path] = { ...item }
    for (const id of operationIds) {
      const { path, method: upper } = operations[id]
      const method = upper.toLowerCase() as 'get'
      const operation = paths[path]?.[method]
      if (!operation) continue
      const responses: Record<string, DeclaredReply> = {}
      for (const [status, item] of Object.entries(operation.responses)) {
        const { element } = resolve<DeclaredReply>(document, item)
        if (Number(status) < 400) {
          const streamed = withEvents(element, events(id))
          const compiled = replies(id)
          responses[String(statuses[id] ?? status)] = compiled
            ? withSchema(streamed, compiled.schema)
            : streamed
        } else {
          for (const [shown, reply] of refusalsOf(element, Number(status), id)) responses[shown] ??= reply
        }
      }
      paths[path] = { ...paths[path], [method]: { ...operation, responses } }
    }
    return { ...document, paths }
  }

  /** A declared refusal in the dialect: once for each status of its situations. */
  function refusalsOf(reply: DeclaredReply, status: number, id: OperationId): [string, DeclaredReply][] {
    const found = Object.keys(dialect.refusals ?? {}).filter(key => {
      const [first = '', code] = key.split(' ')
      if (code !== undefined && first !== id) return false
      return refusalRules[(code ?? first) as RefusalCode]?.status === status
    })
    return [...found.map(refusals), undefined].map(refusal => {
      const shown = refusalBy([refusal], status)
      return [
        String(shown.status),
        shown.compiled ? withSchema(reply, shown.compiled.schema, shown.type) : reply,
      ]
    })
  }
}

/** The usual titles of the statuses of refusals. */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  423: 'Locked',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export function titleOf(status: number): string {
  return TITLES[status] ?? 'Error'
}

/** Made-up values of a record are seeded with its id, so that every reply shows the same ones. */
function idIn(body: unknown): string {
  return typeof body === 'object' && body !== null ? String((body as Fields).id ?? '') : ''
}

type HeadersOf = (operation: string | undefined, body: unknown, at: number) => Headers

/** By operation; `*` for the others. */
function compileHeaders(described: Dialect['headers'] = {}): ReadonlyMap<string, HeadersOf> {
  return new Map(
    Object.entries(described).map(([key, own]): [string, HeadersOf] => {
      const texts = { ...described['*'], ...own }
      if (!Object.values(texts).some(text => /^~|\{\w+\}/.test(text))) return [key, () => texts]
      const valuesOf: HeadersOf = (operation, body, at) =>
        mapValues(texts, (text, name) => headerValue(text, body, `${operation}/${idIn(body)}/${name}/${at}`))
      return [key, valuesOf]
    }),
  )
}

function headerValue(text: string, body: unknown, seed: string): string {
  if (text.startsWith('~')) return String(valueForm(text.slice(1))?.madeUp(seed) ?? '')
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((body as Fields | undefined)?.[name] ?? ''),
  )
}

type CompiledRefusal = RefusalDialect & { readonly compiled?: CompiledTemplate }

function withEvents(reply: DeclaredReply, events: CompiledStream | undefined): DeclaredReply {
  const stream = reply.content?.['text/event-stream']
  if (!stream || !events) return reply
  const own = { ...stream, 'x-event-schema': events.schema }
  return { ...reply, content: { ...reply.content, 'text/event-stream': own } }
}

function withSchema(reply: DeclaredReply, schema: Schema, type = 'application/json'): DeclaredReply {
  const { [type]: _, 'application/json': __, ...others } = reply.content ?? {}
  return { ...reply, content: { [type]: { schema }, ...others } }
}
