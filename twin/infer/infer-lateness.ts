/** Infers how late the figures of analytics are: how long after the end of a run they count it. */
import { instantFormOf } from '#mock/dialect'
import { type OperationId, operations } from '#openapi'
import { isNumber } from '../../conformance/extract/find-value.ts'
import { readRun } from '../../conformance/extract/run-status.ts'
import type { Call } from '../recording/calls.ts'
import { leavesOf } from '../recording/json-paths.ts'
import type { Unsure } from './evidence.ts'

/** The lateness is sure where the replies leave open at most this share of it. */
const NEAR = 0.1

/**
 * Lateness in milliseconds. While no run is under way, figures change for the last time so long after one has ended. A
 * later reply must be like the last one, because runs that the recording does not name change figures, too.
 */
export function inferLateness(calls: readonly Call[], unsure: Unsure[]): ReadonlyMap<OperationId, number> {
  const late = new Map<OperationId, number>()
  const times = quietTimes(calls)
  for (const [operation, its] of Map.groupBy(calls, one => one.operation)) {
    if (!operation || !operations[operation].rateLimit) continue
    const [last] = times
      .flatMap(({ looks, ...end }) => {
        const own = looks.filter(look => look.operation === operation)
        const alike = Map.groupBy(own, ({ key, query }) => `${key} ${query}`)
        return [...alike.values()].flatMap(seen => lastChange(seen, end))
      })
      .toSorted((a, b) => b.least - a.least)
    const middle = last ? Math.round((last.least + last.most) / 2) : 0
    if (last) late.set(operation, middle)
    if (last && last.most - middle <= middle * NEAR) continue
    unsure.push({
      at: `pace.${operation}.late`,
      guess: String(middle),
      because: last
        ? `a run was counted ${last.least} to ${last.most} ms after its end`
        : 'no reply shows it: read the figures before and after they count a run that has ended',
      seen: its.length,
    })
  }
  return late
}

/** Replies while no run is under way, after the end of one. */
interface Quiet {
  /** When a run was under way last, and when it was first seen that none is. */
  readonly running: number
  readonly ended: number
  readonly looks: Call[]
}

function quietTimes(calls: readonly Call[]): Quiet[] {
  const named = new Set(calls.flatMap(({ params }) => params.run_id ?? []))
  const open = new Set<string>()
  const times: Quiet[] = []
  let now: Quiet | undefined
  let running = 0
  for (const call of calls.filter(({ at }) => at !== undefined).toSorted((a, b) => a.at! - b.at!)) {
    const { operation, params, at = 0, ms = 0, json } = call
    if (!operation || call.status >= 300) continue
    if (call.method !== 'GET') {
      now = undefined
      if (!/run/i.test(operation)) continue
      running = at
      const ids = [params.run_id ?? '', ...leavesOf(json).map(({ value }) => String(value))]
      // A run that no path names is never seen to end.
      open.add(ids.find(id => named.has(id)) ?? call.id)
    } else if (params.run_id !== undefined) {
      const isOver = /ended|paused/.test(readRun(json)?.phase ?? '')
      if (!isOver) {
        running = at
        open.add(params.run_id)
      } else if (open.delete(params.run_id) && open.size === 0) {
        now = { running, ended: at + ms, looks: [] }
        times.push(now)
      }
    } else now?.looks.push(call)
  }
  return times
}

/** When figures changed last, in milliseconds after the end of a run; none where no later reply shows that it was the last. */
function lastChange(looks: readonly Call[], { running, ended }: Omit<Quiet, 'looks'>) {
  const figures = looks.map(({ json }) => figuresIn(json))
  const last = figures.findLastIndex((one, index) => index > 0 && one !== figures[index - 1])
  if (last < 1 || last === looks.length - 1) return []
  const { at = 0, ms = 0 } = looks[last]!
  return [{ least: Math.round(looks[last - 1]!.at! - ended), most: Math.round(at + ms - running) }]
}

/** The numbers of a reply; amounts may be texts. */
function figuresIn(json: unknown): string {
  return JSON.stringify(
    leavesOf(json).filter(({ value }) => isNumber(value) && instantFormOf(value) === undefined),
  )
}
