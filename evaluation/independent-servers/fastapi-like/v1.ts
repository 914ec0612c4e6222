// Completions, models, knowledge and the agency report.
import { randomUUID } from 'node:crypto'
import { type App, asked, type Call, HTTPException, refuse, valid } from './app.ts'
import { type Database, dayOf, euros, type KnowledgeBase, MODELS } from './db.ts'
import { begin, settled } from './engine.ts'
import { bool, dict, int, isObject, listOf, nullable, num, str } from './schema.ts'

const AGENT_COMPLETION = {
  required: ['agentId'],
  fields: {
    agentId: str,
    messages: listOf(dict),
    stream: bool,
    output: nullable(dict),
    maxSteps: nullable(int),
    imageResponseFormat: nullable(str),
    conversationId: nullable(str),
  },
}

const CHAT_COMPLETION = {
  required: ['model'],
  fields: { model: str, messages: listOf(dict), stream: bool, temperature: num },
}

const SEARCH = {
  required: ['query'],
  fields: {
    query: str,
    knowledgeBaseIds: nullable(listOf(str)),
    topK: nullable(int),
    minScore: nullable(num),
    hybrid: bool,
  },
}

/** The text of a message, whatever common form it has. */
function textOf(message: unknown): string {
  if (!isObject(message)) return ''
  const { content, parts, text } = message
  if (typeof content === 'string') return content
  if (typeof text === 'string') return text
  const pieces = Array.isArray(parts) ? parts : Array.isArray(content) ? content : []
  return pieces.map(p => (isObject(p) && typeof p.text === 'string' ? p.text : '')).join('')
}

const tokens = (text: string): number => Math.ceil(text.length / 4)

function stream(call: Call, frames: unknown[]): Response {
  const text = frames.map(frame => `data: ${JSON.stringify(frame)}\n\n`).join('')
  return call.context.body(`${text}data: [DONE]\n\n`, 200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  })
}

