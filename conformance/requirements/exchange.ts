/** One request with its reply: the evidence that findings cite. */

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
  headers: Record<string, string>
  text: string
  /** The body as JSON, or undefined where it is not JSON. */
  json: unknown
  chunks: Chunk[]
  truncated: boolean
  ended: boolean
  at: Date
  /** When it was sent, in milliseconds of a monotonic clock; comparable only with other exchanges. */
  sent: number
  ms: number
  redirects: string[]
}

export const isSuccess = ({ status }: Pick<Exchange, 'status'>): boolean => status >= 200 && status < 300
export const isRefusal = ({ status }: Pick<Exchange, 'status'>): boolean => status >= 400 && status < 500

/** A part of a streamed reply. */
export interface Chunk {
  text: string
  /** Milliseconds since the request was sent. */
  ms: number
}
