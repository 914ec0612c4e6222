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

/** Whether redirects led to another resource than was asked for, such as a page to log in. */
export function isElsewhere({ url, operation: id, redirects }: Exchange): boolean {
  const path = operation(id)
    .path.replace(/\/$/, '')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return redirects.length > 0 && !new RegExp(`${path}/?$`).test(new URL(url).pathname)
}

/** The query parameters of a request; what a redirect has added is none of them. */
export const queryOf = ({
  url,
  operation: id,
}: Pick<Exchange, 'url' | 'operation'>): Record<string, string> =>
  Object.fromEntries(
    [...new URL(url).searchParams].filter(([name]) =>
      operation(id).queryParams.some(one => one.name === name),
    ),
  )

/** The value of a path parameter in the URL of a request; none where a redirect has led to another path. */
export function pathParameter(
  { url, operation: id }: Pick<Exchange, 'url' | 'operation'>,
  name: string,
): string | undefined {
  const path = operation(id).path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const value = new RegExp(`${path}/?$`).exec(new URL(url).pathname)?.groups?.[name]
  return value === undefined ? undefined : decodeURIComponent(value)
}

/** A part of a streamed reply. */
export interface Chunk {
  text: string
  /** Milliseconds since the request was sent. */
  ms: number
}
