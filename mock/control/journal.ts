// Finds, verifies, waits for and exports exchanges.

import { whyUnknown } from '../explain/unknown-key.ts'
import type { Exchange } from '../journal/exchange.ts'
import { type ExchangeFilter, matcher } from '../journal/filter.ts'
import { type Har, harOf } from '../journal/har.ts'
import { type Redact, redactorFor } from '../journal/redact.ts'
import { type Expectation, type NearMiss, nearMisses, type Verification, verify } from '../journal/verify.ts'
import { type ExchangeSummary, type ExchangeView, summaryOf, viewOf } from '../journal/view.ts'
import { type Awaited, waitFor } from '../journal/wait.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import { ownVersion } from '../version.ts'
import type { ControlSchemas } from './document.ts'
import { ControlRefusal } from './refusal.ts'
import { type Duration, durationOf } from './time.ts'

export type ExchangeList = ControlSchemas['ExchangeList']

/** The result of waiting. */
export interface Waited {
  readonly met: boolean
  readonly exchanges: ExchangeSummary[]
  readonly near_misses: NearMiss[]
}

const LONGEST_WAIT = 5 * 60_000

export function listExchanges(hosted: HostedWorkspace, filter: ExchangeFilter, limit?: number): ExchangeList {
  const { journal, workspace } = hosted
  const keys = workspace.tables.keys.range('listed', null)
  const data = newest(journal.all().filter(matcher(filter)), limit).map(entry => summaryOf(entry, keys))
  return { data, count: journal.count, kept: journal.size, bytes: journal.bytes }
}

/** The matching exchanges with headers and bodies, oldest first. */
export function findExchanges(hosted: HostedWorkspace, filter: ExchangeFilter, limit?: number) {
  const { journal, workspace } = hosted
  const keys = workspace.tables.keys.range('listed', null)
  const found = journal.all().filter(matcher(filter))
  return { data: newest(found, limit).map(entry => viewOf(entry, keys)), count: found.length }
}

export function readExchange({ journal, workspace }: HostedWorkspace, id: string): ExchangeView {
  const entry = journal.get(id)
  if (entry) return viewOf(entry, workspace.tables.keys.range('listed', null))
  throw unknownExchange(id)
}

export function verifyExchanges(hosted: HostedWorkspace, expectation: Expectation): Verification {
  return verify(hosted.journal.all(), expectation, redactorOf(hosted))
}

/** Removes all secrets of the workspace and its exchanges. */
export function redactorOf({ journal, workspace }: HostedWorkspace): Redact {
  return redactorFor(journal.all(), workspace.tables.keys.range('listed', null))
}

/** Waits in real time. Default of `within`: 10 seconds; at most five minutes. */
export async function waitForExchanges(
  hosted: HostedWorkspace,
  { within = '10s', ...awaited }: Awaited & { readonly within?: Duration },
): Promise<Waited> {
  const { journal, workspace } = hosted
  const { times: _, ...filter } = awaited
  const found = await waitFor(journal, awaited, Math.min(durationOf(within, 'within'), LONGEST_WAIT))
  const keys = workspace.tables.keys.range('listed', null)
  const exchanges = (found ?? journal.all().filter(matcher(filter))).map(entry => summaryOf(entry, keys))
  return {
    met: found !== null,
    exchanges,
    near_misses: found ? [] : nearMisses(journal.all(), filter, redactorOf(hosted)),
  }
}

export function exportHar(
  { journal, workspace }: HostedWorkspace,
  baseUrl: string,
  filter: ExchangeFilter = {},
): Har {
  const entries = journal.all().filter(matcher(filter))
  return harOf(entries, { baseUrl, keys: workspace.tables.keys.range('listed', null), version: ownVersion() })
}

/** A request whose key is missing or unknown, with the probable cause. */
export interface UnmatchedRequest {
  readonly exchange: ExchangeView
  readonly why: string
}

export function listUnmatchedRequests(registry: WorkspaceRegistry): UnmatchedRequest[] {
  return registry.journal
    .all()
    .map(entry => ({ exchange: viewOf(entry, []), why: whyUnmatched(registry, entry) }))
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
  return new ControlRefusal(404, 'exchange_not_found', message, { param: 'exchange_id' })
}

function newest<Item>(items: readonly Item[], limit = items.length): Item[] {
  return limit === 0 ? [] : items.slice(-limit)
}
