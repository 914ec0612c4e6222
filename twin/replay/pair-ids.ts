/** Pairs records of the mock with records of the deployment by the ids in their replies to the same call. */

import type { MockWorkspace } from '#mock'
import { resourceOf } from '#mock/dialect'
import { isFields } from '#openapi'
import type { Call } from '../recording/calls.ts'
import { type Leaf, leavesOf } from '../recording/json-paths.ts'
import { type Kind, kindOfMockId, mayName } from './id-kinds.ts'
import type { IdMap } from './id-map.ts'
import type { Index } from './recording-index.ts'
import { cursorOfList } from './request-names.ts'

interface Named {
  readonly ids: IdMap
  readonly index: Index
}

interface Known extends Named {
  readonly tables: MockWorkspace['workspace']['tables']
}

/** Whether the mock's reply could pair an id or cursor that has no counterpart yet. */
export function showsNew(call: Call, known: Named): boolean {
  return call.status < 300 && (cursorIn(call.json) !== undefined || newIn(call, known).length > 0)
}

/** The ids in a recorded reply that have no counterpart yet, by possible kind. */
function newIn(call: Call, { ids, index }: Named): [Kind, Leaf[]][] {
  return (index.showing.get(call) ?? []).flatMap(([kind, shown]): [Kind, Leaf[]][] => {
    const open = shown.filter(
      ({ value }) =>
        (index.makers.get(`${kind} ${String(value)}`) ?? call) === call &&
        ids.get([kind], String(value)) === undefined,
    )
    return open.length > 0 ? [[kind, open]] : []
  })
}

export function pairIds(call: Call, json: unknown, { ids, index, tables }: Known): void {
  if (call.json === undefined || json === undefined) return
  const [was, is] = [cursorIn(call.json), cursorIn(json)]
  if (was !== undefined && is !== undefined) ids.learn('cursor', cursorOfList(was, call), is)
  let leaves: readonly Leaf[] | undefined
  for (const [kind, open] of newIn(call, { ids, index })) {
    leaves ??= leavesOf(json)
    const own = leaves.filter(({ value, name }) => isOf(kind, name, value, tables))
    const byPath = new Map(own.map(leaf => [leaf.at, leaf]))
    const free = [...new Set(own.map(({ value }) => String(value)))].filter(
      value => !ids.isTaken(kind, value),
    )
    const named = open.filter(leaf => mayName(kind, leaf.name))
    for (const leaf of named.length > 0 ? named : open) {
      const value = String(leaf.value)
      if (ids.get([kind], value) !== undefined) continue
      // Without a name, a number is more likely a figure.
      if (named.length === 0 && /^\d+$/.test(value)) continue
      const same = byPath.get(leaf.at)
      const likely = same
        ? String(same.value)
        : (free.shift() ?? (own.length > 0 ? String(own[0]?.value) : undefined))
      const chosen = kind === 'workflow-run' ? runOfWorkflow(value, likely, { ids, index, tables }) : likely
      if (chosen !== undefined) ids.learn(kind, value, chosen)
    }
  }
}

/** A run of the workflow's counterpart: the likely one, or else one that is still free. */
function runOfWorkflow(
  recorded: string,
  likely: string | undefined,
  { ids, index, tables: { workflowRuns } }: Known,
): string | undefined {
  const workflow = ids.get(['workflow'], index.workflowOf.get(recorded) ?? '')
  if (workflow === undefined || (likely && workflowRuns.get(likely)?.workflowId === workflow)) return likely
  const its = workflowRuns.all().filter(({ workflowId }) => workflowId === workflow)
  return (its.find(({ id }) => !ids.isTaken('workflow-run', id)) ?? its[0])?.id ?? likely
}

/** The cursor of a list, which is beside its rows and never in them. */
function cursorIn(json: unknown): string | undefined {
  if (!isFields(json)) return undefined
  const { next_cursor: own } = json
  if (typeof own === 'string') return own
  return Object.values(json).map(cursorIn).find(Boolean)
}

function isOf(kind: Kind, name: string, value: unknown, tables: Known['tables']): boolean {
  if (kind === 'number') return /number|^no$|nr$/i.test(name) && typeof value === 'number'
  if (kind === 'cursor') return name === 'next_cursor' && typeof value === 'string'
  if (typeof value !== 'string' && typeof value !== 'number') return false
  if (kindOfMockId(value) === kind) return true
  const resource = resourceOf(kind)
  return resource !== undefined && tables[resource.table].get(String(value)) !== undefined
}
