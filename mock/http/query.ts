/** The parameters of a query: the text of each, or the texts of one that is repeated. */
export type Query = Readonly<Record<string, string | readonly string[]>>

export const NO_QUERY: Query = {}

/** What `URLSearchParams` has to decode, and the one name that an assignment does not set. */
const ENCODED = /[%+]|^\?|__proto__/

/** Reads the query of a URL, without its question mark. */
export function readQuery(query: string): Query {
  if (ENCODED.test(query)) return decoded(new URLSearchParams(query))
  const values: Record<string, string | string[]> = {}
  for (const part of query.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    const value = at < 0 ? '' : part.slice(at + 1)
    values[name] = Object.hasOwn(values, name) ? [values[name]!, value].flat() : value
  }
  return values
}

function decoded(query: URLSearchParams): Query {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map(name => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    }),
  )
}
