// One workspace, one person, one key, two agents, one workflow, one board.

type Code = 401 | 403 | 404 | 405 | 422 | 429

export class Refusal extends Error {
  code: Code
  constructor(code: Code, reason: string) {
    super(reason)
    this.code = code
  }
}

export const ME = 'u1'
export const TEAM = 't1'
export const BOARD = { id: 'b1', prefix: 'T' }
export const MODEL = 'small'
export const WORKFLOW = 'w1'
export const KEY = 'tiny-key'
export const DAY = 24 * 60 * 60 * 1000

export const scopes: readonly string[] = [
  'agents:read',
  'agents:run',
  'tasks:read',
  'tasks:write',
  'runs:read',
  'approvals:read',
  'analytics:read',
  'workflows:read',
  'workflows:run',
  'chat:read',
  'chat:write',
  'knowledge:read',
  'agency-usage:read',
]

export interface Agent {
  id: string
  name: string
  prompt: string
  question: string | null
}

export const agents: readonly Agent[] = [
  {
    id: 'a1',
    name: 'Worker',
    prompt: `Work through the list. ${'Check every line twice. '.repeat(12)}`,
    question: null,
  },
  { id: 'a2', name: 'Asker', prompt: 'Ask before you act.', question: 'What shall I do?' },
]

interface Chat {
  id: string
  lines: unknown[]
  over: boolean
  /** Resolvers of the streams that wait for the next line. */
  waiting: (() => void)[]
}

const newRun = (no: number, agent: Agent, chat: Chat, input: Record<string, string> | null) => ({
  no,
  agent,
  chat,
  status: 'running' as 'running' | 'paused' | 'completed' | 'cancelled' | 'stopped',
  input,
  begun: Date.now(),
  ended: null as number | null,
  summary: null as string | null,
  cents: 0,
  tokens: 0,
  asking: false,
  /** What happens when the timer rings, and how many real milliseconds are left until then. */
  next: null as (() => void) | null,
  left: 0,
  since: 0,
  timer: null as NodeJS.Timeout | null,
  done: [] as (() => void)[],
})
export type Run = ReturnType<typeof newRun>

export interface FlowRun {
  id: string
  status: 'running' | 'completed'
  begun: number
  ended: number | null
  cents: number
}

export interface Spend {
  at: number
  agent: Agent
  cents: number
  tokens: number
}

export type Task = Record<string, unknown> & {
  id: string
  number: number
  status: string
  doneAt: number | null
}

/** Money is kept in hundredths of a cent. */
export const euros = (amount: number): number => amount / 10_000

export class Workspace {
  speed: number
  runs: Run[] = []
  flows: FlowRun[] = []
  spends: Spend[] = []
  tasks: Task[] = []
  chats = new Map<string, Chat>()
  timers = new Set<NodeJS.Timeout>()
  #count = 0
  #number = 0

  constructor(speed: number) {
    this.speed = speed
    // Yesterday the worker ran once.
    const run = this.#record(agents[0] as Agent, null)
    run.begun = Date.now() - DAY
    run.ended = run.begun + 5000
    run.status = 'completed'
    run.summary = 'The list is done.'
    this.#pay(run, run.ended)
    run.chat.over = true
  }

  id(letter: string): string {
    this.#count += 1
    return `${letter}${this.#count}`
  }

  /** Numbers of deleted tasks are not given away again. */
  nextNumber(): number {
    this.#number += 1
    return this.#number
  }

  chat(): Chat {
    const chat: Chat = { id: this.id('c'), lines: [], over: false, waiting: [] }
    this.chats.set(chat.id, chat)
    return chat
  }

  append(chat: Chat, line: unknown): void {
    chat.lines.push(line)
    for (const resume of chat.waiting.splice(0)) resume()
  }

  closeChat(chat: Chat): void {
    chat.over = true
    for (const resume of chat.waiting.splice(0)) resume()
  }

