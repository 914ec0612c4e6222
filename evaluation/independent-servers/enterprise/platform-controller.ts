// Completions, models, knowledge and the agency report.
import { randomBytes } from 'node:crypto'
import { checkBody, Parameters } from './constraints.ts'
import { type Answer, bare, type Endpoint, type Exchange, listing, on, Problem, record } from './kernel.ts'
import { type Folder, isoDay, MODEL_PRICES, money, type Store } from './model.ts'
import type { Simulation } from './simulation.ts'

function wordsOf(message: Record<string, unknown> | undefined): string {
  if (message === undefined) return ''
  const body = message.content ?? message.parts ?? message.text
  if (typeof body === 'string') return body
  if (!Array.isArray(body)) return ''
  return body.map((p: { text?: unknown } | null) => (typeof p?.text === 'string' ? p.text : '')).join(' ')
}

const countTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length

const emit = (x: Exchange, lines: string[]): Response =>
  x.context.body(lines.join(''), 200, {
    'Content-Type': 'text/event-stream;charset=UTF-8',
    'Cache-Control': 'no-store',
  })

export function platformController(store: Store, simulation: Simulation): Endpoint[] {
  const completeWithAgent = async (x: Exchange): Promise<Answer | Response> => {
    type Body = {
      agentId: string
      messages?: Record<string, unknown>[]
      stream?: boolean
      conversationId?: string | null
    }
    const body = checkBody<Body>(x.payload(), {
      members: {
        agentId: 'text!',
        messages: 'record[]',
        stream: 'flag',
        output: 'record?',
        maxSteps: 'whole?',
        imageResponseFormat: 'text?',
        conversationId: 'text?',
      },
    })
    const agent = store.agents.get(body.agentId)
    if (!agent || !store.canUse(x.caller, agent)) throw Problem.notFound('The agent')
    const parameters = { task: wordsOf(body.messages?.at(-1)) }
    const run = simulation.launch({ agent, owner: x.caller, parameters, trigger: 'api' })
    await simulation.settled(run)
    if (run.state === 'paused') throw Problem.conflict(`Run ${run.id} waits for a person (${run.waitingFor})`)
    const text = run.summary ?? `I am sorry, this did not work out: ${run.fault ?? run.state}`
    if (body.stream === true) {
      return emit(x, [
        `event: delta\ndata: ${JSON.stringify({ role: 'assistant', text })}\n\n`,
        `event: end\ndata: ${JSON.stringify({ runId: run.id, status: run.state })}\n\n`,
      ])
    }
    const message = { role: 'assistant', content: [{ type: 'text', text }] }
    return record({ message, runId: run.id, conversationId: run.conversation.id, cost: money(run.mills) })
  }

  const complete = (x: Exchange): Answer | Response => {
    type Body = { model: string; messages?: Record<string, unknown>[]; stream?: boolean }
    const body = checkBody<Body>(x.payload(), {
      members: { model: 'text!', messages: 'record[]', stream: 'flag', temperature: 'decimal' },
      also: b => {
        const t = Number(b.temperature ?? 1)
        return t < 0 || t > 2
          ? [{ field: 'temperature', code: 'Range', message: 'must lie between 0 and 2' }]
          : []
      },
    })
    if (!MODEL_PRICES[body.model]?.tenants.includes(x.caller.tenant)) {
      throw Problem.invalid({ field: 'model', code: 'Reference', message: 'is not allowed here' })
    }
    const asked = (body.messages ?? []).map(wordsOf).join('\n')
    const content = `Understood (${countTokens(asked)} words).`
    const common = {
      id: `cmpl-${randomBytes(12).toString('hex')}`,
      created: Math.trunc(Date.now() / 1000),
      model: body.model,
    }
    if (body.stream === true) {
      const chunk = (delta: object, finish_reason: string | null) => {
        const choices = [{ index: 0, delta, finish_reason }]
        return `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices })}\n\n`
      }
      return emit(x, [
        chunk({ role: 'assistant' }, null),
        ...content.split(' ').map((word, i) => chunk({ content: i === 0 ? word : ` ${word}` }, null)),
        chunk({}, 'stop'),
        'data: [DONE]\n\n',
      ])
    }
    const [prompt_tokens, completion_tokens] = [countTokens(asked), countTokens(content)]
    return bare({
      ...common,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    })
  }

  const models = (x: Exchange): Answer =>
    bare({
      object: 'list',
      data: Object.entries(MODEL_PRICES)
        .filter(([, price]) => price.tenants.includes(x.caller.tenant))
        .map(([id], i) => ({ id, object: 'model', created: 1_700_000_000 + i, owned_by: 'gemworks' })),
    })

  const foldersOf = (x: Exchange): Folder[] =>
    store.folders.filter(f => f.tenant === x.caller.tenant && (f.open || f.owner.id === x.caller.id))

  const search = (x: Exchange): Answer => {
    type Body = {
      query: string
      knowledgeBaseIds?: string[] | null
      topK?: number | null
      minScore?: number | null
      hybrid?: boolean
    }
    const body = checkBody<Body>(x.payload(), {
      members: {
        query: 'text!',
        knowledgeBaseIds: 'text[]?',
        topK: 'whole?',
        minScore: 'decimal?',
        hybrid: 'flag',
      },
      closed: true,
      also: b =>
        Number(b.topK ?? 1) < 1 ? [{ field: 'topK', code: 'Min', message: 'must be at least 1' }] : [],
    })
    const mine = foldersOf(x)
    const chosen = body.knowledgeBaseIds ?? mine.map(f => f.id)
    const folders = chosen.map(id => mine.find(f => f.id === id))
    if (folders.includes(undefined)) throw Problem.notFound('A knowledge base of the list')
    const asked = bag(body.query)
    const hits = mine
      .filter(f => folders.includes(f))
      .flatMap(f => f.passages.map(passage => ({ f, passage, relevance: cosine(asked, bag(passage)) })))
      .filter(h => h.relevance > 0 && h.relevance >= (body.minScore ?? 0))
      .sort((a, b) => b.relevance - a.relevance)
      .slice(0, body.topK ?? 5)
    return listing(
      hits.map(h => ({
        passage: h.passage,
        relevance: h.relevance,
        source: { knowledgeBaseId: h.f.id, title: h.f.title },
      })),
    )
  }

  const clientUsage = (x: Exchange): Answer => {
    const month = new Parameters(x.search).month('month') ?? isoDay(Date.now()).slice(0, 7)
    const client = store.clients.find(c => c.id === x.path('client') && c.tenant === x.caller.tenant)
    if (!client) throw Problem.notFound('The client')
    const lines = client.usage.get(month) ?? []
    return record({
      clientId: client.id,
      month,
      perAgent: lines.map(l => ({
        agentName: l.agent,
        runs: l.runs,
        tokens: l.tokens,
        cost: money(l.mills),
      })),
    })
  }

  return [
    on('POST /v1/agent/chat/completions', 'agents:run', completeWithAgent),
    on('POST /v1/chat/completions', 'chat:write', complete),
    on('GET /v1/models', 'chat:read', models),
    on('GET /v1/knowledge/folders', 'knowledge:read', x =>
      listing(foldersOf(x).map(f => ({ id: f.id, title: f.title, open: f.open }))),
    ),
    on('POST /v1/knowledge/search', 'knowledge:read', search),
    on('GET /agency/clients/{client}/usage', 'agency-usage:read', clientUsage),
  ]
}

function bag(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().split(/[^\p{L}\d]+/u)) {
    if (word.length > 2) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function cosine(a: Map<string, number>, b: Map<string, number>): number {
  const norm = (m: Map<string, number>) => Math.hypot(...m.values())
  let dot = 0
  for (const [word, count] of a) dot += count * (b.get(word) ?? 0)
  return dot === 0 ? 0 : Math.round((dot / (norm(a) * norm(b))) * 1000) / 1000
}
