// Sends texts and streams, part by part.
import { platform } from '#platform'
import type { StreamPart } from '../dialect/stream-part.ts'
import type { StreamFacts } from '../journal/exchange.ts'
import type { Connection, OutgoingReply } from './connection.ts'

/** The maximum number of characters that are written together. */
const MAX_AT_ONCE = 64 * 1024

/** How many characters of a long text are written in a turn. */
const TEXT_AT_ONCE = 512 * 1024

/** How many characters of a stream the journal keeps. */
const KEPT_OF_A_STREAM = 64 * 1024

/** The result in place of the next part when the client has left. */
const LEFT = { done: true, value: undefined } as const

export type Headers = Readonly<Record<string, string>>

/** Sends a text of another type, such as a page; a long one in parts, with turns for others. */
export async function sendText(
  connection: Connection,
  status: number,
  type: string,
  text: string,
  headers: Headers = {},
): Promise<void> {
  const { response } = connection
  const isLong = text.length > TEXT_AT_ONCE
  connection.status = status
  connection.responseText = text
  connection.responseHeaders = {
    'content-type': `${type}; charset=utf-8`,
    ...headers,
    ...(isLong ? {} : { 'content-length': platform.encode(text).length }),
  }
  response.writeHead(status, connection.responseHeaders)
  for (let at = 0; at < text.length && !response.destroyed; ) {
    const end = at + TEXT_AT_ONCE
    // Both halves of a character go together.
    const part = text.slice(at, text.codePointAt(end - 1)! > 0xffff ? end + 1 : end)
    response.write(part)
    at += part.length
    if (isLong) await new Promise<void>(resolve => platform.afterThisTurn(resolve))
  }
  response.end()
}

/** Sends server-sent events as they come, until the source ends or the client disconnects. */
export async function sendStream(
  connection: Connection,
  source: AsyncIterable<StreamPart>,
  headers: Headers,
): Promise<void> {
  const { response } = connection
  const facts = beginStream(connection, headers)
  const parts = source[Symbol.asyncIterator]()
  if (connection.method === 'HEAD') {
    await parts.return?.()
    response.end()
    return
  }
  const unlessGone = untilClosed(response)
  const outbox = new Outbox(response)
  // What there is to send already goes together with the head.
  platform.afterThisTurn(() => outbox.flush())
  for (;;) {
    const next = await unlessGone(parts.next())
    connection.brokenOff = next === LEFT || response.destroyed
    if (next.done || response.destroyed) break
    const text = wireForm(next.value)
    noteStreamed(connection, facts, next.value, text)
    outbox.add(text)
    if (outbox.room) await unlessGone(outbox.room)
  }
  await parts.return?.()
  outbox.flush()
  if (!response.destroyed) response.end()
}

/** Joins the events of one turn of the event loop into one write, because writes are the main cost of a stream. */
class Outbox {
  readonly #response: OutgoingReply
  #waiting = ''
  /** Whether the head was sent. */
  #isBegun = false
  /** Resolves when the buffer has room; undefined while it has. */
  room: Promise<void> | undefined

  constructor(response: OutgoingReply) {
    this.#response = response
  }

  add(text: string): void {
    if (this.#waiting === '') platform.afterThisTurn(() => this.flush())
    this.#waiting += text
    if (this.#waiting.length > MAX_AT_ONCE) this.flush()
  }

  flush(): void {
    const text = this.#waiting
    this.#waiting = ''
    if (this.#response.destroyed) return
    if (text === '' && !this.#isBegun) this.#response.flushHeaders()
    this.#isBegun = true
    if (text === '' || this.#response.write(text)) return
    this.room ??= new Promise(resolve =>
      this.#response.once('drain', () => {
        this.room = undefined
        resolve()
      }),
    )
  }
}

/**
 * Waits for one promise at a time, at most until the client disconnects. `Promise.race` with one long-lived promise
 * would keep all others in memory as long as the stream is open.
 */
function untilClosed(response: OutgoingReply) {
  let leave = () => {}
  response.once('close', () => leave())
  return <Value>(awaited: Promise<Value>) =>
    new Promise<Value | typeof LEFT>((resolve, reject) => {
      leave = () => resolve(LEFT)
      if (response.closed) leave()
      awaited.then(resolve, reject)
    })
}

/** Writes the head of a stream of server-sent events; it is sent with the first part, or by `flushHeaders`. */
export function beginStream(connection: Connection, headers: Headers): StreamFacts {
  connection.status = 200
  connection.responseHeaders = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...headers,
  }
  connection.response.writeHead(200, connection.responseHeaders)
  const facts = { events: 0, bytes: 0, kinds: new Map<string, number>(), truncated: false }
  connection.stream = facts
  connection.changed()
  return facts
}

/** Records a part of a stream: the beginning of the text, and counts by kind. */
export function noteStreamed(
  connection: Connection,
  facts: StreamFacts,
  part: StreamPart,
  text: string,
): void {
  facts.bytes += platform.byteLength(text)
  if (!('comment' in part)) {
    const kind = part.event ?? 'message'
    facts.events += 1
    facts.kinds.set(kind, (facts.kinds.get(kind) ?? 0) + 1)
  }
  facts.truncated ||= connection.responseText.length + text.length > KEPT_OF_A_STREAM
  if (!facts.truncated) connection.responseText += text
}

/** A part in the format of server-sent events. */
export function wireForm(part: StreamPart): string {
  if ('comment' in part) return `: ${part.comment}\n\n`
  // JSON has no line breaks, but a text may.
  const data =
    typeof part.data === 'string' ? part.data.replace(/^/gm, 'data: ') : `data: ${JSON.stringify(part.data)}`
  const id = part.id === undefined ? '' : `id: ${part.id}\n`
  const event = part.event === undefined ? '' : `event: ${part.event}\n`
  return `${id}${event}${data}\n\n`
}
