/** Lists: filters inverted, partly applied or ignored, and pages that lose rows, repeat rows or never end. */
import type { Tenants } from '../deployment.ts'
import { answers, handles, type Loose, lives, type Mutant, mutants, replies } from './mutant.ts'

/** Changes the rows of a list. */
export const rows = (operation: string, change: (rows: Loose[], asked: Loose) => Loose[]) =>
  answers(operation, (body, asked) => ({ ...body, data: change(body.data, asked) }))

export const asks = (operation: string, change: (query: Loose) => void) =>
  handles(operation, (request, context, handler) => {
    change(request.query)
    return handler(request, context)
  })

/** Inverts a filter: keeps what it must omit and omits what it must keep. */
const inverted = (operation: string, name: string, member: string, value?: string) =>
  handles(operation, (request, context, handler) => {
    const wanted = request.query[name]
    if (wanted == null || (value !== undefined && String(wanted) !== value)) return handler(request, context)
    const all = handler({ ...request, query: { ...request.query, [name]: undefined, limit: 200 } }, context)
    const data = all.body.data.filter(
      (row: Loose) =>
        row[member] !== (name === 'owner' && wanted === 'me' ? context.caller.person.id : wanted),
    )
    return {
      ...all,
      body: { ...all.body, data: data.slice(0, request.query.limit ?? 50), total: data.length },
    }
  })

const TURNED: readonly (readonly [string, string, string, string, string?])[] = [
  ['RUN-14', 'listRuns', 'agent_id', 'agent_id'],
  ['RUN-15', 'listRuns', 'status', 'status'],
  ['TASK-13', 'listTasks', 'status', 'status'],
  ['TASK-14', 'listTasks', 'project_id', 'project_id'],
  ['TASK-15', 'listTasks', 'board_id', 'board_id'],
  ['TASK-17', 'listTasks', 'owner', 'owner_id'],
  ['TASK-09', 'listTasks', 'assignee_type', 'assignee_type', 'user'],
  ['TASK-10', 'listTasks', 'assignee_type', 'assignee_type', 'agent'],
  ['TASK-19', 'listTasks', 'assignee_id', 'assignee_id'],
  ['WF-22', 'listWorkflowRuns', 'status', 'status'],
  ['WF-25', 'listWorkflowRuns', 'had_objection', 'had_objection', 'true'],
]

const filters = TURNED.flatMap(([requirement, operation, name, member, value]) =>
  mutants(requirement, {
    [`${operation} lists what ${name} leaves out`]: inverted(operation, name, member, value),
    [`${operation} with ${name} lists nothing`]: answers(operation, (body, { query }) =>
      query.has(name) && (value === undefined || query.get(name) === value)
        ? { ...body, data: [], total: 0, next_cursor: null }
        : undefined,
    ),
  }),
)

/** Page sizes and offsets off by one, on every paged list. */
const SIZES: readonly (readonly [string, string, string, string])[] = [
  ['AGENT-08', 'AGENT-10', 'listAgents', 'limit'],
  ['RUN-17', 'RUN-23', 'listRuns', 'limit'],
  ['TASK-27', 'TASK-29', 'listTasks', 'limit'],
  ['WF-03', 'WF-04', 'listWorkflows', 'limit'],
  ['WF-30', 'WF-31', 'listWorkflowRuns', 'limit'],
]

const sizes = SIZES.flatMap(([limit, offset, operation]) => [
  ...mutants(limit, {
    [`${operation} gives one row more than limit`]: asks(operation, query => {
      if (query.limit != null) query.limit += 1
    }),
    [`${operation} takes limit=1 for no limit`]: asks(operation, query => {
      if (query.limit === 1) query.limit = 200
    }),
  }),
  ...mutants(offset, {
    [`${operation} skips one row more than offset`]: asks(operation, query => {
      if (query.offset) query.offset += 1
    }),
    [`${operation} skips one row less than offset`]: asks(operation, query => {
      if (query.offset) query.offset -= 1
    }),
    [`${operation} takes offset for a number of pages`]: asks(operation, query => {
      if (query.offset) query.offset *= query.limit ?? 50
    }),
    [`${operation} with offset loses the last row of each page`]: lives(
      'a page may hold fewer rows than asked: its greatest size is not stated',
      rows(operation, (data, { query }) =>
        query.has('offset') && data.length > 1 ? data.slice(0, -1) : data,
      ),
    ),
  }),
])

