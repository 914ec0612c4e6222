// Figures are cached, because dashboards ask for the same ones over and over. Between two writes only the time goes on: as
// long as the period begins at the same instant and no work is under way, nothing follows from that.
import { Cache, immutable } from '../../store/cache.ts'
import { workingRuns } from '../../work/open-work.ts'
import { chargedMs } from '../../world/work-stretch.ts'
import type { Workspace } from '../../world/workspace.ts'

const DAY_MS = 86_400_000

/** More than a dashboard shows to all of its roles. */
const FIGURES_OF_A_WORKSPACE = 12

/** With more work under way figures change all the time, and to see that takes as long as to add them up. */
const MAX_WORKING = 20

const caches = new WeakMap<Workspace, Cache<string, object>>()

/**
 * What `make` returns, made anew when something has changed since. `about` is all that it depends on beside the workspace:
 * the operation, the instants at which its periods begin, the teams and the parameters.
 */
export function cachedFigures<Figures extends object>(
  workspace: Workspace,
  about: readonly unknown[],
  make: () => Figures,
): Figures {
  const working = workingRuns(workspace)
  if (working.length > MAX_WORKING) return make()
  const now = workspace.now()
  const state = [Math.floor(now / DAY_MS), workspace.version]
  for (const run of working) state.push(chargedMs(run.progress.work, now))
  const cache = caches.get(workspace) ?? new Cache(FIGURES_OF_A_WORKSPACE)
  caches.set(workspace, cache)
  return cache.of(JSON.stringify(about), state, () => {
    const figures = make()
    for (const part of Object.values(figures)) if (typeof part === 'object' && part) immutable(part)
    return figures
  }) as Figures
}
