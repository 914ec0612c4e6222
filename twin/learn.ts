/**
 * Learns the twin of a deployment from a recording: its answers to gaps and its dialect. It keeps names and forms,
 * never data.
 */
import type { Profile, Twin } from '#mock'
import { merged, replySchema } from '#mock/dialect'
import { type OperationId, operationIds, operations } from '#openapi'
import { findAnswers } from './find-answers.ts'
import { type Evidence, newEvidence } from './infer/evidence.ts'
import { inferEvents } from './infer/infer-events.ts'
import { inferHeaders } from './infer/infer-headers.ts'
import { inferIdForms } from './infer/infer-id-forms.ts'
import { inferPace } from './infer/infer-pace.ts'
import { inferRefusals } from './infer/infer-refusals.ts'
import { inferIdRules, inferRequestRules } from './infer/infer-request-rules.ts'
import { inferTemplate, unseenReply } from './infer/infer-template.ts'
import { type Replies, takeContradictions } from './infer/infer-violations.ts'
import { inferWords } from './infer/infer-words.ts'
import { withNamedRecords } from './infer/shared-records.ts'
import type { Call, Calls } from './recording/calls.ts'
import { assertNoData, privacyOf } from './recording/privacy.ts'
import { isComparable, type Pair, replayWithIds } from './replay/mock-replay.ts'

export interface LearnOptions {
  readonly name?: string
  /** Calls to learn from; the others are replayed for their effects. Default: all. */
  readonly from?: (call: Call) => boolean
  /** Whether contradictions of the specification are kept in the part `violations`. Default: left out. */
  readonly withViolations?: boolean
}

const analytics = operationIds.filter(id => operations[id].rateLimit)

export async function learn(calls: Calls, options: LearnOptions = {}) {
  const { from = () => true } = options
  const found = await findAnswers(calls, from)
  const isUsed = ({ call, isUnmet }: Pair) => isComparable(call) && !isUnmet && from(call)
  const answered = { twin: 1, answers: found.answers as Partial<Profile> } as const
  const requests = inferRequestRules(
    found.pairs.filter(isUsed),
    calls.calls.filter(one => isComparable(one) && from(one)),
  )
  const { pairs, ids, agents } = await replayWithIds(calls, { twin: { ...answered, dialect: { requests } } })
  const comparable = pairs.filter(isUsed)
  const privacy = privacyOf(calls.calls)
  const evidence = newEvidence(ids, privacy)
  // A first pass: evidence from single records helps with the lists that contain them.
  for (const [id, template] of Object.entries(repliesOf(comparable, evidence)))
    evidence.style.learn(template, replySchema(id as OperationId))
  evidence.records.close()
  evidence.unsure.length = 0
  evidence.words.clear()
  evidence.idValues.clear()
  const shown = repliesOf(comparable, evidence)
  const unseen = unseenReplies(shown, evidence)
  const replies = { ...shown, ...unseen }
  const { refusals, answers, because } = inferRefusals(comparable, calls.calls, evidence)
  const words = inferWords(evidence)
  // Violations by the deployment: left out of the twin, or in its part `violations`.
  const contradictions = takeContradictions(comparable, replies, words, evidence.words)
  const violations = contradictions.flatMap(({ requirement, violation }) =>
    violation ? [[requirement, violation] as const] : [],
  )
  const events = inferEvents(comparable, evidence)
  const shared = withNamedRecords(replies, refusals, evidence.records)
  const forms = inferIdForms(comparable, evidence)
  const pace = inferPace(calls.calls.filter(from), evidence.unsure, agents)
  const twin = {
    twin: 1,
    of: {
      name: options.name ?? calls.name,
      exchanges: calls.calls.length,
      operations: new Set(comparable.map(({ call }) => call.operation)).size,
      learned: new Date().toISOString().slice(0, 10),
    },
    answers: { ...answers, ...found.answers },
    because: { ...because, ...found.because },
    undecided: found.undecided.filter(
      gap => gap !== 'analytics-rate-limits' || !analytics.every(id => pace[id]?.perMinute),
    ),
    unseen: Object.keys(unseen),
    dialect: {
      ids: forms,
      requests: merged(requests, inferIdRules(comparable, forms)),
      words,
      records: shared.records,
      replies: shared.replies,
      refusals: shared.refusals,
      events,
      headers: inferHeaders(comparable, evidence),
    },
    ...(options.withViolations && { violations: Object.fromEntries(violations) }),
    pace,
    unsure: distinct([...found.unsure, ...evidence.unsure]),
  } as Twin
  assertNoData(twin, privacy)
  return { twin, contradictions }
}

/** Equal guesses for members of the same name are listed once, with a star for the operation. */
function distinct(unsure: Evidence['unsure']): Evidence['unsure'] {
  const once = [...new Map(unsure.map(doubt => [doubt.at, doubt])).values()]
  const groups = Map.groupBy(once, ({ at, guess, because }) => {
    const [part, , ...rest] = at.split('.')
    return JSON.stringify([part, rest, guess, because])
  })
  return [...groups.values()].map(([first, ...others]) => {
    if (others.length === 0) return first!
    const [part, , ...rest] = first!.at.split('.')
    const seen = others.reduce((sum, doubt) => sum + doubt.seen, first!.seen)
    return { ...first!, at: [part, '*', ...rest].join('.'), seen }
  })
}

/** Maximum number of successful replies per operation. */
const MAX_SAMPLES = 400

/** One template per operation, from its successful replies. */
function repliesOf(pairs: readonly Pair[], evidence: Evidence): Replies {
  const served = pairs.filter(({ call }) => call.status < 300 && call.json !== undefined)
  const byOperation = Map.groupBy(served, ({ call }) => call.operation)
  const found = operationIds.flatMap(id => {
    const samples = byOperation
      .get(id)
      ?.slice(0, MAX_SAMPLES)
      .map(({ call, status, json }) => ({
        theirs: call.json,
        ours: status < 300 ? json : undefined,
      }))
    return samples ? [[id, inferTemplate(samples, replySchema(id), `replies.${id}`, evidence)]] : []
  })
  return Object.fromEntries(found) as Replies
}

/** Templates of the replies that no call shows, in the style of those that were shown. */
function unseenReplies(shown: Replies, evidence: Evidence): Replies {
  const found = operationIds.flatMap(id => {
    const template = shown[id] ? undefined : unseenReply(id, replySchema(id), evidence)
    return template === undefined ? [] : [[id, template]]
  })
  return Object.fromEntries(found) as Replies
}
