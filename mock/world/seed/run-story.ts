// What a chat shows of a run of the past, with what each stretch of it cost.
import type { Schemas } from '#openapi'
import type { Question, RunRow } from '../runs.ts'
import type { Happened, Past } from './past.ts'
import { isWaiting, type PastRun, type Wait } from './past-run.ts'

/** What an agent at work reads and writes; the history's own agents do as much today. */
export const TOKENS_PER_SECOND = 700
const READ_SHARE = 0.75

/** The telling of one run, in order of time: each call adds what happened next. */
export class RunStory {
  readonly happened: Happened[] = []
  readonly totals = { micros: 0, tokensIn: 0, tokensOut: 0 }
  /** The team that pays. */
  readonly teamId: string | null
  readonly #past: Past
  readonly #run: PastRun
  readonly #tokensPerSecond: number

  /** `pace` tells how much busier than usual the run was. */
  constructor(past: Past, run: PastRun, pace: number) {
    this.#past = past
    this.#run = run
    this.#tokensPerSecond = TOKENS_PER_SECOND * pace
    this.teamId = run.person.teamIds[0] ?? run.agent.teamId
  }

  status(at: number, status: RunRow['status']): void {
    const { id, end } = this.#run
    const summary = end.status === 'completed' && status === 'completed' ? end.summary : null
    const error = end.status === 'failed' && status === 'failed' ? end.error : null
    this.#tell(at, { type: 'run.status', run_id: id, status, summary, error })
  }

  say(at: number, role: Schemas['ChatMessage']['role'], text: string): void {
    const id = this.#past.workspace.ids.next('msg')
    const message = { id, role, text, created_at: new Date(at).toISOString() }
    this.#tell(at, { type: 'message.completed', message })
  }

  /** Charges so many milliseconds of work that ended then. */
  work(at: number, worked: number): void {
    if (worked <= 0) return
    const { id, agent, person, step } = this.#run
    const tokens = Math.floor((this.#tokensPerSecond * worked) / 1000)
    const tokensIn = Math.round(tokens * READ_SHARE)
    const tokensOut = tokens - tokensIn
    const { totals } = this
    totals.micros += this.#past.spend({
      at,
      kind: 'run',
      model: agent.model,
      tokensIn,
      tokensOut,
      agentId: agent.id,
      userId: person.id,
      teamId: this.teamId,
      runId: id,
      workflowRunId: step?.of.id ?? null,
    })
    totals.tokensIn += tokensIn
    totals.tokensOut += tokensOut
    const { tokensIn: input, tokensOut: output } = totals
    this.#tell(at, {
      type: 'run.progress',
      run_id: id,
      cost_euros: totals.micros / 1e6,
      tokens: { input, output, total: input + output },
    })
  }

  /** The tools that the agent's script calls, with what they returned. */
  useTools(at: number): void {
    const { id, agent } = this.#run
    for (const [index, step] of agent.script.entries()) {
      if (step.do !== 'tool') continue
      const call = { run_id: id, tool_call_id: `${id}.${index}`, name: step.name }
      this.#tell(at, { type: 'tool.called', ...call, arguments: { ...step.arguments } })
      this.#tell(at, { type: 'tool.returned', ...call, result: step.result })
    }
  }

  /** Waits for a person as the agent's script says, and goes on when one has answered. */
  waitFor(wait: Wait, at: number): { readonly question: Question } | { readonly approvalId: string } {
    const step = this.#run.agent.script.find(isWaiting)
    if (!step) throw new Error(`${this.#run.agent.handle} waits for nobody, but its past run does`)
    if (step.do === 'await-approval') return { approvalId: this.#awaitApproval(step, wait, at) }
    const question: Question = {
      id: this.#past.workspace.ids.next('q'),
      kind: step.do === 'ask' ? 'text' : step.do === 'ask-fields' ? 'fields' : 'decisions',
      prompt: step.prompt,
      fields: step.do === 'ask' ? [] : step.do === 'ask-fields' ? step.fields : step.actions,
      askedAt: at,
    }
    this.#ask(question, wait, at)
    return { question }
  }

  #ask({ id, kind, prompt, fields }: Question, { lasted, response }: Wait, at: number): void {
    const call = { run_id: this.#run.id, tool_call_id: id, name: 'ask_user' }
    const asked_at = new Date(at).toISOString()
    const shown = fields.map(({ options, ...field }) => ({
      ...field,
      ...(options && { options: [...options] }),
    }))
    this.#tell(at, { type: 'tool.called', ...call, arguments: { prompt } })
    this.#tell(at, {
      type: 'question.asked',
      run_id: this.#run.id,
      question: { id, kind, prompt, fields: shown, asked_at },
    })
    this.status(at, 'paused')
    if (lasted === null || !response) return
    const result = response.answer ?? response.values ?? response.decisions ?? null
    this.#tell(at + lasted, { type: 'question.answered', run_id: this.#run.id, question_id: id, response })
    this.#tell(at + lasted, { type: 'tool.returned', ...call, result })
    this.status(at + lasted, 'running')
  }

  #awaitApproval(
    { title, description }: { readonly title: string; readonly description: string },
    { lasted, decision }: Wait,
    at: number,
  ): string {
    const { agent, person, id: runId } = this.#run
    const { approvals, workspace } = this.#past
    const approval_id = workspace.ids.next('appr')
    const comment = decision?.comment ?? null
    const decidedAt = lasted === null ? null : at + lasted
    approvals.push({
      id: approval_id,
      kind: 'run',
      title,
      description,
      status: decision?.outcome ?? (lasted === null ? 'pending' : 'expired'),
      agentId: agent.id,
      runId,
      taskId: null,
      workflowId: null,
      workflowRunId: null,
      stepId: null,
      requestedBy: person.id,
      approverIds: [],
      requestedAt: at,
      decidedAt,
      decidedBy: decision?.by ?? null,
      comment,
    })
    this.#tell(at, { type: 'approval.requested', approval_id, title })
    this.status(at, 'paused')
    if (decidedAt === null) return approval_id
    const status = decision?.outcome ?? 'expired'
    this.#tell(decidedAt, { type: 'approval.decided', approval_id, status, comment })
    if (status === 'approved') this.status(decidedAt, 'running')
    return approval_id
  }

  #tell(at: number, event: Happened['event']): void {
    this.happened.push({ at, event })
  }
}
