// Reads the body of a request.
import type { IncomingMessage } from 'node:http'
import type { Profile } from '../profile/profile.ts'
import { Refusal } from '../world/refusal.ts'

const LARGEST_BODY = 4 * 1024 * 1024

/** What was sent: the text, empty where nothing was. */
export function readText(request: IncomingMessage): Promise<string> {
  // A request that announces no body has ended before it began.
  if (request.readableEnded) return Promise.resolve('')
  // Listeners, for an async iterator over a request takes longer than most requests do.
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= LARGEST_BODY) chunks.push(chunk)
    else reject(tooLarge())
  })
  request.on('end', () => resolve(textOf(chunks)))
  request.on('error', reject)
  request.on('close', () => {
    if (!request.complete) reject(request.errored ?? new Error('the connection broke off'))
  })
  return promise
}

/** Nearly every body comes in one piece. */
function textOf(chunks: Buffer[]): string {
  const [only] = chunks
  return (chunks.length === 1 && only ? only : Buffer.concat(chunks)).toString('utf8')
}

function tooLarge(): Refusal {
  return new Refusal('request_invalid', `The body is larger than ${LARGEST_BODY} bytes. Send less.`, {
    param: 'body',
  })
}

/** The JSON in a text; undefined where nothing was sent. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal('body_malformed', `The body is not JSON: ${reason}.`, { param: 'body' })
  }
}

/** Refuses a body of another media type than JSON, as far as the profile does. */
export function requireJson(contentType: string | undefined, profile: Profile): void {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json' || profile['wrong-content-type'] === 'accept') return
  const found = contentType === undefined ? 'none was given' : `it was ${contentType}`
  throw new Refusal(
    'media_type_unsupported',
    `Bodies are sent with Content-Type: application/json; ${found}.`,
    {
      param: 'header.Content-Type',
    },
  )
}
