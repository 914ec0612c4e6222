/** Finished runs in the list of runs, which figures of their days must cover. */

import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { idOf, wordIn } from '../../extract/record.ts'
import { endOf, readRun } from '../../extract/run-status.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { adminKey } from './admin-key.ts'
import { DAY_MS, type Days, latestOf, liesWithin } from './days.ts'
import { type Kind, labelOf } from './read-rows.ts'

/** How far back the list of runs is read. */
const MOST_RUNS = 500
const MOST_PAGES = 25

export type History = Awaited<ReturnType<typeof history>>

/** The finished runs on record, and the last day, as any clock has it. */
export async function history(t: Trial, days: Days | undefined) {
  const today = Math.floor(t.context.today.getTime() / DAY_MS)
  const all = [today, ...(days ? [latestOf(days)] : [])]
  return { runs: await finishedRuns(t), today: [Math.min(...all), Math.max(...all)] as const }
}

/** Runs inside the longer of two windows and outside the shorter one, with two days for time zones and the day in progress. */
export function between(t: Trial, { runs, today: [least, most] }: History, shorter: number, longer: number) {
  const from = most - longer + EDGE_DAYS + 1
  const to = least - Math.max(shorter, t.target.pace.lateDays) - EDGE_DAYS
  return runs.filter(({ row }) => liesWithin(row, from, to))
}
const EDGE_DAYS = 2

async function finishedRuns(t: Trial) {
  const old: { row: Json; cost: number; exchange: Exchange }[] = []
  const key = adminKey(t)
  if (t.target.absent.has('runs') || !key.scopes.has('runs:read')) return old
  // How large a page may be is not stated.
  const limits = [100, 50, 20]
  const ask = async (paging: Paging): Promise<Exchange> => {
    const query = { ...(limits[0] && { limit: limits[0] }), ...paging }
    const reply = await t.call('listRuns', { key, query })
    return isRefusal(reply) && limits.shift() ? ask(paging) : reply
  }
  let read = 0
  for await (const { rows, exchange } of pagesOf(MOST_PAGES, ask)) {
    for (const row of rows) {
      const cost = readRun(row)?.cost ?? 0
      // Which runs are counted is not stated, but a finished one is a run.
      if (cost > 0 && endOf(wordIn(row)) === 'finished') old.push({ row, cost, exchange })
    }
    read += rows.length
    if (read >= MOST_RUNS) break
  }
  return old
}

/** Which team a run counts for is not stated. */
export function labelOfRun(row: Json, kind: Kind): string | undefined {
  const label = kind === 'team' ? undefined : labelOf(row, kind)
  return label === idOf(row) ? undefined : label
}
