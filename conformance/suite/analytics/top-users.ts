/** The top users of an agent compared with the runs of each user with it. */
import type { Trial } from '../../engine/trial.ts'
import { asId, findLike, isObject, type Json } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import { type AnalyticsFigures, quarterOf } from './analytics-figures.ts'
import { readGroups } from './groupings.check.ts'
import { labelOf, partsOf, rowsOf, runsOf } from './read-rows.ts'

/** Every listed top user has at least as many runs with the agent as any user who is not listed. */
export async function topUsers(t: Trial, analytics: AnalyticsFigures) {
  const [stats, usage] = [quarterOf(analytics, 'getAgentStats'), quarterOf(analytics, 'getUsageByUser')]
  const late = [stats, usage].some(one => one && analytics.stale.has(one.it.operation))
  if (!stats || !usage || late) return
  const runs = new Map<string, Map<string, number>>()
  const users = new Set([
    ...['getUsageByUser', 'getSpendByUser'].flatMap(operation =>
      (quarterOf(analytics, operation)?.rows ?? []).flatMap(row => labelOf(row, 'user') ?? []),
    ),
    ...(await roster(t)),
  ])
  for (const row of usage.rows)
    for (const part of partsOf(row) ?? []) {
      const [agent, user] = [labelOf(part, 'agent'), labelOf(row, 'user')]
      if (agent === undefined || user === undefined) return
      runs.set(agent, (runs.get(agent) ?? new Map()).set(user, runsOf(part) ?? 0))
    }
  const listOf = (row: Json) =>
    findLike(row, /user|member|people/i, Array.isArray)?.value as unknown[] | undefined
  const [first] = stats.rows.filter(row => (runs.get(labelOf(row, 'agent') ?? '')?.size ?? 0) > 0)
  if (first && stats.rows.every(row => listOf(row)?.length === 0)) {
    const sentence = `no agent has a top user, and by user there are runs of ${labelOf(first, 'agent')}`
    return t.violated('ANA-20', sentence, stats.exchange, usage.exchange)
  }
  for (const row of stats.rows) {
    const ofAgent = runs.get(labelOf(row, 'agent') ?? '')
    const top = listOf(row)?.map(one =>
      isObject(one) ? (labelOf(one, 'user') ?? idOf(one, 'user')) : asId(one),
    )
    if (!top || top.length === 0) continue
    const idle = top.find(one => users.has(one ?? '') && (ofAgent?.get(one ?? '') ?? 0) === 0)
    const all = [...(ofAgent?.values() ?? [])].reduce((sum, count) => sum + count, 0)
    if (idle !== undefined && all > 0 && all >= (runsOf(row) ?? Infinity) - analytics.grown.runs)
      return t.violated(
        'ANA-20',
        `${idle} is a top user of ${labelOf(row, 'agent')}, and has none of its ${all} runs by user`,
        stats.exchange,
        usage.exchange,
      )
    if (!ofAgent?.size || !top.every(one => ofAgent.has(one ?? ''))) continue
    const least = Math.min(...top.map(one => ofAgent.get(one ?? '') ?? 0))
    const beyond = [...ofAgent].find(
      ([user, count]) => !top.includes(user) && count > least + analytics.grown.runs,
    )
    if (beyond)
      return t.violated(
        'ANA-20',
        `${beyond[0]} has ${beyond[1]} runs with ${labelOf(row, 'agent')} and is none of its top users, ${top.join(', ')}, one of whom has ${least}`,
        stats.exchange,
        usage.exchange,
      )
  }
}

/** Users without runs appear in no other figures; a roster still lists them. */
async function roster(t: Trial): Promise<string[]> {
  const members = (await readGroups(t)).at(-1)?.exchange
  return members?.status === 200
    ? rowsOf(members.json, 'user').flatMap(row => labelOf(row, 'user') ?? [])
    : []
}
