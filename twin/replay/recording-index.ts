import { madeOncePer } from '#mock/dialect'
import type { Call, Calls } from '../recording/calls.ts'
import { type Leaf, leavesOf } from '../recording/json-paths.ts'
import { inOrder, type Kind, kindsMadeBy, mayName } from './id-kinds.ts'
import { namedIn } from './request-names.ts'

export type Index = ReturnType<typeof indexOf>

/** What the calls of a recording name, show and create; computed once for all replays. */
export const indexOf = madeOncePer((recorded: Calls) => {
  const named = namedIn(recorded.calls)
  const shown = new Set<string>()
  const makers = new Map<string, Call>()
  const showing = new Map<Call, [Kind, Leaf[]][]>()
  for (const call of recorded.calls.filter(({ status }) => status < 300)) {
    const made = kindsMadeBy(call.operation)
    const its = new Map<Kind, Leaf[]>()
    for (const leaf of leavesOf(call.json)) {
      const { value, name } = leaf
      if (typeof value === 'object') continue
      const text = String(value)
      shown.add(text)
      for (const kind of (typeof value !== 'boolean' && named.get(text)) || []) {
        const known = its.get(kind)
        if (known) known.push(leaf)
        else its.set(kind, [leaf])
        const key = `${kind} ${text}`
        if (made.includes(kind) && mayName(kind, name) && !makers.has(key)) makers.set(key, call)
      }
    }
    if (its.size > 0) showing.set(call, [...its].toSorted(inOrder))
  }
  const scenarios = Map.groupBy(
    recorded.calls.filter(call => isSent(call)),
    call => call.scenario,
  )
  const workflowOf = new Map(
    recorded.calls.flatMap(({ params: { workflow_id, run_id }, status }) =>
      workflow_id !== undefined && run_id !== undefined && status < 300 ? [[run_id, workflow_id]] : [],
    ),
  )
  return {
    /** The kinds of records that requests name by a value. */
    named,
    /** The workflow of each run that a path names. */
    workflowOf,
    shown,
    makers,
    scenarios,
    /** Where each reply shows values that requests name, by possible kind. */
    showing,
  }
})

/** Calls of the service that no rate limit refused. */
export function isSent(call: Call): boolean {
  return call.status !== 429 && (call.operation !== undefined || call.status >= 400)
}
