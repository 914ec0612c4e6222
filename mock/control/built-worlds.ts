// Built worlds, from which workspaces are forked. Building is slow and forking is nearly free, so all mocks of a
// process share them.
import { decisions } from '../profile/decisions.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { buildingWorld, handleEvent, pastOf } from '../seed/index.ts'
import { hash128 } from '../simulation/hash.ts'
import type { Slices } from '../simulation/slices.ts'
import { madeOncePer } from '../store/on-demand.ts'
import { type SavedWorkspace, Workspace } from '../world/workspace.ts'
import { type SHIPPED_WORLDS, shippedWorlds, type World } from '../world-file/index.ts'

/** The worlds in the package, by name. */
export type Content = (typeof SHIPPED_WORLDS)[number]

/** The size of the cache, because tests may use a new seed each time. */
const MAX_KEPT = 16

/** A world built for "now" becomes outdated, so it is rebuilt after a while. */
const FRESH_FOR_MS = 600_000

/** A world that is built in slices, by everybody who waits for it. */
interface BuiltWorld {
  readonly end: number
  readonly work: Slices<SavedWorkspace>
  saved?: SavedWorkspace
  error?: unknown
}

const kept = new Map<string, BuiltWorld>()

/** What determines a built world, besides its content. */
export interface Origin {
  readonly seed: string
  readonly at: number | 'now'
  readonly now: number
  /** Only the format of ids shows in a built world; forks can have any other answers. */
  readonly profile: Profile
}

/** A workspace with that world and a frozen clock, at that instant or at most ten minutes before now, in slices. */
export function* builtWorld(world: World, origin: Origin): Slices<SavedWorkspace> {
  const { seed, at, now, profile } = origin
  const name = JSON.stringify([nameOf(world), seed, at, decisions.idFormat(profile), profile.dialect?.ids])
  const found = kept.get(name)
  const age = at === 'now' && found ? now - found.end : 0
  const end = at === 'now' ? now : at
  const built: BuiltWorld =
    found && age >= 0 && age < FRESH_FOR_MS ? found : { end, work: building(world, origin, end) }
  // The newest is last, so the oldest is dropped first.
  kept.delete(name)
  kept.set(name, built)
  const [oldest = name] = kept.keys()
  if (kept.size > MAX_KEPT) kept.delete(oldest)
  try {
    for (; !built.saved; yield) {
      if (built.error) throw built.error
      const step = built.work.next()
      if (step.done) built.saved = step.value
    }
    return built.saved
  } catch (error) {
    built.error = error
    kept.delete(name)
    throw error
  }
}

/** Whether a name is that of a content, such as `demo`. */
export function isContent(name: string): name is Content {
  return Object.hasOwn(shippedWorlds(), name)
}

/** Equal worlds share a name, so a file that is read again is not built again. */
const nameOf = madeOncePer((world: World): string => {
  const shipped = Object.entries(shippedWorlds()).find(([, each]) => each === world)?.[0]
  return shipped ?? hash128(JSON.stringify(world)).join('-')
})

function* building(world: World, { seed, profile }: Origin, end: number): Slices<SavedWorkspace> {
  // Only the forms of ids show in content; the rest of a dialect is applied to messages.
  const { ids } = profile.dialect ?? {}
  const idFormat = decisions.idFormat(profile)
  const workspace = Workspace.empty({
    id: 'template',
    name: world.company.name,
    // With the same seed, both companies would have the same ids.
    seed: world === shippedWorlds()['second-tenant'] ? `${seed} of another tenant` : seed,
    at: end - pastOf(world),
    mode: { kind: 'frozen' },
    profile: { ...defaultProfile, 'id-format': idFormat, ...(ids && { dialect: { ids } }) },
    handleEvent,
  })
  yield* buildingWorld(workspace, world, end)
  const { approvals } = workspace.tables
  for (const { id } of approvals.all()) approvals.replace(id, { fromSeed: true })
  return workspace.save()
}
