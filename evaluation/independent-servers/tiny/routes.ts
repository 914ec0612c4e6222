// Everything except the numbers.
import { streamSSE } from 'hono/streaming'
import { isMonth } from './numbers.ts'
import {
  among,
  anything,
  body,
  date,
  type Fields,
  flag,
  integer,
  many,
  maybe,
  moment,
  number,
  object,
  shaped,
  text,
  texts,
  whole,
  window,
  word,
  zoned,
} from './rules.ts'
import type { Ask, Route } from './server.ts'
import {
  type Agent,
  agents,
  BOARD,
  DAY,
  euros,
  type FlowRun,
  ME,
  MODEL,
  Refusal,
  type Run,
  type Task,
  WORKFLOW,
  type Workspace,
} from './state.ts'

const COLUMNS = ['backlog', 'active', 'done']
const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none']

/** What a new task and a change may say; a change may also say null. */
const BOTH = {
  title: text,
  description: text,
  priority: among(...PRIORITIES),
  acceptance_criteria: many(anything),
  tags: many(text),
  requires_approval: flag,
  approval_approver_ids: many(text),
  approval_notify_in_app: flag,
  approval_notify_email: flag,
}
const PLACES = { board_id: maybe(text), project_id: maybe(text), due_date: maybe(date) }

const CREATE = {
  ...BOTH,
  ...PLACES,
  status: among(...COLUMNS),
  executor_kind: text,
  agent_id: maybe(text),
  workflow_id: maybe(text),
  scheduled_id: maybe(text),
  parent_task_id: maybe(text),
  assignee_type: maybe(among('agent', 'user')),
  assignee_id: maybe(text),
}

/** What a task shows of a field that was not given; null of the others. */
const WITHOUT: Fields = {
  priority: 'none',
  acceptance_criteria: [],
  tags: [],
  requires_approval: false,
  approval_approver_ids: [],
  approval_notify_in_app: false,
  approval_notify_email: false,
}
/** What a new task has, whatever was given. */
const FRESH = {
  status: 'backlog',
  board_id: BOARD.id,
  position: null,
  max_runs_per_hour: null,
  budget_euros: null,
  doneAt: null,
}

const UPDATE = {
  ...Object.fromEntries(Object.entries(BOTH).map(([name, rule]) => [name, maybe(rule)])),
  ...PLACES,
  position: maybe(number),
  max_runs_per_hour: maybe(whole),
  budget_euros: maybe(number),
}

/** The fields a null empties; the others keep their value. */
const EMPTIED = ['description', 'project_id', 'due_date', 'position', 'max_runs_per_hour', 'budget_euros']
const CLEARED = ['acceptance_criteria', 'tags', 'approval_approver_ids']

const showAgent = (agent: Agent, length = Number.POSITIVE_INFINITY) => ({
  id: agent.id,
  config: { system_prompt: agent.prompt.slice(0, length) },
})

const showRun = (run: Run) => ({
  run_id: run.no.toString(),
  status: run.status,
  ...(run.summary === null ? {} : { summary: run.summary }),
  cost_euros: euros(run.cents),
  tokens: run.tokens,
  time: ((run.ended ?? Date.now()) - run.begun) / 1000,
})

const showStart = (run: Run) => ({ run_id: run.no.toString(), chat_id: run.chat.id, status: run.status })

const showFlow = (flow: FlowRun) => ({ id: flow.id, status: flow.status, cost_euros: euros(flow.cents) })

const showTask = ({ doneAt: _doneAt, ...task }: Task) => ({ ...task, last_run_status: null })

const textOf = (messages: unknown): string => {
  const last = (Array.isArray(messages) ? messages.at(-1) : undefined) as Fields | undefined
  const content = last?.content ?? last?.parts
  if (Array.isArray(content)) return content.map(p => (p as Fields | null)?.text ?? '').join('')
  return typeof content === 'string' ? content : ''
}

const countTokens = (sentence: string): number => Math.ceil(sentence.length / 5)

