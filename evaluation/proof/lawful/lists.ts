/** Pages, their bounds, and when a new record comes to be listed. */
import { type Random, Refusal } from '#mock'
import type { OperationId } from '#openapi'
import { asks, handles, reply, requests, together } from '../mutants/mutant.ts'
import { cached, replicated } from './copies.ts'
import { inWorkspace, sentBodies } from './differences.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'

const PAGED = ['listAgents', 'listRuns', 'listTasks', 'listWorkflows', 'listWorkflowRuns']
const LISTS: readonly OperationId[] = [
  'listRuns',
  'listTasks',
  'listTaskRuns',
  'listWorkflowRuns',
  'listPendingApprovals',
  'listPendingWorkflowApprovals',
]

const READS: readonly OperationId[] = ['getRun', 'getApproval', 'getWorkflowRun']
const TASKS: readonly OperationId[] = ['getTask', 'getTaskByNumber']

/**
 * How old a copy and a cache may be, so that a cached copy of a late read (gap `read-after-write`) shows a change within the
 * 30 seconds that a target allows.
 */
const LATE_S = 10

/** Pages with at most as many rows. */
const atMost = (operations: string | readonly string[], most: () => number) =>
  asks(operations, query => {
    const name = query.page == null && query.per_page == null ? 'limit' : 'per_page'
    query[name] = Math.max(1, Math.min(query[name] ?? most(), most()))
  })

/** Rows in an order of their own. Only where everything fits on one page, so that pages stay as they were. */
const ordered = (random: Random) => {
  const salt = random.int(1, 1e9)
  const rank = (id: string) =>
    [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + salt) % 1_000_003, salt)
  const operations = [...PAGED, ...LISTS, 'listKnowledgeFolders'].filter(
    id => id !== 'listTaskRuns' && id !== 'listRuns' && id !== 'listWorkflows',
  )
  return handles(operations, (request, context, handler) => {
    const { limit, offset = 0 } = request.query
    const whole = handler({ ...request, query: { ...request.query, limit: 200, offset: 0 } }, context)
    const rows: Loose[] = whole.body.data
    if (whole.body.total > rows.length) return handler(request, context)
    const sorted = rows.toSorted((a, b) => rank(a.id) - rank(b.id))
    const end = whole.body.limit === undefined ? undefined : offset + (limit ?? 50)
    const body = { ...whole.body, data: sorted.slice(offset, end) }
    return { ...whole, body: whole.body.limit === undefined ? body : { ...body, limit: limit ?? 50, offset } }
  })
}

/** Lists in another form, where their rows have ids of that name. Where another id stands beside it, paths take that one. */
const byIds = (lists: RegExp, form: (body: Loose, rows: Loose[]) => Loose) =>
  sentBodies(lists, body => {
    const listed: Loose[] = Array.isArray(body?.data) ? body.data : []
    const rows = listed.map(({ id, approval_id, knowledge_base_id, ...row }) => ({
      ...row,
      id: approval_id ?? knowledge_base_id ?? id,
    }))
    return rows.length > 0 && rows.every(({ id }) => id !== undefined) ? form(body, rows) : body
  })
const ofPending = (form: (body: Loose, rows: Loose[]) => Loose) => byIds(/^listPending/, form)

/** A list without rows is no more than that. */
const withoutRows = (empty: object) =>
  sentBodies(/^list/, body => (body?.data?.length === 0 && !body.next_cursor ? empty : body))

/** Writes the cursors of the list of runs in another way, and reads them. */
const cursors = (write: (cursor: string) => string, read: (cursor: string) => string): Difference =>
  together(
    asks('listRuns', query => {
      if (query.cursor != null) query.cursor = read(query.cursor)
    }),
    sentBodies(/^listRuns$/, body =>
      typeof body?.next_cursor === 'string' ? { ...body, next_cursor: write(body.next_cursor) } : body,
    ),
  )

