// One call of the service or of the control API. The console reads and does everything by these.
import type { OperationRow } from '../../../openapi/operation-row.ts'
import { mockRoot } from '../address.ts'
import { controlCalls, serviceCalls } from '../generated/calls.gen.ts'
import { place, workspaceId } from '../routes.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { stored } from '../state/stored.ts'
import type { Control, ControlId, Given, Service, ServiceId, Wanted } from './types.ts'

/** A call as data, so that it can be made, shown as code, and repeated. */
export interface Call<Reply = unknown> {
  readonly api: 'service' | 'control'
  readonly id: string
  readonly method: string
  /** The path and the query, without a slash in front. */
  readonly url: string
  readonly wanted: { path?: object; query?: object; body?: unknown }
  /** Never there: its type is that of the body of the reply. */
  readonly reply?: Reply
  /** `<workspace>/<key>`, for calls of the service. */
  readonly as?: string
  /** In whose words it is: `own` are those of the workspace, such as its twin's. Default: those of the contract. */
  readonly profile?: string
}

/** A reply that is no success. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** The exchange that the mock can explain; null for calls that the journal leaves out. */
  readonly exchange: string | null
  constructor(status: number, code: string, message: string, exchange: string | null) {
    super(message)
    this.status = status
    this.code = code
    this.exchange = exchange
  }
}

/** What names a key of the workspace of the address in `X-Mock-As`. */
export function asKey(name: string): string {
  return `${workspaceId.value ?? 'demo'}/${name}`
}

/** The key that calls of the service are made with by default: the one that the console reads with, or the admin's. */
export function actor(): string {
  return place.value.query.get('as') ?? 'admin'
}

/** With a key of the workspace of the address. */
export function service<Id extends ServiceId>(
  id: Id,
  wanted: Wanted<Service[Id]>,
  key = actor(),
): Call<Given<Service[Id]>> {
  return { ...callOf('service', id, serviceCalls[id], wanted), as: asKey(key) }
}

/** Where an operation of the service is; undefined where there is none of that name. */
export function rowOf(id: string): Pick<OperationRow, 'method' | 'path'> | undefined {
  const [method, path] = serviceCalls[id as ServiceId]?.split(' ') ?? []
  return path === undefined ? undefined : { method: method as OperationRow['method'], path }
}

/** Without another one, of the workspace of the address. */
export function control<Id extends ControlId>(id: Id, wanted: Wanted<Control[Id]>): Call<Given<Control[Id]>> {
  const given: Call['wanted'] = wanted
  const row = controlCalls[id]
  if (!row.includes('{workspace_id}')) return callOf('control', id, row, given)
  const path = { workspace_id: workspaceId.value, ...given.path }
  return callOf('control', id, row, { ...given, path })
}

function callOf<Reply>(api: Call['api'], id: string, row: string, wanted: Call['wanted']): Call<Reply> {
  const [method = 'GET', pattern = '/'] = row.split(' ')
  return { api, id, method, url: filled(pattern, wanted), wanted }
}

/** The path with its parameters filled in, and its query. */
function filled(pattern: string, wanted: Call['wanted']): string {
  const values = (wanted.path ?? {}) as Record<string, string>
  const path = pattern
    .slice(1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(wanted.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
  return query.size > 0 ? `${path}?${query}` : path
}

/** The value of `--control-key`. `sessionStorage` keeps it for this tab and, unlike a cookie, for this port only. */
export const controlKey = stored('sessionStorage', 'control-key', '')

/** Makes a call and returns its reply; throws `Refused`, or an error where the mock cannot be reached. */
export async function make(call: Call, signal?: AbortSignal): Promise<Response> {
  const reply = await send(call, signal)
  if (reply.ok) return reply
  throw await refusalIn(reply)
}

/** Makes a call and returns whatever reply it gets; throws where the mock cannot be reached. */
export function send(call: Call, signal?: AbortSignal): Promise<Response> {
  const { body } = call.wanted
  const key = controlKey.peek()
  const headers: Record<string, string> = {
    ...(call.as === undefined ? { 'X-Mock-Console': '1' } : { 'X-Mock-As': call.as }),
    ...(call.profile && { 'X-Mock-Profile': call.profile }),
    ...(key && { 'X-Mock-Control-Key': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  return fetch(new URL(call.url, mockRoot), {
    method: call.method,
    headers,
    cache: 'no-store',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Error('The mock does not answer.')
  })
}

async function refusalIn(reply: Response): Promise<Refused> {
  const text = await reply.text()
  const { error = {} } = Object(parsed(text)) as { error?: { code?: string; message?: string } }
  if (error.code === 'control_key_needed') showDialog('control key')
  const exchange = reply.headers.get('x-mock-exchange')
  return new Refused(reply.status, error.code ?? `status ${reply.status}`, error.message ?? text, exchange)
}

/** What a text is as JSON; the text itself where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The body of the reply to a call. */
export async function ask<Reply>(call: Call<Reply>): Promise<Reply> {
  return bodyOf(await make(call))
}

export async function bodyOf<Body>(reply: Response): Promise<Body> {
  const text = await reply.text()
  return (text === '' ? undefined : JSON.parse(text)) as Body
}
