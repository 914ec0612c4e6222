/** Finds the answers to gaps with which the mock accepts and refuses the same requests as the deployment, by trial. */

import type { Mock, Profile } from '#mock'
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
import type { Call, Calls } from './recording/calls.ts'
import { isComparable, mockFor, type Pair, replayOn } from './replay/mock-replay.ts'

type Answers = Partial<Record<GapId, string>>

/** Answers that are statuses are read from the refusals themselves. */
function isStatus({ answers }: Gap): boolean {
  return answers.every(({ id }) => /^\d{3}$/.test(id))
}

/** Each tried answer replays the calls that its gap may concern. Few recordings need more than a hundred replays. */
const MAX_REPLAYS = 500

/**
 * Maximum number of calls tried from a recording without questions, and of differing calls of each kind beside
 * questions.
 */
const MAX_CALLS = 400
const MAX_DIFFERING = 60
const MAX_OF_A_KIND = 2

/**
 * Coordinate descent: for each gap, tries each promising answer on the calls that it may concern, and keeps it if fewer
 * statuses differ. `start` contains the answers that are known already.
 */
export async function fitAnswers(
  recorded: Calls,
  pairs: readonly Pair[],
  start: Answers,
  most = MAX_REPLAYS,
): Promise<Answers> {
  if (most === 0) return start
  await using mock = await mockFor(recorded)
  const asked = recorded.calls.filter(isQuestion)
  // A recording without questions contains only ordinary client requests.
  const pool =
    asked.length > 0 ? [...asked, ...othersOf(pairs)] : pairs.map(({ call }) => call).slice(0, MAX_CALLS)
  const found: Answers = { ...start }
  let replays = 0
  const before = await wrongOf(mock, recorded, pool, found)
  let wrong = new Set(before)
  // Gaps that the mock's own refusals name first, then gaps that concern few operations.
  const named = new Set(pairs.flatMap(({ call, gap }) => (gap !== undefined && wrong.has(call) ? [gap] : [])))
  const rank = ({ id, operations }: Gap) =>
    named.has(id) ? 0 : operations.length === 0 ? 100 : operations.length
  const isDescribed = describedByDialect()
  const open = gaps.filter(gap => !isDescribed(gap.id) && !isStatus(gap) && !(gap.id in start))
  const promising = await screened(open, pool, wrong, (calls, answers) =>
    wrongOf(mock, recorded, calls, { ...found, ...answers }),
  )
  for (const gap of open.toSorted((a, b) => rank(a) - rank(b))) {
    const concerned = concernedBy(gap.operations, pool)
    if (replays >= most || !concerned.some(call => wrong.has(call))) continue
    let usual: number | undefined
    let best: { answer: string; count: number } | undefined
    for (const { id: answer } of gap.answers) {
      if (!promising.has(`${gap.id} ${answer}`)) continue
      replays += 1
      // Compares with a replay of the same subset, because omitted calls may change the state.
      usual ??= (await wrongOf(mock, recorded, concerned, found)).size
      const now = await wrongOf(mock, recorded, concerned, { ...found, [gap.id]: answer })
      if (now.size < (best?.count ?? usual)) best = { answer, count: now.size }
    }
    if (!best) continue
    found[gap.id] = best.answer
    const still = await wrongOf(mock, recorded, concerned, found)
    wrong = new Set([...[...wrong].filter(call => !concerned.includes(call)), ...still])
  }
  return found
}

/**
 * Gaps that the dialect covers: those about successful replies but not requests. Both concern id forms and enumeration
 * words, for which the dialect has its own parts.
 */
function describedByDialect(): (gap: GapId) => boolean {
  const rows = operationIds.map(id => operations[id])
  const parts = (take: (operation: Operation | undefined, row: OperationRow) => unknown) =>
    new Set(
      gapsBelow(
        document,
        rows.map(row => take(operationAt(document, row), row)),
      ),
    )
  const replies = parts((operation, { successStatus }) => operation?.responses[successStatus])
  const requests = parts((operation, row) => [parametersOf(document, row), operation?.requestBody])
  return gap => replies.has(gap) && (!requests.has(gap) || /^id-format$|-status-names$/.test(gap))
}

type Gap = (typeof gaps)[number]
interface Candidate {
  readonly gap: Gap
  readonly answer: string
  readonly open: readonly Call[]
}

/**
 * The answers that remove at least one differing call. Answers of gaps about different operations are tried together,
 * because most change nothing.
 */
