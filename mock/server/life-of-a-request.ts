// The life of a request to the service: the steps below, in their order, over one context. Sockets, `fetch` in a browser,
// embedded mocks and `X-Mock-As` all take them. A step throws what it refuses.
import { type OperationId, type OperationRow, route } from '#openapi'
import type { Phase } from '../control/generated/control.gen.ts'
import { draw } from '../faults/distribution.ts'
import { FaultEffects } from '../faults/fault-effects.ts'
import { sendFaulty } from '../faults/faulty-reply.ts'
import { waitFor } from '../faults/wait-for.ts'
import { parseJson, requireJson } from '../http/body.ts'
import { sendJson } from '../http/json.ts'
import { NO_QUERY, readQuery } from '../http/query.ts'
import { sendStream } from '../http/send.ts'
import type { Exchange } from '../journal/exchange.ts'
import { KeepProblem } from '../keep/keep-problem.ts'
import { rateLimitOf } from '../profile/access-rules.ts'
import { decisions } from '../profile/decisions.ts'
import type { Handler } from '../service/handler.ts'
import { handlers } from '../service/index.ts'
import { Refusal, requestInvalid } from '../world/refusal.ts'
import { identifyAs, requireLookable } from './act-as.ts'
import { callerOf, noCaller, requireRole, requireScope, requireValid, secretIn } from './authenticate.ts'
import { deprecationHeaders } from './deprecation-headers.ts'
import { filled, madeUp } from './fill.ts'
import { requireShortTexts } from './limits.ts'
import { endAfterBug, isBug, notKept, notRouted, refuse, waitForKeeping } from './refuse.ts'
import type { RequestContext } from './request-context.ts'

/** What a step waits for: a promise, or something that calls back at once, without the turns that promises take. */
interface Waiting {
  then(goOn: () => void, fail: (problem: unknown) => void): unknown
}

/** A step returns what it waits for only if it has to wait. */
export type Step = (context: RequestContext) => Waiting | undefined

export const lifeOfARequest = {
  identify,
  openExchange,
  findOperation,
  readBody,
  applyFaultsBefore,
  keepPace,
  validateFirst,
  authorize,
  limitRate,
  validate,
  checkQuota,
  requireKeeping,
  handle,
  keep,
  applyFaultsAfter,
  fill,
  encode,
  send,
} satisfies Readonly<Record<string, Step>>

/** Every step by its name, in order. */
export type LifeOfARequest = Readonly<Record<keyof typeof lifeOfARequest, Step>>

/**
 * Serves a request of the service, and calls back with its exchange; at once if no step has to wait. Always sends an
 * answer; a bug of the mock is in `context.bug`.
 */
export function serve(
  context: RequestContext,
  steps: readonly Step[],
  onEnd: (exchange: Exchange) => void,
  from = 0,
): void {
  try {
    for (let at = from; at < steps.length && !context.isAnswered; at++) {
      const waiting = steps[at]!(context)
      if (!waiting) continue
      serveAfter(waiting, context, steps, onEnd, at + 1)
      return
    }
  } catch (problem) {
    endWith(context, problem, onEnd)
    return
  }
  onEnd(end(context))
}

/** A function of its own, because a closure in a loop costs something in each round, even if it is not made. */
function serveAfter(
  waiting: Waiting,
  context: RequestContext,
  steps: readonly Step[],
  onEnd: (exchange: Exchange) => void,
  from: number,
): void {
  context.hasWaited = true
  waiting.then(
    () => serve(context, steps, onEnd, from),
    problem => endWith(context, problem, onEnd),
  )
}

/** Finds the workspace by the key alone. It comes first, because its profile determines the form of refusals. */
function identify(context: RequestContext): undefined {
  const { headers } = context.request
  if (headers['x-mock-as'] !== undefined) {
    identifyAs(context)
    return
  }
  const secret = secretIn(headers.authorization)
  const holder = secret === undefined ? undefined : context.registry.bySecret(secret)
  if (!holder) return
  const { hosted } = holder
  const { workspace } = hosted
  workspace.simulation.settle()
  context.hosted = hosted
  context.workspace = workspace
  context.profile = workspace.profile
  context.contract = hosted.contract
  context.caller = callerOf(workspace, holder.keyId)
}

function openExchange(context: RequestContext): undefined {
  if (context.isLook) return
  const { hosted, registry } = context
  if (hosted) hosted.use.open += 1
  context.journal = hosted?.journal ?? registry.journal
  context.journal.open(context, context.now())
}

function findOperation(context: RequestContext): undefined {
  const { method, path, profile } = context
  let found = route(method, path)
  if ('otherSpelling' in found && decisions.otherSpelling(profile) === 'accept')
    found = route(method, found.otherSpelling)
  if (!('operation' in found)) throw notRouted(found, context)
  context.operation = found.operation
  context.pathParams = found.path
  context.handler = handlers[found.operation.id as OperationId] as Handler<OperationId> | undefined
  if (context.isLook) requireLookable(found.operation)
}

