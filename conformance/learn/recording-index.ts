/** What the calls of a recording name, show and make; found once for all replays. */
import type { Call, Calls } from './call.ts'
import { type Kind, namedIn } from './id-map.ts'
import { leavesOf } from './leaves.ts'
import { MADE_BY, mayName } from './named-ids.ts'

/** What the calls of a recording name, show and make; found once for all replays. */
export interface Index {
  readonly named: ReadonlyMap<Kind, ReadonlySet<string>>
  readonly shown: ReadonlySet<string>
  readonly makers: ReadonlyMap<string, Call>
  readonly scenarios: ReadonlyMap<string, readonly Call[]>
}

const indexes = new WeakMap<Calls, Index>()

export function indexOf(recorded: Calls): Index {
  const known = indexes.get(recorded)
  if (known) return known
  const named = namedIn(recorded.calls)
  const shown = new Set<string>()
  const makers = new Map<string, Call>()
  for (const call of recorded.calls.filter(({ status }) => status < 300))
    for (const { value, name } of leavesOf(call.json)) {
      if (typeof value === 'object') continue
      const text = String(value)
      shown.add(text)
      for (const kind of MADE_BY[call.operation ?? ''] ?? [])
        if (named.get(kind)?.has(text) && mayName(kind, name) && !makers.has(`${kind} ${text}`))
          makers.set(`${kind} ${text}`, call)
    }
  const scenarios = Map.groupBy(
    recorded.calls.filter(call => isSent(call)),
    call => call.scenario,
  )
  const index = { named, shown, makers, scenarios }
  indexes.set(recorded, index)
  return index
}

/** Calls of the service that a limit did not hold back. */
export function isSent(call: Call): boolean {
  return call.status !== 429 && (call.operation !== undefined || call.status >= 400)
}
