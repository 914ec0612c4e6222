// Agents, runs and the chats they talk in.
import { streamSSE } from 'hono/streaming'
import { type App, asked, type Call, HTTPException, refuse, valid } from './app.ts'
import { type Agent, type Database, euros, type Run, stamp } from './db.ts'
import { begin, cancel, pause, respond, resume, retry, stop } from './engine.ts'
import { anything, dict, listOf, nullable, type Query, str, textDict } from './schema.ts'

interface Page {
  limit: number
  offset: number
}

export function readPage(q: Query): Page {
  const limit = Math.min(100, q.int('limit', { ge: 1 }) ?? 20)
  return { limit, offset: q.int('offset', { ge: 0 }) ?? 0 }
}

/** The part of a list on a page; a header tells how long the list is. */
export function paged<T>(call: Call, list: T[], { limit, offset }: Page): T[] {
  call.header('x-total-count', String(list.length))
  return list.slice(offset, offset + limit)
}

export function intId(call: Call, name: string): number {
  const raw = call.params[name] ?? ''
  if (/^\d{1,15}$/.test(raw)) return Number(raw)
  const msg = 'Input should be a valid integer'
  return refuse([{ type: 'int_parsing', loc: ['path', name], msg, input: raw }])
}

function agentOut(agent: Agent, preview: boolean) {
  const prompt = agent.system_prompt
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description,
    slug: agent.name.toLowerCase().replaceAll(' ', '-'),
    is_shared: agent.shared,
    owner: { id: agent.owner.id, name: agent.owner.name },
    model: agent.model,
    config: { system_prompt: preview ? prompt.slice(0, 200) : prompt, temperature: 0.3, tools: ['ask_user'] },
    created_at: stamp(agent.created_at),
    deleted_at: null,
  }
}

export function runOut(run: Run) {
  const end = run.ended_at ?? Date.now()
  const step = run.plan[0]
  return {
    id: run.id,
    status: run.status,
    ...(run.status === 'finished' ? { summary: run.summary } : {}),
    ...(run.error === null ? {} : { error: run.error }),
    agent_id: run.agent.id,
    agent_name: run.agent.name,
    chat_id: run.chat.id,
    task_id: run.task_id,
    workflow_run_id: run.workflow_run_id,
    retried_from: run.retried_from,
    started_by: run.person.id,
    triggered_by: run.triggered_by,
    origin_chat_id: run.origin_chat_id,
    attachment_ids: run.attachment_ids,
    input: run.input,
    pause_reason: run.status === 'paused' ? run.hold : null,
    pending_question:
      run.hold === 'question' && step?.kind === 'ask' ? { prompt: step.prompt, fields: step.fields } : null,
    cost_euros: euros(run.units),
    input_tokens: run.input_tokens,
    output_tokens: run.output_tokens,
    cached_tokens: run.cached_tokens,
    total_tokens: run.input_tokens + run.output_tokens,
    created_at: stamp(run.created_at),
    started_at: stamp(run.started_at),
    finished_at: stamp(run.ended_at),
    duration_seconds: run.started_at === null ? 0 : (end - run.started_at) / 1000,
  }
}

/** All fields are optional, so a missing body is an empty one; a null is not. */
const orEmpty = (body: unknown): unknown => (body === undefined ? {} : body)

const START = {
  fields: {
    triggered_by: str,
    input: nullable(textDict),
    origin_chat_id: nullable(str),
    attachment_ids: listOf(str),
  },
}

const RESPOND = {
  fields: { answer: nullable(str), values: nullable(dict), decisions: nullable(listOf(dict)) },
}

