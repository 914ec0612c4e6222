import type { OperationRow } from '#openapi'

interface Details {
  readonly query?: string
  readonly body?: string | undefined
  /** The name of the key to use. Default: the one in the environment. */
  readonly key?: string
}

/** The environment has the key as `AGENT_WORK_KEY`, or as `AGENT_WORK_KEY_READ_ONLY` for a named one. */
export function curlFor(
  baseUrl: string,
  operation: OperationRow,
  path: Readonly<Record<string, string | undefined>>,
  { query = '', body, key }: Details = {},
): string {
  const where = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? `<${name}>`)
  const address = baseUrl + where + (query === '' ? '' : `?${query}`)
  const variable =
    key === undefined ? 'AGENT_WORK_KEY' : `AGENT_WORK_KEY_${key.replaceAll(/\W/g, '_').toUpperCase()}`
  const parts = ['curl', ...(operation.method === 'GET' ? [] : ['-X', operation.method]), quoted(address)]
  parts.push('-H', `"Authorization: Bearer $${variable}"`)
  if (body) parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(body))
  return parts.join(' ')
}

/** A call of the control API, which needs no key of the service. */
export function curlForControl(baseUrl: string, path: string, body: unknown): string {
  const json = quoted(JSON.stringify(body))
  return `curl -X POST ${quoted(baseUrl + path)} -H ${quoted('Content-Type: application/json')} -d ${json}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
