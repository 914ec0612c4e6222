// A request of the Fetch standard: of a page, a service worker or a runtime at the edge.
import { type Body, type BodyLimits, NO_BODY, notUtf8, tooLong } from '../http/body.ts'
import type { IncomingRequest, Wire } from '../http/connection.ts'
import { FetchReply } from './fetch-reply.ts'

export class FetchWire implements Wire {
  readonly request: IncomingRequest & { errored?: Error | null }
  readonly response: FetchReply
  readonly #sent: Request

  /** `root` is the path below which the service is, without a slash at its end. */
  constructor(sent: Request, root: string) {
    this.#sent = sent
    this.response = new FetchReply(sent)
    const { pathname, search } = new URL(sent.url)
    const path = pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : pathname
    this.request = {
      method: sent.method,
      url: path + search,
      headers: Object.fromEntries(sent.headers),
      rawHeaders: [...sent.headers].flat(),
      errored: null,
    }
  }

  async readBody(limits: BodyLimits): Promise<Body> {
    const bytes = await this.#bytes()
    if (bytes.byteLength > limits.bodyBytes) return tooLong(limits)
    if (bytes.byteLength === 0) return NO_BODY
    try {
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
    } catch {
      return notUtf8(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    }
  }

  reset(): void {
    this.response.destroy()
  }

  async #bytes(): Promise<ArrayBuffer> {
    try {
      return await this.#sent.arrayBuffer()
    } catch (error) {
      this.request.errored = error as Error
      throw error
    }
  }
}
