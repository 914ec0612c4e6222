// Figures added up row by row, without the indexes that make the mock fast.
import { words } from '#openapi'
import { openWork } from '../work/open-work.ts'
import { isMessage } from '../world/chats.ts'
import type { LedgerRow } from '../world/ledger.ts'
import type { RunRow } from '../world/runs.ts'
import type { TestKit } from './test-kit.ts'

type Measure = 'micros' | 'savedMicros' | 'tokensIn' | 'tokensOut'

/** What moves the balance and is no spend; gap `spend-definition`. */
function noSpend({ profile }: TestKit['workspace']): readonly LedgerRow['kind'][] {
  return profile['spend-definition'] === 'all' ? ['top-up'] : ['top-up', 'subscription', 'adjustment']
}

/** The rows and runs of a stretch of time whose team is in the scope; only what work cost. */
export function rawFigures(
  { workspace }: TestKit,
  from: number | string,
  inScope: (teamId: string | null) => boolean = () => true,
  without = noSpend(workspace),
) {
  const start = new Date(from).getTime()
  const fits = (at: number, teamId: string | null) => at >= start && at <= workspace.now() && inScope(teamId)
  return {
    rows: [...workspace.ledger.rows(), ...openWork(workspace)].filter(
      row => !without.includes(row.kind) && fits(row.at, row.teamId),
    ),
    runs: workspace.tables.runs.all().filter(run => fits(run.createdAt, run.teamId)),
  }
}

/** Whole messages in all chats, by the team of the chat's run or of whoever started its workflow run. */
export function rawMessages(
  { workspace: { tables } }: TestKit,
  from: string,
  inScope: (teamId: string | null) => boolean,
): number {
  const teamOf = (chatId: string): string | null => {
    const { kind, subjectId } = tables.chats.get(chatId)!
    if (kind === 'run') return tables.runs.get(subjectId)!.teamId
    const talk = tables.conversations.get(subjectId)
    const person = tables.people.get(talk?.personId ?? tables.workflowRuns.get(subjectId)?.startedBy ?? '')
    const ofAgent = tables.agents.get(talk?.agentId ?? '')?.teamId ?? null
    if (ofAgent !== null && person?.teamIds.includes(ofAgent)) return ofAgent
    return person?.teamIds[0] ?? ofAgent
  }
  const parts = tables.chats.all().flatMap(({ id, parts }) => (inScope(teamOf(id)) ? parts : []))
  return parts.filter(({ at }) => at >= Date.parse(from)).flatMap(({ posted }) => posted.filter(isMessage))
    .length
}

export function total(rows: readonly LedgerRow[], measure: Measure): number {
  return added(rows, row => row[measure])
}

export function tokens(rows: readonly LedgerRow[]) {
  const [input, output] = [total(rows, 'tokensIn'), total(rows, 'tokensOut')]
  return { input, output, total: input + output }
}

export function statusCounts(runs: readonly RunRow[]) {
  const counts = words.RunStatus.map(status => [status, runs.filter(run => run.status === status).length])
  return { total: runs.length, ...Object.fromEntries(counts) }
}

export function rateOf(runs: readonly RunRow[]): number | null {
  const ended = runs.filter(run => run.status !== 'running' && run.status !== 'paused')
  const completed = ended.filter(run => run.status === 'completed').length
  return ended.length === 0 ? null : Math.round((completed / ended.length) * 10_000) / 10_000
}

/** Euros as the whole number of micro-euros that they are; throws for what is none. */
export function micros(euros: number): number {
  const whole = Math.round(euros * 1_000_000)
  if (whole / 1_000_000 !== euros) throw new Error(`${euros} euros are no whole number of micro-euros`)
  return whole
}

/** A field of all rows together; amounts of euros as micro-euros. */
export function added<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0)
}
