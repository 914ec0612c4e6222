/** The mock that recorded calls are replayed on: without rate limits, and able to be asked what it would reply. */
import { isDeepStrictEqual } from 'node:util'
import {
  decisions,
  type LifeOfARequest,
  lifeOfARequest,
  type Mock,
  type MockOptions,
  type Profile,
  startMock,
} from '#mock'
import { madeOncePer, madeOnDemand } from '#mock/dialect'
import { type GapId, gaps, type OperationRow } from '#openapi'
import type { Calls } from '../recording/calls.ts'

/** A mock for replays of a recording: one serves many replays, each in its own workspace. */
export function mockFor(recorded: Calls, options: Pick<MockOptions, 'profile' | 'twin'> = {}): Promise<Mock> {
  return startMock({
    clock: { frozen: startOf(recorded) },
    // Only the exchange that has just ended is looked up.
    journal: { entries: 10 },
    limits: { workspaceBytes: 1024 * 1024 * 1024 },
    onBug: () => undefined,
    steps: { ...lifeOfARequest, identify, findOperation },
    ...options,
  })
}

/** Decisions that the compiled contract takes. */
const COMPILED: readonly GapId[] = ['missing-body', 'unknown-query-parameters', 'repeated-parameters']

/** Whether an answer is compiled into the contract: nobody is seen to consult it. */
export const isCompiled = (gap: GapId) => !consulted.has(gap) || COMPILED.includes(gap)
const consulted: ReadonlySet<GapId> = new Set(Object.values(decisions).map(({ gap }) => gap))

/** The default answers to all gaps that are not compiled: profiles that differ in these share a contract. */
const notCompiled = Object.fromEntries(
  gaps.filter(({ id }) => !isCompiled(id)).map(({ id, default: usual }) => [id, usual]),
)

/** One object for each profile that a mock was asked by, so that its contract is compiled once. */
const profilesOf = madeOncePer((_: Mock) => madeOnDemand((text: string) => JSON.parse(text) as Profile))

/** The profile by whose contract the mock reads and answers a question. */
export function spokenBy(mock: Mock, profile: Profile): Profile {
  return profilesOf(mock)(JSON.stringify({ ...profile, ...notCompiled }))
}

/** A request that is looked at, so that it can be asked how the mock would reply to it with other answers. */
export interface Question {
  /** What it is served from then: a copy of the workspace as it was before, if the request may change anything. */
  before: 'same' | 'copied' | Pick<Context, 'workspace' | 'caller'>
  /** The answers of a request without a known key. */
  readonly profile: Profile
  /** Other answers, and the profile by whose contract it is then read and answered; default: the workspace's. */
  readonly instead?: { readonly profile: Profile; readonly spoken: Profile | undefined }
  /** How the contract read the request, if it came so far. */
  read?: Read
}

type Context = Parameters<LifeOfARequest['identify']>[0]
type Decode = Context['contract']['decodeRequest']
interface Read {
  readonly context: Context
  readonly request: Parameters<Decode>
  readonly as: ReturnType<Decode>
}

/** Whether the mock reads a request alike by the contract of a profile. */
export function isReadAlike({ context, request, as }: Read, spoken: Profile): boolean {
  context.speak(spoken)
  return isDeepStrictEqual(context.contract.decodeRequest(...request), as)
}

/** The question of the request that is under way: a replay sends one at a time. */
const questions = new WeakMap<Mock['registry'], Question>()

/** Sends a request as a question. */
export async function asking<Reply>({ registry }: Mock, question: Question, send: () => Promise<Reply>) {
  questions.set(registry, question)
  try {
    return await send()
  } finally {
    questions.delete(registry)
  }
}

/** Watches how the contract reads a question; with other answers, serves it from a copy of its workspace. */
const identify: LifeOfARequest['identify'] = context => {
  lifeOfARequest.identify(context)
  const question = questions.get(context.registry)
  if (!question) return undefined
  const { instead } = question
  if (!instead) {
    const { contract, workspace, caller } = context
    if (question.before === 'copied') question.before = { workspace: workspace?.fork(workspace.id), caller }
    if (!workspace) context.profile = question.profile
    const decodeRequest: Decode = (...request) => {
      const as = contract.decodeRequest(...request)
      question.read = { context, request, as }
      return as
    }
    context.contract = Object.create(contract, { decodeRequest: { value: decodeRequest } })
    return undefined
  }
  const { workspace, caller } = typeof question.before === 'string' ? context : question.before
  if (instead.spoken) context.speak(instead.spoken)
  context.profile = instead.profile
  context.isLook = true
  // A request without a known key has no workspace.
  if (!workspace) return undefined
  context.caller = caller
  context.workspace = workspace.fork(workspace.id, workspace.name, instead.profile)
  context.hosted = undefined
  return undefined
}

/** Makes a workspace note the gaps whose answers it consults. */
export function watch(workspace: { profile: Profile }): Set<string> {
  const reads = new Set<string>()
  workspace.profile = new Proxy(workspace.profile, {
    get(answers, gap) {
      reads.add(String(gap))
      return Reflect.get(answers, gap)
    },
  })
  return reads
}

const unlimited = madeOncePer(
  ({ rateLimit, ...operation }: OperationRow): OperationRow => ({
    ...operation,
    rateLimit: rateLimit && { ...rateLimit, requests: 1_000_000 },
  }),
)

/** Removes rate limits, because a replay sends faster than they allow. */
const findOperation: LifeOfARequest['findOperation'] = context => {
  lifeOfARequest.findOperation(context)
  if (context.operation) context.operation = unlimited(context.operation)
  return undefined
}

/** The demo's history ends when it starts, so that its recent days match the deployment's. */
function startOf({ startedAt }: Calls): Date {
  const at = new Date(startedAt)
  return Number.isNaN(at.getTime()) || at.getTime() === 0 ? new Date('2026-11-20T09:00:00Z') : at
}
