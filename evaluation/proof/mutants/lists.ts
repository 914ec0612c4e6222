/** Lists: filters inverted, partly applied or ignored, and pages that lose rows, repeat rows or never end. */
import {
  after,
  also,
  answers,
  asks,
  asPerson,
  by,
  changes,
  dropped,
  each,
  eachRow,
  given,
  handles,
  type Loose,
  lives,
  type MutantTable,
  onlyRows,
  refuses,
  replies,
  rows,
  runIn,
  shows,
  together,
  tried,
} from './mutant.ts'
import { effects } from './places.ts'

/** Inverts a filter: keeps what it must omit and omits what it must keep. */
const inverted = (operation: string, name: string, value?: string) =>
  handles(operation, (request, context, handler) => {
    const wanted = request.query[name]
    if (wanted == null || (value !== undefined && String(wanted) !== value)) return handler(request, context)
    const all = handler({ ...request, query: { ...request.query, [name]: undefined, limit: 200 } }, context)
    const meant = name === 'owner' && wanted === 'me' ? context.caller.person.id : wanted
    const member = name === 'owner' ? 'owner_id' : name
    const data = all.body.data.filter((row: Loose) => row[member] !== meant)
    const page = { data: data.slice(0, request.query.limit ?? 50), total: data.length }
    return { ...all, body: { ...all.body, ...page } }
  })

const filters = each(
  [
    ...effects('agent_id', 'status', 'project_id', 'board_id', 'owner'),
    ...effects('assignee_type', 'assignee_id', 'had_objection'),
  ],
  ({ requirement, operation, name, value }) => ({
    [`${requirement} ${operation} lists what ${name} leaves out`]: inverted(operation, name, value),
    [`${requirement} ${operation} with ${name} lists nothing`]: shows(operation, (_, { query }) =>
      query.has(name) && (value === undefined || query.get(name) === value)
        ? { data: [], total: 0, next_cursor: null }
        : undefined,
    ),
  }),
)

/** Page sizes and offsets off by one, on every paged list. */
const sizes: MutantTable = {
  ...each(effects('limit'), ({ requirement, operation }) => ({
    [`${requirement} ${operation} gives one row more than limit`]: given(operation, 'limit', n => n + 1),
    [`${requirement} ${operation} takes limit=1 for no limit`]: given(operation, 'limit', n =>
      n === 1 ? 200 : n,
    ),
  })),
  ...each(effects('offset'), ({ requirement, operation }) => {
    const skips = (change: (n: number, query: Loose) => number) => given(operation, 'offset', change)
    return {
      [`${requirement} ${operation} skips one row more than offset`]: skips(n => n && n + 1),
      [`${requirement} ${operation} skips one row less than offset`]: skips(n => n && n - 1),
      [`${requirement} ${operation} takes offset for a number of pages`]: skips(
        (n, query) => n * (query.limit ?? 50),
      ),
      [`${requirement} ${operation} with offset loses the last row of each page`]: lives(
        'a page may hold fewer rows than asked: its greatest size is not stated',
        rows(operation, (data, { query }) =>
          query.has('offset') && data.length > 1 ? data.slice(0, -1) : data,
        ),
      ),
    }
  }),
}

