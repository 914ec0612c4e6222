/**
 * Finds the answers to gaps that a recording shows. A call that is replayed is also asked of copies of the mock's
 * workspace that differ in the answer to one gap. An answer is shown by a call where the mock does with it what the
 * deployment did, and does something else with another answer.
 */

import type { Profile } from '#mock'
import { valueAt } from '#mock/dialect'
import {
  document,
  type GapAnswers,
  type GapId,
  gaps,
  gapsBelow,
  isFields,
  type Operation,
  type OperationRow,
  operationAt,
  operationIds,
  operations,
  parametersOf,
} from '#openapi'
import { isEventStream, jsonOf } from '../conformance/extract/event-stream.ts'
import type { Unsure } from './infer/evidence.ts'
import { isMost } from './infer/samples.ts'
import { type Call, type Calls, sayCall } from './recording/calls.ts'
import { type KeyRefusal, keyRefusals } from './recording/key-refusals.ts'
import {
  type Answers,
  isComparable,
  type Look,
  type Reply,
  replayOn,
  type Watcher,
} from './replay/mock-replay.ts'
import { isCompiled, mockFor } from './replay/replay-mock.ts'

type Gap = (typeof gaps)[number]

/** An answer changes what later calls meet, so the recording is replayed until the answers stay the same. */
const MAX_PASSES = 4

export async function findAnswers(recorded: Calls, from: (call: Call) => boolean = () => true) {
  await using mock = await mockFor(recorded)
  const study = new Study(keyRefusals(recorded), from)
  for (let pass = 1; ; pass++) {
    const profile = study.answers as Partial<Profile> & Partial<GapAnswers>
    const { pairs } = await replayOn(mock, recorded, {
      profile,
      watcher: study,
    })
    const isStable = study.conclude()
    // Reads without a query are left out of the pairs where they change nothing.
    if (isStable || pass === MAX_PASSES) return { ...study.found(), pairs }
  }
}

/** A call whose outcome depends on the answer to a gap. */
interface Showing {
  readonly call: Call
  /** The answers with which the mock does what the deployment did; some, not all. */
  readonly fits: ReadonlySet<string>
}

/** Calls that depend on a gap in the same way and agree; more would only repeat them. */
const ENOUGH = 4
/** Calls of one kind that are looked at. */
const LOOKED_AT = 8

class Study implements Watcher {
  answers: Answers = {}
  readonly #passed = new Set<Call>()
  #showings = new Map<Gap, Showing[]>()
  /** The gaps of which a call has shown something, in any pass. */
  readonly #telling = new Map<Call, Set<Gap>>()
  /** How many calls of each kind were met in this pass. */
  #count = new Map<string, number>()
  /** What each call showed when it was last looked at, and the mock's outcome then. */
  readonly #seen = new Map<Call, { readonly outcome: string; readonly fits: Map<Gap, Showing> }>()
  readonly #keyRefusals: ReadonlyMap<Call, KeyRefusal>
  readonly #from: (call: Call) => boolean

  constructor(refusals: ReadonlyMap<Call, KeyRefusal>, from: (call: Call) => boolean) {
    this.#keyRefusals = refusals
    this.#from = from
  }

