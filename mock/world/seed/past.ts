// What has happened up to now: collected row by row in any order, and put into the empty tables at once.
import type { Schemas } from '#openapi'
import type { ApprovalRow } from '../approvals.ts'
import { type ChatEventRow, type ChatRow, eventId } from '../chats.ts'
import type { LedgerKind, LedgerRow } from '../ledger.ts'
import { type ModelRow, priceOf } from '../models.ts'
import type { RunRow } from '../runs.ts'
import type { TaskRow } from '../tasks.ts'
import type { WorkflowRunRow } from '../workflows.ts'
import type { Workspace } from '../workspace.ts'

type ChatEvent = Schemas['ChatEvent']
type Unplaced<Event> = Event extends ChatEvent ? Omit<Event, 'sequence' | 'chat_id' | 'at'> : never

/** An event of a chat before the chat knows it. */
export interface Happened {
  readonly at: number
  readonly event: Unplaced<ChatEvent>
}

/** What was paid for; see LedgerRow for the fields. */
export interface Spent {
  readonly at: number
  readonly kind: LedgerKind
  readonly model: string | null
  readonly tokensIn?: number
  readonly tokensOut?: number
  /** Micro-euros beside the tokens. */
  readonly flatMicros?: number
  readonly agentId?: string | null
  readonly userId?: string | null
  readonly teamId?: string | null
  readonly runId?: string | null
  readonly workflowRunId?: string | null
}

/** How much of what is read comes from the prompt cache, as for work that is done now. */
const CACHED_SHARE = 0.4

export class Past {
  readonly workspace: Workspace
  readonly runs: RunRow[] = []
  readonly workflowRuns: WorkflowRunRow[] = []
  readonly tasks: TaskRow[] = []
  readonly approvals: ApprovalRow[] = []
  readonly #chats: ChatRow[] = []
  readonly #events: ChatEventRow[] = []
  readonly #ledger: Omit<LedgerRow, 'id'>[] = []
  readonly #models: ReadonlyMap<string, ModelRow>
  readonly #clientByAgent: ReadonlyMap<string, string>

  constructor(workspace: Workspace) {
    const { models, clients } = workspace.tables
    this.workspace = workspace
    this.#models = new Map(models.all().map(model => [model.id, model]))
    this.#clientByAgent = new Map(
      clients.all().flatMap(({ id, agentIds }) => agentIds.map(agent => [agent, id])),
    )
  }

  /** Writes a chat down with everything that was posted to it; messages count for the team. */
  addChat(chat: Omit<ChatRow, 'sequence'>, teamId: string | null, happened: readonly Happened[]): void {
    this.#chats.push({ ...chat, sequence: happened.length })
    for (const [index, { at, event }] of happened.entries()) {
      const sequence = index + 1
      this.#events.push({
        id: eventId(chat.id, sequence),
        chatId: chat.id,
        sequence,
        teamId: event.type === 'message.completed' ? teamId : null,
        count: 1,
        at,
        event,
      })
    }
  }

  /** Writes down what something cost, at the prices of its model, and returns the micro-euros. */
  spend(spent: Spent): number {
    const { at, kind, model, tokensIn = 0, tokensOut = 0, flatMicros = 0, agentId = null } = spent
    const price = model === null ? undefined : this.#models.get(model)
    const cachedTokens = Math.floor(tokensIn * CACHED_SHARE)
    const cost = price ? priceOf(price, { tokensIn, tokensOut, cachedTokens }) : { micros: 0, savedMicros: 0 }
    const micros = flatMicros + cost.micros
    this.#ledger.push({
      at,
      kind,
      micros,
      savedMicros: cost.savedMicros,
      tokensIn,
      tokensOut,
      agentId,
      userId: spent.userId ?? null,
      teamId: spent.teamId ?? null,
      modelId: model,
      clientId: (agentId === null ? undefined : this.#clientByAgent.get(agentId)) ?? null,
      runId: spent.runId ?? null,
      workflowRunId: spent.workflowRunId ?? null,
    })
    return micros
  }

  /** Puts everything into the workspace, whose tables of these things are empty. */
  settle(): void {
    const { tables, ledger, ids } = this.workspace
    tables.runs.load(this.runs)
    tables.workflowRuns.load(this.workflowRuns)
    tables.tasks.load(this.tasks)
    tables.approvals.load(this.approvals)
    tables.chats.load(this.#chats)
    tables.chatEvents.load(this.#events)
    const inOrder = this.#ledger.sort((a, b) => a.at - b.at)
    ledger.load(inOrder.map(row => ({ id: ids.next('led'), ...row })))
  }
}