const pages: MutantTable = {
  'WF-05 pages are counted from 0': given('listWorkflows', 'page', n => n + 1),
  'WF-05 every page is the first': given('listWorkflows', 'page', () => 1),
  'WF-05 page is taken for offset': asks('listWorkflows', query => {
    if (query.page == null) return
    query.offset = query.page
    delete query.page
  }),
  'WF-05 page 1 of an empty list is unknown': together(
    rows('listWorkflows', () => []),
    refuses('listWorkflows', ({ query }) => query.page != null, 404),
  ),
  'WF-06 per_page gives one row more': given('listWorkflows', 'per_page', n => n + 1),
  'AGENT-12 the summary view cuts the prompt to 199 characters': cutTo(199),
  'AGENT-12 the summary view cuts the prompt to 201 characters': cutTo(201),
  'AGENT-12 the summary view cuts the prompt to 100 characters': cutTo(100),
  'AGENT-12 the summary view cuts shorter prompts to 100 characters': summaries(prompt =>
    prompt.length < 200 ? prompt.slice(0, 100) : prompt,
  ),
  'AGENT-12 the summary view shows the whole prompt': asks('listAgents', query => void delete query.view),
  'AGENT-01 a later page of the summary view is refused': refuses(
    'listAgents',
    ({ query }) => query.view === 'summary' && query.offset > 0,
  ),
  'AGENT-12 view is dropped beside limit': dropped('listAgents', 'view', 'limit'),
  'AGENT-12 view is dropped beside an offset behind the first agent': asks(
    'listAgents',
    query => query.offset > 0 && delete query.view,
  ),
  'AGENT-12 the summary view shows the last 200 characters': summaries(prompt =>
    [...prompt].reverse().join(''),
  ),
  'AGENT-12 the summary view leaves the prompt out': summaries(() => ''),
  'AGENT-13 the list always cuts prompts': asks('listAgents', query =>
    Object.assign(query, { view: 'summary' }),
  ),
  'AGENT-13 the summary view cuts the stored prompt': also('listAgents', ({ query }, { tables }) => {
    if (!query.view) return
    for (const { id, systemPrompt } of tables.agents.all())
      tables.agents.replace(id, { systemPrompt: cut(systemPrompt) })
  }),
  'AGENT-13 one agent has its prompt cut': answers(['getAgent', 'listAgents'], body =>
    body.data ? mapPrompts(body, cut) : promptChanged(body, cut),
  ),
}

const isOdd = (id: string) => id.charCodeAt(id.length - 1) % 2 === 1

function cutTo(length: number) {
  return preview(prompt => prompt.slice(0, length))
}
/** What the summary view makes of whole prompts. */
export function preview(change: (prompt: string) => string) {
  return changes('listAgents', (_, { request, again }) => {
    const { view, ...query } = request.query
    return view === 'summary' && mapPrompts(again({ query }), change)
  })
}
function summaries(change: (prompt: string) => string) {
  return answers('listAgents', (body, { query }) =>
    query.get('view') === 'summary' ? mapPrompts(body, change) : undefined,
  )
}
function mapPrompts(body: Loose, change: (prompt: string) => string) {
  return { ...body, data: body.data.map((agent: Loose) => promptChanged(agent, change)) }
}
function promptChanged(agent: Loose, change: (prompt: string) => string) {
  return { ...agent, config: { ...agent.config, system_prompt: change(agent.config.system_prompt) } }
}
function cut(prompt: string) {
  return prompt.slice(0, 200)
}

const lastOf = new Map<string, Loose>()
/** The first page of the same list. */
const first = (request: Loose, more = {}) => ({ query: { ...request.query, cursor: undefined, ...more } })

export const HOUR = 3_600_000
export const olderThan =
  (ms: number) =>
  (body: Loose, { context }: Loose) => ({
    data: body.data.filter((run: Loose) => Date.parse(run.created_at) < context.now - ms),
  })