/** Reads the body in any case, so that the journal has it. */
function readBody(context: RequestContext): Waiting | undefined {
  if (!context.operation?.requestBody) return undefined
  return {
    // biome-ignore lint/suspicious/noThenProperty: like a promise, but nobody awaits it.
    then: (goOn, fail) =>
      context.wire.readBody(
        context.registry.limits,
        body => {
          context.body = body
          context.requestText = body.text
          goOn()
        },
        fail,
      ),
  }
}

/** Nearly every request has no faults. */
function applyFaultsBefore(context: RequestContext): Promise<void> | undefined {
  const { hosted, method, path, caller } = context
  if (!hosted || hosted.faults.isEmpty || context.console) return undefined
  const request = { operation: known(context.operation), method, path, key: caller?.key }
  const applied = hosted.faults.match(request, hosted.workspace)
  if (applied.length === 0) return undefined
  context.faultEffects = new FaultEffects(context, hosted, applied)
  return applyFaults(context, context.faultEffects, 'before')
}

/** Waits as long as the deployment would, if a twin with `--pace` asks for it. A frozen clock has no latency. */
function keepPace(context: RequestContext): Promise<void> | undefined {
  const { profile, operation, workspace, isLook, console } = context
  const pace = profile.dialect?.pace
  if (!pace || !operation || !workspace || isLook || console) return undefined
  const latency = pace[operation.id as OperationId] ?? pace['*']
  if (!latency || workspace.simulation.clock.mode.kind === 'frozen') return undefined
  const { median, p95 } = latency
  const ms = draw({ percentiles: { 50: median, 95: p95 } }, workspace.random.fork(`pace/${context.id}`))
  return waitFor(ms, context, workspace).then(isThere => {
    if (isThere) return
    context.brokenOff = true
    context.isAnswered = true
  })
}

/** Gap `refusal-order`: a deployment may validate before it checks the key. */
function validateFirst(context: RequestContext): undefined {
  if (decisions.validatesBeforeKey(context.profile)) validate(context)
}

function authorize(context: RequestContext): undefined {
  const { caller } = context
  if (!caller) throw noCaller(context)
  const operation = known(context.operation)
  const workspace = known(context.workspace)
  requireValid(caller, context.now())
  requireScope(caller, operation, workspace.profile)
  requireRole(caller, operation, workspace.profile)
  context.authorized = true
}

function limitRate(context: RequestContext): undefined {
  const { hosted, operation, caller } = context
  if (!hosted || !caller || !operation || context.console) return
  const { windows, workspace } = hosted
  const limit = rateLimitOf(operation, workspace.profile)
  if (!limit) return
  context.limitHeaders = windows.hit(operation, limit, caller.key.id, context.now(), workspace.profile)
}

function validate(context: RequestContext): undefined {
  if (context.input !== undefined) return
  const { request, contract, profile, body: sent, query } = context
  const operation = known(context.operation)
  const { limits } = context.registry
  if (sent && sent.text !== '') requireJson(request.headers['content-type'], profile)
  const body = sent && parseJson(sent, limits)
  if (sent && sent.text.length > limits.fieldLength) requireShortTexts(body, limits.fieldLength)
  const result = contract.decodeRequest(operation.id as OperationId, {
    path: context.pathParams,
    query: query === '' ? NO_QUERY : readQuery(query),
    header: request.headers,
    body,
  })
  if (!result.ok) throw requestInvalid(result.issues)
  context.input = result.value
}

/** Counts the bytes of a body, and refuses it if its workspace is full. */
function checkQuota({ hosted, body, registry }: RequestContext): undefined {
  if (!hosted || !body) return
  const { workspace, taken } = hosted
  const { workspaceBytes } = registry.limits
  if (taken.bytes + body.text.length > workspaceBytes)
    throw new Refusal('request_invalid', 'The workspace is full: it takes no more data.', {
      param: 'body',
      advice: `The workspace ${workspace.id} has taken ${taken.bytes} bytes of bodies and takes at most ${workspaceBytes}. Restore a snapshot, make a new workspace, or start the mock with --max-workspace-bytes.`,
    })
  taken.bytes += body.text.length
}

/** While a commit of the kept file fails, nothing may change or be shown. */
function requireKeeping({ registry: { keeper } }: RequestContext): Promise<void> | undefined {
  return keeper?.problem && waitForKeeping(keeper)
}

