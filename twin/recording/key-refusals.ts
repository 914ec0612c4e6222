/** How a deployment refused requests whose Authorization header has no key behind Bearer. */
import type { Call, Calls } from './calls.ts'

export type KeyRefusal = 'key_missing' | 'key_unknown'

/**
 * For each such request, whether it was refused like one without a key or like one with an unknown key. Requests are left
 * out where the deployment refuses both in the same way.
 */
export function keyRefusals({ calls, keys }: Calls): ReadonlyMap<Call, KeyRefusal> {
  const known = new Set(keys.map(({ name }) => name))
  const found = new Map<Call, KeyRefusal>()
  const refused = calls.filter(({ status }) => status === 401 || status === 403)
  const missing = refused.filter(({ key }) => key === 'none')
  const unknown = refused.filter(call => call.key !== 'none' && !known.has(call.key) && !isOtherForm(call))
  for (const sign of [withText, byStatus]) {
    const [noKey, noSuchKey] = [new Set(missing.map(sign)), new Set(unknown.map(sign))]
    for (const call of refused.filter(isOtherForm)) {
      const own = sign(call)
      if (noKey.has(own) !== noSuchKey.has(own))
        found.set(call, noKey.has(own) ? 'key_missing' : 'key_unknown')
    }
  }
  return found
}

const byStatus = ({ status }: Call) => `${status}`
const withText = ({ status, text, path }: Call) => `${status} ${text.replaceAll(path, '')}`

function isOtherForm({ headers: { authorization } }: Call): boolean {
  return authorization !== undefined && !/^Bearer +\S+ *$/i.test(authorization.replaceAll('(made up)', 'key'))
}
