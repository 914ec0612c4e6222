/** Guesses how a deployment names the figures whose names are not stated: a first draft of `members`. */
import type { Client } from '../engine/client.ts'
import { NoAnswer } from '../engine/transport.ts'
import { findLike, isNumber } from '../extract/find-value.ts'
import { recordIn } from '../extract/record.ts'
import { figuresOf, ROWS } from '../suite/analytics/figure-table.ts'
import { rowsOf } from '../suite/analytics/read-rows.ts'
import { findFigure } from '../suite/named-figures.ts'

const REPLIES = [
  'getInsightsSummary',
  'getAgentStats',
  'getDashboardStats',
  'getWallet',
  'getMonthlyStatement',
  'getEntitlements',
]

/** The members recognised for each requirement, from one reply each; empty where the key is refused. */
export async function recognise(client: Client): Promise<Record<string, string | string[]>> {
  const key = client.target.keys.find(one => !one.revoked && one.scopes.has('analytics:read'))
  const found: Record<string, string | string[]> = {}
  if (!key) return found
  const read = async (operation: string, query: Record<string, number> = {}) => {
    const reply = await client.call(operation, { query, key }).catch(problem => {
      if (problem instanceof NoAnswer) return undefined
      throw problem
    })
    return reply?.status === 200 ? reply : undefined
  }
  for (const operation of REPLIES) {
    const reply = await read(operation)
    if (!reply) continue
    const record = operation === 'getAgentStats' ? rowsOf(reply.json, 'agent')[0] : recordIn(reply.json)
    for (const figure of figuresOf(operation)) {
      const path = findFigure(record, figure)?.path
      if (path !== undefined && isName(path)) found[figure.id] = path
    }
  }
  for (const { operation, kind, rows, figures } of ROWS) {
    const reply = await read(operation, { days: 90 })
    const [row] = reply ? rowsOf(reply.json, kind) : []
    const paths = figures.map(what => findLike(row, FIGURES[what], isNumber)?.path)
    if (paths.every(path => path !== undefined && isName(path))) found[rows] = paths as string[]
  }
  return found
}

const FIGURES = { runs: /^(total_?)?runs?(_?count|_?total)?$/i, cost: /cost|spen[dt]|euro|amount/i } as const

/** A path through a list is not the name of a member. */
const isName = (path: string): boolean => !/(^|\.)\d+(\.|$)/.test(path)
