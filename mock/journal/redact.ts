// Takes secrets out of what the journal shows: by the name of a header, and by value wherever one stands.
import type { KeyRow } from '../world/people.ts'
import type { Exchange } from './exchange.ts'

/** Takes secrets out of a text. */
export type Redact = (text: string) => string

const SECRET_HEADER = /^(cookie|set-cookie)$|auth|token|secret|password|(api|control)-?key/i
/** Keys of any workspace, that of another mock included. */
const ANY_KEY = /awk_[A-Za-z0-9]{40}/g

/** What takes the secrets out of exchanges: those of their workspace's keys, and whatever came as a key. */
export function redactorFor(entries: readonly Exchange[], keys: readonly KeyRow[]): Redact {
  const names = new Map<string, string>()
  for (const entry of entries) for (const value of secretsSent(entry)) names.set(value, nameUnknown(value))
  for (const { secret, name } of keys) names.set(secret, `[key ${name}]`)
  // A key that was deleted since still has its name in the exchange.
  for (const { caller } of entries) if (caller) names.set(caller.key.secret, `[key ${caller.key.name}]`)
  // The longest first: a key may begin with all of another.
  const secrets = [...names.keys()].sort((a, b) => b.length - a.length)
  return text => {
    let clean = text
    for (const secret of secrets) clean = clean.replaceAll(secret, names.get(secret)!)
    return clean.replace(ANY_KEY, '[some key]')
  }
}

/** A value without secrets in any of its texts. */
export function redacted<Value>(value: Value, redact: Redact): Value {
  if (typeof value === 'string') return redact(value) as Value
  if (Array.isArray(value)) return value.map(item => redacted(item as unknown, redact)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, redacted(inner, redact)]),
  ) as Value
}

/** The value of a header as it may be shown. */
export function shownHeader(name: string, value: string, redact: Redact): string {
  const clean = redact(value)
  if (!SECRET_HEADER.test(name) || clean !== value) return clean
  return '[redacted]'
}

function secretsSent({ requestHeaders }: Exchange): string[] {
  const sent: string[] = []
  for (let i = 0; i < requestHeaders.length; i += 2) {
    if (!SECRET_HEADER.test(requestHeaders[i]!)) continue
    const value = requestHeaders[i + 1]!.replace(/^(Bearer|Basic|Token) +/i, '').trim()
    // What is shorter is no secret, and would stand in texts by chance.
    if (value.length >= 6) sent.push(value)
  }
  return sent
}

/** Enough to recognise a key of one's own, too little to use it. */
function nameUnknown(value: string): string {
  const begins = value.length >= 16 ? `, begins with ${value.slice(0, 4)}` : ''
  return `[unknown key of ${value.length} characters${begins}]`
}
