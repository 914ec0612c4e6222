// Time passes here: a heartbeat carries every living run and workflow run forward to the present moment.
import { Problem } from './kernel.ts'
import {
  type AgentRecord,
  type ApprovalRecord,
  type Conversation,
  type FlowRunEntity,
  type Member,
  MODEL_PRICES,
  newFlow,
  newRun,
  type RunEntity,
  type RunState,
  type Store,
  type WorkflowRecord,
} from './model.ts'

const SUBMITTED_FOR = 500
const LOOKS_AGAIN_AFTER = 2_000

interface Launch {
  agent: AgentRecord
  owner: Member
  parameters: Record<string, string> | null
  trigger: string
  taskId?: string | null
}

export class Simulation {
  readonly #store: Store
  readonly #scale: number
  #heartbeat: NodeJS.Timeout | undefined
  #sequence = 0
  /** Runs and workflow runs that still move or wait. */
  readonly #living = new Set<RunEntity>()
  readonly #flowing = new Set<FlowRunEntity>()

  constructor(store: Store, scale: number) {
    this.#store = store
    this.#scale = scale
  }

  begin(): void {
    this.#heartbeat = setInterval(() => this.catchUp(), 10)
  }

  end(): void {
    clearInterval(this.#heartbeat)
    for (const c of this.#store.conversations.values()) this.#complete(c)
  }

  catchUp(): void {
    const now = performance.now()
    for (const run of [...this.#living]) this.#carry(run, now)
    for (const flow of [...this.#flowing]) this.#carryFlow(flow, now)
  }

  converse(owner: Member): Conversation {
    const id = this.#store.identifier('conv')
    const { tenant } = owner
    const conversation = { id, tenant, owner, log: [], complete: false, listeners: new Set<never>() }
    this.#store.conversations.set(id, conversation)
    return conversation
  }

  #tell(conversation: Conversation, name: string, data: Record<string, unknown>): void {
    const event = { sequence: conversation.log.length + 1, name, data: { ...data, at: Date.now() } }
    conversation.log.push(event)
    for (const listener of [...conversation.listeners]) listener(event)
  }

  #complete(conversation: Conversation): void {
    conversation.complete = true
    for (const listener of [...conversation.listeners]) listener(null)
    conversation.listeners.clear()
  }

  #nextSequence(): number {
    this.#sequence += 1
    return this.#sequence
  }

  launch({ agent, owner, taskId = null, ...order }: Launch): RunEntity {
    const run = this.record(agent, owner)
    Object.assign(run, { ...order, taskId, idle: SUBMITTED_FOR })
    this.#living.add(run)
    this.#tell(run.conversation, 'message', { role: 'user', content: order.parameters?.task ?? '' })
    this.#enter(run, 'submitted')
    return run
  }

  /** A run that is known and does not move yet. */
  record(agent: AgentRecord, owner: Member): RunEntity {
    const id = this.#store.identifier('run')
    const sequence = this.#nextSequence()
    const run = newRun(agent, owner, this.converse(owner), id, sequence)
    this.#store.runs.set(id, run)
    return run
  }

  #enter(run: RunEntity, state: RunState): void {
    run.state = state
    this.#tell(run.conversation, 'run-status', { runId: run.id, status: state })
  }

  /** Spends the service time since the run was last looked at. */
  #carry(run: RunEntity, now: number): void {
    let budget = (now - run.seenAt) * this.#scale
    run.seenAt = now
    while (run.state === 'submitted' || run.state === 'running') {
      if (run.idle > 0) {
        const used = Math.min(run.idle, budget)
        run.idle -= used
        budget -= used
        if (run.idle > 0) return
        if (run.state === 'submitted') {
          run.startedAt = Date.now()
          this.charge(run, 600 + 3 * (run.parameters?.task ?? '').length, 0)
          this.#enter(run, 'running')
        }
        continue
      }
      const step = run.agent.script[run.step]
      if (step === undefined) {
        this.#succeed(run)
        return
      }
      if (step.do === 'work') {
        const used = Math.min(step.seconds * 1000 - run.spent, budget)
        run.spent += used
        budget -= used
        if (run.spent < step.seconds * 1000) return
        run.step++
        run.spent = 0
        continue
      }
      if (step.do === 'fault') {
        run.fault = step.reason
        this.#finish(run, 'faulted')
        return
      }
      run.waitingFor = step.do === 'question' ? 'ANSWER' : 'APPROVAL'
      if (step.do === 'question') {
        const { prompt, expects } = step
        this.#tell(run.conversation, 'tool-call', { tool: 'ask_user', prompt, expects })
      } else if (!this.#pendingApproval(run)) {
        const deciders = [run.agent.owner.id]
        this.raise({ subject: step.subject, requester: run.owner, deciders, run, flowRun: null })
      }
      this.#enter(run, 'paused')
    }
  }

  raise(a: Pick<ApprovalRecord, 'subject' | 'requester' | 'deciders' | 'run' | 'flowRun'>): void {
    const id = this.#store.identifier('apr')
    const { tenant } = a.requester
    this.#store.approvals.set(id, { ...a, id, tenant, state: 'PENDING', raisedAt: Date.now() })
  }

  #pendingApproval(run: RunEntity): ApprovalRecord | undefined {
    return [...this.#store.approvals.values()].find(a => a.run === run && a.state === 'PENDING')
  }

  #succeed(run: RunEntity): void {
    const heard = run.replies.map(r => ` The reply was ${r}.`).join('')
    run.summary = `Done: ${run.parameters?.task ?? 'the usual work'}.${heard}`
    run.messages++
    this.#tell(run.conversation, 'message', { role: 'assistant', content: run.summary })
    this.#finish(run, 'succeeded')
  }

