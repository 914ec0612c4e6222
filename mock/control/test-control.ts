// What the tests of the control API stand on: typed calls over HTTP, each reply judged against control.json.

// What the tests of the control API stand on: typed calls over HTTP, each reply judged against control.json.
import createClient, { type Client } from 'openapi-fetch'
import { replyValidator, schemaChecker } from '#openapi'
import { routerOf } from '../server/router.ts'
import { controlDocument, controlRows } from './document.ts'
import type { paths } from './generated/control.gen.ts'

const route = routerOf(controlRows)
const schemas = schemaChecker(controlDocument())
const judge = replyValidator(controlDocument(), () => schemas)

/**
 * A client of the control API at that address; `key` is the workspace's key that `current` goes by.
 *
 * @example const { data } = await controlClient(mock.url).GET('/_mock/health')
 */
export function controlClient(baseUrl: string, key?: string): Client<paths> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return createClient<paths>({ baseUrl, headers, fetch: judged })
}

async function judged(request: Request): Promise<Response> {
  const response = await fetch(request)
  const found = route(request.method, new URL(request.url).pathname)
  if (!('operation' in found)) return response
  const type = response.headers.get('content-type')
  const text = await response.clone().text()
  const body = text === '' ? undefined : type?.startsWith('application/json') ? JSON.parse(text) : text
  const [first] = judge(found.operation, response.status, type, body)
  if (!first) return response
  throw new Error(
    `${request.method} ${request.url} got a reply that control.json does not describe: ${first.message}\n${text}`,
  )
}
