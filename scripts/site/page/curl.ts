// Reads curl commands as the requests that they send.

export interface CurlRequest {
  /** The command as it is written. */
  readonly line: string
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The requests of the curl commands in a text; none if one of them does not go to the mock, or never ends. */
export function requestsIn(text: string): CurlRequest[] {
  const lines = text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(line => line.trim().startsWith('curl '))
  const requests = lines.map(requestIn)
  return requests.every(request => request !== undefined) ? requests : []
}

function requestIn(line: string): CurlRequest | undefined {
  const words = wordsOf(line).slice(1)
  const headers: Record<string, string> = {}
  let method: string | undefined
  let url: string | undefined
  let body: string | undefined
  while (words.length > 0) {
    const word = words.shift()!
    if (word === '-X') method = words.shift()
    else if (word === '-d') body = words.shift()
    else if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(words.shift() ?? '') ?? []
      headers[name.toLowerCase()] = value
    } else if (word === '>') words.shift()
    // Never ends.
    else if (word === '-N') return undefined
    else if (!word.startsWith('-')) url = word
  }
  const path = /^http:\/\/127\.0\.0\.1:4010(\/.*)$/.exec(url ?? '')?.[1]
  if (path === undefined) return undefined
  return { line: line.trim(), method: method ?? (body === undefined ? 'GET' : 'POST'), path, headers, body }
}

/** The words of a command line without its comment. */
function wordsOf(line: string): string[] {
  const found = line.matchAll(/'([^']*)'|"([^"]*)"|(#.*$)|([^\s'"]+)/g)
  return Array.from(found).flatMap(([, single, double, comment, bare]) =>
    comment === undefined ? [single ?? double ?? bare ?? ''] : [],
  )
}