  #finish(run: RunEntity, state: RunState): void {
    run.waitingFor = null
    run.endedAt = Date.now()
    const worked = run.startedAt === null ? 0 : run.endedAt - run.startedAt
    this.charge(run, 0, 200 + Math.min(900, Math.round((worked * this.#scale) / 100)))
    const approval = this.#pendingApproval(run)
    if (approval) approval.state = 'OBSOLETE'
    this.#living.delete(run)
    this.#enter(run, state)
    this.#complete(run.conversation)
  }

  charge(run: RunEntity, prompt: number, completion: number, at = Date.now()): void {
    const price = MODEL_PRICES[run.agent.model]?.perThousand ?? 300
    const saved = Math.floor((prompt * 0.25 * price) / 1000)
    const mills = Math.ceil(((prompt + completion) * price) / 1000) - saved
    run.mills += mills
    run.promptTokens += prompt
    run.completionTokens += completion
    const tokens = prompt + completion
    const { tenant, owner: member, agent } = run
    this.#store.charges.push({ at, tenant, member, agent, source: 'RUN', mills, tokens, savedMills: saved })
  }

  #demand(run: RunEntity, verb: string, ...states: RunState[]): void {
    if (states.includes(run.state)) return
    throw Problem.conflict(`A run that is ${run.state} cannot be ${verb}`)
  }

  pause(run: RunEntity): void {
    this.#demand(run, 'paused', 'running')
    run.waitingFor = 'OPERATOR'
    this.#enter(run, 'paused')
  }

  resume(run: RunEntity): void {
    this.#demand(run, 'resumed', 'paused')
    // A question or an approval does not go away by itself: the agent looks again and waits once more.
    const step = run.agent.script[run.step]
    run.idle = step?.do === 'question' || step?.do === 'approval' ? LOOKS_AGAIN_AFTER : 0
    run.waitingFor = null
    run.seenAt = performance.now()
    this.#enter(run, 'running')
  }

  cancel(run: RunEntity): void {
    this.#demand(run, 'cancelled', 'running')
    run.messages++
    this.#tell(run.conversation, 'message', { role: 'system', content: 'This run has been cancelled.' })
    this.#finish(run, 'cancelled')
  }

  halt(run: RunEntity): void {
    this.#demand(run, 'stopped', 'running', 'paused')
    this.#finish(run, 'halted')
  }

  retry(run: RunEntity): RunEntity {
    this.#demand(run, 'retried', 'faulted', 'cancelled')
    const { agent, owner, parameters, taskId } = run
    return this.launch({ agent, owner, parameters, taskId, trigger: 'api' })
  }

  reply(run: RunEntity, answer: string | null, values: Record<string, unknown> | null): void {
    const step = run.agent.script[run.step]
    if (run.waitingFor === 'APPROVAL') throw Problem.conflict('Approvals are decided in the application only')
    if (run.waitingFor !== 'ANSWER' || step?.do !== 'question') {
      throw Problem.conflict(`Run ${run.id} has not asked anything`)
    }
    if (step.expects === 'text') {
      if (answer === null || values !== null) {
        const message = 'this question takes an answer only'
        throw Problem.invalid({ field: 'answer', code: 'Expected', message })
      }
      run.replies.push(answer)
    } else {
      const lacking = step.expects.filter(name => values === null || !Object.hasOwn(values, name))
      if (answer !== null || lacking.length > 0) {
        const message = `this question takes values only: ${step.expects.join(', ')}`
        throw Problem.invalid({ field: 'values', code: 'Expected', message })
      }
      run.replies.push(step.expects.map(name => `${name}: ${String(values?.[name])}`).join(' / '))
    }
    this.#tell(run.conversation, 'tool-result', { tool: 'ask_user', result: answer ?? values })
    run.step++
    run.spent = 0
    run.waitingFor = null
    run.seenAt = performance.now()
    this.#enter(run, 'running')
  }

  /** Waits until the run neither works nor is about to. */
  settled(run: RunEntity): Promise<void> {
    return new Promise(resolve => {
      const listener = () => {
        if (run.state === 'submitted' || run.state === 'running') return
        run.conversation.listeners.delete(listener)
        resolve()
      }
      run.conversation.listeners.add(listener)
      listener()
    })
  }

  launchFlow(workflow: WorkflowRecord, owner: Member, groupId: string | null, test: boolean): FlowRunEntity {
    const flow = this.recordFlow(workflow, owner)
    Object.assign(flow, { groupId, test })
    this.#flowing.add(flow)
    this.#tell(flow.conversation, 'workflow-status', { status: flow.state })
    return flow
  }

  recordFlow(workflow: WorkflowRecord, owner: Member): FlowRunEntity {
    const id = this.#store.identifier('wfr')
    const sequence = this.#nextSequence()
    const flow = newFlow(workflow, owner, this.converse(owner), id, sequence)
    this.#store.flowRuns.set(id, flow)
    return flow
  }

  #carryFlow(flow: FlowRunEntity, now: number): void {
    let budget = (now - flow.seenAt) * this.#scale
    flow.seenAt = now
    for (;;) {
      const trace = flow.traces[flow.at]
      if (trace === undefined) {
        flow.state = 'completed'
        flow.endedAt = Date.now()
        this.#flowing.delete(flow)
        this.#tell(flow.conversation, 'workflow-status', { status: flow.state })
        this.#complete(flow.conversation)
        return
      }
      trace.startedAt ??= Date.now()
      const { stage } = trace
      if (stage.type === 'GATE') {
        trace.state = 'awaiting_decision'
        flow.state = 'awaiting_gate'
        this.#flowing.delete(flow)
        const subject = `${flow.workflow.title}: ${stage.title}`
        this.raise({ subject, requester: flow.owner, deciders: stage.deciders, run: null, flowRun: flow })
        this.#tell(flow.conversation, 'workflow-status', { status: flow.state })
        return
      }
      trace.state = 'in_progress'
      const used = Math.min(stage.seconds * 1000 - flow.spent, budget)
      flow.spent += used
      budget -= used
      if (flow.spent < stage.seconds * 1000) return
      flow.spent = 0
      flow.at++
      trace.state = 'completed'
      trace.endedAt = Date.now()
      trace.mills = this.chargeStage(flow, stage.agent, trace.endedAt)
      this.#tell(flow.conversation, 'stage-completed', { stage: stage.title })
    }
  }

  chargeStage(flow: FlowRunEntity, agent: AgentRecord, at: number): number {
    const tokens = 850
    const mills = Math.ceil((tokens * (MODEL_PRICES[agent.model]?.perThousand ?? 300)) / 1000)
    const { tenant, owner: member } = flow
    this.#store.charges.push({ at, tenant, member, agent, source: 'WORKFLOW', mills, tokens, savedMills: 0 })
    return mills
  }
}
