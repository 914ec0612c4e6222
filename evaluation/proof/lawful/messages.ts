/** Names and forms of messages. */
import type { Exchange } from '#mock'
import { STATED_MEMBERS } from '#mock/dialect'
import { document, gaps, type OperationId, propertiesOf } from '#openapi'
import { together } from '../together.ts'
import { eachMember, eachObject, isById, sent, sentBodies, sentStreams, unnamed } from './differences.ts'
import { choicesFor, dimensions, gapsLike, type Loose } from './dimension.ts'

/** Changes the bodies of successful replies, but not those with a stated third-party shape. */
const body = (change: (body: Loose, operation: string, exchange: Exchange) => Loose) =>
  unnamed(
    sentBodies(/^(?!createChatCompletion$|listModels$)./, (value, exchange) =>
      change(value, exchange.operation?.id ?? '', exchange),
    ),
  )

/** Changes every object in them. */
const objects = (change: (one: Record<string, Loose>) => Loose) => body(value => eachObject(value, change))

/** Whether all members are lists or objects, as in a map of rows by their ids. */
const holdsRows = (one: Record<string, Loose>) =>
  Object.values(one).every(inner => typeof inner === 'object' && inner !== null)

/** Changes the headers of messages, except those of streams, which have no body. */
const headers = (change: (given: Record<string, string>, exchange: Exchange) => Record<string, string>) =>
  sent((message, exchange) =>
    message.body === undefined ? message : { ...message, headers: change({ ...message.headers }, exchange) },
  )

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

const totals = (change: (list: Loose, rows: number) => Loose) =>
  body((value, operation) => {
    if (!isList(operation) || !('total' in value) || typeof value.total !== 'number') return value
    return change(value, ROWS.map(name => value[name]).find(Array.isArray)?.length ?? 0)
  })

/** Records of which section 2.5 shows nothing. */
const OPEN_RECORDS =
  /^get(Agent|Workflow|WorkflowRun|Approval|Wallet|MyUsage|MonthlyStatement|Entitlements|DashboardStats|InsightsSummary)$/
const wrapped = (wrap: (record: Loose) => Loose) =>
  body((value, operation) => (OPEN_RECORDS.test(operation) ? wrap(value) : value))

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
/** A due date is stated to be a timestamp, and shown as such. */
const times = (form: (at: Date) => unknown) =>
  objects(one =>
    eachMember(one, (value, name) =>
      name.endsWith('_at') && typeof value === 'string' && INSTANT.test(value)
        ? form(new Date(value))
        : value,
    ),
  )

/** Previews of 200 characters that end with a mark. */
const marked = (mark: string) =>
  body((value, operation, { query }) =>
    operation === 'listAgents' && query.includes('view=summary')
      ? eachObject(value, one =>
          one.system_prompt?.length === 200 ? { ...one, system_prompt: one.system_prompt + mark } : one,
        )
      : value,
  )

/** Members and parts that others add to the chat API whose shape is common. */
const completion = together(
  sentBodies(/^createChatCompletion$/, body => ({
    ...body,
    system_fingerprint: null,
    prompt_filter_results: [],
    choices: body.choices.map((choice: Loose) => ({
      ...choice,
      logprobs: null,
      message: { ...choice.message, refusal: null, annotations: [] },
    })),
  })),
  sentStreams(['createChatCompletion'], withMoreParts),
)

async function* withMoreParts(stream: AsyncIterable<Loose>): AsyncGenerator<Loose> {
  for await (const part of stream) {
    if (part.data?.choices) {
      yield { data: { ...part.data, choices: [], prompt_filter_results: [] } }
      yield { comment: 'wait' }
    }
    yield part
  }
}

/** The id of a task is stated to be `id`; that of other records has no stated name. What stands under its id keeps it. */
const idsUnder = (name: string) =>
  body((value, operation) =>
    /Task(?!Runs)/.test(operation) || Object.values(value ?? {}).some(isById)
      ? value
      : eachObject(value, ({ id, ...one }) => (id === undefined ? one : { [name]: id, ...one })),
  )

const NAMED_IDS: Readonly<Record<string, string>> = {
  ...{ Agent: 'agent_id', Run: 'run_id', TaskRun: 'run_id', Workflow: 'workflow_id', WorkflowRun: 'run_id' },
  ...{ Approval: 'approval_id', PendingApproval: 'approval_id', KnowledgeFolder: 'knowledge_base_id' },
}
/** A number of the database as `id` beside the id that paths take. */
const idsBeside = body((value, operation) => {
  const name = NAMED_IDS[operation.replace(/^(list|get)/, '').replace(/s$/, '')]
  const numberOf = (id: Loose) =>
    [...`${id.rawJSON ?? id}`].reduce((n, c) => (n * 31 + c.charCodeAt(0)) % 999_983, 0)
  const both = ({ id, ...one }: Loose) =>
    id === undefined ? one : { id: numberOf(id), [name ?? '']: id, ...one }
  const beside = (found: Loose): Loose => (Array.isArray(found) ? found.map(both) : found && both(found))
  if (!name) return value
  return value?.data === undefined ? beside(value) : { ...value, data: beside(value.data) }
})

