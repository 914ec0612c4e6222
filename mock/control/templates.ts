// Templates, from which new workspaces are forked. Making one takes a while and forking it next to nothing, so all mocks of
// a process share them.
import { decisions } from '../profile/decisions.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { HISTORY_MS, SECOND_HISTORY_MS, seedDemo, seedEmpty, seedSecondTenant } from '../seed/index.ts'
import { Clock } from '../simulation/clock.ts'
import { happen } from '../work/happen.ts'
import { type SavedWorkspace, Workspace } from '../world/workspace.ts'

/** The contents of worlds. `quiet` has the people, agents and workflows of the demo, and no history. */
const CONTENTS = {
  demo: { pastMs: HISTORY_MS, seed: seedDemo },
  quiet: { pastMs: 0, seed: seedDemo },
  empty: { pastMs: 0, seed: seedEmpty },
  'second-tenant': { pastMs: SECOND_HISTORY_MS, seed: seedSecondTenant },
} as const satisfies Record<
  string,
  {
    /** How long before now the clock shows when the world is seeded. */
    readonly pastMs: number
    readonly seed: (workspace: Workspace, end: number) => unknown
  }
>

export type Content = keyof typeof CONTENTS

/** The size of the cache; tests with a new seed each time must not fill the memory. */
const MOST = 16

/** The history of a world made for "now" ends when it was made, so it is made anew after a while. */
const FRESH_FOR = 600_000

const kept = new Map<string, Template>()

interface Template {
  readonly workspace: Workspace
  readonly saved: SavedWorkspace
}

/** What determines a world, beside its content. */
export interface Origin {
  readonly seed: string
  readonly at: number | 'now'
  /** Only the form of ids shows in a template; its forks give all other answers. */
  readonly profile: Profile
}

/** A world with that content, at an instant or now. */
export function templateOf(content: Content, { seed, at, profile }: Origin): SavedWorkspace {
  const name = JSON.stringify([content, seed, at, decisions.idFormat(profile)])
  const found = kept.get(name)
  const template = found && isFresh(found.workspace, at) ? found : templateFor(content, { seed, at, profile })
  // The latest comes last, so the first is dropped.
  kept.delete(name)
  kept.set(name, template)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break
    kept.delete(oldest)
  }
  return template.saved
}

/** Whether a name is that of a content, such as `demo`. */
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
  const { approvals } = workspace.tables
  for (const { id } of approvals.all()) approvals.replace(id, { fromSeed: true })
  if (at === 'now') workspace.simulation.setMode({ kind: 'real' })
  return workspace
}

function isFresh({ simulation }: Workspace, at: number | 'now'): boolean {
  // Nothing settles a template, so it still shows the instant at which it was made.
  return at !== 'now' || simulation.clock.now() - simulation.now() < FRESH_FOR
}