/** Cursors of which each differs from all others, and leads on once. */
function once(): Difference {
  let n = 0
  const used = new Set<string>()
  return cursors(
    cursor => `${++n}.${cursor}`,
    cursor => {
      if (used.has(cursor)) throw new Refusal('cursor_invalid', 'This cursor was used.')
      used.add(cursor)
      return cursor.replace(/^\d+\./, '')
    },
  )
}

/** The last cursor leads to an empty page, and that page to itself. */
const endless = (): Difference =>
  handles('listRuns', (request, context, handler) => {
    const { cursor, ...query } = request.query
    if (cursor === 'end') {
      const { body, ...answer } = handler({ ...request, query }, context)
      return { ...answer, body: { ...body, data: [], next_cursor: 'end' } }
    }
    const { body, ...answer } = handler(request, context)
    return { ...answer, body: { ...body, next_cursor: body.next_cursor ?? 'end' } }
  })

const PUNCTUATION = '+/=&#%?'

/** Other people's runs end up in the list, now and then. */
const arriving = (every: number): Difference => {
  let n = 0
  return inWorkspace(workspace =>
    requests('listRuns', () => {
      n += 1
      if (n % every !== 0) return
      const { runs } = workspace().tables
      const newest = runs.range('newest', null, { descending: true, limit: 50 })
      const like = newest.find(({ finishedAt }) => finishedAt !== null)
      if (like) runs.insert({ ...like, id: `${like.id}_${n}`, createdAt: workspace().now() })
    }),
  )
}

/** A list of runs that holds only some of those that can be read. */
const listing = (isListed: (run: Loose, context: Loose) => boolean) =>
  handles('listRuns', (request, context, handler) => {
    const { runs } = context.tables
    const some = {
      version: runs.version,
      position: (...of: unknown[]) => runs.position(...of),
      scan: (among: unknown, where: (run: Loose) => boolean, range: unknown) =>
        runs.scan(among, (run: Loose) => isListed(run, context) && where(run), range),
    }
    return handler(request, { ...context, now: context.now, tables: { ...context.tables, runs: some } })
  })

