/** Names and forms of messages. */
import type { Exchange, Random } from '#mock'
import { STATED_MEMBERS } from '#mock/dialect'
import { document, type OperationId, propertiesOf } from '#openapi'
import type { Message } from '../intercept.ts'
import { type Difference, dimensions, eachObject, type Loose } from './dimension.ts'

type Change = (body: Loose, operation: string, exchange: Exchange) => Loose

/** Changes the bodies of successful replies, but not those with a stated third-party shape. */
const body = (change: Change): Difference => ({
  intercept: {
    sent: (message, exchange) => {
      const { operation } = exchange
      if (message.body === undefined || message.status >= 300 || !operation) return message
      if (operation.id === 'createChatCompletion' || operation.id === 'listModels') return message
      return { ...message, body: change(message.body, operation.id, exchange) }
    },
  },
  // The author of the target file names no members: their names differ from those of the mock.
  target: ({ members: _, ...target }) => target,
})

/** Changes the headers of messages, except those of streams, which have no body. */
const headers = (
  change: (given: Record<string, string>, exchange: Exchange) => Record<string, string>,
): Difference => ({
  intercept: {
    sent: (message, exchange) =>
      message.body === undefined
        ? message
        : { ...message, headers: change({ ...message.headers }, exchange) },
  },
})

const refused = (change: (message: Message) => Message): Difference => ({
  intercept: { sent: (message, { refusal }) => (refusal ? change(message) : message) },
})

const TASK_MEMBERS = ['TaskCreate', 'TaskUpdate'].flatMap(name =>
  Object.keys(propertiesOf(document, document.components.schemas[name] ?? {})),
)
const RUN_MEMBERS = ['status', 'summary', 'cost_euros']

/** The members that section 2 or 4 names. */
function statedMembers(operation: string): Set<string> {
  const stated = Object.keys(STATED_MEMBERS[operation as OperationId] ?? {})
  if (/Task(?!Runs)/.test(operation)) return new Set([...stated, ...TASK_MEMBERS, 'id', 'last_run_status'])
  if (/Runs?$/.test(operation) && !/Workflow/.test(operation)) return new Set([...stated, ...RUN_MEMBERS])
  if (/Agents?$/.test(operation)) return new Set(['config', 'system_prompt'])
  return new Set(stated)
}

const words = (name: string) => name.split('_')
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
const SPELLINGS: Readonly<Record<string, (name: string) => string>> = {
  camel: name =>
    words(name)
      .map((word, n) => (n === 0 ? word : capital(word)))
      .join(''),
  kebab: name => name.replaceAll('_', '-'),
  pascal: name => words(name).map(capital).join(''),
  upper: name => name.toUpperCase(),
}

const spelled = (spell: (name: string) => string) =>
  body((value, operation) => {
    const stated = statedMembers(operation)
    return eachObject(value, one =>
      Object.fromEntries(
        Object.entries(one).map(([name, inner]) => [stated.has(name) ? name : spell(name), inner]),
      ),
    )
  })

/** The names under which the mock has the rows of a list. */
const ROWS = ['data', 'items', 'runs', 'tasks', 'agents', 'workflows']
const isList = (operation: string) => /^list|^getSpend|^getUsage|Stats$/.test(operation)
const rowsUnder = (name: string) =>
  body((value, operation) => {
    if (!isList(operation)) return value
    const rows = Array.isArray(value) ? undefined : ROWS.find(one => Array.isArray(value[one]))
    if (rows === undefined)
      return Array.isArray(value) && !operation.endsWith('Runs') ? { [name]: value } : value
    const { [rows]: list, ...rest } = value
    return { ...rest, [name]: list }
  })

/** Records of which section 2.5 shows nothing. */
const OPEN_RECORDS =
  /^get(Agent|Workflow|WorkflowRun|Approval|Wallet|MyUsage|MonthlyStatement|Entitlements|DashboardStats|InsightsSummary)$/
const wrapped = (wrap: (record: Loose) => Loose) =>
  body((value, operation) => (OPEN_RECORDS.test(operation) ? wrap(value) : value))

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
/** A due date is stated to be a timestamp, and shown as such. */
const times = (form: (at: Date) => unknown) =>
  body(value =>
    eachObject(value, one =>
      Object.fromEntries(
        Object.entries(one).map(([name, inner]) => [
          name,
          name.endsWith('_at') && typeof inner === 'string' && INSTANT.test(inner)
            ? form(new Date(inner))
            : inner,
        ]),
      ),
    ),
  )

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

/** Any status of a refusal that is not stated, the same for requests that are alike. */
function statuses(random: Random, alike: (exchange: Exchange) => string): Difference {
  const drawn = new Map<string, number>()
  return {
    intercept: {
      sent(message, exchange) {
        if (isStated(exchange, message)) return message
        const key = KEY_CODES.has(exchange.refusal?.code ?? '')
        const kind = `${key ? 'key ' : ''}${alike(exchange)}`
        const status = drawn.get(kind) ?? random.fork(kind).pick(key ? [401, ...STATUSES] : STATUSES)
        drawn.set(kind, status)
        return { ...message, status }
      },
    },
  }
}

const always = (status: number): Difference => ({
  intercept: {
    sent: (message, exchange) => (isStated(exchange, message) ? message : { ...message, status }),
  },
})

const NOISE = { x_trace: 'b7e1', links: { self: '/here' }, metadata: null, '@type': 'thing', revision: 3 }

