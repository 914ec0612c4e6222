// Figures are cached, because dashboards request the same ones repeatedly. Between two writes only time passes, which
// changes nothing as long as the period starts at the same instant and no work is under way.
import { Cache, immutable } from '../../store/cache.ts'
import { workingRuns } from '../../work/open-work.ts'
import { chargedMs } from '../../world/work-stretch.ts'
import type { Workspace } from '../../world/workspace.ts'

const DAY_MS = 86_400_000

/** More than a dashboard shows to all of its roles. */
const FIGURES_OF_A_WORKSPACE = 12

/** With more work under way, the figures change all the time, and detecting that costs as much as adding them up. */
const MAX_WORKING = 20

const caches = new WeakMap<Workspace, Cache<string, object>>()

/**
 * The result of `make`, cached until something changes. `about` lists everything that it depends on besides the
 * workspace: the operation, the start of its periods, the teams and the parameters.
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