export const lists = [
  ...dimensions('read', {
    eventual: {
      what: 'when the read of a record shows what changed',
      lawful: '6: runs are followed by polling; that a read shows a change at once is not stated',
      choices: {
        seconds: () => replicated(READS, LATE_S),
        tasks: () => replicated(TASKS, LATE_S),
        'tasks-unsteady': random => replicated(TASKS, LATE_S, () => random.chance(0.3)),
        unsteady: random => replicated(READS, LATE_S, () => random.chance(0.3)),
        rarely: random => replicated(READS, LATE_S, () => random.chance(0.05)),
      },
    },
    cached: {
      what: 'replies that a cache keeps for some seconds',
      lawful: '4: that a reply is not cached is not stated',
      choices: {
        lists: () => cached(LISTS, LATE_S),
        busy: random => together(cached(LISTS, LATE_S), arriving(random.int(2, 9))),
        records: () => cached(READS, LATE_S),
        tasks: () => cached(TASKS, LATE_S),
      },
    },
  }),
  ...dimensions('list', {
    runs: {
      what: 'which runs the list of runs holds',
      lawful: '4.2: whose runs it holds, and whether it holds those that were tried again, is not stated',
      choices: {
        own: () => listing((run, { caller }) => run.startedBy === caller.person.id),
        latest: () =>
          listing(({ id }, { tables }) => !tables.runs.all().some((one: Loose) => one.retryOf === id)),
      },
    },
    cursors: {
      what: 'the form of cursors, how often one can be used, whether they end, and which pages they lead to',
      lawful: '4.2: a cursor is an opaque value of the previous response',
      choices: {
        punctuation: () =>
          cursors(
            cursor => PUNCTUATION + cursor,
            cursor => cursor.replace(PUNCTUATION, ''),
          ),
        long: () =>
          cursors(
            cursor => cursor + 'x'.repeat(1500),
            cursor => cursor.replace(/x{1500}$/, ''),
          ),
        once,
        endless,
        oldest: () => ({
          ...asks('listRuns', query => {
            query.limit ??= 3
          }),
          profile: { 'filtered-pages': 'sparse', 'list-order': 'oldest-first' },
        }),
      },
    },
    bound: {
      what: 'the largest page',
      lawful: '8: maximum page sizes are not shown',
      choices: {
        few: random => {
          const most = random.int(3, 12)
          return atMost(PAGED, () => most)
        },
        each: random => {
          const bounds = PAGED.map(id => [id, random.int(8, 60)] as const)
          return together(...bounds.map(([id, most]) => atMost(id, () => most)))
        },
      },
    },
    end: {
      what: 'a page behind the end of a list',
      lawful: '4.7: what is answered to an offset behind the last row is not shown',
      choices: {
        // The offset is that of the request: others may ask for another page than was asked for.
        refused: () => ({
          intercept: {
            reply: (answer, { operation, query }) =>
              operation?.method === 'GET' &&
              operation.id !== 'listRuns' &&
              Number(new URLSearchParams(query).get('offset')) > 0 &&
              (answer as Loose).body?.data?.length === 0
                ? (reply(404, {
                    error: { code: 'no_such_page', message: 'There is no such page.' },
                  }) as typeof answer)
                : answer,
          },
        }),
      },
    },
    partial: {
      what: 'pages of runs that hold fewer rows than asked',
      lawful: '4.2: next_cursor leads on; how many rows a page holds is not stated',
      choices: {
        random: random => atMost('listRuns', () => random.int(5, 60)),
      },
    },
    empty: {
      what: 'a list without rows',
      lawful: '4.7: the envelope of list responses is not shown',
      choices: {
        null: () =>
          sentBodies(/^list|^getSpend/, body => (body?.data?.length === 0 ? { ...body, data: null } : body)),
        'null-of-its-own': () =>
          sentBodies(/^list/, usual => {
            const { data, ...body } = usual ?? {}
            return data?.length === 0 ? { found_here: null, ...body } : usual
          }),
        'beside-an-id': () =>
          sentBodies(/^list/, body =>
            body?.data?.length === 0 && !body.next_cursor ? { request_id: 'req_7' } : body,
          ),
        // A page without rows may lead on.
        'left-out': () => withoutRows({}),
        counted: () => withoutRows({ count: 0, meta: { limit: 20 } }),
      },
    },
    ids: {
      what: 'rows that are ids, or stand under theirs',
      lawful: '4.7: the envelope of lists is not shown, nor are the fields of these rows (2.5)',
      choices: {
        // The id of a row for several runs is that of one of their approvals: the others would be missing.
        bare: () =>
          ofPending((body, rows) =>
            rows.some(row => row.run_ids) ? body : { ...body, data: rows.map(({ id }) => id) },
          ),
        keys: () =>
          together(
            ofPending((_, rows) => Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))),
            byIds(/^listKnowledgeFolders$/, (_, rows) =>
              Object.fromEntries(rows.map(({ id, name }) => [id, name])),
            ),
          ),
      },
    },
    shuffled: {
      opens: ['list-order'],
      what: 'order of lists',
      lawful: '4.3: an order is stated for the runs of a task only',
      choices: { any: ordered },
    },
    eventual: {
      what: 'when a new record comes to be listed',
      lawful: '4: lists are not stated to show a record at once',
      choices: {
        second: () => replicated(LISTS, 1),
        seconds: () => replicated(LISTS, LATE_S),
        minutes: () => ({
          ...replicated(LISTS, 150),
          target: target => ({ ...target, pace: { ...target.pace, late_seconds: 240 } }),
        }),
        some: random =>
          replicated(
            LISTS.filter(() => random.chance(0.4)),
            3,
          ),
      },
    },
  }),
]