export const messages = [
  ...dimensions('refusal', {
    status: {
      opens: [
        'status-missing-key',
        'status-unknown-key',
        'status-revoked-key',
        'status-missing-scope',
        'status-unknown-id',
        'status-invisible-id',
        'status-refused-transition',
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
      lawful:
        '7: only 422 for validation failures and 403 for members on workspace-wide analytics are stated',
      weight: 2,
      choices: {
        one: random => statuses(random, () => 'all'),
        'by-cause': random => statuses(random, ({ refusal }) => refusal?.code ?? ''),
        'by-operation': random => statuses(random, ({ operation }) => operation?.id ?? ''),
        'by-both': random =>
          statuses(random, ({ refusal, operation }) => `${refusal?.code} ${operation?.id}`),
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
  }),
  ...dimensions('record', {
    spelling: {
      what: 'spelling of members that the specification does not name',
      lawful: '2.5: response fields are not shown beyond the names stated',
      choices: Object.fromEntries(
        Object.entries(SPELLINGS).map(([name, spell]) => [name, () => spelled(spell)]),
      ),
    },
    wrapper: {
      what: 'an envelope around single records',
      lawful: '2.5: the fields of agents, workflows, approvals and figures are not shown',
      choices: {
        data: () => wrapped(record => ({ data: record })),
        payload: () => wrapped(record => ({ success: true, payload: record })),
        nested: () => wrapped(record => ({ result: { value: record, version: 2 } })),
      },
    },
    nulls: {
      what: 'members without a value',
      lawful: '2.5: whether a member without a value is null or missing is not shown',
      choices: {
        missing: () =>
          body(value =>
            eachObject(value, one =>
              Object.fromEntries(
                Object.entries(one).filter(([name, inner]) => inner !== null || name === 'last_run_status'),
              ),
            ),
          ),
      },
    },
    more: {
      opens: [
        'extra-fields',
        'run-fields',
        'task-fields',
        'agent-fields',
        'workflow-fields',
        'workflow-run-fields',
        'workflow-run-step-fields',
        'workflow-run-usage-fields',
        'workflow-runs-summary-fields',
        'approval-fields',
        'knowledge-fields',
        'insights-fields',
        'agent-stats-fields',
        'usage-fields',
        'spend-fields',
        'team-stats-fields',
        'dashboard-fields',
        'wallet-fields',
        'my-usage-fields',
        'statement-fields',
        'entitlements-fields',
        'agency-usage-fields',
      ],
      what: 'additional members',
      lawful: '2.5: it is not stated that records have no others',
      choices: {
        noise: () => body(value => eachObject(value, one => ({ ...one, ...NOISE }))),
        before: () =>
          body((value, operation) =>
            FIGURES.test(operation) ? eachObject(value, withPreviousFigures) : value,
          ),
        first: () => body(value => eachObject(value, one => ({ object: 'record', version: 7, ...one }))),
      },
    },
    order: {
      what: 'order of members',
      lawful: '1: bodies are JSON, whose members have no order',
      choices: {
        reversed: () =>
          body(value => eachObject(value, one => Object.fromEntries(Object.entries(one).reverse()))),
      },
    },
    times: {
      opens: ['timestamp-format'],
      what: 'form of times',
      lawful: '2: a form is stated for due dates only',
      choices: {
        'epoch-ms': () => times(at => at.getTime()),
        'epoch-s': () => times(at => Math.floor(at.getTime() / 1000)),
        http: () => times(at => at.toUTCString()),
        sql: () => times(at => at.toISOString().slice(0, 19).replace('T', ' ')),
        day: () => times(at => at.toISOString().slice(0, 10)),
      },
    },
  }),
  ...dimensions('list', {
    rows: {
      opens: [
        'envelope-offset-list',
        'envelope-plain-list',
        'envelope-analytics-list',
        'envelope-cursor-list',
      ],
      what: 'the member that holds the rows of a list',
      lawful: '4: the envelope of lists is not shown',
      choices: Object.fromEntries(
        ['payload', 'elements', 'results', 'records', 'rows', 'content'].map(name => [
          name,
          () => rowsUnder(name),
        ]),
      ),
    },
  }),
  ...dimensions('headers', {
    more: {
      what: 'headers of a proxy, a cache and a gateway',
      lawful: '4: headers are not described, except one',
      choices: {
        gateway: () =>
          headers(given => ({
            ...given,
            via: '1.1 gateway',
            'x-request-id': 'a1',
            'strict-transport-security': 'max-age=1',
            'set-cookie': 'a=1; Path=/',
            vary: 'accept, origin',
            etag: 'W/"1"',
          })),
      },
    },
    type: {
      what: 'spelling of the content type',
      lawful: '1: bodies are JSON; media types have no case and take parameters',
      choices: {
        charset: () =>
          headers(given =>
            /json|^$/.test(given['content-type'] ?? '')
              ? { ...given, 'content-type': 'Application/JSON; charset=UTF-8' }
              : given,
          ),
      },
    },
    date: {
      what: 'the clock of the gateway',
      lawful: '4: the header Date is not described',
      choices: {
        behind: random => dated(-random.int(1, 600)),
        ahead: random => dated(random.int(1, 600)),
      },
    },
  }),
]

/** A date header that differs by that many seconds from what the records say. */
const dated = (seconds: number) =>
  headers((given, { at }) => ({ ...given, date: new Date(at + 1000 * seconds).toUTCString() }))

const FIGURES = /Stats$|Usage|Spend|Summary$|Wallet$|Statement$/
/** Figures of an earlier period beside the present ones, under a name of their own. */
function withPreviousFigures(one: Record<string, Loose>) {
  const figures = Object.entries(one).filter(([, inner]) => typeof inner === 'number')
  if (figures.length < 2) return one
  return { ...one, previous: Object.fromEntries(figures.map(([name, inner]) => [name, inner * 3 + 1])) }
}
