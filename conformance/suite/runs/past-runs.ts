/** What agents are suited for according to their past runs: quick, failing, waiting or slow ones. */

import { type Json, places } from '../../extract/find-value.ts'
import { momentOf } from '../../extract/moment.ts'
import { refIn, wordIn } from '../../extract/record.ts'
import { endOf, mayWait, phaseOf } from '../../extract/run-status.ts'
import type { FixtureName } from '../../target/target-schema.ts'

export interface Habits {
  agent: string
  runs: number
  finished: number
  failed: number
  /** Runs that are waiting for a person. */
  waiting: number
  /** Seconds that the shortest and the longest finished run took. */
  quickest: number | undefined
  longest: number | undefined
}

/** The habits of every agent in a list of runs. */
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

/** Seconds between the first and the last timestamp of a row. */
function secondsOf(row: Json): number | undefined {
  const moments = [...places(row, 2)].flatMap(({ name, value }) => {
    if (!/start|begin|began|created|end|finish|complet/i.test(name)) return []
    return momentOf(value) ?? []
  })
  return moments.length < 2 ? undefined : (Math.max(...moments) - Math.min(...moments)) / 1000
}

/** A longer run probably waited for a person: its agent can pause by itself. */
const MAX_WORK_SECONDS = 1800

const LIKELY: readonly [FixtureName, (habits: Habits) => number][] = [
  ['agent-fails', ({ failed, runs }) => failed / runs],
  ['agent-asks-text', ({ waiting }) => waiting],
  ['agent-slow', ({ quickest = 0, longest = 0 }) => (longest <= MAX_WORK_SECONDS ? quickest : 0)],
  ['agent-finishes', ({ finished, quickest = 60 }) => (finished > 0 ? 1 / (1 + quickest) : 0)],
]

/** The agents whose past runs fit, the best first. */
export const rankedBy = (habits: readonly Habits[], score: (one: Habits) => number) =>
  habits.filter(one => score(one) > 0).toSorted((a, b) => score(b) - score(a))

/** For each purpose, the agents whose past runs fit, the best first. */
export const ranked = (habits: readonly Habits[]) =>
  LIKELY.map(([name, score]) => [name, rankedBy(habits, score)] as const)
