// What is asked: the requests of the throughput table, and how they look on the wire.
import { sendAs } from '../../mock/testing/send-as.ts'

export interface Ask {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly writes: boolean
  /**
   * So many requests to the mock there (default: one), where the same one cannot be sent again and again: each uses up a
   * thing, or a few use up a key.
   */
  readonly turn?: (port: number, count?: number) => Promise<string[]>
}

export const KEY = 'awk_demo_admin'

/** The headers of the admin of the demo. */
export const ADMIN = { authorization: `Bearer ${KEY}` }

/** A request as it goes over the wire. */
export function wire({ method, path, body }: Pick<Ask, 'method' | 'path' | 'body'>, key = KEY): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const content = text === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${content}\r\n${text}`
}

/** The body of a reply. Throws when the request is refused. */
export async function read(port: number, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await sendAs(KEY, `http://127.0.0.1:${port}${path}`, body)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
