// A call as text to copy: curl, TypeScript, `fetch`.
import { mockBase } from '../address.ts'
import type { Call } from './call.ts'

/** A line for a shell, with the key from a variable unless it is given. */
export function asCurl({ api, method, url, wanted: { body } }: Call, key = '$AGENT_WORK_KEY'): string {
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(api === 'service' ? [`-H "Authorization: Bearer ${key}"`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${mockBase}/${url}`),
  ]
  return parts.join(' ')
}

/** A call in TypeScript: of the mock's embedding API where it has one, with `fetch` otherwise. */
export function asTypeScript(call: Call): string {
  const embedded = call.api === 'control' ? embeddings[call.id]?.(call.wanted as Wanted) : undefined
  return embedded ?? asFetch(call)
}

export function asFetch({ api, method, url, wanted: { body } }: Call): string {
  const headers = [
    ...(api === 'service' ? ['authorization: `Bearer ${process.env.AGENT_WORK_KEY}`'] : []),
    ...(body === undefined ? [] : [`'content-type': 'application/json'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body)}),`]),
  ]
  const address = `\`${mockBase}/${url}\``.replaceAll('`', url.includes("'") ? '`' : "'")
  if (options.length === 0) return `await fetch(${address})`
  return `await fetch(${address}, {\n${options.join('\n')}\n})`
}

interface Wanted {
  readonly path: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** The same call by the handle of a workspace, as `mock.workspace()` returns it. */
const embeddings: Readonly<Record<string, (wanted: Wanted) => string | undefined>> = {
  advanceClock: ({ body = {} }) =>
    body.until_idle
      ? 'workspace.clock.untilIdle()'
      : body.to
        ? `workspace.clock.to(${literal(body.to)})`
        : `workspace.clock.advance(${literal(body.by)})`,
  decideApproval: ({ path, body: { outcome, ...rest } = {} }) => {
    const verb = { approved: 'approve', rejected: 'reject', objected: 'object' }[String(outcome)]
    return `workspace.people.${verb}(${args(path.approval_id, rest)})`
  },
  archiveTask: ({ path }) => `workspace.people.archive(${literal(path.task)})`,
  unarchiveTask: ({ path }) => `workspace.people.unarchive(${literal(path.task)})`,
  runTask: ({ path, body }) => `workspace.people.runTask(${args(path.task, body)})`,
  setBalance: ({ body }) => `workspace.people.setBalance(${literal(body?.balance_euros)})`,
  topUp: ({ body }) => `workspace.people.topUp(${literal(body?.euros)})`,
  setPlan: ({ body }) => `workspace.people.setPlan(${literal(body?.plan)})`,
  createKey: ({ body }) => `workspace.people.createKey(${literal(body)})`,
  changeKey: ({ path, body = {} }) => {
    const key = literal(path.key_id)
    if (Array.isArray(body.scopes)) return `workspace.people.limitKey(${key}, ${literal(body.scopes)})`
    if (body.revoked_at === null) return `workspace.people.restoreKey(${key})`
    return body.revoked_at === 'now'
      ? `workspace.people.revokeKey(${key})`
      : `workspace.people.revokeKey(${key}, ${literal(body.revoked_at)})`
  },
  setPolicy: ({ body }) => `workspace.people.policy(${literal(body?.rules)})`,
  addFault: ({ body }) => `workspace.faults.add(${literal(body)})`,
  clearFaults: () => 'workspace.faults.clear()',
  saveSnapshot: ({ body }) => `const snapshot = workspace.snapshot(${body?.name ? literal(body.name) : ''})`,
  restoreSnapshot: ({ path }) => `workspace.restore(${literal(path.snapshot_id)})`,
  createWorkspace: ({ body }) => `const workspace = mock.workspace(${literal(body ?? {})})`,
}

function args(first: unknown, second: object | undefined): string {
  const more = second && Object.values(second).some(value => value !== undefined && value !== '')
  return more ? `${literal(first)}, ${literal(second)}` : literal(first)
}

/** A value as one writes it in TypeScript: single quotes, names without quotes. */
export function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    if (fields.length === 0) return '{}'
    return `{ ${fields.map(([name, field]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(field)}`).join(', ')} }`
  }
  return String(value)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
