/** The parameters of a query: the text of each, or the texts of one that is repeated. */
export type Query = Readonly<Record<string, string | readonly string[]>>

const NO_QUERY: Query = {}

/** What `URLSearchParams` has to decode. */
const ENCODED = /[%+]|^\?/

/** Reads the query of a URL, without its question mark. */
export function readQuery(query: string): Query {
  if (query === '') return NO_QUERY
  // Without a prototype, so that `__proto__` is a name like any other.
  const values: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of ENCODED.test(query) ? new URLSearchParams(query) : plainPairs(query)) {
    const earlier = values[name]
    if (earlier === undefined) values[name] = value
    else if (typeof earlier === 'string') values[name] = [earlier, value]
    else earlier.push(value)
  }
  return values
}

function plainPairs(query: string): [string, string][] {
  const pairs: [string, string][] = []
  for (const part of query.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    pairs.push(at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)])
  }
  return pairs
}
