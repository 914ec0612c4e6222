/** The version of a deployment, from a URL that shows it. */
import { lookUp } from '../openapi/elements.ts'

const TIMEOUT_MS = 10_000
const MAX_LENGTH = 200

/**
 * What the URL answers; with `#/build/commit` at its end, that member of its JSON. Undefined where it does not answer
 * 200, or the member is not there: a deployment that is down has no other version.
 */
export async function deployedVersion(url: string): Promise<string | undefined> {
  const [address = '', pointer] = url.split('#', 2)
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await reply.text()
    if (reply.status !== 200) return undefined
    const value = pointer === undefined ? text.trim() : (lookUp(JSON.parse(text), pointer) ?? '')
    return value === '' ? undefined : String(value).slice(0, MAX_LENGTH)
  } catch {
    return undefined
  }
}
