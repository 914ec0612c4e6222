// A cache of figures. Dashboards ask for the same ones over and over, and between two changes only the time goes on: as long
// as the period begins at the same instant and no work is under way, nothing follows from that.

import { remember } from '../../store/remembered.ts'
import { workingRuns } from '../../work/open-work.ts'
import { chargedMs } from '../../world/work-stretch.ts'
import type { Workspace } from '../../world/workspace.ts'

/** Figures with the state of the workspace that they follow from. */
interface Cached {
  readonly state: readonly number[]
  readonly figures: object
}

const DAY = 86_400_000

/** The maximum for a workspace: more than a dashboard shows to all of its roles. */
const MAX = 24

/** With more work under way figures change all the time, and to see that takes as long as to add them up. */
const MAX_WORKING = 20

const caches = new WeakMap<Workspace, Map<string, Cached>>()

/**
 * What `make` returns, made anew when something has changed since. `about` is all that it depends on beside the workspace:
 * the operation, the instants at which its periods begin, the teams and the parameters. It must not be changed.
 */
export function cachedFigures<Figures extends object>(
  workspace: Workspace,
  about: readonly unknown[],
  make: () => Figures,
): Figures {
  const state = stateOf(workspace)
  if (!state) return make()
  const cache = caches.get(workspace) ?? new Map<string, Cached>()
  caches.set(workspace, cache)
  const name = JSON.stringify(about)
  const known = cache.get(name)
  if (known && isSame(known.state, state)) return known.figures as Figures
  const figures = make()
  for (const part of Object.values(figures)) if (typeof part === 'object' && part) remember(part)
  cache.delete(name)
  cache.set(name, { state, figures: Object.freeze(figures) })
  const [oldest] = cache.keys()
  if (cache.size > MAX && oldest !== undefined) cache.delete(oldest)
  return figures
}

/** Numbers that change with every change of a figure or a name; undefined while too much work is under way. */
function stateOf(workspace: Workspace): number[] | undefined {
  const { tables, ledger } = workspace
  const working = workingRuns(workspace)
  if (working.length > MAX_WORKING) return undefined
  const { tenant, people, teams, models, agents, clients, runs, chatEvents, approvals } = tables
  const now = workspace.now()
  const state = [Math.floor(now / DAY), ledger.version]
  for (const { version } of [tenant, people, teams, models, agents, clients, runs, chatEvents, approvals])
    state.push(version)
  for (const run of working) state.push(chargedMs(run.progress.work, now))
  return state
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
