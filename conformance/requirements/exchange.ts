/** One request with its reply: the evidence that findings cite. */

import { operation } from './contract.ts'

export interface Exchange {
  id: number
  /** The operationId. */
  operation: string
  /** Name of the key, `none`, or the kind of invalid key. */
  key: string
  method: string
  url: string
  requestHeaders: Record<string, string>
  requestBody: string | undefined
  status: number
  /** Names in lower case; values of repeated headers joined by a comma. */
  headers: Record<string, string>
  text: string
  /** The body as JSON, or undefined where it is not JSON. */
  json: unknown
  chunks: Chunk[]
  /** True when the reply exceeded the maximum or was cut on purpose. */
  truncated: boolean
  /** False when we cut the reply or the connection broke during it. */
  ended: boolean
  at: Date
  /** When it was sent, in milliseconds of a monotonic clock; comparable only with other exchanges. */
  sent: number
  ms: number
  redirects: string[]
}

export const isSuccess = ({ status }: Pick<Exchange, 'status'>): boolean => status >= 200 && status < 300
export const isRefusal = ({ status }: Pick<Exchange, 'status'>): boolean => status >= 400 && status < 500
/** Refused as what a plan or a person does not permit, which says nothing of the value that was sent. */
export const isForbidden = ({ status }: Pick<Exchange, 'status'>): boolean => status === 402 || status === 403

/** What was answered: `GET /runs answered 200`, or `GET /runs with no key answered 401`. */
export const said = ({ operation: id, status }: Pick<Exchange, 'operation' | 'status'>, how = ''): string =>
  `${operation(id).method} ${operation(id).path}${how && ` ${how}`} answered ${status}`

/** Whether redirects led to another resource than was asked for, such as a page to log in. */
export const isElsewhere = (exchange: Exchange): boolean =>
  exchange.redirects.length > 0 && inPath(exchange) === null

/** The query parameters of a request; what a redirect has added is none of them. */
export const queryOf = ({ url, operation: id }: Addressed): Record<string, string> =>
  Object.fromEntries(
    [...new URL(url).searchParams].filter(([name]) =>
      operation(id).queryParams.some(one => one.name === name),
    ),
  )

/** The value of a path parameter in the URL of a request; none where a redirect has led to another path. */
export function pathParameter(exchange: Addressed, name: string): string | undefined {
  const value = inPath(exchange)?.groups?.[name]
  return value === undefined ? undefined : decodeURIComponent(value)
}

type Addressed = Pick<Exchange, 'url' | 'operation'>

/** The values of the path parameters, undecoded; null where the URL is not that of the operation. */
function inPath({ url, operation: id }: Addressed): RegExpExecArray | null {
  const path = operation(id).path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`${path.replace(/\/$/, '')}/?$`).exec(new URL(url).pathname)
}

/** A part of a streamed reply. */
export interface Chunk {
  text: string
  /** Milliseconds since the request was sent. */
  ms: number
}
