import type { Exchange } from '../requirements/exchange.ts'

/** A curl command that sends the request again; keys appear as `$NAME`. */

const OWN = new Set(['accept', 'user-agent', 'content-length'])

export function curlOf(exchange: Exchange, headers: Record<string, string>): string {
  const parts = ['curl -sS -i']
  if (exchange.method !== 'GET') parts.push(`-X ${exchange.method}`)
  for (const [name, value] of Object.entries(headers)) {
    if (OWN.has(name)) continue
    // Double quotes let the shell insert the key; everything else stays literal.
    parts.push(value.startsWith('Bearer $') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`)
  }
  if (exchange.requestBody !== undefined) parts.push(`--data-raw ${quoted(exchange.requestBody)}`)
  parts.push(quoted(exchange.url))
  return parts.join(' ')
}

/** A text as one word of a shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
