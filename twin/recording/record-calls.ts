/** Records a run of the suite in memory. */
import { type RunOptions, run, type TargetInput } from '#conformance'
import { readRecording } from '../../conformance/engine/recording.ts'
import { type Calls, callsOf } from './calls.ts'

/** The calls of a run, and why the deployment could not be asked, if it could not. */
export async function recordCalls(target: TargetInput, options: RunOptions) {
  const lines: string[] = []
  const { problems } = await run(target, { ...options, record: line => void lines.push(line) })
  return { calls: callsIn(lines), problems }
}

export const callsIn = (lines: readonly string[]): Calls => callsOf(readRecording(lines.join('\n')))