export function v1Routes(app: App, db: Database): void {
  app.add('POST', '/v1/agent/chat/completions', 'agents:run', async call => {
    type Body = { agentId: string; messages?: unknown[]; stream?: boolean; conversationId?: string | null }
    const body = valid<Body>(AGENT_COMPLETION, call.body())
    const agent = db.agents.get(body.agentId)
    if (!agent || !db.seesAgent(call.me, agent)) throw new HTTPException(404, 'Agent not found')
    const task = textOf(body.messages?.at(-1))
    const run = db.newRun(agent, call.me, { input: { task }, triggered_by: 'completion' })
    begin(db, run)
    await settled(run)
    const step = run.plan[0]
    const text =
      run.summary ??
      (step?.kind === 'ask'
        ? step.prompt
        : step?.kind === 'approval'
          ? `Waiting for approval: ${step.title}`
          : null) ??
      `I could not finish. ${run.error ?? `The run is ${run.status}.`}`
    const id = randomUUID()
    if (body.stream === true) {
      return stream(call, [
        { type: 'start', message_id: id, run_id: run.id },
        ...text.split(/(?<= )/).map(delta => ({ type: 'text-delta', delta })),
        { type: 'finish', status: run.status },
      ])
    }
    return {
      id,
      role: 'assistant',
      content: text,
      parts: [{ type: 'text', text }],
      agent_id: agent.id,
      run_id: run.id,
      run_status: run.status,
      conversation_id: body.conversationId ?? run.chat.id,
      cost_euros: euros(run.units),
    }
  })

  app.add('POST', '/v1/chat/completions', 'chat:write', call => {
    const body = valid<{ model: string; messages?: unknown[]; stream?: boolean }>(
      CHAT_COMPLETION,
      call.body(),
    )
    if (!MODELS[body.model]?.tenants.includes(call.me.tenant)) {
      throw new HTTPException(404, `The model ${body.model} does not exist or is not allowed`)
    }
    const prompt = (body.messages ?? []).map(textOf)
    const text = `You said: ${prompt.at(-1) ?? ''}`
    const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: body.model }
    if (body.stream === true) {
      const chunk = (delta: Record<string, string>, finish_reason: string | null) => ({
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason }],
      })
      return stream(call, [
        chunk({ role: 'assistant', content: '' }, null),
        ...text.split(/(?<= )/).map(content => chunk({ content }, null)),
        chunk({}, 'stop'),
      ])
    }
    const prompt_tokens = tokens(prompt.join(' '))
    const completion_tokens = tokens(text)
    return {
      ...head,
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: text }, logprobs: null, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
      system_fingerprint: null,
    }
  })

  app.add('GET', '/v1/models', 'chat:read', call => ({
    object: 'list',
    data: Object.entries(MODELS)
      .filter(([, m]) => m.tenants.includes(call.me.tenant))
      .map(([id]) => {
        const made = { object: 'model', created: 1_760_000_000, owned_by: 'workspace' }
        return { id, ...made, context_window: 128_000 }
      }),
  }))

  const searchable = (call: Call): KnowledgeBase[] =>
    db.knowledge.filter(k => k.tenant === call.me.tenant && (k.shared || k.owner === call.me))

  app.add('GET', '/v1/knowledge/folders', 'knowledge:read', call =>
    searchable(call).map(k => ({
      id: k.id,
      name: k.name,
      is_shared: k.shared,
      document_count: new Set(k.passages.map(p => p.document)).size,
      icon: null,
    })),
  )

  app.add('POST', '/v1/knowledge/search', 'knowledge:read', call => {
    type Body = {
      query: string
      knowledgeBaseIds?: string[] | null
      topK?: number | null
      minScore?: number | null
      hybrid?: boolean
    }
    const body = valid<Body>(SEARCH, call.body())
    if (typeof body.topK === 'number' && body.topK < 1) {
      const [loc, msg] = [['body', 'topK'], 'Input should be at least 1']
      refuse([{ type: 'greater_than_equal', loc, msg, input: body.topK }])
    }
    const own = searchable(call)
    const ids = body.knowledgeBaseIds
    if (ids?.some(id => !own.some(k => k.id === id))) throw new HTTPException(404, 'Knowledge base not found')
    const bases = ids ? own.filter(k => ids.includes(k.id)) : own
    const hits = bases
      .flatMap(k =>
        k.passages.map((p, i) => {
          const score = relevance(body.query, p.text, body.hybrid !== false)
          return { base: k, p, i, score }
        }),
      )
      .filter(h => h.score >= (body.minScore ?? 0.05) && h.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, Math.min(50, body.topK ?? 8))
    return hits.map(h => ({
      id: `${h.base.id}:${h.i}`,
      knowledge_base_id: h.base.id,
      knowledge_base_name: h.base.name,
      document: h.p.document,
      text: h.p.text,
      score: h.score,
      page: null,
    }))
  })

  app.add('GET', '/agency/clients/{client_id}/usage', 'agency-usage:read', call => {
    const month = asked(call, q => q.month('month')) ?? dayOf(Date.now()).slice(0, 7)
    const client = db.clients.find(c => String(c.id) === call.params.client_id && c.tenant === call.me.tenant)
    if (!client) throw new HTTPException(404, 'Client not found')
    const rows = client.months.get(month) ?? []
    return {
      client_id: client.id,
      client_name: client.name,
      month,
      agents: rows.map(r => ({
        agent_id: r.agent_id,
        agent_name: r.agent_name,
        runs: r.runs,
        total_tokens: r.tokens,
        cost_euros: euros(r.units),
      })),
      total_runs: rows.reduce((sum, r) => sum + r.runs, 0),
      total_tokens: rows.reduce((sum, r) => sum + r.tokens, 0),
      total_cost_euros: euros(rows.reduce((sum, r) => sum + r.units, 0)),
    }
  })
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function grams(text: string): Set<string> {
  const joined = words(text).join(' ')
  return new Set([...joined].map((_, i) => joined.slice(i, i + 3)).filter(g => g.length === 3))
}

/** Share of the query's words found, mixed with the share of its letter triples unless hybrid is off. */
function relevance(query: string, text: string, hybrid: boolean): number {
  const asked = grams(query)
  const there = grams(text)
  const near = asked.size === 0 ? 0 : [...asked].filter(g => there.has(g)).length / asked.size
  const terms = [...new Set(words(query))]
  const vocabulary = new Set(words(text))
  const exact = terms.length === 0 ? 0 : terms.filter(t => vocabulary.has(t)).length / terms.length
  return Number((hybrid ? (near + exact) / 2 : near).toFixed(4))
}
