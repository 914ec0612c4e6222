/** Statuses and bodies of refusals. */
import type { Exchange, Random } from '#mock'
import type { Message } from '../intercept.ts'
import { sent } from './differences.ts'
import { type Difference, dimensions, gapsLike } from './dimension.ts'

const refused = (change: (message: Message) => Message) =>
  sent((message, { refusal }) => (refusal ? change(message) : message))

/** Gaps of section 7: statuses of refusals, except the stated ones. */
const STATUSES = [
  400, 402, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 422, 423, 424, 428, 444,
  451,
]
const KEY_CODES = new Set(['key_missing', 'key_unknown', 'key_revoked'])

function isStated({ refusal, operation }: Exchange, { status }: Message): boolean {
  if (!refusal) return true
  if (refusal.code === 'role_insufficient') return operation?.id !== 'getAgencyClientUsage'
  return refusal.code === 'request_invalid' || status === 429 || status >= 500
}

/** Null is stated to be a valid title: a rule beyond the type may forbid it, and 422 would say that it is invalid. */
const saysInvalid = ({ refusal }: Exchange) => refusal?.rule.gap === 'null-title-update'

/** Any status of a refusal that is not stated, the same for requests that are alike. */
function statuses(random: Random, alike: (exchange: Exchange) => string): Difference {
  return sent((message, exchange) => {
    if (isStated(exchange, message)) return message
    const key = KEY_CODES.has(exchange.refusal?.code ?? '')
    const kind = `${key ? 'key ' : ''}${alike(exchange)}`
    const status = random.fork(kind).pick(key ? [401, ...STATUSES] : STATUSES)
    return status === 422 && saysInvalid(exchange) ? message : { ...message, status }
  })
}

const always = (status: number) =>
  sent((message, exchange) => (isStated(exchange, message) ? message : { ...message, status }))

/** What was there and is no longer has a status of its own. */
const gone = (status: number): Difference => {
  const deleted = new Set<string>()
  return sent((message, { refusal, operation, pathParams: { task_id: id } }) => {
    if (id === undefined) return message
    if (operation?.id === 'deleteTask' && !refusal) deleted.add(id)
    return refusal?.code === 'task_not_found' && deleted.has(id) ? { ...message, status } : message
  })
}

/** A deleted task is kept, and says so. */
const tombstone = (): Difference => {
  const bodies = new Map<string, object>()
  const deleted = new Map<string, object>()
  return sent((message, { refusal, operation, pathParams: { task_id: id } }) => {
    if (/^(get|update)Task$/.test(operation?.id ?? '') && !refusal && id !== undefined)
      bodies.set(id, Object(message.body))
    if (operation?.id === 'deleteTask' && !refusal && id !== undefined)
      deleted.set(id, { ...bodies.get(id), id, deleted_at: new Date().toISOString() })
    const isRead = refusal?.code === 'task_not_found' && operation?.id === 'getTask'
    const kept = isRead && deleted.get(id ?? '')
    return kept ? { ...message, status: 200, body: kept } : message
  })
}

/** Readers without a key are sent to a page to log in. */
const login = (): Difference => ({
  ...sent((message, { refusal, operation }) =>
    operation?.method === 'GET' && KEY_CODES.has(refusal?.code ?? '')
      ? { ...message, status: 302, headers: { ...message.headers, location: '/login' } }
      : message,
  ),
  arrive(request, response) {
    if (request.url !== '/login') return undefined
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"login":"please"}')
    return true
  },
})

export const refusals = dimensions('refusal', {
  status: {
    opens: [
      ...gapsLike(/^status-(?!rate-limited)/),
      'respond-mismatch',
      'malformed-json',
      'wrong-content-type',
      'cursor-invalid',
      'model-unknown',
      'conversation-unknown',
      'knowledge-base-unknown',
      'empty-wallet',
    ],
    what: 'statuses of refusals',
    lawful: '7: only 422 for validation failures and 403 for members on workspace-wide analytics are stated',
    weight: 2,
    choices: {
      one: random => statuses(random, () => 'all'),
      'by-cause': random => statuses(random, ({ refusal }) => refusal?.code ?? ''),
      'by-operation': random => statuses(random, ({ operation }) => operation?.id ?? ''),
      'by-both': random => statuses(random, ({ refusal, operation }) => `${refusal?.code} ${operation?.id}`),
      forbidden: () => always(403),
    },
  },
  body: {
    opens: ['error-body'],
    what: 'bodies of refusals',
    lawful: '7: the error body shape is not shown',
    choices: {
      empty: () => refused(({ body: _, ...message }) => message),
      object: () => refused(message => ({ ...message, body: {} })),
      text: () => refused(message => ({ ...message, body: 'no' })),
      list: () =>
        refused(message => ({ ...message, body: [{ status: String(message.status), title: 'No' }] })),
      errors: () => refused(message => ({ ...message, body: { ok: false, data: null, errors: ['no'] } })),
      record: () =>
        refused(message => ({ ...message, body: { id: 'err_1', status: 'failed', code: message.status } })),
    },
  },
  headers: {
    what: 'headers of refusals',
    lawful: '8: what a refusal says of the limits is not shown',
    choices: {
      'nothing-left': () =>
        refused(message =>
          message.status === 403
            ? { ...message, headers: { ...message.headers, 'x-ratelimit-remaining': '0' } }
            : message,
        ),
    },
  },
  gone: {
    what: 'what is answered for a deleted task',
    lawful: '7: the status for an id is not shown; that of a deleted one may be another',
    choices: { gone: () => gone(410), forbidden: () => gone(403), conflict: () => gone(409), tombstone },
  },
  method: {
    what: 'what is answered to a method that a path does not have',
    lawful: '7: the status for such a method is not shown',
    choices: {
      'not-implemented': () =>
        sent((message, { refusal }) =>
          refusal?.code === 'method_not_allowed' ? { ...message, status: 501 } : message,
        ),
    },
  },
  key: {
    what: 'what is answered to a reader without a key',
    lawful: '7: the status for a missing key is not shown',
    choices: { login },
  },
})
