/** The version of a deployment, from a URL that shows it. */

const TIMEOUT_MS = 10_000
const MAX_LENGTH = 200

/**
 * What the URL answers; with `#/build/commit` at its end, that member of its JSON. Undefined where it does not answer
 * 200, or the member is not there: a deployment that is down has no other version.
 */
export async function deployedVersion(url: string, fetch = globalThis.fetch): Promise<string | undefined> {
  const [address = '', pointer] = url.split('#', 2)
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await reply.text()
    if (reply.status !== 200) return undefined
    const value = pointer === undefined ? text.trim() : memberAt(JSON.parse(text), pointer)
    return value === undefined || value === '' ? undefined : value.slice(0, MAX_LENGTH)
  } catch {
    return undefined
  }
}

function memberAt(value: unknown, pointer: string): string | undefined {
  const names = pointer.split('/').slice(1)
  const found = names.reduce<unknown>(
    (inner, name) =>
      (inner as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    value,
  )
  return found === undefined || found === null ? undefined : String(found)
}
