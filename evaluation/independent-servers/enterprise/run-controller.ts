// Agents, runs and the event stream of a conversation.
import { streamSSE } from 'hono/streaming'
import { checkBody, Parameters } from './constraints.ts'
import { type Answer, bare, type Endpoint, type Exchange, listing, on, Problem, record } from './kernel.ts'
import { type AgentRecord, type ChatEvent, money, type RunEntity, type Store } from './model.ts'
import type { Simulation } from './simulation.ts'

const PREVIEW = 200
const STATES = ['submitted', 'running', 'paused', 'succeeded', 'faulted', 'cancelled', 'halted']

export function runResource(run: RunEntity) {
  const step = run.agent.script[run.step]
  return {
    run_id: run.id,
    status: run.state,
    summary: run.summary,
    faultReason: run.fault,
    agent: { agent_id: run.agent.id, displayName: run.agent.name },
    chat_id: run.conversation.id,
    task_id: run.taskId,
    startedBy: run.owner.id,
    waitingFor: run.waitingFor,
    question:
      run.waitingFor === 'ANSWER' && step?.do === 'question'
        ? { prompt: step.prompt, expects: step.expects }
        : null,
    cost_euros: money(run.mills),
    tokens: {
      prompt: run.promptTokens,
      completion: run.completionTokens,
      total: run.promptTokens + run.completionTokens,
    },
    time: {
      createdAt: run.createdAt,
      startedAt: run.startedAt,
      endedAt: run.endedAt,
      elapsedMillis: run.startedAt === null ? 0 : (run.endedAt ?? Date.now()) - run.startedAt,
    },
  }
}

const launched = (run: RunEntity) => ({ run_id: run.id, chat_id: run.conversation.id, status: run.state })

export function runController(store: Store, simulation: Simulation): Endpoint[] {
  const agentOf = (x: Exchange): AgentRecord => {
    const agent = store.agents.get(x.path('agent'))
    if (!agent || !store.canUse(x.caller, agent)) throw Problem.notFound('The agent')
    return agent
  }

  const runOf = (x: Exchange): RunEntity => {
    const run = store.runs.get(x.path('run'))
    if (!run || !store.owns(x.caller, run)) throw Problem.notFound('The run')
    if ((x.path('agent') || run.agent.id) !== run.agent.id) throw Problem.notFound('The run of this agent')
    return run
  }

  const agentResource = (agent: AgentRecord, shortened: boolean) => ({
    agent_id: agent.id,
    displayName: agent.name,
    visibility: agent.visibility,
    ownerId: agent.owner.id,
    config: {
      model: agent.model,
      system_prompt: shortened ? agent.systemPrompt.substring(0, PREVIEW) : agent.systemPrompt,
    },
  })

  const act = (path: string, change: (run: RunEntity, x: Exchange) => void): Endpoint =>
    on(`POST /agents/${path}`, 'agents:run', x => {
      const run = runOf(x)
      change(run, x)
      return record(runResource(run))
    })

  return [
    on('GET /agents/', 'agents:read', x => {
      const p = new Parameters(x.search)
      const slice = p.slice()
      const view = p.one('view', ['summary'])
      const usable = [...store.agents.values()].filter(a => store.canUse(x.caller, a))
      return listing(
        usable.map(a => agentResource(a, view === 'summary')),
        slice,
      )
    }),
    on('GET /agents/{agent}', 'agents:read', x => record(agentResource(agentOf(x), false))),
    on('POST /agents/{agent}/run', 'agents:run', x => {
      const agent = agentOf(x)
      const body = checkBody<{ input?: Record<string, string> | null; triggered_by?: string }>(x.payload(), {
        members: {
          triggered_by: 'one(api,manual,schedule,workflow)',
          input: 'textmap?',
          origin_chat_id: 'text?',
          attachment_ids: 'text[]',
        },
        closed: true,
      })
      const run = simulation.launch({
        agent,
        owner: x.caller,
        parameters: body.input ?? null,
        trigger: body.triggered_by ?? 'api',
      })
      return bare(launched(run))
    }),
    on('POST /agents/{agent}/runs/{run}/respond', 'agents:run', x => {
      const run = runOf(x)
      type Reply = { answer?: string | null; values?: Record<string, unknown> | null }
      const body = checkBody<Reply>(x.payload(), {
        members: { answer: 'text?', values: 'record?', decisions: 'record[]?' },
        closed: true,
      })
      simulation.reply(run, body.answer ?? null, body.values ?? null)
      return record({ accepted: true, run_id: run.id, status: run.state })
    }),
    act('{agent}/runs/{run}/stop', run => simulation.halt(run)),
    act('runs/{run}/cancel', (run, x) => {
      checkBody(x.payload(), { members: {}, optional: true })
      simulation.cancel(run)
    }),
    act('runs/{run}/pause', run => simulation.pause(run)),
    act('runs/{run}/resume', run => simulation.resume(run)),
    on('POST /agents/runs/{run}/retry', 'agents:run', x => record(launched(simulation.retry(runOf(x))))),
    on('GET /runs', 'runs:read', x => listRuns(store, x)),
    on('GET /runs/{run}', 'runs:read', x => record(runResource(runOf(x)))),
    // The specification names no scope for following a conversation, so none is demanded.
    on('GET /chats/{chat}/stream', null, x => follow(store, x)),
  ]
}

