// Figures are cached, because dashboards request the same ones repeatedly. Between two writes only time passes, which
// changes nothing as long as the period starts at the same instant and no work is under way.

import type { OperationId } from '#openapi'
import { DAY } from '../../simulation/duration.ts'
import { Cache, immutable } from '../../store/cache.ts'
import { keepMembers } from '../../store/members.ts'
import { madeOncePer } from '../../store/on-demand.ts'
import { workingRuns } from '../../work/open-work.ts'
import type { Tables } from '../../world/tables.ts'
import { chargedMs } from '../../world/work-stretch.ts'
import type { Workspace } from '../../world/workspace.ts'
import type { Context } from '../handler.ts'
import { iso } from '../time.ts'
import { type Teams, teamsInView } from '../visibility.ts'
import type { Selection } from './figures.ts'
import { lastDays } from './window.ts'

/**
 * A reply about the last days: the period that it is about, and figures, cached. `head` are members before them, on
 * which the figures depend.
 */
export function figuresOfDays<Head extends object, Figures extends object>(
  context: Context,
  operation: OperationId,
  days: number,
  make: (selection: Selection) => Figures,
  { head, teams = teamsInView(context, operation) }: { readonly head?: Head; readonly teams?: Teams } = {},
) {
  const { workspace, now } = context
  const { until, ...window } = lastDays(days, now, workspace.profile)
  const selection = { ...window, teams }
  const figures = cachedFigures(workspace, [operation, head, window.from, teams], () => make(selection))
  const body = { ...(head as Head), days, from: iso(window.from), to: iso(until), ...figures }
  return { status: 200 as const, body }
}

/** More than a dashboard shows to all of its roles. */
const FIGURES_OF_A_WORKSPACE = 12

/** With more work under way, the figures change all the time, and detecting that costs as much as adding them up. */
const MAX_WORKING = 20

/** The tables from which no figure follows. */
export const UNCOUNTED: readonly string[] = [
  'keys',
  'tasks',
  'boards',
  'projects',
  'documents',
  'policies',
  'conversations',
] satisfies readonly (keyof Tables)[]

const countedIn = madeOncePer(({ tables }: Workspace) =>
  Object.values<Tables[keyof Tables]>(keepMembers(tables, name => !UNCOUNTED.includes(name))),
)

const cacheOf = madeOncePer((_: Workspace) => new Cache<string, object>(FIGURES_OF_A_WORKSPACE))

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
  let version = 0
  for (const table of countedIn(workspace)) version += table.version
  const state = [Math.floor(now / DAY), version]
  for (const run of working) state.push(chargedMs(run.progress.work, now))
  return cacheOf(workspace).of(JSON.stringify(about), state, () => {
    const figures = make()
    for (const part of Object.values(figures)) if (typeof part === 'object' && part) immutable(part)
    return figures
  }) as Figures
}
