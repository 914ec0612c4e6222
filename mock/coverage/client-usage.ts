// What the journal of a workspace and its tally hold about the use that its client makes of the contract.
import type { SeenCall, UsageSource } from '#openapi/usage'
import type { Exchange } from '../journal/exchange.ts'
import { parsed } from '../journal/filter.ts'
import type { Journal } from '../journal/journal.ts'
import { sentHeaders } from '../journal/view.ts'
import type { Exercised } from './tally.ts'

/** The tally knows the operations and statuses of the exchanges that the journal has dropped. */
export function usageSource(journal: Journal, { replies }: Exercised): UsageSource {
  const dropped = [...replies.all().keys()].map(name => name.split(' ', 2) as [string, string])
  const complete = journal.size === journal.count
  return { client: 'client', calls: journal.all().flatMap(seenCall), complete, dropped }
}

function seenCall(entry: Exchange): SeenCall[] {
  const { operation, status, query, requestText, refusal, endedAt } = entry
  if (!operation || status === 0 || entry.console || endedAt === null) return []
  const headers = Object.fromEntries(sentHeaders(entry).map(([name, value]) => [name.toLowerCase(), value]))
  const body = requestText === '' ? undefined : parsed(requestText)
  return [{ operation, query, headers, body, status, refusal: refusal?.code }]
}