const pages = [
  ...mutants('WF-05', {
    'pages are counted from 0': asks('listWorkflows', query => {
      if (query.page != null) query.page += 1
    }),
    'every page is the first': asks('listWorkflows', query => {
      if (query.page != null) query.page = 1
    }),
    'page is taken for offset': asks('listWorkflows', query => {
      if (query.page == null) return
      query.offset = query.page
      delete query.page
    }),
  }),
  ...mutants('WF-06', {
    'per_page gives one row more': asks('listWorkflows', query => {
      if (query.per_page != null) query.per_page += 1
    }),
  }),
  ...mutants('AGENT-12', {
    'the summary view cuts the prompt to 199 characters': cutTo(199),
    'the summary view cuts the prompt to 201 characters': cutTo(201),
    'the summary view cuts the prompt to 100 characters': cutTo(100),
    'the summary view shows the whole prompt': asks('listAgents', query => void delete query.view),
    'view is dropped beside limit': asks('listAgents', query => {
      if (query.limit != null) delete query.view
    }),
    'the summary view shows the last 200 characters': answers('listAgents', (body, { query }) =>
      query.get('view') === 'summary'
        ? mapPrompts(body, prompt => [...prompt].reverse().join(''))
        : undefined,
    ),
    'the summary view leaves the prompt out': answers('listAgents', (body, { query }) =>
      query.get('view') === 'summary' ? mapPrompts(body, () => '') : undefined,
    ),
  }),
  ...mutants('AGENT-13', {
    'the list always cuts prompts': asks('listAgents', query => Object.assign(query, { view: 'summary' })),
    'one agent has its prompt cut': answers(['getAgent', 'listAgents'], body =>
      body.data
        ? mapPrompts(body, prompt => prompt.slice(0, 200))
        : { ...body, config: { ...body.config, system_prompt: body.config.system_prompt.slice(0, 200) } },
    ),
  }),
]

const isOdd = (id: string) => id.charCodeAt(id.length - 1) % 2 === 1

function cutTo(length: number) {
  return handles('listAgents', (request, context, handler) => {
    if (request.query.view !== 'summary') return handler(request, context)
    const { view: _, ...query } = request.query
    const whole = handler({ ...request, query }, context)
    return { ...whole, body: mapPrompts(whole.body, prompt => prompt.slice(0, length)) }
  })
}
function mapPrompts(body: Loose, change: (prompt: string) => string) {
  return {
    ...body,
    data: body.data.map((agent: Loose) => ({
      ...agent,
      config: { ...agent.config, system_prompt: change(agent.config.system_prompt) },
    })),
  }
}

const lastOf = new Map<string, Loose>()

