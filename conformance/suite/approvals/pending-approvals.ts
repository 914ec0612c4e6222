/** The lists of pending approvals, and whether an approval is still pending. */

import { rowId } from '../../engine/list-pages.ts'
import type { Trial } from '../../engine/trial.ts'
import { isObject, type Json } from '../../extract/find-value.ts'
import { replyList } from '../../extract/list-rows.ts'
import { recordIn, refIn, wordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks, Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'

export interface Pending {
  id: string
  row: Json
  /** The list that holds it. */
  list: Exchange
}

type PendingList = 'listPendingApprovals' | 'listPendingWorkflowApprovals'

export async function pending(
  t: Trial,
  key?: Key,
  list: PendingList = 'listPendingApprovals',
): Promise<Pending[]> {
  const reply = await t.need(list, key ? { key } : {})
  // A row may be no more than an id.
  const rows = (replyList(reply) ?? []).map(row => (isObject(row) ? row : { id: row }))
  return rows.map(row => ({ id: rowId(row, 'approval'), row, list: reply }))
}

/** Approval gates that wait for the person behind a key. */
export const gates = (t: Trial, key?: Key): Promise<Pending[]> =>
  pending(t, key, 'listPendingWorkflowApprovals')

/** A key whose person such a gate waits for: which person the author of the target meant is easily mistaken. */
export async function listsGate(t: Trial, is: (gate: Pending) => boolean): Promise<Key | undefined> {
  for (const key of t.keys.home('approvals:read'))
    if ((await gates(t, key).catch(ignoreMissing))?.some(is)) return key
  return undefined
}

/** What a person has decided, and how else an approval may end. */
const GIVEN = /^(approved|rejected|declined|denied|granted|decided|refused|resolved)$/i
const ENDED = /^(cancell?ed|withdrawn|expired)$/i

const wordOf = (row: unknown): string => wordIn(row) ?? wordIn(row, 'state') ?? ''

export const isDecided = (row: unknown): boolean => GIVEN.test(wordOf(row)) || ENDED.test(wordOf(row))

/**
 * Whether the approval is in the list, and its record, where the key reads it, shows no decision. One that is gone without
 * one, because nobody decided it in time or somebody else is to, says nothing of a key.
 */
export async function isPending(t: Trial, id: string, list?: PendingList): Promise<boolean> {
  const isListed = async () => (await pending(t, undefined, list)).some(one => one.id === id)
  const listed = await t.comes('the approval to be listed', isListed)
  const { status, json } = await t.call('getApproval', { path: { approval_id: id } })
  const record = recordIn(json, ['approval'])
  const isGiven = GIVEN.test(wordOf(record))
  if (status === 200 && !isGiven && (!listed || isDecided(record)))
    throw new Missing('an approval that does not end otherwise than by a decision')
  return listed && (status !== 200 || !isDecided(record))
}

export async function pendingApproval(t: Trial): Promise<string> {
  const named = t.target.fixtures.get('pending-approval')?.id
  if (named) return named
  const [first] = await pending(t)
  if (!first) throw new Missing(lackOfPending)
  return first.id
}

export const lackOfPending = lacks.any(
  'a pending approval',
  lacks.fixture('pending-approval'),
  lacks.fixture('agent-waits-approval'),
)

/** False where the row names another run, or waits at a gate: other checks create approvals meanwhile. */
export const mayBeFor = (row: Json, run: string): boolean =>
  (refIn(row, 'run') ?? run) === run && gateRunOf(row) === undefined

/** The workflow run at whose gate an approval waits; none where an agent's run inside of it asks. */
export function gateRunOf(row: Json): string | undefined {
  const [gated, run] = [refIn(row, 'workflow_run'), refIn(row, 'run')]
  return run === undefined || run === gated ? gated : undefined
}

/** The home key with the most scopes: whatever it may not do, no other key may. */
export function mightiest(t: Trial): Key {
  const [key] = t.keys.home('approvals:read').toSorted((a, b) => b.scopes.size - a.scopes.size)
  if (!key) throw new Missing(lacks.key('approvals:read'))
  return key
}