export function agentRoutes(app: App, db: Database): void {
  const findAgent = (call: Call): Agent => {
    const agent = db.agents.get(call.params.agent_id ?? '')
    if (!agent || !db.seesAgent(call.me, agent)) throw new HTTPException(404, 'Agent not found')
    return agent
  }
  const findRun = (call: Call): Run => {
    const run = db.runs.get(intId(call, 'run_id'))
    if (!run || !db.seesRun(call.me, run)) throw new HTTPException(404, 'Run not found')
    const agentId = call.params.agent_id
    if (agentId !== undefined && agentId !== run.agent.id) throw new HTTPException(404, 'Run not found')
    return run
  }

  app.add('GET', '/agents/', 'agents:read', call => {
    const q = asked(call, q => ({ ...readPage(q), view: q.choice('view', ['summary']) }))
    const visible = [...db.agents.values()].filter(a => db.seesAgent(call.me, a))
    return paged(call, visible, q).map(a => agentOut(a, q.view === 'summary'))
  })

  app.add('GET', '/agents/{agent_id}', 'agents:read', call => agentOut(findAgent(call), false))

  app.add('POST', '/agents/{agent_id}/run', 'agents:run', call => {
    const agent = findAgent(call)
    const given = valid<Partial<Run>>(START, orEmpty(call.body()))
    const run = db.newRun(agent, call.me, {
      input: given.input ?? null,
      triggered_by: given.triggered_by ?? 'api',
      origin_chat_id: given.origin_chat_id ?? null,
      attachment_ids: given.attachment_ids ?? [],
    })
    begin(db, run)
    return { run_id: run.id, chat_id: run.chat.id, status: run.status, queue_position: 0 }
  })

  app.add('POST', '/agents/{agent_id}/runs/{run_id}/respond', 'agents:run', call => {
    const run = findRun(call)
    respond(db, run, valid<Parameters<typeof respond>[2]>(RESPOND, orEmpty(call.body())))
    return runOut(run)
  })

  app.add('POST', '/agents/{agent_id}/runs/{run_id}/stop', 'agents:run', call => {
    const run = findRun(call)
    stop(db, run)
    return runOut(run)
  })

  const move = (name: string, act: (db: Database, run: Run) => void) => {
    app.add('POST', `/agents/runs/{run_id}/${name}`, 'agents:run', call => {
      const run = findRun(call)
      act(db, run)
      return runOut(run)
    })
  }
  move('pause', pause)
  move('resume', resume)

  app.add('POST', '/agents/runs/{run_id}/cancel', 'agents:run', call => {
    const run = findRun(call)
    valid({ fields: { reason: anything } }, call.body() ?? {})
    cancel(db, run)
    return runOut(run)
  })

  app.add('POST', '/agents/runs/{run_id}/retry', 'agents:run', call => {
    const run = findRun(call)
    const again = retry(db, run)
    return { run_id: again.id, chat_id: again.chat.id, status: again.status, retried_from: run.id }
  })

  app.add('GET', '/runs', 'runs:read', call => {
    if (call.query.has('offset')) call.header('Deprecation', 'true')
    const { limit, offset, agentId, status, cursor, before } = asked(call, q => ({
      ...readPage(q),
      agentId: q.text('agent_id'),
      status: q.text('status'),
      cursor: q.text('cursor'),
      before: readCursor(q),
    }))
    const matching = [...db.runs.values()]
      .filter(r => db.seesRun(call.me, r))
      .filter(r => agentId === null || r.agent.id === agentId)
      .filter(r => status === null || r.status === status)
      .filter(r => r.id < before)
      .sort((a, b) => b.id - a.id)
    const skip = cursor === null ? offset : 0
    const page = matching.slice(skip, skip + limit)
    const more = matching.length > skip + limit
    const last = page.at(-1)
    return {
      items: page.map(runOut),
      next_cursor: more && last ? Buffer.from(`before:${last.id}`).toString('base64url') : null,
      has_more: more,
    }
  })

  app.add('GET', '/runs/{run_id}', 'runs:read', call => runOut(findRun(call)))

  // No scope is stated for following a chat: any key of a person who may see the chat will do.
  app.add('GET', '/chats/{chat_id}/stream', null, call => {
    const chat = db.chats.get(call.params.chat_id ?? '')
    const visible = chat && chat.tenant === call.me.tenant && db.overseen(call.me).includes(chat.person)
    if (!visible) throw new HTTPException(404, 'Chat not found')
    return streamSSE(call.context, async stream => {
      const write = (text: string) => void stream.write(text)
      write(': connected\n\n')
      for (const event of chat.events) write(`data: ${JSON.stringify(event)}\n\n`)
      if (chat.closed) return
      const beat = setInterval(() => write(': ping\n\n'), 10_000)
      await new Promise<void>(end => {
        const viewer = { write, end }
        chat.viewers.add(viewer)
        stream.onAbort(() => {
          chat.viewers.delete(viewer)
          end()
        })
      })
      clearInterval(beat)
    })
  })
}

function readCursor(q: Query): number {
  const cursor = q.text('cursor')
  if (cursor === null) return Number.POSITIVE_INFINITY
  const m = /^before:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  return m ? Number(m[1]) : (q.refuse('cursor', 'value_error', 'Unknown cursor') ?? 0)
}
