/** Reads what `learn` and `compare` start from: a recording of the suite, or an HTTP archive. */
import { readFileSync } from 'node:fs'
import { readRecording } from '../engine/recording.ts'
import { type Calls, callsOf, callsOfArchive, parsed } from './call.ts'

/** A file that holds no calls; the message says what would. */
export class CallsProblem extends Error {}

/** `baseUrl` is where the service is in an archive. Default: the origin of its first request. */
export function readCalls(path: string, baseUrl?: string): Calls {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new CallsProblem(`the recording ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  try {
    return text.startsWith('{"recording":') ? callsOf(readRecording(text)) : ofArchive(parsed(text), baseUrl)
  } catch (error) {
    throw new CallsProblem(
      `${path} is neither a recording of agent-work conformance --record nor an HTTP archive: ${(error as Error).message}`,
    )
  }
}

function ofArchive(archive: unknown, baseUrl?: string): Calls {
  const [first] =
    (archive as { log?: { entries?: { request: { url: string } }[] } } | undefined)?.log?.entries ?? []
  return callsOfArchive(
    archive,
    baseUrl ?? (first === undefined ? 'http://127.0.0.1' : new URL(first.request.url).origin),
  )
}
