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

/** A profile for each contract that a mock was asked by, so that each is compiled once. */
const spoken = new WeakMap<Mock, Map<string, Profile>>()

/** The profile by whose contract the mock reads and answers a question. */
export function spokenBy(mock: Mock, profile: Profile): Profile {
  const known = spoken.get(mock) ?? new Map<string, Profile>()
  spoken.set(mock, known)
  const compiled = { ...profile, ...notCompiled }
  const key = JSON.stringify(compiled)
  known.set(key, known.get(key) ?? compiled)
  return known.get(key)!
}

/** A request that is only asked: with which answers, and which were consulted. */
export interface Question {
  readonly profile: Profile
  /** The profile by whose contract it is read and answered; default: the workspace's. */
  readonly spoken: Profile | undefined
  readonly reads: Set<string>
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

/** Whether the mock reads the request of a question alike with other answers that its contract follows. */
export function isReadAlike(
  { read, reads, profile }: Question,
  mock: Mock,
  answers: Partial<Record<GapId, string>>,
): boolean {
  // What is refused before the contract reads it depends on an answer only where that is consulted.
  if (!read) return !Object.keys(answers).some(gap => reads.has(gap))
  read.context.speak(spokenBy(mock, { ...profile, ...answers } as Profile))
  return isDeepStrictEqual(read.context.contract.decodeRequest(...read.request), read.as)
}

/** Questions under way, by the value of this header. */
const questions = new Map<string, Question>()
const QUESTION = 'x-replay-question'
let asked = 0

/** Sends a request as a question, by the header that marks it. */
export async function asking<Reply>(
  question: Question,
  send: (header: Record<string, string>) => Promise<Reply>,
): Promise<Reply> {
  asked += 1
  const id = String(asked)
  questions.set(id, question)
  try {
    return await send({ [QUESTION]: id })
  } finally {
    questions.delete(id)
  }
}

/** Serves a question from a copy of its workspace. */
const identify: LifeOfARequest['identify'] = context => {
  lifeOfARequest.identify(context)
  const question = questions.get(String(context.request.headers[QUESTION]))
  const { workspace } = context
  if (!question) return undefined
  const { profile, spoken, reads } = question
  const watched = new Proxy(profile, {
    get(answers, gap) {
      reads.add(String(gap))
      return Reflect.get(answers, gap)
    },
  })
  if (spoken) context.speak(spoken)
  const { contract } = context
  const decodeRequest: Decode = (...request) => {
    const as = contract.decodeRequest(...request)
    question.read = { context, request, as }
    return as
  }
  context.contract = Object.create(contract, { decodeRequest: { value: decodeRequest } })
  context.profile = watched
  context.isLook = true
  // A request without a known key has no workspace.
  if (!workspace) return undefined
  context.workspace = workspace.fork(workspace.id, workspace.name, watched)
  context.hosted = undefined
  return undefined
}

const unlimited = new Map<OperationRow, OperationRow>()

/** Removes rate limits, because a replay sends faster than they allow. */
const findOperation: LifeOfARequest['findOperation'] = context => {
  lifeOfARequest.findOperation(context)
  const { operation } = context
  if (!operation?.rateLimit) return undefined
  context.operation = unlimited.get(operation) ?? {
    ...operation,
    rateLimit: { ...operation.rateLimit, requests: 1_000_000 },
  }
  unlimited.set(operation, context.operation)
  return undefined
}

/** The demo's history ends when it starts, so that its recent days match the deployment's. */
function startOf({ startedAt }: Calls): Date {
  const at = new Date(startedAt)
  return Number.isNaN(at.getTime()) || at.getTime() === 0 ? new Date('2026-11-20T09:00:00Z') : at
}
