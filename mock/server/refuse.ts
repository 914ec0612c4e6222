// Sends what a step throws.
import type { Route } from '#openapi'
import type { Connection, OutgoingReply } from '../http/connection.ts'
import { sendJson } from '../http/json.ts'
import type { Headers } from '../http/send.ts'
import { KeepProblem } from '../keep/keep-problem.ts'
import type { Keeper } from '../keep/keeper.ts'
import { decisions } from '../profile/decisions.ts'
import { Refusal } from '../world/refusal.ts'
import { deprecationHeaders } from './deprecation-headers.ts'
import type { RequestContext } from './request-context.ts'

/** An answer of the server itself, independent of the profile: a redirect, or why it cannot serve the request. */
export class ServerAnswer extends Error {
  readonly status: number
  /** Undefined for an answer without a body. */
  readonly body: unknown
  readonly headers: Headers

  constructor(
    status: number,
    body: unknown,
    headers: Headers = {},
    message = `the server answers ${status}`,
  ) {
    super(message)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/**
 * Sends an error instead of a reply: the answer of the server, or a refusal encoded by `encode`. A reply that has begun
 * can only be broken off.
 */
export function sendThrown(
  connection: Connection,
  thrown: unknown,
  headers: Headers,
  encode: (refusal: Refusal) => { status: number; body: unknown; headers: Headers },
): void {
  if (connection.response.headersSent) {
    connection.breakOff('close')
    return
  }
  const own =
    thrown instanceof KeepProblem ? notKept(thrown, thrown.mayBeDone && connection.method !== 'GET') : thrown
  if (own instanceof ServerAnswer) {
    sendJson(connection, own.status, own.body, { ...headers, ...own.headers })
    return
  }
  const answer = encode(refusalFor(thrown))
  sendJson(connection, answer.status, answer.body, { ...headers, ...answer.headers })
}

/**
 * The answer while the file of `--keep` cannot be written. `mayBeDone` says whether the request may have changed
 * something, which is kept with the next commit that succeeds.
 */
export function notKept(problem: KeepProblem, mayBeDone: boolean): ServerAnswer {
  const code = mayBeDone ? 'may_have_been_done' : 'keep_failed'
  const message = mayBeDone
    ? 'The change could not be stored. It may have been made; look before you repeat the request.'
    : 'Nothing can be stored at the moment. Nothing was done; repeat the request later.'
  const error = { type: 'internal', code, message, param: null, issues: [] }
  const advice = asciiLine(`${problem.message} GET /_mock/ready answers 200 when that is over.`)
  const headers = { 'x-mock-advice': advice, ...(mayBeDone ? {} : { 'retry-after': '1' }) }
  return new ServerAnswer(503, { error }, headers, `${problem.message} ${message}`)
}

/** Waits for a commit that failed before. Nothing may change or be shown until it succeeds. */
export async function waitForKeeping(keeper: Keeper): Promise<void> {
  try {
    await keeper.beforeReply()
  } catch (error) {
    throw error instanceof KeepProblem ? notKept(error, false) : error
  }
}

/** The refusal to send for an error. That of a bug has the code `internal_error`. */
function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal('internal_error', 'Something went wrong on our side.', {
    advice: `The mock has a bug: ${asciiLine(reason)}. Its log has the details; please report it.`,
  })
}

/** A header has one line of ASCII. */
function asciiLine(text: string): string {
  return text.replaceAll(/[^ -~]+/g, ' ').slice(0, 300)
}

/** Whether the error is a bug, not caused by the request or the disk. */
export function isBug(error: unknown): boolean {
  return ![Refusal, ServerAnswer, KeepProblem].some(kind => error instanceof kind)
}

/** Refuses a request of the service, in the form of the profile. */
export function refuse(context: RequestContext, thrown: unknown): void {
  const { operation, path, contract } = context
  sendThrown(context, thrown, { ...context.ownHeaders(), ...deprecationHeaders(context) }, refusal => {
    context.refusal = refusal
    const { status, gap } = refusal.rule
    const advice = refusal.advice === undefined ? {} : { 'x-mock-advice': refusal.advice }
    const usual = {
      status,
      gap,
      body: refusal.body(),
      headers: { ...refusal.headers, ...advice },
      operation: operation?.id,
      path,
    }
    const answer = contract.encodeRefusal(usual, context.now())
    if (answer.status !== 401) return answer
    return { ...answer, headers: { 'www-authenticate': challengeFor(refusal), ...answer.headers } }
  })
}

/** How to authenticate (RFC 6750): without an error where no key was sent. */
function challengeFor({ code }: Refusal): string {
  const realm = 'Bearer realm="agent-work"'
  return code === 'key_missing' ? realm : `${realm}, error="invalid_token"`
}

/** The refusal for an unknown path; a redirect if only the spelling differs and the profile redirects. */
export function notRouted(
  found: Exclude<Route, { operation: unknown }>,
  { path, query, profile }: RequestContext,
): Refusal | ServerAnswer {
  if ('otherSpelling' in found && decisions.otherSpelling(profile) === 'redirect')
    return new ServerAnswer(307, undefined, {
      location: found.otherSpelling + (query === '' ? '' : `?${query}`),
    })
  if ('allowed' in found) {
    const allowed = found.allowed.join(', ')
    return new Refusal('method_not_allowed', `${path} takes ${allowed}.`, { headers: { allow: allowed } })
  }
  return new Refusal('route_not_found', `There is nothing at ${path}.`, {
    advice: 'The operations are listed at /_mock/reference; to look around, open /_mock/console/.',
  })
}

/** Ends a response after a bug. Even the reply about the bug may have failed, and the client must not wait for ever. */
export function endAfterBug(response: OutgoingReply): void {
  if (response.writableEnded) return
  if (response.headersSent) response.destroy()
  else response.writeHead(500).end()
}
