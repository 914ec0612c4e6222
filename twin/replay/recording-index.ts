import type { Call, Calls } from '../recording/calls.ts'
import { type Leaf, leavesOf } from '../recording/json-paths.ts'
import { type Kind, kindsMadeBy, mayName } from './id-kinds.ts'
import { namedIn } from './request-names.ts'

/** What the calls of a recording name, show and create; computed once for all replays. */
export interface Index {
  readonly named: ReadonlyMap<Kind, ReadonlySet<string>>
  readonly shown: ReadonlySet<string>
  readonly makers: ReadonlyMap<string, Call>
  /** The workflow of each run that a path names. */
  readonly workflowOf: ReadonlyMap<string, string>
  readonly scenarios: ReadonlyMap<string, readonly Call[]>
  /** Where each reply shows values that requests name, by possible kind. */
  readonly showing: ReadonlyMap<Call, readonly [Kind, readonly Leaf[]][]>
}

const indexes = new WeakMap<Calls, Index>()

export function indexOf(recorded: Calls): Index {
  const known = indexes.get(recorded)
  if (known) return known
  const named = namedIn(recorded.calls)
  const shown = new Set<string>()
  const makers = new Map<string, Call>()
  const showing = new Map<Call, [Kind, Leaf[]][]>()
  for (const call of recorded.calls.filter(({ status }) => status < 300)) {
    const leaves = leavesOf(call.json).filter(({ value }) => typeof value !== 'object')
    const kinds = [...named].flatMap(([kind, values]): [Kind, Leaf[]][] => {
      const its = leaves.filter(({ value }) => typeof value !== 'boolean' && values.has(String(value)))
      return its.length > 0 ? [[kind, its]] : []
    })
    if (kinds.length > 0) showing.set(call, kinds)
    for (const { value, name } of leaves) {
      const text = String(value)
      shown.add(text)
      for (const kind of kindsMadeBy(call.operation))
        if (named.get(kind)?.has(text) && mayName(kind, name) && !makers.has(`${kind} ${text}`))
          makers.set(`${kind} ${text}`, call)
    }
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
  const index = { named, workflowOf, shown, makers, scenarios, showing }
  indexes.set(recorded, index)
  return index
}

/** Calls of the service that no rate limit refused. */
export function isSent(call: Call): boolean {
  return call.status !== 429 && (call.operation !== undefined || call.status >= 400)
}
