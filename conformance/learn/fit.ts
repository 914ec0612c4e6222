/** Finds the answers to gaps that make the mock take and refuse what the deployment does, by trying them. */

import type { Mock, Profile } from '#mock'
import { type GapAnswers, type GapId, gaps } from '#openapi'
import type { Call, Calls } from './call.ts'
import { isComparable, mockFor, type Pair, replayOn } from './mock-replay.ts'

type Answers = Partial<Record<GapId, string>>

/** Gaps that the dialect describes, or that show in no status. */
const DESCRIBED =
  /^(id-format|envelope-|timestamp-|money-|token-|time-field|error-body|success-rate|extra-fields|status-(missing|unknown-key|revoked|rate)|chat-event|completion-shape|agent-completion-(fields|stream)|rate-limit|analytics-rate|summary-before|run-start-status|transition-reply|task-reply|knowledge-score|days-window|spend-def|due-date-echo|list-order|cost-before|workflow-start-reply|workflow-group|question-fields|run-error-fields)|-names$|^(run|task|agent|workflow|workflow-run|workflow-run-step|workflow-run-usage|workflow-runs-summary|approval|insights|agent-stats|usage|spend|team-stats|dashboard|wallet|my-usage|statement|entitlements|agency-usage|knowledge)-fields$/

/** Most trials; each is a replay of the calls that a gap may concern. */
const MOST_TRIALS = 500

/**
 * Coordinate descent: for each gap, each answer is tried on the calls that it may concern, and kept if fewer statuses
 * differ. `start` are the answers that are known already.
 */
export async function fitAnswers(
  recorded: Calls,
  pairs: readonly Pair[],
  start: Answers,
  most = MOST_TRIALS,
): Promise<Answers> {
  if (most === 0) return start
  await using mock = await mockFor(recorded)
  const asked = recorded.calls.filter(({ scenario }) => scenario.startsWith('questions/'))
  // Recordings without questions have only what clients asked.
  const pool = asked.length > 0 ? asked : pairs.map(({ call }) => call).slice(0, 400)
  const found: Answers = { ...start }
  let trials = 0
  const before = await wrongOf(mock, recorded, pool, found)
  let wrong = new Set(before)
  // First the gaps that the mock's own refusals name, then those of few operations.
  const named = new Set(pairs.flatMap(({ call, gap }) => (gap !== undefined && wrong.has(call) ? [gap] : [])))
  const rank = ({ id, operations }: (typeof gaps)[number]) =>
    named.has(id) ? 0 : operations.length === 0 ? 100 : operations.length
  for (const gap of gaps.toSorted((a, b) => rank(a) - rank(b))) {
    if (DESCRIBED.test(gap.id) || trials >= most || gap.id in start) continue
    const concerned = concernedBy(gap.operations, pool)
    if (!concerned.some(call => wrong.has(call))) continue
    let usual: number | undefined
    let best: { answer: string; count: number } | undefined
    for (const { id: answer } of gap.answers) {
      if (answer === gap.default) continue
      trials += 1
      // First on what differs: most answers change none of it.
      const open = concerned.filter(call => wrong.has(call))
      const screened = await wrongOf(mock, recorded, open, { ...found, [gap.id]: answer })
      if (screened.size >= open.length) continue
      // The same calls on both sides: what others make is missing where only some are sent.
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

function concernedBy(operations: readonly string[], pool: readonly Call[]): readonly Call[] {
  return operations.length === 0 ? pool : pool.filter(({ operation }) => operations.includes(operation ?? ''))
}

/** The calls that one side takes and the other refuses; which status a refusal has is a matter of the dialect. */
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
  const differs = ({ call, status, headers, isUnmet }: Pair) =>
    asked.has(call) &&
    isComparable(call) &&
    !isUnmet &&
    kindOf(status, headers) !== kindOf(call.status, call.replyHeaders)
  return new Set(pairs.filter(differs).map(({ call }) => call))
}

/** Taken, invalid, not found or refused otherwise. */
function kindOf(status: number, headers: Readonly<Record<string, string>>): string {
  if (status < 300) return headers['content-type']?.startsWith('text/event-stream') ? 'streamed' : 'taken'
  return status === 400 || status === 422 || status === 415
    ? 'invalid'
    : status === 404
      ? 'unknown'
      : 'refused'
}
