/** The run that a retry starts: what its reply names, which is not stated, or what the list of runs then holds. */

import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, idsIn, type Json, places } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, RUN_ID, recordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { act, journalRun, type OwnRun } from './own-run.ts'

/** The runs that name this one, as a retry names its original; undefined where they cannot be seen. */
export async function runsThatName(t: Trial, run: OwnRun): Promise<string[] | undefined> {
  const reply = await t.call('listRuns', { query: { agent_id: run.agent } })
  if (reply.status !== 200) return undefined
  return replyRows(reply).flatMap(row => (namesOriginal(row, run) ? (idOf(row, 'run') ?? []) : []))
}

/** A short id may be anything. */
const namesOriginal = (row: Json, { id }: Pick<OwnRun, 'id'>): boolean =>
  id.length > 3 && [...places(row)].some(({ path, value }) => ORIGINAL.test(path) && asId(value) === id)

/** Names of members that may name the run that was retried; a run at work may be the parent of others. */
const ORIGINAL = /retr|repeat|origin|source/i

const MANY_PAGES = 5

/** Names of the chat of a run in the reply to a retry, which is not stated. */
const CHAT_ID = /^(new[-_]?)?chat[-_]?id$/i

/** Whether the reply says that the id is that of a run, and not of a job or an event. */
export const isCalledRun = ({ json }: Exchange, id: string): boolean => idsIn(json, RUN_ID).includes(id)

/** The chat that a reply or a record names; beside that of the original, the other one. */
export function chatIn(body: unknown, { chatId }: Pick<OwnRun, 'chatId'>): string | undefined {
  const ids = idsIn(body, CHAT_ID)
  return ids.find(id => id !== chatId) ?? ids[0]
}

/** What is known of a run that is retried. */
export type Retried = Pick<OwnRun, 'id' | 'agent' | 'chatId'>

/** Retries the run, within the budget; `fresh` is the new run, where the reply names it. */
export async function retry(t: Trial, run: Retried) {
  t.context.budget.takeRun()
  const reply = await act(t, 'retryRun', run)
  return { reply, fresh: retriedRun(t, reply, run) }
}

/** The run that a retry started, named anywhere in its reply; journaled for cleanup. */
export function retriedRun(t: Trial, exchange: Exchange, run: Retried): OwnRun | undefined {
  const ids = [...idsIn(exchange.json, RUN_ID), asId(recordIn(exchange.json, ['run'])?.id)]
  const id = ids.find(one => one !== undefined && one !== run.id && one !== run.chatId)
  return exchange.status >= 300 || id === undefined ? undefined : journaled(t, run, id, exchange)
}

function journaled(t: Trial, run: Retried, id: string, exchange: Exchange): OwnRun {
  journalRun(t, run.agent, `retry of ${run.id}`, id)
  return { id, chatId: chatIn(exchange.json, run), agent: run.agent, exchange }
}

/**
 * The runs of the agent that are listed now and were not before, without those whose start named them; undefined where they
 * cannot be seen, or are too many.
 */
export async function newlyListed(
  t: Trial,
  { agent }: Pick<OwnRun, 'agent'>,
  before: readonly Json[] = [],
): Promise<Json[] | undefined> {
  const known = new Set([undefined, ...before.map(row => idOf(row, 'run'))])
  const isNew = (id: string | undefined) => !known.has(id) && !t.context.ownRecords.has('run', id)
  const fresh: Json[] = []
  const ask = (paging: Paging) => t.call('listRuns', { query: { agent_id: agent, ...paging } })
  for await (const { rows, isLast } of pagesOf(MANY_PAGES, ask)) {
    fresh.push(...rows.filter(row => isNew(idOf(row, 'run'))))
    if (isLast) return fresh
  }
  return undefined
}

/** The new run of a retry whose reply does not show it: one that names the original in the list, and did not before. */
export async function listedRetry(
  t: Trial,
  run: OwnRun,
  exchange: Exchange,
  before: readonly Json[] | undefined,
) {
  const id = await t.until('the new run to be listed', 5, async () => {
    const row = (await newlyListed(t, run, before))?.find(one => namesOriginal(one, run))
    return row && idOf(row, 'run')
  })
  if (id === undefined) return undefined
  // It is new and names a run of ours.
  t.context.ownership.trust('run', id)
  return journaled(t, run, id, exchange)
}