  after(milliseconds: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      act()
    }, milliseconds)
    this.timers.add(timer)
    return timer
  }

  #record(agent: Agent, input: Record<string, string> | null): Run {
    const run = newRun(this.runs.length + 1, agent, this.chat(), input)
    this.runs.push(run)
    return run
  }

  start(agent: Agent, input: Record<string, string> | null): Run {
    const run = this.#record(agent, input)
    this.#become(run, 'running')
    this.#plan(run, 5000 / this.speed, () => (agent.question === null ? this.#complete(run) : this.#ask(run)))
    return run
  }

  #become(run: Run, status: Run['status']): void {
    run.status = status
    this.append(run.chat, { status })
    if (status !== 'running') for (const hear of run.done.splice(0)) hear()
  }

  #plan(run: Run, milliseconds: number, next: () => void): void {
    run.next = next
    run.left = milliseconds
    run.since = performance.now()
    run.timer = this.after(milliseconds, () => {
      run.timer = null
      next()
    })
  }

  #halt(run: Run): void {
    if (run.timer === null) return
    clearTimeout(run.timer)
    this.timers.delete(run.timer)
    run.timer = null
    run.left = Math.max(0, run.left - (performance.now() - run.since))
  }

  #ask(run: Run): void {
    run.asking = true
    run.next = null
    this.append(run.chat, { question: run.agent.question })
    this.#become(run, 'paused')
  }

  #complete(run: Run, heard = ''): void {
    run.summary = `${run.input?.task ?? 'The list'} is done.${heard}`
    this.#end(run, 'completed')
  }

  #pay(run: Run, at: number): void {
    run.tokens = 400 + Math.round(Math.min(20_000, (at - run.begun) * this.speed) / 100)
    run.cents = Math.ceil(run.tokens / 25)
    this.spends.push({ at, agent: run.agent, cents: run.cents, tokens: run.tokens })
  }

  #end(run: Run, status: Run['status']): void {
    this.#halt(run)
    run.asking = false
    run.ended = Date.now()
    this.#pay(run, run.ended)
    this.#become(run, status)
    this.closeChat(run.chat)
  }

  #only(run: Run, ...allowed: Run['status'][]): void {
    if (!allowed.includes(run.status)) throw new Refusal(422, `the run is ${run.status}`)
  }

  pause(run: Run): void {
    this.#only(run, 'running')
    this.#halt(run)
    this.#become(run, 'paused')
  }

  resume(run: Run): void {
    this.#only(run, 'paused')
    const ask = run.asking
    run.asking = false
    this.#become(run, 'running')
    // An unanswered question comes up again after a second.
    if (ask) this.#plan(run, 1000 / this.speed, () => this.#ask(run))
    else if (run.next) this.#plan(run, run.left, run.next)
  }

  cancel(run: Run): void {
    this.#only(run, 'running')
    this.append(run.chat, { message: 'The run was cancelled.' })
    this.#end(run, 'cancelled')
  }

  stop(run: Run): void {
    this.#only(run, 'running', 'paused')
    this.#end(run, 'stopped')
  }

  retry(run: Run): Run {
    this.#only(run, 'cancelled')
    return this.start(run.agent, run.input)
  }

  answer(run: Run, answer: unknown): void {
    this.#only(run, 'paused')
    if (!run.asking || typeof answer !== 'string') throw new Refusal(422, 'the run does not wait for this')
    run.asking = false
    this.append(run.chat, { answer })
    this.#become(run, 'running')
    this.#plan(run, 2000 / this.speed, () => this.#complete(run, ` You said: ${answer}`))
  }

  /** Resolves as soon as the run no longer runs. */
  settled(run: Run): Promise<void> {
    return new Promise(resolve => {
      if (run.status === 'running') run.done.push(resolve)
      else resolve()
    })
  }

  flow(): Chat {
    const chat = this.chat()
    const flow: FlowRun = { id: this.id('f'), status: 'running', begun: Date.now(), ended: null, cents: 0 }
    this.flows.unshift(flow)
    this.append(chat, { status: flow.status })
    this.after(4000 / this.speed, () => {
      flow.status = 'completed'
      flow.ended = Date.now()
      flow.cents = 12
      this.spends.push({ at: flow.ended, agent: agents[0] as Agent, cents: flow.cents, tokens: 300 })
      this.append(chat, { status: flow.status })
      this.closeChat(chat)
    })
    return chat
  }
}
