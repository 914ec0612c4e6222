/** What a deployment seems to call the figures whose names are not stated: a first draft of `members`. */
import type { Client } from '../engine/client.ts'
import { NoAnswer } from '../engine/transport.ts'
import { findLike } from '../reading/find-value.ts'
import { recordIn } from '../reading/record.ts'
import {
  AGENT_STATS,
  DASHBOARD,
  ENTITLEMENTS,
  INSIGHTS,
  STATEMENT,
  WALLET,
} from '../suite/analytics/named-members.ts'
import { rowsOf } from '../suite/analytics/read-rows.ts'
import type { Member } from '../suite/named-figures.ts'

const REPLIES: readonly (readonly [operation: string, members: readonly Member[]])[] = [
  ['getInsightsSummary', INSIGHTS],
  ['getAgentStats', AGENT_STATS],
  ['getDashboardStats', DASHBOARD],
  ['getWallet', WALLET],
  ['getMonthlyStatement', STATEMENT],
  ['getEntitlements', ENTITLEMENTS],
]

/** By requirement, what is recognised in one reply each; nothing where the key is refused. */
export async function recognise(client: Client): Promise<Record<string, string>> {
  const key = client.target.keys.find(one => !one.revoked && one.scopes.has('analytics:read'))
  const found: Record<string, string> = {}
  for (const [operation, members] of key ? REPLIES : []) {
    const reply = await client.call(operation, { ...(key && { key }) }).catch(problem => {
      if (problem instanceof NoAnswer) return undefined
      throw problem
    })
    if (reply?.status !== 200) continue
    const record = operation === 'getAgentStats' ? rowsOf(reply.json, 'agent')[0] : recordIn(reply.json)
    for (const { id, name, fits } of members) {
      const path = findLike(record, name, fits)?.path
      // A place in a list is no name.
      if (path !== undefined && !/(^|\.)\d+(\.|$)/.test(path)) found[id] = path
    }
  }
  return found
}
