// Sends a damaged reply: malformed, cut off, slow, or a stream out of order.
import type { OperationId } from '#openapi'
import { platform } from '#platform'
import type { StreamPart } from '../dialect/stream-part.ts'
import type { Connection } from '../http/connection.ts'
import { beginStream, type Headers, noteStreamed, wireForm } from '../http/send.ts'
import type { Reply } from '../service/handler.ts'
import type { Workspace } from '../world/workspace.ts'
import type { AppliedEffects } from './applied-effects.ts'
import { malform } from './malform.ts'
import { pieces, shuffled, torn } from './stream-pieces.ts'
import { waitFor } from './wait-for.ts'

/** The effects of faults on a reply, and what they need to wait. */
interface Faulty {
  readonly connection: Connection
  readonly workspace: Workspace
  readonly applied: AppliedEffects
}

/** Sends a reply with the effects applied. */
export function sendFaulty(faulty: Faulty, reply: Reply<OperationId>, headers: Headers): Promise<void> {
  if ('stream' in reply) return sendStream(faulty, reply.stream, headers)
  return sendBody(faulty, Number(reply.status), reply.body, headers)
}

async function sendBody(faulty: Faulty, status: number, body: unknown, headers: Headers): Promise<void> {
  const { connection, applied } = faulty
  const { response } = connection
  let text = body === undefined ? '' : JSON.stringify(body)
  let type = 'application/json'
  for (const one of applied.all('malform')) {
    if (text === '') continue
    applied.record(one, `malform ${one.effect.how}`)
    ;({ text, type } = malform(text, one.effect.how, one.effect.field))
  }
  const bytes = platform.encode(text)
  connection.status = status
  connection.responseHeaders =
    body === undefined ? headers : { 'content-type': type, ...headers, 'content-length': bytes.length }
  const cut = bytes.length > 0 ? applied.first('cut') : undefined
  if (cut) applied.record(cut, 'cut')
  const sent = cut
    ? bytes.subarray(0, Math.min(cut.effect.after_bytes ?? bytes.length >> 1, bytes.length - 1))
    : bytes
  connection.responseText = cut ? new TextDecoder().decode(sent) : text
  response.writeHead(status, connection.responseHeaders)
  const whole = await write(faulty, sent)
  if (cut) connection.breakOff('close')
  else if (whole) response.end()
  else connection.brokenOff = true
}

async function sendStream(
  faulty: Faulty,
  source: AsyncIterable<StreamPart>,
  headers: Headers,
): Promise<void> {
  const { connection, applied } = faulty
  const { response } = connection
  const shuffle = applied.first('shuffle-events')
  if (shuffle) applied.record(shuffle, 'shuffle-events')
  const split = applied.first('split-stream')
  if (split) applied.record(split, `split-stream ${split.effect.bytes}`)
  const cut = applied.first('cut-stream')
  const facts = beginStream(connection, headers)
  for await (const part of shuffle ? shuffled(source, shuffle.effect.span) : source) {
    const text = wireForm(part)
    if (cut && !('comment' in part) && facts.events >= cut.effect.after_events) {
      applied.record(cut, `cut-stream after ${facts.events} events`)
      await write(faulty, torn(platform.encode(text), cut.effect.inside))
      connection.breakOff(cut.effect.how ?? 'reset')
      return
    }
    noteStreamed(connection, facts, part, text)
    if (!(await write(faulty, platform.encode(text), split?.effect.bytes))) {
      connection.brokenOff = true
      return
    }
  }
  if (!response.destroyed) response.end()
}

/** Writes bytes, at once or as slowly as a fault demands; false when the client has left. */
async function write(
  { connection, workspace, applied }: Faulty,
  bytes: Uint8Array,
  size = bytes.length,
): Promise<boolean> {
  const { response } = connection
  if (response.destroyed) return false
  const trickle = applied.first('trickle')
  if (trickle) applied.record(trickle, `trickle ${trickle.effect.bytes_per_second} bytes/s`)
  // Ten pieces a second, at least one byte each.
  const perPiece = trickle ? Math.floor(trickle.effect.bytes_per_second / 10) : size
  for (const piece of pieces(bytes, Math.max(1, perPiece))) {
    if (response.destroyed) return false
    if (trickle) {
      const ms = (piece.length * 1000) / trickle.effect.bytes_per_second
      if (!(await waitFor(ms, connection, workspace, trickle.effect.real_time))) return false
    }
    await new Promise<void>(resolve => response.write(piece, () => resolve()))
  }
  return true
}
