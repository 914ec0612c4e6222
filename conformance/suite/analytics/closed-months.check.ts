/** Figures of months that are over do not change by new spend. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isNumber } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { clientUsage, leavesOf, month } from './statement-month.ts'

const needs = { capability: 'analytics', scopes: ['analytics:read'] } as const

export const closed = scenario({
  id: 'wallet/closed-months',
  title: 'What is spent now does not change the figures of a month that is over',
  requirements: ['WALLET-08', 'AGENCY-05'],
  needs,
  cost: { requests: 2, analytics: { getMonthlyStatement: 2 } },
  closing: true,
  async run(t) {
    // On the first day of a month, usage of the last day may still be booked.
    if (t.context.today.getUTCDate() === 1) return
    const query = { month: month(t, 1) }
    const before = await t.read('getMonthlyStatement', { query })
    stays(t, 'WALLET-08', before, await t.call('getMonthlyStatement', { query }))
    const client = t.target.fixtures.get('agency-client')?.id
    if (!client || !t.keys.home().some(key => key.scopes.has('agency-usage:read'))) return
    const first = await clientUsage(t, 1)
    const again = await t.call('getAgencyClientUsage', { path: { client_id: client }, query })
    stays(t, 'AGENCY-05', first, again)
  },
})

function stays(t: Trial, id: string, before: Exchange, after: Exchange) {
  if (before.status !== 200 || after.status !== 200) return
  const [was, is] = [before, after].map(one => leavesOf(one.json))
  const moved = [...(was ?? [])].find(
    ([path, value]) =>
      isNumber(value) &&
      isNumber(is?.get(path)) &&
      Number(is?.get(path)) > Number(value) &&
      !MOMENT.test(path),
  )
  const sentence = `${moved?.[0]} of last month read ${String(moved?.[1])} and reads ${String(is?.get(moved?.[0] ?? ''))} after some runs of today`
  if (moved) t.violated(id, sentence, before, after)
  else t.notExercised(id, 'a month that is over and changes: none was seen', after)
}

/** Timestamps of a reply change with every request. */
const MOMENT = /_at$|[a-z]At$|time|date|stamp|meta\./i
