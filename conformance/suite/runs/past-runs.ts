/** What agents are good for, as their past runs show it: who finishes quickly, who fails, who waits, who takes long. */

import { type Json, places } from '../../extract/find-value.ts'
import { refIn, wordIn } from '../../extract/record.ts'
import { endOf, mayWait, phaseOf } from '../../extract/run-status.ts'
import type { FixtureName } from '../../target/target-schema.ts'

export interface Habits {
  agent: string
  runs: number
  finished: number
  failed: number
  /** Runs that wait for a person now. */
  waiting: number
  /** Of a finished run: the shortest and the longest. */
  quickest: number | undefined
  longest: number | undefined
}

/** The habits of every agent that the rows of a list of runs name. */
export function habitsIn(rows: readonly Json[]): Habits[] {
  const byAgent = Map.groupBy(rows, row => refIn(row, 'agent') ?? '')
  return [...byAgent].flatMap(([agent, runs]) => (agent === '' ? [] : [habitsOf(agent, runs)]))
}

function habitsOf(agent: string, rows: readonly Json[]): Habits {
  const words = rows.map(row => wordIn(row) ?? '')
  const failed = words.filter(word => endOf(word) === 'failed').length
  const over = rows.filter((_, index) => endOf(words[index]) === 'finished')
  const times = over.flatMap(row => secondsOf(row) ?? []).toSorted((a, b) => a - b)
  const waiting = words.filter(word => mayWait(word) && phaseOf(word, false) !== 'ended').length
  const [quickest, longest] = [times[0], times.at(-1)]
  return { agent, runs: rows.length, finished: over.length, failed, waiting, quickest, longest }
}

/** From the first moment that a row shows to the last. */
function secondsOf(row: Json): number | undefined {
  const moments = [...places(row, 2)].flatMap(({ name, value }) => {
    if (!/start|begin|began|created|end|finish|complet/i.test(name)) return []
    const at = typeof value === 'number' ? value * (value < 1e11 ? 1000 : 1) : Date.parse(String(value))
    return Number.isFinite(at) && at > 1e11 ? [at] : []
  })
  return moments.length < 2 ? undefined : (Math.max(...moments) - Math.min(...moments)) / 1000
}

/** A run that took longer than this waited for a person, who answered hours later: it can pause by itself. */
const MAX_WORK_SECONDS = 1800

const LIKELY: readonly [FixtureName, (habits: Habits) => number][] = [
  ['agent-fails', ({ failed, runs }) => failed / runs],
  ['agent-asks-text', ({ waiting }) => waiting],
  ['agent-slow', ({ quickest = 0, longest = 0 }) => (longest <= MAX_WORK_SECONDS ? quickest : 0)],
  ['agent-finishes', ({ finished, quickest }) => (finished > 0 ? 1 / (1 + (quickest ?? 60)) : 0)],
]

/** For each purpose the agent whose past runs speak most for it. */
export function likely(habits: readonly Habits[]): Map<FixtureName, string> {
  return new Map(
    LIKELY.flatMap(([name, score]) => {
      const best = habits.toSorted((a, b) => score(b) - score(a))[0]
      return best && score(best) > 0 ? [[name, best.agent] as const] : []
    }),
  )
}
