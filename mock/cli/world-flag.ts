// World files of the command line: read, checked, and written as types.
import { writeFile } from '../../flags/files.ts'
import { UsageError } from '../../flags/flag.ts'
import { builtWorld } from '../control/built-worlds.ts'
import { type ReadWorld, readWorldFile } from '../node/world-files.ts'
import { defaultProfile } from '../profile/profile.ts'
import { machineDate } from '../simulation/machine-time.ts'
import { atOnce } from '../simulation/slices.ts'
import { rolesOf, type World, WorldError } from '../world-file/index.ts'

/** The world of a file or folder; its mistakes are a `UsageError`. */
export async function worldAt(path: string): Promise<ReadWorld> {
  try {
    return await readWorldFile(path)
  } catch (error) {
    if (error instanceof WorldError) throw new UsageError(mistakes(error))
    throw error
  }
}

/** Prints the mistakes or the contents of a world file; returns the exit status. */
export async function checkWorld(path: string, print: (text: string) => void): Promise<number> {
  try {
    const { world } = await readWorldFile(path)
    // A start builds the world, too, and its past may break a rule.
    atOnce(builtWorld(world, { seed: 'demo', at: 'now', now: machineDate(), profile: defaultProfile }))
    print(`${path} has no mistakes: ${summary(world)}.`)
    return 0
  } catch (error) {
    if (!(error instanceof WorldError)) throw error
    print(mistakes(error))
    return 1
  }
}

/** What a person reads about a world with mistakes. */
export function mistakes(error: WorldError): string {
  const { length } = error.problems
  return length === 1 ? error.message : `${error.message}\nThere are ${length} mistakes.`
}

function summary(world: World): string {
  const counts = [
    [Object.keys(world.people).length, 'person', 'people'],
    [Object.keys(world.agents).length, 'agent', 'agents'],
    [Object.keys(world.workflows).length, 'workflow', 'workflows'],
    [world.tasks.length, 'task', 'tasks'],
  ] as const
  const shown = counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** Writes the handles of a world as types, for `startMock<World>({ world })`. */
export function writeTypes(world: World, from: string, path: string): void {
  const members = rolesOf<object>(world).map(([kind, entries]) => {
    const union = Object.keys(entries).map(handle => JSON.stringify(handle))
    return `  readonly ${kind}: { readonly [handle in ${union.join(' | ') || 'never'}]: string }\n`
  })
  writeFile(
    path,
    `// Written by agent-work mock --world ${from} --types ${path}; do not edit.

/**
 * The ids of what the world declares, by handle, and the secrets of its keys.
 *
 * @example const mock = await startMock<World>({ world: '${from}' })
 */
export interface World {
${members.join('')}}
`,
    { isPublic: true },
  )
}