/** Days as members of the reply, beside the sum of their amounts. */
function daysAsMembers(value: Loose, operation: string): Loose {
  const rows: Loose[] = operation === 'getSpendOverTime' && Array.isArray(value?.data) ? value.data : []
  const amounts = rows.map(({ date, spend_euros }) => [date, Number(spend_euros)] as const)
  if (amounts.length === 0 || !amounts.every(([date, amount]) => date && !Number.isNaN(amount))) return value
  const spend_euros = amounts.reduce((sum, [, amount]) => sum + amount, 0)
  return { spend_euros, ...Object.fromEntries(amounts) }
}

/** `teams: ['t1', 't2']` before rows that each have a `team_id`. */
function subjectsBefore(value: Loose): Loose {
  const rows: Loose[] = Object.values(value ?? {}).find(Array.isArray) ?? []
  const names = Object.keys(rows[0] ?? {}).filter(name => /^(agent|user|team)_id$/.test(name))
  const ids = names.map(name => [name.replace('_id', 's'), rows.map(row => row[name])] as const)
  return Array.isArray(value) ? value : { ...Object.fromEntries(ids), ...value }
}

/** Which fields a reply has. */
const FIELDS = gaps.filter(gap => 'keeps' in gap && gap.id !== 'completion-shape').map(({ id }) => id)

const NOISE = { x_trace: 'b7e1', links: { self: '/here' }, metadata: null, '@type': 'thing', revision: 3 }

export const messages = [
  ...dimensions('record', {
    previews: {
      what: 'the mark at the end of a cut prompt',
      lawful: '8: how a preview shows that more follows is not stated',
      choices: {
        word: () => marked('… (truncated)'),
        dots: () => marked('...'),
        long: () => marked(' […; the agent itself shows the rest]'),
      },
    },
    spelling: {
      what: 'spelling of members that the specification does not name',
      lawful: '2.5: response fields are not shown beyond the names stated',
      choices: choicesFor(Object.keys(SPELLINGS), name => spelled(SPELLINGS[name]!)),
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
    days: {
      what: 'how the spend over time holds its days',
      lawful: '2.5: the form of the spend over time is not shown',
      weight: 0.5,
      choices: { members: () => body(daysAsMembers) },
    },
    ids: {
      what: 'the name of the id of a record',
      lawful: '2.5: the fields of agents, workflows, approvals and knowledge bases are not shown',
      choices: { ...choicesFor(['handle', 'ref', 'folder_id'], idsUnder), beside: () => idsBeside },
    },
    nulls: {
      what: 'members without a value',
      lawful: '2.5: whether a member without a value is null or missing is not shown',
      choices: {
        missing: () =>
          objects(one =>
            Object.fromEntries(
              Object.entries(one).filter(([name, inner]) => inner !== null || name === 'last_run_status'),
            ),
          ),
      },
    },
    more: {
      opens: ['extra-fields', ...FIELDS],
      what: 'additional members',
      lawful: '2.5: it is not stated that records have no others',
      choices: {
        noise: () => objects(one => ({ ...one, ...NOISE })),
        before: () =>
          body((value, operation) =>
            FIGURES.test(operation) ? eachObject(value, withPreviousFigures) : value,
          ),
        first: () => objects(one => (holdsRows(one) ? one : { object: 'record', version: 7, ...one })),
      },
    },
    completion: {
      what: 'additional members and parts of chat completions',
      lawful: '4.1: the shape is compatible with a common chat API, which does not exclude others',
      choices: { more: () => completion },
    },
    order: {
      what: 'order of members',
      lawful: '1: bodies are JSON, whose members have no order',
      choices: {
        reversed: () => objects(one => Object.fromEntries(Object.entries(one).reverse())),
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
      opens: gapsLike(/^envelope-/),
      what: 'the member that holds the rows of a list',
      lawful: '4: the envelope of lists is not shown',
      choices: choicesFor(['payload', 'elements', 'results', 'records', 'rows', 'content'], rowsUnder),
    },
    subjects: {
      what: 'the ids of what the rows are about, before the rows',
      lawful: '4: the envelope of lists is not shown',
      choices: { before: () => body(subjectsBefore) },
    },
    total: {
      what: 'the number of all rows beside a page',
      lawful: '4: the envelope of lists is not shown',
      choices: {
        missing: () => totals(({ total: _, ...list }) => list),
        page: () => totals((list, rows) => ({ ...list, total: rows })),
        estimate: () => totals(list => ({ ...list, total: Math.ceil(list.total / 100) * 100 })),
        text: () => totals(list => ({ ...list, total: `${list.total}` })),
      },
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
  return { ...one, previous: Object.fromEntries(figures.map(([name, inner]) => [name, inner * 3])) }
}