async function screened(
  open: readonly Gap[],
  pool: readonly Call[],
  wrong: ReadonlySet<Call>,
  wrongWith: (calls: readonly Call[], answers: Answers) => Promise<ReadonlySet<Call>>,
): Promise<ReadonlySet<string>> {
  // Only calls that differ in a replay of this subset.
  const known = await wrongWith([...wrong], {})
  const candidates = open.flatMap(gap => {
    const concerned = concernedBy(gap.operations, pool).filter(call => known.has(call))
    const others = gap.answers.filter(({ id }) => id !== gap.default)
    return concerned.length > 0
      ? others.map(({ id }): Candidate => ({ gap, answer: id, open: concerned }))
      : []
  })
  const promising = new Set<string>()
  for (const batch of batchesOf(candidates)) {
    const answers = Object.fromEntries(batch.map(({ gap, answer }) => [gap.id, answer]))
    const still = await wrongWith([...new Set(batch.flatMap(candidate => candidate.open))], answers)
    for (const { gap, answer, open: its } of batch)
      if (its.some(call => !still.has(call))) promising.add(`${gap.id} ${answer}`)
  }
  return promising
}

/** Maximum number of simultaneous answers for gaps that concern every operation. */
const MAX_AT_ONCE = 4

/** Independent trials: gaps without a common operation, or a few that concern every operation. */
function batchesOf(candidates: readonly Candidate[]): Candidate[][] {
  const batches: { all: boolean; operations: Set<string>; gaps: Set<Gap>; candidates: Candidate[] }[] = []
  for (const candidate of candidates) {
    const { gap } = candidate
    const all = gap.operations.length === 0
    const fitting = batches.find(
      batch =>
        batch.all === all &&
        !batch.gaps.has(gap) &&
        (all
          ? batch.candidates.length < MAX_AT_ONCE
          : !gap.operations.some(operation => batch.operations.has(operation))),
    )
    const batch = fitting ?? { all, operations: new Set(), gaps: new Set(), candidates: [] }
    if (!fitting) batches.push(batch)
    for (const operation of gap.operations) batch.operations.add(operation)
    batch.gaps.add(gap)
    batch.candidates.push(candidate)
  }
  return batches.map(batch => batch.candidates)
}

function isQuestion({ scenario }: Call): boolean {
  return scenario.startsWith('questions/')
}

/** A few differing calls of each kind that are not questions. */
function othersOf(pairs: readonly Pair[]): Call[] {
  const kinds = Map.groupBy(
    pairs.filter(pair => !isQuestion(pair.call) && differs(pair)),
    ({ call, status, code }) => `${call.operation} ${call.status} ${status} ${code}`,
  )
  return [...kinds.values()]
    .flatMap(its => its.slice(0, MAX_OF_A_KIND).map(({ call }) => call))
    .slice(0, MAX_DIFFERING)
}

function concernedBy(operations: readonly string[], pool: readonly Call[]): readonly Call[] {
  return operations.length === 0 ? pool : pool.filter(({ operation }) => operations.includes(operation ?? ''))
}

/** Calls that only one side accepts; the status of a refusal belongs to the dialect. */
async function wrongOf(
  mock: Mock,
  recorded: Calls,
  calls: readonly Call[],
  answers: Answers,
): Promise<Set<Call>> {
  const asked = new Set(calls)
  const { pairs } = await replayOn(mock, recorded, {
    only: call => asked.has(call),
    profile: answers as Partial<Profile> & Partial<GapAnswers>,
  })
  return new Set(pairs.filter(pair => asked.has(pair.call) && differs(pair)).map(({ call }) => call))
}

function differs({ call, status, headers, json, isUnmet }: Pair): boolean {
  if (!isComparable(call) || isUnmet) return false
  if (kindOf(status, headers) !== kindOf(call.status, call.replyHeaders)) return true
  // Whether a record has runs or steps is behaviour; the rows of a whole list depend on state.
  if (call.status >= 300 || Object.keys(call.params).length === 0) return false
  const [was, is] = [listIn(call.json), listIn(json)]
  return was !== undefined && is !== undefined && (was.length === 0) !== (is.length === 0)
}

/** The reply's list, bare or beside nothing but figures. */
function listIn(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  const lists = isFields(json) ? Object.values(json).filter(Array.isArray) : []
  return lists.length === 1 ? lists[0] : undefined
}

/** Accepted, invalid, not found or otherwise refused. */
function kindOf(status: number, headers: Readonly<Record<string, string>>): string {
  if (status < 300) return headers['content-type']?.startsWith('text/event-stream') ? 'streamed' : 'taken'
  return status === 400 || status === 422 || status === 415
    ? 'invalid'
    : status === 404
      ? 'unknown'
      : 'refused'
}
