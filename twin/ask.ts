/**
 * Asks a deployment for what a recording of it leaves undecided: the suite runs the checks of the operations concerned,
 * with its questions, and the twin takes over the answers that they show.
 */
import type { RunOptions, TargetInput } from '#conformance'
import type { Twin } from '#mock'
import { type GapId, gaps, requirements } from '#openapi'
import { learn } from './learn.ts'
import { recordCalls } from './recording/record-calls.ts'

export interface AskOptions extends Pick<RunOptions, 'env' | 'fetch' | 'journal' | 'signal'> {
  /** Whether to create and change records, too; what was created is removed. Default: false. */
  readonly mayWrite?: boolean
}

/** The twin with the answers that the deployment shows, within the budget and the rate limits of the target. */
export async function askUndecided(
  twin: Twin,
  target: TargetInput,
  { mayWrite = false, ...options }: AskOptions = {},
): Promise<Twin> {
  const { undecided = [] } = twin
  if (undecided.length === 0) return twin
  const { calls, problems } = await recordCalls(target, {
    ...options,
    ...checksOf(undecided),
    readOnly: !mayWrite,
    skipRateLimit: true,
    questions: true,
  })
  if (problems.length > 0) throw new AskProblem(problems.join('\n'))
  const { twin: asked } = await learn(calls)
  const shown = new Set(undecided.filter(gap => gap in (asked.because ?? {})))
  const ofShown = <Value>(all: Readonly<Partial<Record<GapId, Value>>> = {}) =>
    Object.fromEntries(Object.entries(all).filter(([gap]) => shown.has(gap as GapId)))
  return {
    ...twin,
    answers: { ...twin.answers, ...ofShown(asked.answers) },
    because: { ...twin.because, ...ofShown(asked.because) },
    undecided: undecided.filter(gap => !shown.has(gap)),
    unsure: [
      ...(twin.unsure ?? []),
      ...(asked.unsure ?? []).filter(({ at }) => shown.has(at.replace('answers.', '') as GapId)),
    ],
  }
}

/** Why the deployment could not be asked. */
export class AskProblem extends Error {}

/** The requirements of the operations that show the gaps; all, where every operation does. */
function checksOf(undecided: readonly GapId[]): Pick<RunOptions, 'only'> {
  const rows = gaps.filter(({ id }) => undecided.includes(id))
  if (rows.some(({ operations }) => operations.length === 0)) return {}
  const concerned = new Set<string>(rows.flatMap(({ operations }) => operations))
  const its = requirements.requirements.filter(({ operations }) => operations.some(id => concerned.has(id)))
  return its.length === 0 ? {} : { only: its.map(({ id }) => id) }
}
