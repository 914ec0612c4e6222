// A very large number of runs at once, for performance measurements.
import { DAY, HOUR } from '../../mock/simulation/duration.ts'
import type { Random } from '../../mock/simulation/random.ts'
import { rowOfWork } from '../../mock/work/funds.ts'
import type { AgentRow } from '../../mock/world/agents.ts'
import { NO_PARTS } from '../../mock/world/chats.ts'
import type { LedgerRow } from '../../mock/world/ledger.ts'
import { priceOf } from '../../mock/world/models.ts'
import type { PersonRow } from '../../mock/world/people.ts'
import { NO_ATTACHMENTS, type RunRow } from '../../mock/world/runs.ts'
import type { Workspace } from '../../mock/world/workspace.ts'

const DAYS = 90

/**
 * Adds that many ended runs to a seeded workspace, each with its ledger row, evenly spread over the last ninety days,
 * its shared agents and its people. All runs of an agent share one empty chat, because conversations of their own would
 * take more memory than everything else.
 */
export function seedRuns(workspace: Workspace, count: number): void {
  const { tables, ledger, ids } = workspace
  const random = workspace.random.fork(`${count} runs`)
  const first = workspace.now() - DAYS * DAY
  const gap = (DAYS * DAY - HOUR) / count
  const people = tables.people.all()
  const performers = tables.agents
    .all()
    .filter(agent => agent.visibility === 'shared')
    .map(agent => ({
      agent,
      model: tables.models.get(agent.model)!,
      chatId: chatFor(workspace, agent, first),
    }))
  const runs: RunRow[] = []
  const rows: LedgerRow[] = []
  for (let i = 0; i < count; i++) {
    const { agent, model, chatId } = random.pick(performers)
    const tokensIn = random.int(500, 60_000)
    const tokens = { tokensIn, tokensOut: random.int(100, 12_000) }
    const price = priceOf(model, { ...tokens, cachedTokens: Math.floor(tokensIn * 0.4) })
    const run: RunRow = {
      ...endedRun(random, agent, random.pick(people), Math.floor(first + i * gap)),
      id: ids.next('run'),
      chatId,
      micros: price.micros,
      ...tokens,
    }
    runs.push(run)
    rows.push(rowOfWork(workspace, run, ids.next('led'), { ...price, ...tokens }))
  }
  tables.runs.load(runs)
  ledger.load(rows)
}

/** The shared chat of an agent's runs. */
function chatFor({ tables, ids }: Workspace, { id: subjectId }: AgentRow, createdAt: number): string {
  const id = ids.next('chat')
  return tables.chats.insert({ id, kind: 'conversation', subjectId, createdAt, parts: NO_PARTS }).id
}

const STATUSES = [
  ['completed', 82],
  ['failed', 8],
  ['cancelled', 6],
  ['stopped', 4],
] as const

/** Shared by a million runs, to save memory. */
const FAILURE = { code: 'tool_failed', message: 'The tool did not answer.' } as const

function endedRun(
  random: Random,
  agent: AgentRow,
  person: PersonRow,
  at: number,
): Omit<RunRow, 'id' | 'chatId' | 'micros' | 'tokensIn' | 'tokensOut'> {
  const status = random.weighted(STATUSES)
  const worked = random.int(2_000, 300_000)
  return {
    agentId: agent.id,
    taskId: null,
    workflowRunId: null,
    retryOf: null,
    status,
    triggeredBy: 'api',
    startedBy: person.id,
    teamId: person.teamIds[0] ?? agent.teamId,
    model: agent.model,
    input: null,
    originChatId: null,
    attachmentIds: NO_ATTACHMENTS,
    summary: status === 'completed' ? 'Done.' : null,
    error: status === 'failed' ? FAILURE : null,
    workedMs: worked,
    createdAt: at,
    updatedAt: at + worked,
    finishedAt: at + worked,
    progress: null,
  }
}