function listRuns(store: Store, x: Exchange): Answer {
  const p = new Parameters(x.search)
  if (p.has('offset')) x.context.header('DEPRECATION', 'true')
  const { size, offset } = p.slice()
  p.contradict('cursor', 'offset')
  const status = p.one('status', STATES)
  const agentId = p.text('agent_id')
  const cursor = p.text('cursor')
  const below = cursor === undefined ? Number.POSITIVE_INFINITY : openCursor(cursor)
  const wanted = [...store.runs.values()]
    .filter(r => store.owns(x.caller, r) && r.sequence < below)
    .filter(
      r => (agentId === undefined || r.agent.id === agentId) && (status === undefined || r.state === status),
    )
    .sort((a, b) => b.sequence - a.sequence)
  const content = wanted.slice(offset, offset + size)
  const last = content.at(-1)
  const hasNext = offset + content.length < wanted.length
  const next = hasNext && last ? { next_cursor: sealCursor(last.sequence) } : {}
  return {
    status: 200,
    body: { content: content.map(runResource), page: { size, hasNext, ...next } },
  }
}

const sealCursor = (sequence: number): string => {
  const digits = sequence.toString(36)
  return `c${digits.length}${digits}${(sequence * 7919) % 97}`
}

function openCursor(cursor: string): number {
  const length = Number(/^c(\d)/.exec(cursor)?.[1] ?? 0)
  const sequence = Number.parseInt(cursor.slice(2, 2 + length), 36)
  if (length > 0 && sequence > 0 && sealCursor(sequence) === cursor) return sequence
  throw Problem.invalid({ field: 'cursor', code: 'Parameter', message: 'is not a cursor of this service' })
}

function follow(store: Store, x: Exchange): Response {
  const conversation = store.conversations.get(x.path('chat'))
  if (!conversation || !store.owns(x.caller, conversation)) throw Problem.notFound('The conversation')
  return streamSSE(x.context, async stream => {
    const write = (event: ChatEvent) =>
      void stream.write(
        `id: ${event.sequence}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`,
      )
    void stream.write('retry: 3000\n\n')
    for (const event of conversation.log) write(event)
    if (!conversation.complete) {
      const pulse = setInterval(() => void stream.write(':\n\n'), 15_000)
      await new Promise<void>(resolve => {
        const listener = (event: ChatEvent | null) => (event === null ? resolve() : write(event))
        conversation.listeners.add(listener)
        stream.onAbort(() => {
          conversation.listeners.delete(listener)
          resolve()
        })
      })
      clearInterval(pulse)
    }
    await stream.write('event: complete\ndata: {}\n\n')
  })
}