const cursors = [
  ...mutants(
    'RUN-13',
    {
      'every second row of a run lacks its chat': rows('listRuns', data =>
        data.map((run: Loose) => (isOdd(run.id) ? { ...run, chat_id: undefined } : run)),
      ),
    },
    { beside: ['runs/cancel', 'runs/fail'] },
  ),
  ...mutants('RUN-13', {
    'a run that was just started is not listed': handles('listRuns', (request, context, handler) => {
      const answer = handler(request, context)
      return {
        ...answer,
        body: {
          ...answer.body,
          data: answer.body.data.filter((run: Loose) => Date.parse(run.created_at) < context.now - 3_600_000),
        },
      }
    }),
    'listRuns answers a bare word': replies('listRuns', answer => ({ ...answer, body: 'runs' })),
    'listRuns answers 206': replies('listRuns', answer => ({ ...answer, status: 206 })),
  }),
  ...mutants('RUN-16', {
    'agent_id is dropped beside status': asks('listRuns', query => {
      if (query.status != null) delete query.agent_id
    }),
    'status is dropped beside agent_id': asks('listRuns', query => {
      if (query.agent_id != null) delete query.status
    }),
    'agent_id and status are joined by OR': handles('listRuns', (request, context, handler) => {
      const { agent_id, status } = request.query
      if (agent_id == null || status == null) return handler(request, context)
      const all = handler({ ...request, query: { limit: 200, offset: 0 } }, context)
      return {
        ...all,
        body: {
          data: all.body.data
            .filter((run: Loose) => run.agent_id === agent_id || run.status === status)
            .slice(0, request.query.limit),
          next_cursor: null,
        },
      }
    }),
  }),
  ...mutants('RUN-19', {
    'there is no next_cursor': answers('listRuns', ({ data }) => ({ data })),
    'next_cursor is null while runs remain': answers('listRuns', body => ({ ...body, next_cursor: null })),
    'next_cursor is a number': answers('listRuns', body => ({
      ...body,
      next_cursor: body.next_cursor === null ? null : 50,
    })),
    'next_cursor has another name': answers('listRuns', ({ data, next_cursor }) => ({
      data,
      next: next_cursor,
    })),
  }),
  ...mutants('RUN-20', {
    'cursor pages repeat the last row of the page before': handles(
      'listRuns',
      (request, context, handler) => {
        const answer = handler(request, context)
        const last = request.query.cursor != null && lastOf.get(context.workspace.id + request.query.cursor)
        const data = last ? [last, ...answer.body.data] : answer.body.data
        if (answer.body.next_cursor)
          lastOf.set(context.workspace.id + answer.body.next_cursor, answer.body.data.at(-1))
        return { ...answer, body: { ...answer.body, data } }
      },
    ),
    'cursor pages begin at the beginning': handles('listRuns', (request, context, handler) => {
      if (request.query.cursor == null) return handler(request, context)
      const answer = handler(request, context)
      const first = handler({ ...request, query: { ...request.query, cursor: undefined } }, context)
      return { ...answer, body: { ...answer.body, data: first.body.data } }
    }),
    'every page holds the newest run': handles('listRuns', (request, context, handler) => {
      const answer = handler(request, context)
      const [first] = handler(
        { ...request, query: { ...request.query, cursor: undefined, limit: 1 } },
        context,
      ).body.data
      return request.query.cursor == null || !first
        ? answer
        : { ...answer, body: { ...answer.body, data: [...answer.body.data.slice(0, -1), first] } }
    }),
  }),
  ...mutants('RUN-21', {
    'each page loses its last row': rows('listRuns', (data, { query }) =>
      data.length > 1 && !query.has('offset') ? data.slice(0, -1) : data,
    ),
    'each page after a cursor loses its first row': rows('listRuns', (data, { query }) =>
      query.has('cursor') ? data.slice(1) : data,
    ),
    'the last page is lost': answers('listRuns', (body, { query }) =>
      query.has('cursor') && body.next_cursor === null ? { data: [], next_cursor: null } : undefined,
    ),
    'the walk never ends': handles('listRuns', (request, context, handler) => {
      const answer = handler(request, context)
      return answer.body.next_cursor === null
        ? { ...answer, body: { ...answer.body, next_cursor: request.query.cursor ?? null } }
        : answer
    }),
    'the walk ends after the second page': answers('listRuns', (body, { query }) =>
      query.has('cursor') ? { ...body, next_cursor: null } : undefined,
    ),
  }),
  ...mutants('RUN-22', {
    'cursor pages forget the filters': (() => {
      const plainOf = new Map<string, string>()
      return handles('listRuns', (request, context, handler) => {
        const { agent_id: _, status: __, ...rest } = request.query
        const plain = plainOf.get(request.query.cursor)
        const answer =
          plain === undefined
            ? handler(request, context)
            : handler({ ...request, query: { ...rest, cursor: plain } }, context)
        if (
          (request.query.agent_id ?? request.query.status) != null &&
          answer.body.next_cursor &&
          plain === undefined
        ) {
          const next = handler({ ...request, query: { ...rest, cursor: undefined } }, context).body
            .next_cursor
          if (next) plainOf.set(answer.body.next_cursor, next)
        } else if (plain !== undefined && answer.body.next_cursor)
          plainOf.set(answer.body.next_cursor, answer.body.next_cursor)
        return answer
      })
    })(),
  }),
  ...mutants('VER-03', {
    'offset brings no Deprecation header': replies('listRuns', ({ headers: _, ...answer }) => answer),
    'only offset=0 brings the Deprecation header': replies('listRuns', (answer, { query }) =>
      query.has('offset') && query.get('offset') !== '0' ? { ...answer, headers: {} } : answer,
    ),
    'offset beside an agent brings no Deprecation header': replies('listRuns', (answer, { query }) =>
      query.has('offset') && query.has('agent_id') ? { ...answer, headers: {} } : answer,
    ),
    'the Deprecation header says false': replies('listRuns', answer => ({
      ...answer,
      headers: answer.headers && { deprecation: 'false' },
    })),
    'the Deprecation header says 1': replies('listRuns', answer => ({
      ...answer,
      headers: answer.headers && { deprecation: '1' },
    })),
    'the Deprecation header is called X-Deprecation': replies('listRuns', answer => ({
      ...answer,
      headers: answer.headers && { 'x-deprecation': 'true' },
    })),
  }),
  ...mutants('VER-04', {
    'offset=0 brings no Deprecation header': replies('listRuns', (answer, { query }) =>
      query.get('offset') === '0' ? { ...answer, headers: {} } : answer,
    ),
  }),
  ...mutants('VER-05', {
    'the Deprecation header always comes': replies('listRuns', answer => ({
      ...answer,
      headers: { deprecation: 'true' },
    })),
    'the Deprecation header says false without offset': replies('listRuns', answer => ({
      ...answer,
      headers: answer.headers ?? { deprecation: 'false' },
    })),
    'cursor brings the Deprecation header': replies('listRuns', (answer, { query }) =>
      query.has('cursor') ? { ...answer, headers: { deprecation: 'true' } } : answer,
    ),
  }),
]
const workflowRuns = [
  ...mutants('WF-20', {
    'a started run is among the runs of every workflow': handles(
      'listWorkflowRuns',
      (request, context, handler) => {
        const answer = handler(request, context)
        const newest = context.tables.workflowRuns.range('newest', 'all', { descending: true, limit: 1 })[0]
        if (!newest || newest.workflowId === request.path.workflow_id) return answer
        const others = handler(
          { ...request, path: { workflow_id: newest.workflowId }, query: { limit: 1, offset: 0 } },
          context,
        )
        return { ...answer, body: { ...answer.body, data: [others.body.data[0], ...answer.body.data] } }
      },
    ),
    'a started run is not among the runs of its workflow': handles(
      'listWorkflowRuns',
      (request, context, handler) => {
        const answer = handler(request, context)
        return {
          ...answer,
          body: {
            ...answer.body,
            data: answer.body.data.filter(
              (run: Loose) => Date.parse(run.created_at) < context.now - 30 * 60_000,
            ),
          },
        }
      },
    ),
  }),
  ...mutants('WF-23', { 'date_from is taken for date_to': swapped('date_from', 'date_to') }),
  ...mutants('WF-36', {
    'the rows of workflow runs show another cost': rows('listWorkflowRuns', data =>
      data.map((run: Loose) => ({ ...run, cost_euros: (run.cost_euros ?? 0) + 1 })),
    ),
  }),
  ...mutants('WF-24', { 'date_to is taken for date_from': swapped('date_to', 'date_from') }),
  ...mutants('WF-26', {
    'had_objection left out means false': asks('listWorkflowRuns', query =>
      Object.assign(query, { had_objection: query.had_objection ?? false }),
    ),
    'had_objection left out means true': asks('listWorkflowRuns', query =>
      Object.assign(query, { had_objection: query.had_objection ?? true }),
    ),
  }),
  ...mutants('WF-28', {
    'status is dropped beside had_objection': asks('listWorkflowRuns', query => {
      if (query.had_objection != null) delete query.status
    }),
    'had_objection is dropped beside status': asks('listWorkflowRuns', query => {
      if (query.status != null) delete query.had_objection
    }),
  }),
  ...mutants('WF-29', {
    'the dates are dropped beside had_objection': asks('listWorkflowRuns', query => {
      if (query.had_objection == null) return
      delete query.date_from
      delete query.date_to
    }),
    'had_objection is dropped beside the dates': asks('listWorkflowRuns', query => {
      if (query.date_from != null || query.date_to != null) delete query.had_objection
    }),
  }),
]

