// Sends a damaged reply: malformed, cut off, slow, or a stream out of order.
import type { OperationId } from '#openapi'
import { platform } from '#platform'
import type { Effect } from '../control/generated/control.gen.ts'
import type { StreamPart } from '../dialect/stream-part.ts'
import { beginStream, type Headers, noteStreamed, wireForm } from '../http/send.ts'
import type { Reply } from '../service/handler.ts'
import type { FaultEffects } from './fault-effects.ts'
import { malform } from './malform.ts'
import { waitFor } from './wait-for.ts'

/** Sends a reply with the effects of its faults. */
export function sendFaulty(
  effects: FaultEffects,
  reply: Reply<OperationId>,
  headers: Headers,
): Promise<void> {
  if ('stream' in reply) return sendStream(effects, reply.stream, headers)
  return sendBody(effects, Number(reply.status), reply.body, headers)
}

async function sendBody(
  effects: FaultEffects,
  status: number,
  body: unknown,
  headers: Headers,
): Promise<void> {
  const { connection } = effects
  const { response } = connection
  let text = body === undefined ? '' : JSON.stringify(body)
  let type = 'application/json'
  for (const one of effects.all('malform')) {
    if (text === '') continue
    effects.record(one, `malform ${one.effect.how}`)
    ;({ text, type } = malform(text, one.effect.how, one.effect.field))
  }
  const bytes = platform.encode(text)
  connection.status = status
  connection.responseHeaders =
    body === undefined ? headers : { 'content-type': type, ...headers, 'content-length': bytes.length }
  const cut = bytes.length > 0 ? effects.first('cut') : undefined
  if (cut) effects.record(cut, 'cut')
  const sent = cut
    ? bytes.subarray(0, Math.min(cut.effect.after_bytes ?? bytes.length >> 1, bytes.length - 1))
    : bytes
  connection.responseText = cut ? new TextDecoder().decode(sent) : text
  response.writeHead(status, connection.responseHeaders)
  const whole = await write(effects, sent)
  if (cut) connection.breakOff('close')
  else if (whole) response.end()
  else connection.brokenOff = true
}

async function sendStream(
  effects: FaultEffects,
  source: AsyncIterable<StreamPart>,
  headers: Headers,
): Promise<void> {
  const { connection } = effects
  const { response } = connection
  const shuffle = effects.first('shuffle-events')
  if (shuffle) effects.record(shuffle, 'shuffle-events')
  const split = effects.first('split-stream')
  if (split) effects.record(split, `split-stream ${split.effect.bytes}`)
  const cut = effects.first('cut-stream')
  const facts = beginStream(connection, headers)
  response.flushHeaders()
  for await (const part of shuffle ? shuffled(source, shuffle.effect.span) : source) {
    const text = wireForm(part)
    if (cut && !('comment' in part) && facts.events >= cut.effect.after_events) {
      effects.record(cut, `cut-stream after ${facts.events} events`)
      await write(effects, torn(platform.encode(text), cut.effect.inside))
      connection.breakOff(cut.effect.how ?? 'reset')
      return
    }
    noteStreamed(connection, facts, part, text)
    if (!(await write(effects, platform.encode(text), split?.effect.bytes))) {
      connection.brokenOff = true
      return
    }
  }
  if (!response.destroyed) response.end()
}

/** Writes bytes, at once or as slowly as a fault demands; false when the client has left. */
async function write(effects: FaultEffects, bytes: Uint8Array, size = bytes.length): Promise<boolean> {
  const { connection, workspace } = effects
  const { response } = connection
  if (response.destroyed) return false
  const trickle = effects.first('trickle')
  if (trickle) effects.record(trickle, `trickle ${trickle.effect.bytes_per_second} bytes/s`)
  // Ten pieces a second, at least one byte each.
  const perPiece = Math.max(1, trickle ? Math.floor(trickle.effect.bytes_per_second / 10) : size)
  for (let at = 0; at < bytes.length; at += perPiece) {
    if (response.destroyed) return false
    const piece = bytes.subarray(at, at + perPiece)
    if (trickle) {
      const ms = (piece.length * 1000) / trickle.effect.bytes_per_second
      if (!(await waitFor(ms, connection, workspace, trickle.effect.real_time))) return false
    }
    await new Promise<void>(resolve => response.write(piece, () => resolve()))
  }
  return true
}

/** Reverses each group of `span` parts; a smaller group at the end keeps its order. */
async function* shuffled(source: AsyncIterable<StreamPart>, span = 2): AsyncGenerator<StreamPart> {
  const held: StreamPart[] = []
  for await (const part of source) {
    if ('comment' in part) yield part
    else held.push(part)
    if (held.length === span) yield* held.splice(0).reverse()
  }
  yield* held
}

/** The first bytes of the event in which a stream is cut: half of it, or up to the middle of a letter. */
function torn(bytes: Uint8Array, inside: Extract<Effect, { do: 'cut-stream' }>['inside']): Uint8Array {
  if (inside === undefined) return bytes.subarray(0, 0)
  if (inside === 'event') return bytes.subarray(0, Math.ceil(bytes.length / 2))
  const letter = bytes.findIndex(byte => byte >= 0xc0)
  if (letter >= 0) return bytes.subarray(0, letter + 1)
  // An event of ASCII letters only cannot be cut inside a letter; a comment, which clients ignore, can.
  const comment = platform.encode(': é')
  return comment.subarray(0, comment.length - 1)
}
