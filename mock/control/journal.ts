// Finds, verifies, waits for, exports and replays exchanges.

import { whyUnknown } from '../explain/unknown-key.ts'
import type { Exchange } from '../journal/exchange.ts'
import { harOf } from '../journal/har.ts'
import { type Redact, redactorFor } from '../journal/redact.ts'
import { nearMisses, verify } from '../journal/verify.ts'
import { summaryOf, viewOf } from '../journal/view.ts'
import { waitFor } from '../journal/wait.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { ControlContext, ControlFunctions } from './control-function.ts'
import type { ControlResult } from './document.ts'
import type { ExchangeList, Exchange as ExchangeView, Verification } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'
import { type ReplayOrder, replayAs } from './replay.ts'
import { durationOf } from './time.ts'

/** A request whose key is missing or unknown, with the probable cause. */
export type UnmatchedRequest = ControlResult<'listUnmatchedRequests'>['data'][number]

const LONGEST_WAIT = 5 * 60_000

export const journal = {
  listExchanges({ query: { limit, ...filter } }, { hosted }): ExchangeList {
    const { journal, workspace } = hosted
    const data = newest(journal.find(filter), limit).map(entry => summaryOf(entry, workspace))
    return { data, count: journal.count, kept: journal.size, bytes: journal.bytes }
  },

  /** The matching exchanges with headers and bodies, oldest first. */
  findExchanges({ body: { limit, ...filter } }, { hosted }) {
    const { journal, workspace } = hosted
    const found = journal.find(filter)
    return { data: newest(found, limit).map(entry => viewOf(entry, workspace)), count: found.length }
  },

  readExchange({ path }, { hosted: { journal, workspace } }): ExchangeView {
    const entry = journal.get(path.exchange_id)
    if (entry) return viewOf(entry, workspace)
    throw unknownExchange(path.exchange_id)
  },

  verifyExchanges: ({ body }, { hosted }): Verification =>
    verify(hosted.journal.all(), body, redactorOf(hosted)),

  /** Waits in real time. Default of `within`: 10 seconds; at most five minutes. */
  async waitForExchange({ body: { within = '10s', times, ...filter } }, { hosted }) {
    const { journal, workspace } = hosted
    const ms = Math.min(durationOf(within, 'within'), LONGEST_WAIT)
    const found = await waitFor(journal, filter, ms, times)
    return {
      met: found !== null,
      exchanges: (found ?? journal.find(filter)).map(entry => summaryOf(entry, workspace)),
      near_misses: found ? [] : nearMisses(journal.all(), filter, redactorOf(hosted)),
    }
  },

  exportHar: (_, { hosted, baseUrl }) => harOf(hosted, baseUrl),

  async replayExchanges({ body = {} }: { body?: ReplayOrder | undefined }, context: ControlContext) {
    const { workspaces, hosted, ownUrl } = context
    return { data: await replayAs(workspaces, hosted, ownUrl, body) }
  },

  clearJournal: (_, { hosted }) => hosted.journal.clear(),

  listUnmatchedRequests: (_, { workspaces: { registry } }) => ({
    data: registry.journal
      .all()
      .map((entry): UnmatchedRequest => ({ exchange: viewOf(entry), why: whyUnmatched(registry, entry) })),
  }),
} satisfies Partial<ControlFunctions>

/** Removes all secrets of the workspace and its exchanges. */
export function redactorOf({ journal, workspace }: HostedWorkspace): Redact {
  return redactorFor(journal.all(), workspace)
}

export function whyUnmatched(registry: WorkspaceRegistry, entry: Exchange): string {
  return whyUnknown(entry, secret => {
    const holder = registry.bySecret(secret)
    const { workspace } = holder?.hosted ?? {}
    const key = holder && workspace?.tables.keys.get(holder.keyId)
    return key && workspace && `The key ${key.name} of the workspace ${workspace.id}`
  })
}

export function unknownExchange(id: string): ControlRefusal {
  const message = `There is no exchange ${id} in the journal, or not any more. GET /_mock/workspaces/{workspace_id}/journal lists them.`
  return new ControlRefusal('exchange_not_found', message, 'exchange_id')
}

function newest<Item>(items: readonly Item[], limit = items.length): Item[] {
  return limit === 0 ? [] : items.slice(-limit)
}