const cursors: MutantTable = {
  'RUN-13 every second row of a run lacks its chat': tried(
    { beside: ['runs/cancel', 'runs/fail'] },
    eachRow('listRuns', run => (isOdd(run.id) ? { chat_id: undefined } : {})),
  ),
  'RUN-13 a run that was just started is not listed': changes('listRuns', olderThan(HOUR)),
  'RUN-13 listRuns answers a bare word': replies('listRuns', answer => ({ ...answer, body: 'runs' })),
  'RUN-13 whatever holds the record of a run answers 500': refuses(
    ['listRuns', 'getRun', 'listTaskRuns', 'pauseRun', 'resumeRun', 'cancelRun', 'stopRun'],
    () => true,
    500,
  ),
  'RUN-13 listRuns answers 206': replies('listRuns', answer => ({ ...answer, status: 206 })),
  ...each([true, false], isCalled => ({
    [`RUN-15 status=paused leaves out runs that were paused by ${isCalled ? 'a call' : 'themselves'}`]: after(
      'pauseRun',
      runIn,
      called =>
        onlyRows(
          'listRuns',
          ({ id }, { query }) => query.get('status') !== 'paused' || called.has(id) !== isCalled,
        ),
    ),
  })),
  'RUN-16 a run that was cancelled stays listed as running': tried(
    { beside: ['runs/cancel'] },
    after('cancelRun', runIn, cancelled =>
      onlyRows('listRuns', ({ id }, { query }) => query.get('status') !== 'cancelled' || !cancelled.has(id)),
    ),
  ),
  'RUN-14 agent_id is dropped beside offset': dropped('listRuns', 'agent_id', 'offset'),
  'RUN-23 offset is dropped beside agent_id': lives(
    'what the deprecated offset still does beside a filter is not stated, and pages may be sparse there',
    asks('listRuns', query => query.agent_id != null && delete query.offset),
  ),
  'RUN-15 status paused lists the running runs as well': changes('listRuns', (_, { request, again }) => {
    const { query } = request
    if (query.status !== 'paused' || query.cursor != null) return undefined
    const [running, paused] = ['running', 'paused'].map(status => again({ query: { ...query, status } }).data)
    return { data: [...running, ...paused].slice(0, query.limit ?? 20) }
  }),
  'RUN-15 the rows of paused runs say running': eachRow('listRuns', ({ status }) =>
    status === 'paused' ? { status: 'running' } : {},
  ),
  'RUN-15 status running lists the paused runs as well': changes('listRuns', (_, { request, again }) => {
    const { query } = request
    if (query.status !== 'running' || query.cursor != null) return undefined
    const [running, paused] = ['running', 'paused'].map(status => again({ query: { ...query, status } }).data)
    return { data: [...paused, ...running].slice(0, query.limit ?? 20) }
  }),
  'RUN-15 status is dropped beside offset': dropped('listRuns', 'status', 'offset'),
  'RUN-16 agent_id is dropped beside status': dropped('listRuns', 'agent_id', 'status'),
  'RUN-16 status is dropped beside agent_id': dropped('listRuns', 'status', 'agent_id'),
  'RUN-16 agent_id and status are joined by OR': changes('listRuns', (_, { request, again }) => {
    const { agent_id, status, limit } = request.query
    if (agent_id == null || status == null) return undefined
    const { data } = again({ query: { limit: 200, offset: 0 } })
    const either = data.filter((run: Loose) => run.agent_id === agent_id || run.status === status)
    return { data: either.slice(0, limit), next_cursor: null }
  }),
  'RUN-19 there is no next_cursor': answers('listRuns', ({ data }) => ({ data })),
  'RUN-19 next_cursor is null while runs remain': shows('listRuns', { next_cursor: null }),
  'RUN-19 next_cursor is a number': shows('listRuns', ({ next_cursor }) => ({
    next_cursor: next_cursor === null ? null : 50,
  })),
  'RUN-19 next_cursor is null without a limit': shows('listRuns', (_, { query }) =>
    query.has('limit') ? {} : { next_cursor: null },
  ),
  'RUN-19 next_cursor has another name': answers('listRuns', ({ data, next_cursor: next }) => ({
    data,
    next,
  })),
  'RUN-20 cursor pages repeat the last row of the page before': changes(
    'listRuns',
    ({ data, next_cursor }, { request: { query }, context }) => {
      const { id } = context.workspace
      const last = query.cursor != null && lastOf.get(id + query.cursor)
      if (next_cursor) lastOf.set(id + next_cursor, data.at(-1))
      return last && { data: [last, ...data] }
    },
  ),
  'RUN-20 cursor pages begin at the beginning': changes('listRuns', (_, { request, again }) =>
    request.query.cursor == null ? undefined : { data: again(first(request)).data },
  ),
  'RUN-20 every page holds the newest run': changes('listRuns', ({ data }, { request, again }) => {
    const [newest] = again(first(request, { limit: 1 })).data
    return request.query.cursor == null || !newest ? undefined : { data: [...data.slice(0, -1), newest] }
  }),
  'RUN-21 each page loses its last row': rows('listRuns', (data, { query }) =>
    data.length > 1 && !query.has('offset') ? data.slice(0, -1) : data,
  ),
  'RUN-21 each page after a cursor loses its first row': rows('listRuns', (data, { query }) =>
    query.has('cursor') ? data.slice(1) : data,
  ),
  'RUN-21 the last page is lost': answers('listRuns', (body, { query }) =>
    query.has('cursor') && body.next_cursor === null ? { data: [], next_cursor: null } : undefined,
  ),
  'RUN-21 the walk never ends': changes('listRuns', ({ next_cursor }, { request }) =>
    next_cursor === null ? { next_cursor: request.query.cursor ?? null } : undefined,
  ),
  'RUN-21 the walk ends after the second page': shows('listRuns', (_, { query }) =>
    query.has('cursor') ? { next_cursor: null } : undefined,
  ),
  'RUN-22 cursor pages forget the filters': (() => {
    const plainOf = new Map<string, string>()
    return handles('listRuns', (request, context, handler) => {
      const { agent_id, status, ...rest } = request.query
      const plain = plainOf.get(request.query.cursor)
      const without = (cursor: string | undefined) =>
        handler({ ...request, query: { ...rest, cursor } }, context)
      const answer = plain === undefined ? handler(request, context) : without(plain)
      const { next_cursor } = answer.body
      if (next_cursor && plain !== undefined) plainOf.set(next_cursor, next_cursor)
      else if (next_cursor && (agent_id ?? status) != null) {
        const next = without(undefined).body.next_cursor
        if (next) plainOf.set(next_cursor, next)
      }
      return answer
    })
  })(),
  ...deprecations({
    'VER-03 offset brings no Deprecation header': () => undefined,
    'VER-03 only offset=0 brings the Deprecation header': (usual, { query }) =>
      query.has('offset') && query.get('offset') !== '0' ? undefined : usual,
    'VER-03 offset beside an agent brings no Deprecation header': (usual, { query }) =>
      query.has('offset') && query.has('agent_id') ? undefined : usual,
    'VER-03 an empty page brings no Deprecation header': (usual, _, { data }) =>
      data?.length === 0 ? undefined : usual,
    'VER-03 the Deprecation header says false': usual => usual && { deprecation: 'false' },
    'VER-03 the Deprecation header says 1': usual => usual && { deprecation: '1' },
    'VER-03 the Deprecation header is called X-Deprecation': usual => usual && { 'x-deprecation': 'true' },
    'VER-04 offset=0 brings no Deprecation header': (usual, { query }) =>
      query.get('offset') === '0' ? undefined : usual,
    'VER-05 the Deprecation header always comes': () => ({ deprecation: 'true' }),
    'VER-05 the Deprecation header says false without offset': usual => usual ?? { deprecation: 'false' },
    'VER-05 cursor brings the Deprecation header': (usual, { query }) =>
      query.has('cursor') ? { deprecation: 'true' } : usual,
  }),
}

