/** What one pass of the suite has seen of a deployment, as rows for the history. */
import type { RecordedLine } from '../conformance/engine/recording.ts'
import { isEventStream } from '../conformance/extract/event-stream.ts'
import type { Report, ReportedExchange } from '../conformance/report/report.ts'
import { type Requirement, requirements } from '../conformance/requirements/contract.ts'
import { REACHABLE, statementIn } from './page/row-names.ts'
import type { Kind, Sight, Verdict } from './transition.ts'

const byId: Readonly<Record<string, Requirement>> = Object.fromEntries(requirements.map(row => [row.id, row]))

/** Undefined for one that this version of the specification does not have, such as one of an older store. */
export const requirementOf = (id: string): Requirement | undefined => byId[id]

export const statementOf = (id: string): string => statementIn({ requirements: byId }, id)

/** Why a verdict is as it is. Without keys, as the suite redacts them. */
export interface Evidence {
  readonly sentence: string
  /** The cause, equal for all requirements that one defect violates. */
  readonly cause: string
  /** The command that repeats the check. */
  readonly repeat: string | null
  readonly scenario: string | null
  readonly exchanges: readonly ReportedExchange[]
}

/** Evidence of what no scenario has shown. */
export function said(sentence: string, cause: string): Evidence {
  return { sentence, cause, repeat: null, scenario: null, exchanges: [] }
}

export interface SeenRow extends Sight {
  readonly requirement: string
  readonly evidence: Evidence
}

/** How the calls of an operation were answered. */
export interface Calls {
  readonly operation: string
  readonly calls: number
  /** Those without an answer, or with a status from 500 on. */
  readonly failed: number
  readonly totalMs: number
  readonly slowestMs: number
}

/** Verdicts of a report. What was not exercised is no verdict, and no news. */
export function rowsOf(report: Report, kind: Kind): SeenRow[] {
  const [problem] = report.problems
  const reachable: SeenRow = {
    requirement: REACHABLE,
    verdict: problem === undefined ? 'met' : 'violated',
    kind: 'reads',
    evidence: said(problem ?? 'It answers, and accepts the keys.', problem ?? ''),
  }
  const causes = new Map(
    report.causes.flatMap(({ what, violations }) => violations.map(one => [one.id, what])),
  )
  const rows = report.requirements.flatMap(({ id, verdict, findings, violation }): SeenRow[] => {
    if (!isDecided(verdict)) return []
    const wanted = verdict === 'waived' ? 'violated' : verdict
    const finding = findings.find(one => one.kind === wanted) ?? findings[0]
    const exchanges = (finding?.exchanges ?? [])
      .slice(-MAX_EXCHANGES)
      .flatMap(one => report.exchanges[one] ?? [])
      .map(withoutMuch)
    const sentence = finding?.sentence ?? ''
    return [
      {
        requirement: id,
        verdict,
        kind,
        evidence: {
          sentence,
          cause: causes.get(id) ?? sentence,
          repeat: violation?.repeat ?? null,
          scenario: finding?.scenario ?? null,
          exchanges,
        },
      },
    ]
  })
  return [reachable, ...rows]
}

const MAX_EXCHANGES = 2
const MAX_BODY = 800

function withoutMuch({ response, ...exchange }: ReportedExchange): ReportedExchange {
  const { body, cut } = response
  return {
    ...exchange,
    response: { ...response, body: body.slice(0, MAX_BODY), cut: cut || body.length > MAX_BODY },
  }
}

const isDecided = (verdict: string): verdict is Verdict => ['met', 'violated', 'waived'].includes(verdict)

/** Counts the call in a line of a recording, by its operation. */
export function countCall(counts: Map<string, Calls>, line: string): void {
  const one = JSON.parse(line) as RecordedLine | { kind?: undefined }
  const count = (operation: string, ms: number, isFailed: boolean) => {
    if (operation === '') return
    const { calls = 0, failed = 0, totalMs = 0, slowestMs = 0 } = counts.get(operation) ?? {}
    counts.set(operation, {
      operation,
      calls: calls + 1,
      failed: failed + Number(isFailed),
      totalMs: totalMs + ms,
      slowestMs: Math.max(slowestMs, ms),
    })
  }
  // A call without a code was not sent, such as one that would have to wait for a rate limit.
  if (one.kind === 'failure' && one.failure.code !== null) count(one.asked.operation, 0, true)
  // A stream takes as long as what it reports.
  else if (one.kind === 'exchange' && !isEventStream(one.response.headers))
    count(one.operation, one.ms, one.response.status >= 500)
}
