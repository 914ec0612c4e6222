// Requests to a mock that may have been killed.
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { sendAs } from '../../mock/testing/send-as.ts'
import type { Memory, Place } from './memory.ts'

/** A JSON body, as the mock sent it. */
// biome-ignore lint/suspicious/noExplicitAny: the replies of both APIs, read by tests.
type Reply = any

export class Caller {
  readonly #url: string
  readonly #memory: Memory

  constructor(url: string, memory: Memory) {
    this.#url = url
    this.#memory = memory
  }

  /** The body of an acknowledged request; undefined when it was refused, or the mock has gone. */
  async service({ id, key }: Partial<Place>, method: string, path: string, body?: unknown): Promise<Reply> {
    try {
      const reply = await sendAs(key, this.#url + path, body, { method })
      const text = await reply.text()
      const date = Date.parse(reply.headers.get('date') ?? '')
      if (id !== undefined && date > (this.#memory.times.get(id) ?? 0)) this.#memory.times.set(id, date)
      if (!reply.ok) return undefined
      if (method !== 'GET') this.#memory.acknowledged += 1
      return text === '' ? {} : JSON.parse(text)
    } catch {
      return undefined
    }
  }

  control(method: string, path: string, body?: unknown): Promise<Reply> {
    return this.service({}, method, `/_mock${path}`, body)
  }

  /** Reads some events of a chat, and remembers those that are new. Returns whether they go on as remembered. */
  async stream({ key }: Place, chat: string, events: string[], most: number): Promise<boolean> {
    const leave = new AbortController()
    // A waiting run sends no events.
    const timer = setTimeout(() => leave.abort(), 300)
    let number = 0
    try {
      const { signal } = leave
      const reply = await sendAs(key, `${this.#url}/chats/${chat}/stream`, undefined, { signal })
      if (!reply.ok || !reply.body) return true
      const source = reply.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
      for await (const { data } of source) {
        if (number < events.length && events[number] !== data) return false
        if (number >= events.length) events.push(data)
        number += 1
        if (number >= most) break
      }
    } catch {
      // The mock was killed, or no event arrived.
    } finally {
      clearTimeout(timer)
      leave.abort()
    }
    return true
  }
}