function handle(context: RequestContext): Promise<void> | undefined {
  const { hosted, response, faultEffects, input } = context
  const operation = known(context.operation)
  // Other requests were served meanwhile, so events may be due.
  if (context.hasWaited) hosted?.workspace.simulation.settle()
  const workspace = faultEffects?.world() ?? known(context.workspace)
  const handler = context.handler ?? missingHandler(operation, context)
  const asked = operation.id === 'streamChat' ? (faultEffects?.resumed(input) ?? input) : input
  if (hosted) hosted.events.cause = context
  try {
    const reply = handler(asked as never, {
      workspace,
      tables: workspace.tables,
      caller: known(context.caller),
      now: workspace.simulation.now(),
      onClose: listener => response.once('close', listener),
    })
    if (reply instanceof Promise)
      return reply.then(made => {
        context.reply = made
      })
    context.reply = reply
    return undefined
  } finally {
    if (hosted) hosted.events.cause = null
  }
}

/** An operation that was just added to the contract has no handler yet. */
function missingHandler(operation: OperationRow, { registry }: RequestContext): Handler<OperationId> {
  const { id, tag } = operation
  if (registry.fill) return (_, { workspace }) => madeUp(operation, workspace.random.seed)
  throw new Refusal('internal_error', `${id} is not available yet.`, {
    advice:
      `Write its handler in mock/service/${tag}.ts, and list that file in mock/service/index.ts; ` +
      'or start the mock with --fill, which answers from the contract.',
  })
}

/** Commits to the kept file before the reply, or before each part of a stream. */
function keep(context: RequestContext): Promise<void> | undefined {
  const { workspace, registry } = context
  const { keeper } = registry
  if (!keeper || !workspace) return undefined
  const reply = known(context.reply)
  if ('stream' in reply) context.reply = { ...reply, stream: keeper.before(reply.stream, workspace) }
  return keeper.beforeReply(workspace)
}

function applyFaultsAfter(context: RequestContext): Promise<void> | undefined {
  return context.faultEffects && applyFaults(context, context.faultEffects, 'after')
}

async function applyFaults(context: RequestContext, effects: FaultEffects, phase: Phase): Promise<void> {
  const { keeper } = context.registry
  await keeper?.beforeReply(context.workspace)
  context.isAnswered = await effects.apply(phase, context.ownHeaders())
  // Time has passed in a delay.
  await keeper?.beforeReply(context.workspace)
}

function fill(context: RequestContext): Promise<void> | undefined {
  if (!context.registry.fill) return undefined
  const { seed } = known(context.workspace).random
  return filled(known(context.reply), known(context.operation), seed).then(whole => {
    context.reply = whole
  })
}

function encode(context: RequestContext): undefined {
  const operation = known(context.operation)
  const reply = known(context.reply)
  const more = operation.deprecations.length > 0 ? deprecationHeaders(context) : undefined
  const announced = more ? { ...reply, headers: { ...reply.headers, ...more } } : reply
  context.reply = context.contract.encodeReply(announced, operation.id as OperationId, context.now())
}

function send(context: RequestContext): Promise<void> | undefined {
  const { faultEffects } = context
  const reply = known(context.reply)
  const headers = context.ownHeaders()
  if (reply.headers) Object.assign(headers, reply.headers)
  if (faultEffects) return sendFaulty(faultEffects, reply, headers)
  if ('stream' in reply) return sendStream(context, reply.stream, headers)
  sendJson(context, Number(reply.status), reply.body, headers)
  return undefined
}

/** Answers with what a step has thrown. Even a refusal shows that time has passed, so changes are committed first. */
function endWith(context: RequestContext, problem: unknown, onEnd: (exchange: Exchange) => void): void {
  const answer = (error: unknown) => {
    // A client that breaks off while sending is not a bug and gets no reply.
    if (error === context.request.errored) context.brokenOff = true
    else {
      if (isBug(error)) context.bug = error
      try {
        refuse(context, error)
      } catch (bug) {
        context.bug = bug
        endAfterBug(context.response)
      }
    }
    onEnd(end(context))
  }
  // A request that was refused before its reply had to be kept has done nothing.
  const answerUnkept = (error: unknown) =>
    answer(error instanceof KeepProblem && !(problem instanceof KeepProblem) ? notKept(error, false) : error)
  let kept: Promise<void> | undefined
  try {
    kept = context.registry.keeper?.beforeReply(context.hosted?.workspace)
  } catch (error) {
    answer(error)
    return
  }
  if (kept) void kept.then(() => answer(problem), answerUnkept)
  else answer(problem)
}

/** Writes the exchange. */
function end(context: RequestContext): Exchange {
  const { hosted, response, journal } = context
  if (hosted && journal) {
    hosted.use.open -= 1
    if (!hosted.faults.isEmpty) hosted.faults.observe(hosted.workspace)
  }
  // A client that has left does not receive the reply.
  context.brokenOff ||= response.destroyed && !response.writableFinished
  return journal ? journal.close(context, context.now()) : context.exchange(null)
}

/** A value that an earlier step has set; if it is missing, the order of steps is wrong. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a step of the request needs what a later one finds')
  return value
}
