// The worlds that new workspaces are forked from. Making one takes a while, forking it next to nothing, so all mocks of
// a process share them.
import { decisions } from '../profile/decisions.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { HISTORY_MS, SECOND_HISTORY_MS, seedDemo, seedEmpty, seedSecondTenant } from '../seed/index.ts'
import { Clock } from '../simulation/clock.ts'
import { happen } from '../work/happen.ts'
import { type SavedWorkspace, Workspace } from '../world/workspace.ts'

/** What a world can be made of; `quiet` is the demo's people, agents and workflows before anything has happened. */
const CONTENTS = {
  demo: { pastMs: HISTORY_MS, seed: seedDemo },
  quiet: { pastMs: 0, seed: seedDemo },
  empty: { pastMs: 0, seed: seedEmpty },
  'second-tenant': { pastMs: SECOND_HISTORY_MS, seed: seedSecondTenant },
} as const satisfies Record<
  string,
  {
    /** How long before now the clock stands when it is seeded. */
    readonly pastMs: number
    readonly seed: (workspace: Workspace, end: number) => unknown
  }
>

export type Content = keyof typeof CONTENTS

/** Templates kept; a test that uses a seed of its own each time must not fill the memory. */
const MOST = 16

/** A world that was made for "now" tells of a past that ends when it was made; later it is made anew. */
const FRESH_FOR = 600_000

const kept = new Map<string, Template>()

interface Template {
  readonly workspace: Workspace
  readonly saved: SavedWorkspace
}

/** What a world follows from, beside its content. */
export interface Origin {
  readonly seed: string
  readonly at: number | 'now'
  /** Only what ids look like shows in a template; every other answer is given by its forks. */
  readonly profile: Profile
}

/** A world of that content, as it is at that instant, or now. */
export function templateOf(content: Content, { seed, at, profile }: Origin): SavedWorkspace {
  const name = JSON.stringify([content, seed, at, decisions.idFormat(profile)])
  const found = kept.get(name)
  const template = found && isFresh(found.workspace, at) ? found : templateFor(content, { seed, at, profile })
  // The one used last comes last, so the first is the one to forget.
  kept.delete(name)
  kept.set(name, template)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break
    kept.delete(oldest)
  }
  return template.saved
}

/** Whether the name is one of a content, such as `demo`. */
export function isContent(name: string): name is Content {
  return Object.hasOwn(CONTENTS, name)
}

function templateFor(content: Content, origin: Origin): Template {
  const workspace = make(content, origin)
  return { workspace, saved: workspace.save() }
}

function make(content: Content, { seed, at, profile }: Origin): Workspace {
  const { pastMs, seed: seedWith } = CONTENTS[content]
  const end = at === 'now' ? new Clock().now() : at
  const workspace = Workspace.empty({
    id: 'template',
    name: 'Meridian Business Services',
    // Two companies with the same seed would have the same ids.
    seed: content === 'second-tenant' ? `${seed} of another tenant` : seed,
    at: end - pastMs,
    mode: { kind: 'frozen' },
    profile: { ...defaultProfile, 'id-format': decisions.idFormat(profile) },
    happen,
  })
  seedWith(workspace, end)
  if (at === 'now') workspace.simulation.setMode({ kind: 'real' })
  return workspace
}

function isFresh({ simulation }: Workspace, at: number | 'now'): boolean {
  // Nothing settles a template, so it still shows the instant at which it was made.
  return at !== 'now' || simulation.clock.now() - simulation.now() < FRESH_FOR
}
