// An agent completion (section 4.1): the agent's script is executed at once, and its final message is the answer. It
// also counts as a run.
import type { Schemas } from '#openapi'
import { decisions } from '../../profile/decisions.ts'
import { requireFunds, requireFundsFor } from '../../work/accounts.ts'
import { enterCompletion } from '../../work/completion-runs.ts'
import { countRule } from '../../work/policy-rules.ts'
import { workOf } from '../../work/run-work.ts'
import { scriptIn } from '../../work/script-text.ts'
import type { AgentRow } from '../../world/agents.ts'
import type { Asking, ConversationRow, Message } from '../../world/completions.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Step } from '../../world/script.ts'
import type { Context } from '../handler.ts'
import { euros } from '../time.ts'
import { requireAgent } from '../visibility.ts'
import { answerAsking, newAssignment, nothingYet, type Outcome, perform } from './agent-work.ts'
import { subjectOf } from './answer.ts'
import { beginConversation, findConversation, newIn, writeOn } from './conversation.ts'
import { type Directives, directivesByRule } from './directives.ts'
import { fromUi, lastWord } from './messages.ts'
import { formOf, valueFor } from './structured.ts'
import { tokensOf, tokensToRead, type Writing, writingOf } from './writing.ts'

type AgentRequest = Schemas['AgentCompletionRequest']

/** A completion whose outcome is known but not yet written. */
export interface AgentCompletion {
  readonly id: string
  readonly messageId: string
  readonly agent: AgentRow
  readonly conversationId: string
  readonly outcome: Outcome
  readonly writing: Writing
  readonly finishReason: Schemas['AgentCompletion']['finishReason']
  /** The structured answer; null when none was requested or there is no answer. */
  readonly output: unknown
  /** The instruction. */
  readonly task: string
  /** What a run takes for the same work. */
  readonly worked: ReturnType<typeof workOf>
  readonly tokensIn: number
  readonly cachedTokens: number
}

/** The use and cost of a completion, known after it was charged. */
export type Bill = Pick<Schemas['AgentCompletion'], 'usage' | 'costEuros'>

/** Prepares a completion. All refusals happen here, before anything is stored. */
export async function prepareAgent(request: AgentRequest, context: Context): Promise<AgentCompletion> {
  const { workspace } = context
  const agent = requireAgent(context, request.agentId, { param: 'body.agentId' })
  const sent = request.messages ?? []
  const form = formOf(request.output)
  const known = findConversation(context, agent, request.conversationId ?? null)
  requireFunds(workspace)

  const {
    text: said,
    directives: own,
    messages: fresh,
  } = lastWord(newIn(known?.messages ?? [], fromUi(sent)))
  const { directives, rule } = directivesByRule(workspace, own, said, agent.id, known?.asking ?? null)
  const history = [...(known?.messages ?? []), ...fresh]
  const outcome = work(request, context, agent, known, said, directives, rule?.rule.script ?? null)
  if (outcome.asking || outcome.waits) requireNoQuestion(context, agent, outcome)

  const isAnswer = outcome.end === 'stop' && !outcome.asking && !outcome.waits && said !== null
  const random = workspace.random.fork(`agent completion ${agent.id} ${JSON.stringify(history)}`)
  const value = isAnswer && form ? await valueFor(form, random, context.now, directives.output) : null
  const text = isAnswer && form ? textOf(value) : outcome.text
  const writing = writingOf(isAnswer && !form ? withContext(text, history, directives) : text, directives)
  const finishReason = writing.end === 'stop' ? outcome.end : writing.end
  // The same work costs the same as in a run; the messages are read besides.
  const worked = workOf(workspace, agent.id, outcome.taken)
  const tokensIn =
    worked.tokensIn +
    tokensToRead([agent.systemPrompt, ...history.map(message => message.text), ...outcome.results])
  const cachedTokens =
    worked.cachedTokens +
    (known ? tokensToRead([agent.systemPrompt, ...known.messages.map(message => message.text)]) : 0)
  const tokensOut = worked.tokensOut + tokensWritten(outcome, writing.tokens)
  requireFundsFor(workspace, agent.model, { tokensIn, tokensOut, cachedTokens })
  if (rule) countRule(workspace, rule)
  const conversation = known ?? beginConversation(context, agent, request.conversationId ?? null)
  writeOn(context, conversation.id, fresh, null)
  return {
    id: workspace.ids.next('acmpl'),
    messageId: workspace.ids.next('msg'),
    agent,
    conversationId: conversation.id,
    outcome,
    writing,
    finishReason,
    output:
      finishReason !== 'stop'
        ? null
        : form
          ? value
          : isAnswer && request.output
            ? writing.tokens.join('')
            : null,
    task: said ?? '',
    worked,
    tokensIn,
    cachedTokens,
  }
}