export function routes(space: Workspace): Route[] {
  const list: Route[] = []
  /** A route by its method, its path and its status, if that is not 200. */
  const on = (line: string, scope: string | null, act: Route['act']) => {
    const [method = '', path = '', status = '200'] = line.split(' ')
    list.push({ method, path, scope, act, status: Number(status) })
  }

  const agent = (id: string | undefined): Agent => {
    const found = agents.find(a => a.id === id)
    if (!found) throw new Refusal(404, 'no such agent')
    return found
  }
  const run = (id: string | undefined, agentId?: string): Run => {
    const found = space.runs.find(r => r.no.toString() === id && (agentId ?? r.agent.id) === r.agent.id)
    if (!found) throw new Refusal(404, 'no such run')
    return found
  }
  const task = (id: string | undefined): Task => {
    const found = space.tasks.find(t => t.id === id)
    if (!found) throw new Refusal(404, 'no such task')
    return found
  }
  const board = (id: unknown): void => {
    if ((id ?? BOARD.id) !== BOARD.id) throw new Refusal(404, 'no such board')
  }
  const frames = ({ context }: Ask, values: unknown[], end: string) => {
    const text = values.map(v => `data: ${JSON.stringify(v)}\n\n`).join('') + end
    return context.body(text, 200, { 'Content-Type': 'text/event-stream' })
  }

  // Agents and runs
  on('GET /agents', 'agents:read', ({ query }) => {
    const { limit, offset } = window(query)
    const length = word(query, 'view', 'summary') === null ? undefined : 200
    return { agents: agents.slice(offset, offset + limit).map(a => showAgent(a, length)) }
  })
  on('GET /agents/:agent', 'agents:read', ({ params }) => showAgent(agent(params.agent)))
  on('POST /agents/:agent/run', 'agents:run', ({ params, json = {} }) => {
    const whom = agent(params.agent)
    const rules = {
      triggered_by: text,
      input: maybe(texts),
      origin_chat_id: maybe(text),
      attachment_ids: many(text),
    }
    const { input } = body(json, rules)
    return showStart(space.start(whom, (input ?? null) as Record<string, string> | null))
  })
  on('POST /agents/:agent/runs/:run/respond', 'agents:run', ({ params, json = {} }) => {
    const which = run(params.run, params.agent)
    const rules = { answer: maybe(text), values: maybe(object), decisions: maybe(many(object)) }
    space.answer(which, body(json, rules).answer)
    return { status: which.status }
  })
  on('POST /agents/:agent/runs/:run/stop', 'agents:run', ({ params }) => {
    const which = run(params.run, params.agent)
    space.stop(which)
    return { status: which.status }
  })
  const change = (name: 'pause' | 'resume' | 'cancel') => {
    on(`POST /agents/runs/:run/${name}`, 'agents:run', ({ params, json }) => {
      const which = run(params.run)
      if (name === 'cancel') body(json ?? {}, {})
      space[name](which)
      return { status: which.status }
    })
  }
  change('pause')
  change('resume')
  change('cancel')
  on('POST /agents/runs/:run/retry', 'agents:run', ({ params }) => showStart(space.retry(run(params.run))))

  on('GET /runs', 'runs:read', ({ query, context }) => {
    if (query.has('offset')) context.header('Deprecation', 'true')
    const { limit, offset } = window(query)
    const cursor = shaped(query, 'cursor', given => /^r\d{1,9}$/.test(given))
    const [of, status] = [query.get('agent_id'), query.get('status')]
    const found = space.runs
      .filter(r => (of === null || r.agent.id === of) && (status === null || r.status === status))
      .filter(r => cursor === null || r.no < Number(cursor.slice(1)))
      .reverse()
    const page = found.slice(offset, offset + limit)
    const more = found.length > offset + page.length
    return { runs: page.map(showRun), next_cursor: more ? `r${page.at(-1)?.no}` : null }
  })
  on('GET /runs/:run', 'runs:read', ({ params }) => showRun(run(params.run)))
  // The text names no scope for this one.
  on('GET /chats/:chat/stream', null, ({ params, context }) => {
    const chat = space.chats.get(params.chat ?? '')
    if (!chat) throw new Refusal(404, 'no such chat')
    return streamSSE(context, async stream => {
      for (let line = 0; !stream.aborted; ) {
        while (line < chat.lines.length) {
          await stream.writeSSE({ data: JSON.stringify(chat.lines[line]) })
          line += 1
        }
        if (chat.over) return
        await new Promise<void>(resolve => {
          chat.waiting.push(resolve)
          stream.onAbort(resolve)
        })
      }
    })
  })

  // Tasks
  on('GET /tasks', 'tasks:read', ({ query }) => {
    const { limit, offset } = window(query)
    const status = query.get('status')
    const days = integer(query, 'done_since_days', 0)
    const since = days === null || status !== null ? null : Date.now() - days * DAY
    word(query, 'include_archived', 'true', 'false')
    word(query, 'assignee_type', 'user', 'agent')
    const equal = ['status', 'project_id', 'board_id', 'assignee_type', 'assignee_id']
    const mine = ['me', ME].includes(query.get('owner') ?? 'me')
    const found = space.tasks.filter(t => {
      if (equal.some(name => query.has(name) && query.get(name) !== t[name])) return false
      return mine && (since === null || (t.status === 'done' && (t.doneAt ?? 0) >= since))
    })
    return { tasks: found.slice(offset, offset + limit).map(showTask) }
  })
  on('POST /tasks 201', 'tasks:write', ({ json }) => {
    const given = body(json, CREATE, ['title'])
    board(given.board_id)
    if (typeof given.parent_task_id === 'string') task(given.parent_task_id)
    const id = space.id('k')
    const shown = Object.keys(CREATE).map(name => [name, given[name] ?? WITHOUT[name] ?? null])
    const made = { id, number: space.nextNumber(), ...Object.fromEntries(shown), ...FRESH } as Task
    space.tasks.unshift(made)
    return showTask(made)
  })
  on('GET /tasks/by-number/:ref', 'tasks:read', ({ params }) => {
    const bare = params.ref?.startsWith(`${BOARD.prefix}-`) ? params.ref.slice(2) : params.ref
    return showTask(task(space.tasks.find(t => t.number.toString() === bare)?.id))
  })
  on('GET /tasks/:task', 'tasks:read', ({ params }) => showTask(task(params.task)))
  on('PATCH /tasks/:task', 'tasks:write', ({ params, json }) => {
    const which = task(params.task)
    const given = body(json, UPDATE)
    board(given.board_id)
    for (const name of Object.keys(UPDATE)) {
      const value = given[name]
      if (value === undefined) continue
      if (value !== null) which[name] = value
      else if (EMPTIED.includes(name)) which[name] = null
      else if (CLEARED.includes(name)) which[name] = []
    }
    return showTask(which)
  })
  on('DELETE /tasks/:task 204', 'tasks:write', ({ params }) => {
    space.tasks.splice(space.tasks.indexOf(task(params.task)), 1)
  })
  on('PATCH /tasks/:task/assignee', 'tasks:write', ({ params, json }) => {
    const which = task(params.task)
    const rules = { type: maybe(among('agent', 'user')), id: maybe(text) }
    const { type, id } = body(json, rules, ['type', 'id'], true)
    if ((type === null) !== (id === null)) throw new Refusal(422, 'type and id belong together')
    which.assignee_type = type
    which.assignee_id = id
    return showTask(which)
  })
  on('GET /tasks/:task/runs', 'tasks:read', ({ params }) => {
    task(params.task)
    return { runs: [] } // tasks are done by hand here
  })
  on('PATCH /tasks/:task/status', 'tasks:write', ({ params, json }) => {
    const which = task(params.task)
    const { status, position } = body(json, { status: among(...COLUMNS), position: maybe(number) }, [
      'status',
    ])
    which.doneAt = status === 'done' ? (which.doneAt ?? Date.now()) : null
    which.status = status as string
    if (position !== undefined) which.position = position
    return showTask(which)
  })

  // Workflows and approvals
  const workflow = (id: string | undefined) => {
    if (id !== WORKFLOW) throw new Refusal(404, 'no such workflow')
    return { id: WORKFLOW, steps: [{ agent_name: agents[0]?.name }] }
  }
  const flow = (params: Record<string, string>): FlowRun => {
    workflow(params.workflow)
    const found = space.flows.find(f => f.id === params.run)
    if (!found) throw new Refusal(404, 'no such run')
    return found
  }
  on('GET /workflows', 'workflows:read', ({ query }) => {
    const plain = window(query)
    const limit = Math.min(50, integer(query, 'per_page', 1) ?? plain.limit)
    const page = integer(query, 'page', 1)
    const offset = page === null ? plain.offset : (page - 1) * limit
    return { workflows: [workflow(WORKFLOW)].slice(offset, offset + limit) }
  })
  on('GET /workflows/run-usage', 'workflows:read', () => {
    const month = new Date().toISOString().slice(0, 7)
    return { month, runs: space.flows.filter(f => new Date(f.begun).toISOString().startsWith(month)).length }
  })
  on('GET /workflows/approvals/pending', 'approvals:read', () => ({ approvals: [] }))
  on('GET /workflows/:workflow', 'workflows:read', ({ params }) => workflow(params.workflow))
  on('POST /workflows/:workflow/run 202', 'workflows:run', ({ params, query, json }) => {
    workflow(params.workflow)
    word(query, 'test', 'true', 'false')
    body(json ?? {}, {})
    return { shared_chat_id: space.flow().id }
  })
  on('GET /workflows/:workflow/runs', 'workflows:read', ({ params, query }) => {
    workflow(params.workflow)
    const { limit, offset } = window(query)
    const status = query.get('status')
    const from = shaped(query, 'date_from', given => date(zoned(given)))
    const to = shaped(query, 'date_to', given => date(zoned(given)))
    const objected = word(query, 'had_objection', 'true', 'false') === 'true'
    const until = to === null ? Number.POSITIVE_INFINITY : moment(to) + (to.length === 10 ? DAY - 1 : 0)
    const found = space.flows.filter(f => {
      if (objected || (status !== null && f.status !== status)) return false
      return f.begun >= (from === null ? 0 : moment(from)) && f.begun <= until
    })
    return { runs: found.slice(offset, offset + limit).map(showFlow) }
  })
  on('GET /workflows/:workflow/runs/summary', 'workflows:read', ({ params }) => {
    workflow(params.workflow)
    return { runs: space.flows.length, cost_euros: euros(space.flows.reduce((sum, f) => sum + f.cents, 0)) }
  })
  on('GET /workflows/:workflow/runs/:run', 'workflows:read', ({ params }) => showFlow(flow(params)))
  on('GET /workflows/:workflow/runs/:run/steps', 'workflows:read', ({ params }) => {
    const { status, cost_euros } = showFlow(flow(params))
    return { steps: [{ status, cost_euros }] }
  })
  on('GET /approvals/pending/list', 'approvals:read', () => ({ approvals: [] }))
  on('GET /approvals/:approval', 'approvals:read', () => {
    throw new Refusal(404, 'no such approval')
  })

  // Completions, models, knowledge, clients
  on('POST /v1/agent/chat/completions', 'agents:run', async ask => {
    const rules = {
      agentId: text,
      messages: many(object),
      stream: flag,
      output: maybe(anything),
      maxSteps: maybe(whole),
      imageResponseFormat: maybe(text),
      conversationId: maybe(text),
    }
    const given = body(ask.json, rules, ['agentId'])
    const which = space.start(agent(given.agentId as string), { task: textOf(given.messages) })
    await space.settled(which)
    const content = which.summary ?? which.agent.question ?? which.status
    if (given.stream === true) return frames(ask, [{ role: 'assistant', content }], '')
    return { role: 'assistant', content }
  })
  on('POST /v1/chat/completions', 'chat:write', ask => {
    const rules = { model: text, messages: many(object), stream: flag, temperature: number }
    const given = body(ask.json, rules, ['model'])
    if (given.model !== MODEL) throw new Refusal(404, 'no such model')
    const question = textOf(given.messages)
    const content = question === '' ? 'Yes?' : 'Yes.'
    const base = { id: space.id('chatcmpl-'), created: Math.round(Date.now() / 1000), model: MODEL }
    if (given.stream === true) {
      const chunk = { ...base, object: 'chat.completion.chunk' }
      const first = { index: 0, delta: { role: 'assistant', content }, finish_reason: null }
      const last = { index: 0, delta: {}, finish_reason: 'stop' }
      const both = [first, last].map(choice => ({ ...chunk, choices: [choice] }))
      return frames(ask, both, 'data: [DONE]\n\n')
    }
    const [prompt_tokens, completion_tokens] = [countTokens(question), countTokens(content)]
    return {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    }
  })
  on('GET /v1/models', 'chat:read', () => ({
    object: 'list',
    data: [{ id: MODEL, object: 'model', created: 1_750_000_000, owned_by: 'tiny' }],
  }))
  on('GET /v1/knowledge/folders', 'knowledge:read', () => ({ folders: [] }))
  on('POST /v1/knowledge/search', 'knowledge:read', ({ json }) => {
    const rules = {
      query: text,
      knowledgeBaseIds: maybe(many(text)),
      topK: maybe(whole),
      minScore: maybe(number),
      hybrid: flag,
    }
    body(json, rules, ['query'])
    return { results: [] }
  })
  on('GET /agency/clients/:client/usage', 'agency-usage:read', ({ query }) => {
    shaped(query, 'month', isMonth)
    throw new Refusal(404, 'no such client')
  })
  return list
}
