/** Sends invalid requests and judges the replies: only 422 is right. */

import { document, type OperationId, validateRequest, type WrongRequest, wrongRequests } from '#openapi'
import type { CallOptions } from '../engine/client.ts'
import type { Trial } from '../engine/trial.ts'
import type { Json } from '../extract/find-value.ts'
import { operation, type Subject } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'

export interface RefusalSetup {
  /** Everything but the error: path, query, key. */
  options?: CallOptions
  /** A valid body, but for the field that is made invalid. */
  right?: Json
  /** The whole valid body, where the field is needed. Default: `right`. */
  valid?: Json
  /**
   * Called when an invalid request was accepted; true ends the series, because the target of the request has changed.
   */
  accepted?: (exchange: Exchange) => boolean | Promise<boolean>
  /** Whether a valid request would still be accepted; called when the refusal has another status than 422. */
  holds?: () => Promise<boolean>
  /** Sends the request another way, for example with an entry in the journal. */
  send?: (options: CallOptions) => Promise<Exchange>
}

/** Returns whether a valid request was sent beside the invalid ones, which may have changed something. */
export async function refuses(
  t: Trial,
  operationId: string,
  rows: readonly { id: string; subject: Subject }[],
  ground: RefusalSetup,
): Promise<boolean> {
  const { method, path } = operation(operationId)
  const send = ground.send ?? ((options: CallOptions) => t.call(operationId, options))
  let besides = false
  /** Whether the valid request is served. Its state may be another a moment later, so it is asked in turn. */
  const isServed = async () => {
    besides = true
    if (ground.holds) return holdsOn(t, ground.holds)
    const valid = ground.valid ?? ground.right
    const { status } = await send({ ...ground.options, ...(valid && { body: valid }) })
    return status >= 200 && status < 300
  }
  for (const { id, subject } of rows) {
    if (!t.wants(id)) continue
    for (const negative of invalidRequestsFor(operationId, subject, ground.right ?? {})) {
      const options = {
        ...ground.options,
        ...(negative.query && { query: { ...ground.options?.query, ...negative.query } }),
        ...(negative.body !== undefined && { body: negative.body }),
        ...(negative.query && ground.right && { body: ground.right }),
      }
      let exchange = await send(options)
      t.refusedByScope(exchange)
      const sentence = () =>
        `${method} ${path} with ${negative.what} answered ${exchange.status}, 422 is stated`
      let isOther = isOtherRefusal(exchange)
      // A strict parser reads objects and lists alone: any other body is malformed to it (gap `malformed-json`).
      const isMalformed =
        exchange.status === 400 && negative.body !== undefined && !isStructured(negative.body)
      // Another reason may refuse the request first: a state, a missing record, a limit.
      for (let round = 0; isOther && !isMalformed && round < 2; round++) {
        if (STATES.has(exchange.status) && !ground.holds) break
        if (!(await isServed())) break
        if (round === 1) isOther = false
        else {
          exchange = await send(options)
          isOther = isOtherRefusal(exchange)
        }
      }
      // The form of an output specification is not stated: a service may accept anything.
      const isOpen = subject.field === 'output' && exchange.status !== 422
      if (isOther || isOpen || exchange.status > 500)
        t.notExercised(id, `a valid request that is served beside it: ${sentence()}`, exchange)
      else t.expect('refuses-invalid', id, exchange.status === 422, sentence(), exchange)
      if (exchange.status < 300 && (await ground.accepted?.(exchange))) return besides
      if (isOther && ground.holds) return besides
    }
  }
  return besides
}

const isStructured = (body: unknown) => typeof body === 'object' && body !== null

const isOtherRefusal = ({ status }: Exchange) => status >= 400 && status < 500 && status !== 422

/** A wallet, a role, a busy or locked record, a rate limit. */
const STATES: ReadonlySet<number> = new Set([402, 403, 409, 423, 429])

/** A read may lag behind: a state holds only if a second read shows it again. */
async function holdsOn(t: Trial, holds: () => Promise<boolean>): Promise<boolean> {
  if (!(await holds())) return false
  await t.sleep(1)
  return holds()
}

/** All invalid requests for one requirement, each checked against the contract, so that a refusal is certainly right. */
export function invalidRequestsFor(operationId: string, subject: Subject, right: Json): WrongRequest[] {
  const { pathParams } = operation(operationId)
  const path = Object.fromEntries(pathParams.map(({ name }) => [name, 'id']))
  const negatives = wrongRequests(document, operation(operationId), subject, right)
  for (const { what, body, query = {} } of negatives) {
    // The serialised form, as a server reads it.
    const sent = body !== undefined && { body: JSON.parse(JSON.stringify(body)) as unknown }
    if (validateRequest(operationId as OperationId, { path, query, ...sent }).ok)
      throw new Error(`${operationId} with ${what} is valid; it cannot serve as an invalid request`)
  }
  return negatives
}