/** Other headers of a list of runs. */
function deprecations(
  table: Readonly<Record<string, (usual: Loose, asked: { query: URLSearchParams }, body: Loose) => Loose>>,
) {
  return each(Object.entries(table), ([name, change]) => ({
    [name]: replies('listRuns', ({ headers: usual, ...answer }, asked) => {
      const headers = change(usual, asked, answer.body ?? {})
      return headers ? { ...answer, headers } : answer
    }),
  }))
}

/** Lists only some agents. */
const only = (kept: (agent: Loose, me: string, query: Loose) => boolean) =>
  changes('listAgents', ({ data }, { request: { query }, context }) => ({
    data: data.filter((agent: Loose) => kept(agent, context.caller.person.id, query)),
  }))

const agents: MutantTable = {
  'AGENT-05 own agents are not in the summary view': only(
    (agent, me, { view }) => !view || agent.owner_id !== me,
  ),
  'AGENT-07 the summary view lists the agents of another person': asPerson(
    'listAgents',
    'person-other',
    ({ query }) => query.view,
  ),
  'AGENT-05 own agents are not listed': only((agent, me) => agent.owner_id !== me),
  'AGENT-05 own private agents are not listed': only(agent => agent.visibility !== 'private'),
  'AGENT-06 agents shared by others are not listed': only((agent, me) => agent.owner_id === me),
  'AGENT-06 one shared agent is not listed': world =>
    only(agent => agent.id !== world.roles.agents['agent-that-finishes']),
  'AGENT-07 private agents of others are listed': world =>
    changes('listAgents', ({ data }, { context, again }) => {
      const whole = { query: { limit: 200, offset: 0 } }
      const theirs = world.home.tables.people.all().flatMap(one => again(whole, by(one, context)).data)
      const known = new Set(data.map((agent: Loose) => agent.id))
      return { data: [...data, ...theirs.filter((agent: Loose) => !known.has(agent.id))] }
    }),
  'VIS-01 a key sees less agents than another of the same person': changes(
    'listAgents',
    ({ data }, { context }) => (context.caller.key.name === 'admin' ? undefined : { data: data.slice(1) }),
  ),
}

export const listMutants: MutantTable = {
  ...filters,
  ...sizes,
  ...pages,
  ...cursors,
  ...agents,
}