function swapped(from: string, to: string) {
  return asks('listWorkflowRuns', query => {
    if (query[from] == null || query[to] != null) return
    query[to] = query[from]
    delete query[from]
  })
}

const agents = [
  ...mutants('AGENT-05', {
    'own agents are not listed': handles('listAgents', (request, context, handler) => {
      const answer = handler(request, context)
      return {
        ...answer,
        body: {
          ...answer.body,
          data: answer.body.data.filter((agent: Loose) => agent.owner_id !== context.caller.person.id),
        },
      }
    }),
    'own private agents are not listed': handles('listAgents', (request, context, handler) => {
      const answer = handler(request, context)
      return {
        ...answer,
        body: {
          ...answer.body,
          data: answer.body.data.filter((agent: Loose) => agent.visibility !== 'private'),
        },
      }
    }),
  }),
  ...mutants('AGENT-06', {
    'agents shared by others are not listed': handles('listAgents', (request, context, handler) => {
      const answer = handler(request, context)
      return {
        ...answer,
        body: {
          ...answer.body,
          data: answer.body.data.filter((agent: Loose) => agent.owner_id === context.caller.person.id),
        },
      }
    }),
    'one shared agent is not listed': (world: Tenants) =>
      rows('listAgents', data =>
        data.filter((agent: Loose) => agent.id !== world.roles.agents['agent-that-finishes']),
      ),
  }),
  ...mutants('AGENT-07', {
    'private agents of others are listed': (world: Tenants) =>
      handles('listAgents', (request, context, handler) => {
        const answer = handler(request, context)
        const theirs = world.home.tables.people.all().flatMap(person => {
          const seen = { ...request, query: { limit: 200, offset: 0 } }
          return handler(seen, { ...context, caller: { ...context.caller, person } }).body.data
        })
        const known = new Set(answer.body.data.map((agent: Loose) => agent.id))
        return {
          ...answer,
          body: {
            ...answer.body,
            data: [...answer.body.data, ...theirs.filter((agent: Loose) => !known.has(agent.id))],
          },
        }
      }),
  }),
  ...mutants('VIS-01', {
    'a key sees less agents than another of the same person': handles(
      'listAgents',
      (request, context, handler) => {
        const answer = handler(request, context)
        return context.caller.key.name === 'admin'
          ? answer
          : { ...answer, body: { ...answer.body, data: answer.body.data.slice(1) } }
      },
    ),
  }),
]

export const listMutants: readonly Mutant[] = [
  ...filters,
  ...sizes,
  ...pages,
  ...cursors,
  ...workflowRuns,
  ...agents,
]