  /** Whether a call may show something: the first of each kind, unless it did as the deployment in an earlier pass. */
  isLookedAt(call: Call): boolean {
    if (
      !this.#from(call) ||
      !isComparable(call) ||
      call.isStream ||
      !call.operation ||
      operations[call.operation].streams
    )
      return false
    if (this.#telling.has(call)) return true
    if (this.#passed.has(call)) return false
    const kind = [call.operation, call.status, shapeOf(call)].join(' ')
    const count = (this.#count.get(kind) ?? 0) + 1
    this.#count.set(kind, count)
    return count <= LOOKED_AT
  }

  async look({ pair, reads, ask }: Look): Promise<void> {
    const { call } = pair
    const telling = this.#telling.get(call) ?? new Set()
    const refusal = this.#keyRefusals.get(call)
    const theirs: Outcome = refusal
      ? { kind: refusal, isEmpty: undefined }
      : outcomeOf(call.status, call.replyHeaders, () => call.json, call)
    const outcomeIn = ({ status, headers, text }: Reply) => {
      const ours: Outcome = refusal
        ? { kind: String(valueAt(jsonOf(text), 'error.code')), isEmpty: undefined }
        : outcomeOf(status, headers, () => jsonOf(text), call)
      return { fits: isSameOutcome(theirs, ours), outcome: JSON.stringify(ours) }
    }
    const usual = { ...outcomeIn(pair), reads }
    if (usual.fits) this.#passed.add(call)
    else this.#passed.delete(call)
    const before = this.#seen.get(call)
    // Where the mock does the same as in the pass before, so it does with the other answers.
    const shown = before?.outcome === usual.outcome ? before.fits : new Map<Gap, Showing>()
    if (shown !== before?.fits)
      for (const gap of open) {
        if (!telling.has(gap) && !this.#isWorthTrying(gap, call, usual)) continue
        const fits = new Set<string>()
        for (const { id: answer } of gap.answers) {
          const isNow = answer === (this.answers[gap.id] ?? gap.default)
          if ((isNow ? usual : outcomeIn(await ask(gap.id, answer))).fits) fits.add(answer)
        }
        if (fits.size > 0 && fits.size < gap.answers.length) shown.set(gap, { call, fits })
      }
    this.#seen.set(call, { outcome: usual.outcome, fits: shown })
    for (const [gap, showing] of shown) {
      this.#showings.set(gap, [...this.#of(gap), showing])
      this.#telling.set(call, telling.add(gap))
    }
  }

  #isWorthTrying(gap: Gap, call: Call, usual: { reads: ReadonlySet<string>; fits: boolean }): boolean {
    const isOfOperation = gap.operations.length === 0 || gap.operations.includes(call.operation!)
    const concerns = isCompiled(gap.id)
      ? isOfOperation && (!usual.fits || inRequests.has(gap.id))
      : usual.reads.has(gap.id)
    return concerns && !(usual.fits && this.#of(gap).length >= ENOUGH)
  }

  #of(gap: Gap): readonly Showing[] {
    return this.#showings.get(gap) ?? []
  }

  /** Ends a pass. Returns whether its answers are those of the pass before. */
  conclude(): boolean {
    const before = this.answers
    this.#last = this.#showings
    this.answers = {}
    for (const [gap, showings] of this.#last) {
      const { answer } = bestOf(gap, showings)
      // The state of the mock differs from the deployment's here and there, so single calls may speak against it.
      if (answer !== gap.default && isMost(showings, one => one.fits.has(answer)))
        this.answers[gap.id] = answer
    }
    this.#showings = new Map()
    this.#count = new Map()
    return gaps.every(({ id }) => before[id] === this.answers[id])
  }

  #last = new Map<Gap, Showing[]>()

  found() {
    /** For each answer, and for each default answer that was shown, the call that shows it. */
    const because: Partial<Record<GapId, string>> = {}
    const unsure: Unsure[] = []
    for (const [gap, showings] of this.#last) {
      const { answer, its, others } = bestOf(gap, showings)
      if (answer !== (this.answers[gap.id] ?? gap.default)) continue
      if (answer === gap.default && others.length > 0) continue
      because[gap.id] = sayCall(its[0]!.call)
      const against = showings.length - its.length
      const doubts = [
        ...(others.length > 0 ? [`${others.join(' or ')} would do the same`] : []),
        ...(against > 0 ? [`${against} of ${showings.length} calls speak against it`] : []),
      ]
      if (doubts.length > 0)
        unsure.push({ at: `answers.${gap.id}`, guess: answer, because: doubts.join('; '), seen: its.length })
    }
    // Gaps that nothing in the recording shows: their default answers stand.
    const undecided = open.map(({ id }) => id).filter(id => !(id in because))
    return { answers: this.answers, because, unsure, undecided }
  }
}

/** The answer that most calls fit, the calls, and the answers that would fit all of them, too. */
function bestOf(gap: Gap, showings: readonly Showing[]) {
  const fitting = (answer: string) => showings.filter(one => one.fits.has(answer))
  const usualFirst = [gap.default, ...gap.answers.map(({ id }) => id).filter(id => id !== gap.default)]
  const [answer] = usualFirst.toSorted((a, b) => fitting(b).length - fitting(a).length)
  const its = fitting(answer!)
  const others = usualFirst.filter(other => other !== answer && its.every(one => one.fits.has(other)))
  return { answer: answer!, its, others }
}

/** Names of parameters and members of the body: calls with the same ones are of one kind. */
function shapeOf({ query, body }: Call): string {
  const names = [...new URLSearchParams(query).keys()]
  return [...names, ...(body?.match(/"[a-z_]+":/g) ?? [])].join(',')
}

/** The gaps of one part of the contract's operations. */
function gapsOf(take: (operation: Operation | undefined, row: OperationRow) => unknown): ReadonlySet<string> {
  const parts = operationIds.map(id => take(operationAt(document, operations[id]), operations[id]))
  return new Set(gapsBelow(document, parts))
}

const inReplies = gapsOf((operation, { successStatus }) => operation?.responses[successStatus])
const inRequests = gapsOf((operation, row) => [parametersOf(document, row), operation?.requestBody])

/** Gaps that the dialect has a part for: what only replies show, forms of ids, and words. */
const isDescribedByDialect = (gap: GapId) =>
  inReplies.has(gap) && (!inRequests.has(gap) || /^id-format$|-status-names$/.test(gap))

/** A status is read from the refusals themselves. */
const isStatus = ({ answers }: Gap) => answers.every(({ id }) => /^\d{3}$/.test(id))

/** Gaps whose answers are behaviour. */
const open: readonly Gap[] = gaps.filter(gap => !isStatus(gap) && !isDescribedByDialect(gap.id))

interface Outcome {
  readonly kind: string
  /** Whether the list of a record, such as its runs or steps, is empty; the rows of a whole list depend on state. */
  readonly isEmpty: boolean | undefined
}

function outcomeOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  json: () => unknown,
  { params }: Pick<Call, 'params'>,
): Outcome {
  const list = status < 300 && Object.keys(params).length > 0 ? listIn(json()) : undefined
  return { kind: kindOf(status, headers), isEmpty: list && list.length === 0 }
}

const isSameOutcome = (one: Outcome, other: Outcome) =>
  one.kind === other.kind &&
  (one.isEmpty === undefined || other.isEmpty === undefined || one.isEmpty === other.isEmpty)

/** The reply's list, bare or beside nothing but figures. */
function listIn(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  const lists = isFields(json) ? Object.values(json).filter(Array.isArray) : []
  return lists.length === 1 ? lists[0] : undefined
}

/** Accepted, invalid, not found or otherwise refused; the status itself belongs to the dialect. */
function kindOf(status: number, headers: Readonly<Record<string, string>>): string {
  if (status < 300) return isEventStream(headers) ? 'streamed' : 'taken'
  if (status === 400 || status === 422 || status === 415) return 'invalid'
  return status === 404 ? 'unknown' : 'refused'
}