/** Stores the answer as far as it was written, and charges its cost. */
export function settleAgent(completion: AgentCompletion, written: readonly string[], context: Context): Bill {
  const { agent, outcome, conversationId, messageId: id, tokensIn, cachedTokens } = completion
  const tokensOut = completion.worked.tokensOut + tokensWritten(outcome, written)
  const text = written.join('')
  if (text !== '') writeOn(context, conversationId, [{ id, role: 'assistant', text }], outcome.asking)
  const failed = outcome.end === 'error' || completion.writing.end === 'error'
  const run = enterCompletion(context.workspace, {
    agent,
    personId: context.caller.person.id,
    chatId: conversationId,
    task: completion.task,
    startedAt: context.now,
    tokens: { tokensIn, tokensOut, cachedTokens },
    workedMs: completion.worked.ms,
    outcome: failed
      ? { status: 'failed', summary: null, error: { code: 'completion_failed', message: outcome.text } }
      : outcome.asking || outcome.waits
        ? { status: 'stopped', summary: null, error: null }
        : { status: 'completed', summary: text, error: null },
  })
  const usage = { inputTokens: tokensIn, outputTokens: tokensOut, totalTokens: tokensIn + tokensOut }
  return { usage, costEuros: euros(run.micros) }
}

/** The number of tokens of the answer and of the messages before it. */
function tokensWritten({ said }: Outcome, written: readonly string[]): number {
  return written.length + said.reduce((sum, text) => sum + tokensOf(text).length, 0)
}

/** Executes the agent's work on the last message: a new task, or the answer to its question. */
function work(
  request: AgentRequest,
  { workspace }: Context,
  agent: AgentRow,
  conversation: ConversationRow | undefined,
  said: string | null,
  directives: Directives,
  scriptByRule: readonly Step[] | null,
): Outcome {
  const asking: Asking | null = conversation?.asking ?? null
  const maxSteps = Math.max(1, Math.min(request.maxSteps ?? agent.maxSteps, agent.maxSteps))
  if (said === null) return speakFirst(agent, asking)
  // If no form was requested, the text of `mock: output` is the answer.
  const requested = directives.say ?? (request.output?.type ? undefined : directives.output)
  if (requested !== undefined)
    return perform(newAssignment([{ do: 'finish', summary: requested }], said, maxSteps))
  if (asking && directives.script === undefined) return answerAsking(asking, said, maxSteps)
  const place = { field: 'messages', name: 'mock: script in body.messages' }
  const own = directives.script ? scriptIn(workspace, directives.script, place) : undefined
  const script = own ?? scriptByRule ?? agent.script
  return perform(newAssignment(script, said, maxSteps))
}

function speakFirst(agent: AgentRow, asking: Asking | null): Outcome {
  const text =
    asking?.question.prompt ?? `I am the ${agent.name}. ${agent.description} What can I do for you?`
  return { ...nothingYet(), text, asking }
}

/** An answer that refers to the messages before it. */
function withContext(text: string, history: readonly Message[], directives: Directives): string {
  const earlier = history.filter(message => message.role === 'user').at(-2)?.text
  return earlier && directives.say === undefined && directives.output === undefined
    ? `Following on ${subjectOf(earlier) ?? 'your last message'}: ${text}`
    : text
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Gap `agent-completion-asks`. */
function requireNoQuestion({ workspace }: Context, agent: AgentRow, outcome: Outcome): void {
  if (!decisions.refusesAgentThatAsks(workspace.profile)) return
  const what = outcome.asking ? `asks: ${outcome.asking.question.prompt}` : 'needs the approval of a person'
  throw new Refusal('agent_asks', `${agent.name} ${what} Start a run of it instead; a run can wait.`, {
    because: { state: `${agent.name} ${what}`, accepted: ['startRun'] },
  })
}
