// Removes secrets from what the journal shows: by the name of the header, and by value everywhere.
import { mapValues } from '../store/members.ts'
import type { Workspace } from '../world/workspace.ts'
import { type Exchange, sentHeaders } from './exchange.ts'

/** Removes secrets from a text. */
export type Redact = (text: string) => string

const SECRET_HEADER = /^(cookie|set-cookie)$|auth|token|secret|password|(api|control)-?key/i
const SECRET_PARAMETER = /key|token|secret|password|signature|^sig$|^code$/i
/** A shorter text would occur by chance. */
const MIN_SECRET = 6
/** Keys of any workspace of any mock. */
const ANY_KEY = /awk_(?:s\d+_)?[A-Za-z0-9]{40}/g

/** Creates a function that removes secrets: those of the workspace's keys, and everything that was sent as a key. */
export function redactorFor(entries: readonly Exchange[], workspace?: Workspace): Redact {
  const names = new Map<string, string>()
  for (const entry of entries) for (const value of secretsSent(entry)) names.set(value, nameUnknown(value))
  for (const { secret, name } of workspace?.tables.keys.range('listed', null) ?? [])
    names.set(secret, `[key ${name}]`)
  // The exchange still has the name of a key that was deleted.
  for (const { caller } of entries) if (caller) names.set(caller.key.secret, `[key ${caller.key.name}]`)
  // The longest first, because one key may be the beginning of another.
  const secrets = [...names.keys()].sort((a, b) => b.length - a.length)
  return text => {
    let clean = text
    for (const secret of secrets) clean = clean.replaceAll(secret, names.get(secret)!)
    return clean.replace(ANY_KEY, '[some key]')
  }
}

/** A value without secrets. */
export function redacted<Value>(value: Value, redact: Redact): Value {
  if (typeof value === 'string') return redact(value) as Value
  if (Array.isArray(value)) return value.map(item => redacted(item as unknown, redact)) as Value
  if (typeof value !== 'object' || value === null) return value
  return mapValues(value as Record<string, unknown>, inner => redacted(inner, redact)) as Value
}

/** The value of a header without secrets. */
export function shownHeader(name: string, value: string, redact: Redact): string {
  const clean = redact(value)
  if (!SECRET_HEADER.test(name) || clean !== value) return clean
  return '[redacted]'
}

/** A query without secrets, also those of other services that a client puts into each of its URLs. */
export function shownQuery(query: string, redact: Redact): string {
  const shown = query.split('&').map(part => {
    const clean = redact(part)
    const [name = ''] = part.split('=', 1)
    return clean === part && part !== name && SECRET_PARAMETER.test(name) ? `${name}=[redacted]` : clean
  })
  return shown.join('&')
}

function secretsSent(entry: Exchange): string[] {
  const parameters = [...new URLSearchParams(entry.query)].filter(([name]) => SECRET_PARAMETER.test(name))
  const headers = sentHeaders(entry).filter(([name]) => SECRET_HEADER.test(name))
  const keys = headers.map(([, value]) => value.replace(/^(Bearer|Basic|Token) +/i, '').trim())
  return [...parameters.map(([, value]) => value), ...keys].filter(({ length }) => length >= MIN_SECRET)
}

/** Enough to recognise one's own key, too little to use it. */
function nameUnknown(value: string): string {
  const begins = value.length >= 16 ? `, begins with ${value.slice(0, 4)}` : ''
  return `[unknown key of ${value.length} characters${begins}]`
}
