import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '#openapi'

/** The typed client of somebody with that key; without one, it sends none. */
export function clientAs(
  key: string | undefined,
  baseUrl: string,
  fetch: (request: Request) => Promise<Response> = globalThis.fetch,
): Client<paths> {
  return createClient<paths>({
    baseUrl,
    fetch,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  })
}

/**
 * A request as a plain client sends it: with a key, unless it is undefined, and a body as JSON. Default: GET, or POST with a
 * body.
 *
 * @example const reply = await sendAs(keys.admin, `${mock.url}/tasks`, { title: 'A task' })
 */
export function sendAs(
  key: string | undefined,
  url: string | URL,
  body?: unknown,
  { headers, ...init }: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    ...init,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: replies are read by what the test expects of them
export type Body = any

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** A reply that was read: its body as JSON, or as a text that is none; undefined without a body. */
export async function answerOf(reply: Response): Promise<Answer> {
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.includes('json')
  const body = text === '' ? undefined : isJson ? JSON.parse(text) : text
  return { status: reply.status, headers: reply.headers, body }
}

/** The body of a success that a typed client got; throws for a refusal. */
export function bodyOf<Given>(reply: {
  readonly data?: Given
  readonly error?: { readonly error: { readonly message: string } }
  readonly response: Response
}): Given & {} {
  const { data, error, response } = reply
  if (data === undefined || data === null) throw new Error(`${response.status} ${error?.error.message}`)
  return data
}

/** The same request, with the reply read. */
export async function askAs(...request: Parameters<typeof sendAs>): Promise<Answer> {
  return answerOf(await sendAs(...request))
}

/** What a request with that body is made of. */
export function asJson(body: unknown) {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

interface Owner<Agent extends string> {
  readonly url: string
  readonly keys: Readonly<Record<string, string>>
  readonly roles: { readonly agents: Readonly<Record<Agent, string>> }
}

/** Starts a run of a ready-made agent of a workspace. */
export async function startRun<Agent extends string>(
  { url, keys, roles }: Owner<Agent>,
  agent: NoInfer<Agent>,
  { input, key = 'admin' }: { readonly input?: object; readonly key?: string } = {},
) {
  const started = await sendAs(keys[key], `${url}/agents/${roles.agents[agent]}/run`, { input })
  return (await started.json()) as { readonly run_id: string; readonly chat_id: string }
}
