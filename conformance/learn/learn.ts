/** Learns the twin of a deployment from a recording: its answers to gaps and its dialect. Names and forms, never data. */
import { type Profile, type RequestRule, replySchema, STATED_MEMBERS, type Twin } from '#mock'
import { document, type GapId, type OperationId, operationIds } from '#openapi'
import type { Call, Calls } from './call.ts'
import { fitAnswers } from './fit.ts'
import { inferTemplate } from './infer.ts'
import { headersOf } from './infer-headers.ts'
import { idForms } from './infer-ids.ts'
import { refusalsOf } from './infer-refusals.ts'
import { formsOf, requestsOf } from './infer-requests.ts'
import { wordsOf } from './infer-words.ts'
import { isChoice, isSelection, type Knowledge, type Learned } from './learned.ts'
import { isComparable, type Pair, replayWithIds } from './mock-replay.ts'
import { assertNoData, privacyOf } from './privacy.ts'
import { shareRecords } from './share-records.ts'

export interface LearnOptions {
  readonly name?: string
  readonly today?: Date
  /** Which calls to learn from; the others are replayed, so that everything they make is there. Default: all. */
  readonly from?: (call: Call) => boolean
  /** Most trials of answers to gaps. Default: 120. */
  readonly trials?: number
}

export interface Learning {
  readonly twin: Twin
  /** What the deployment does against the specification; none of it is in the twin. */
  readonly left: readonly string[]
}

export async function learn(calls: Calls, options: LearnOptions = {}): Promise<Learning> {
  const first = await replayWithIds(calls)
  const words = answersByPairs(first.pairs)
  const fitted = await fitAnswers(calls, first.pairs, words, options.trials)
  // Once more: answers change which calls succeed, and so which replies can be compared.
  const { from = () => true } = options
  const isUsed = ({ call, isUnmet }: Pair) => isComparable(call) && !isUnmet && from(call)
  const requests = requestsOf(first.pairs.filter(isUsed))
  const { pairs, ids } = await replayWithIds(calls, {
    twin: { twin: 1, answers: fitted as Partial<Profile>, dialect: { requests } },
  })
  const comparable = pairs.filter(isUsed)
  const privacy = privacyOf(calls.calls)
  const knowledge: Knowledge = {
    ids,
    privacy,
    votes: new Map(),
    words: new Map(),
    idValues: new Map(),
    doubts: [],
    leaves: 0,
  }
  // Twice: what single records prove about a name helps with the lists that show it.
  repliesOf(comparable, knowledge)
  knowledge.doubts.length = 0
  knowledge.leaves = 0
  knowledge.words.clear()
  knowledge.idValues.clear()
  const replies = repliesOf(comparable, knowledge)
  const { refusals, answers } = refusalsOf(comparable, calls.calls, knowledge)
  const left = restoreStated(replies)
  const shared = shareRecords(replies, refusals)
  const forms = idForms(comparable, knowledge)
  const twin = {
    twin: 1,
    of: {
      name: options.name ?? calls.name,
      exchanges: calls.calls.length,
      operations: new Set(comparable.map(({ call }) => call.operation)).size,
      learned: (options.today ?? new Date()).toISOString().slice(0, 10),
    },
    answers: { ...answers, ...fitted },
    dialect: {
      ids: forms,
      requests: merged(requests, formsOf(comparable, forms)),
      words: wordsOf(knowledge),
      records: shared.records,
      replies: shared.replies,
      refusals: shared.refusals,
      headers: headersOf(comparable, knowledge),
    },
    unsure: distinct(knowledge.doubts),
  } as Twin
  assertNoData(twin, privacy)
  return { twin, left }
}

function merged(rules: Record<string, RequestRule>, more: Record<string, RequestRule>) {
  const all = { ...rules }
  for (const [key, rule] of Object.entries(more)) all[key] = { ...all[key], ...rule }
  return all
}

/** The same guess for a member of the same name, and for the same reason, stands once, with a star for the operation. */
function distinct(doubts: Knowledge['doubts']): Knowledge['doubts'] {
  const once = [...new Map(doubts.map(doubt => [doubt.at, doubt])).values()]
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

/** Adds the members that the specification states and the deployment leaves out; returns what was left out. */
function restoreStated(replies: Partial<Record<OperationId, Learned>>): string[] {
  const left: string[] = []
  for (const [id, names] of Object.entries(STATED_MEMBERS) as [OperationId, readonly string[]][]) {
    const template = replies[id]
    if (template === undefined) continue
    for (const name of names) {
      if (hasMember(template, name)) continue
      left.push(`${id} shows no ${name}`)
      const record = recordIn(template)
      if (record) record[name] = name
    }
  }
  return left
}

function hasMember(template: Learned, name: string): boolean {
  if (typeof template !== 'object' || template === null) return false
  if (isChoice(template)) return Object.values(template.are).some(one => hasMember(one, name))
  if (isSelection(template)) return hasMember(template.is, name)
  return name in template || Object.values(template).some(inner => hasMember(inner, name))
}

/** The object that shows the record: the first one with members of the record itself. */
function recordIn(template: Learned): Record<string, Learned> | undefined {
  if (typeof template !== 'object' || template === null || isSelection(template) || isChoice(template))
    return undefined
  const members = template as Record<string, Learned>
  const plain = Object.values(members).filter(
    inner => typeof inner === 'string' && /^[a-z]/.test(inner),
  ).length
  if (plain >= 2) return members
  return Object.values(members).map(recordIn).find(Boolean) ?? members
}

/** One template for each operation, from its successes. */
function repliesOf(pairs: readonly Pair[], knowledge: Knowledge): Partial<Record<OperationId, Learned>> {
  const found: Partial<Record<OperationId, Learned>> = {}
  for (const id of operationIds) {
    const samples = pairs
      .filter(({ call }) => call.operation === id && call.status < 300 && call.json !== undefined)
      .slice(0, 400)
      .map(({ call, status, json }) => ({
        was: call.json,
        scope: status < 300 ? json : undefined,
        call: call.id,
      }))
    if (samples.length > 0)
      found[id] = inferTemplate(samples, replySchema(document, id), `replies.${id}`, knowledge)
  }
  return found
}

/** Answers that show in whether a request was taken. */
function answersByPairs(pairs: readonly Pair[]): Partial<Record<GapId, string>> {
  const found: Partial<Record<GapId, string>> = {}
  const unknownWords = pairs.filter(
    ({ call, code }) =>
      code === 'request_invalid' && call.status === 200 && /status=no-such/.test(call.query),
  )
  if (unknownWords.length > 0) found['unknown-status-filter'] = 'empty'
  return found
}
