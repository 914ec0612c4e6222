/**
 * Asks a deployment for what a recording of it leaves undecided: the suite runs the checks of the operations concerned,
 * with its questions, and its calls join those of the recording.
 */
import type { RunOptions, TargetInput } from '#conformance'
import { type GapId, gaps, requirements } from '#openapi'
import { UsageError } from '../flags/flag.ts'
import { findAnswers } from './find-answers.ts'
import type { Calls } from './recording/calls.ts'
import { recordCalls } from './recording/read-calls.ts'

export interface AskOptions extends Pick<RunOptions, 'env' | 'fetch' | 'journal' | 'signal'> {
  /** Whether to create and change records, too; what was created is removed. Default: false. */
  readonly mayWrite?: boolean
}

/** The recording with the calls that were sent, within the budget and the rate limits of the target. */
export async function askUndecided(
  recorded: Calls,
  target: TargetInput,
  { mayWrite = false, ...options }: AskOptions = {},
): Promise<Calls> {
  const { undecided } = await findAnswers(recorded)
  if (undecided.length === 0) return recorded
  const { calls: asked, problems } = await recordCalls(target, {
    ...options,
    only: checksOf(undecided),
    readOnly: !mayWrite,
    skipRateLimit: true,
    questions: true,
  })
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  const names = new Set(asked.keys.map(({ name }) => name))
  return {
    ...recorded,
    keys: [...asked.keys, ...recorded.keys.filter(({ name }) => !names.has(name))],
    fixtures: { ...recorded.fixtures, ...asked.fixtures },
    calls: [
      ...recorded.calls,
      ...asked.calls.map(call => ({ ...call, id: `${call.id} asked`, scenario: `asked/${call.scenario}` })),
    ],
  }
}

/** The requirements of the operations that show the gaps. One operation is enough for what every operation shows. */
function checksOf(undecided: readonly GapId[]): string[] {
  const rows = gaps.filter(({ id }) => undecided.includes(id))
  const concerned = new Set<string>(rows.flatMap(({ operations }) => operations))
  if (rows.some(({ operations }) => operations.length === 0)) concerned.add('listTasks')
  return requirements.requirements
    .filter(({ operations }) => operations.some(id => concerned.has(id)))
    .map(({ id }) => id)
}
