/** The input of `learn` and `compare`: a recording of the suite, read or made, or an HTTP archive. */
import { type RunOptions, run, type TargetInput } from '#conformance'
import { readRecording } from '../../conformance/engine/recording.ts'
import { jsonOf } from '../../conformance/extract/event-stream.ts'
import { readFile } from '../../flags/files.ts'
import { UsageError } from '../../flags/flag.ts'
import { type Calls, callsOf, callsOfArchive } from './calls.ts'
import { requireShape } from './shape.ts'

/** A file without calls; the message says what is accepted. */
export class CallsProblem extends UsageError {}

/** `baseUrl` is the service's URL in an archive. Default: the one that most matching requests share. */
export function readCalls(path: string, baseUrl?: string): Calls {
  const calls = readText(readFile(path, `the recording ${path}`).toString(), path, baseUrl)
  if (calls.calls.some(({ operation }) => operation !== undefined)) return calls
  throw new CallsProblem(
    `${path} holds no call of an operation of the service${baseUrl === undefined ? '' : ` below ${baseUrl}`}`,
  )
}

/** The calls of a run, and why the deployment could not be asked, if it could not. */
export async function recordCalls(target: TargetInput, options: RunOptions) {
  const lines: string[] = []
  const { problems } = await run(target, { ...options, record: line => void lines.push(line) })
  return { calls: callsIn(lines), problems }
}

export const callsIn = (lines: readonly string[]): Calls => callsOf(readRecording(lines.join('\n')))

function readText(text: string, path: string, baseUrl: string | undefined): Calls {
  const isRecording = text.startsWith('{"recording":')
  try {
    if (isRecording) {
      const recording = readRecording(text)
      requireShape('recording', recording)
      return callsOf(recording)
    }
    const archive = jsonOf(text)
    if (archive === undefined)
      throw new Error(
        text.trim() === '' ? 'it is empty' : 'it does not begin like a recording, and is no JSON',
      )
    return callsOfArchive(archive, baseUrl)
  } catch (error) {
    const reason =
      error instanceof TypeError ? 'not everything is there that calls have' : (error as Error).message
    throw new CallsProblem(
      isRecording
        ? `the recording ${path} is damaged: ${reason}`
        : `${path} is no recording of agent-work conformance --record, and no HTTP archive: ${reason}`,
    )
  }
}
