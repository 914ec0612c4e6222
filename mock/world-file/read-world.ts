// Reads a world from an object or a text, and reports all mistakes at once.

import { isFields, shownPath } from '#openapi'
import type { PlaceOf, Sourced } from '../../platform/yaml.ts'
import { mapValues } from '../store/members.ts'
import { completeWorld } from './complete.ts'
import { joinWorlds, mergeWorlds } from './merge.ts'
import { type Path, type Place, WorldError, type WorldProblem } from './problem.ts'
import { checkReferences, handlesIn } from './references.ts'
import { fillAndCheck, MAX_PROBLEMS, meant, worldCheck, worldSchema } from './shape.ts'
import { shippedWorlds } from './shipped-worlds.ts'
import { type TextFolder, takeTextsIn } from './text-files.ts'
import { addUsualEntries } from './usual-entries.ts'
import type { FilledWorld, World, WorldSource } from './world.ts'

/** The version of the format. */
const VERSION = 1

/** For values that were not given as text. */
const nowhere: PlaceOf = () => undefined

/** Worlds that are already complete. */
const whole = new WeakSet<object>()

export interface ReadOptions {
  /** The worlds that `extends` can name besides files. */
  readonly shipped?: Readonly<Record<string, World>>
}

/**
 * Reads a world from an object, merged over a base if there is one. It may not refer to files. Throws a `WorldError`
 * with all mistakes.
 */
export function readWorldSource(
  source: object,
  options: ReadOptions & { readonly base?: unknown } = {},
): World {
  if (whole.has(source)) return source as World
  return new WorldReader(options).read({ value: source, placeOf: nowhere }, options.base)
}

/** The same for the text of a world file. */
export async function readWorldText(text: string): Promise<World> {
  const reader = new WorldReader({})
  return reader.read(await reader.parse(text, 'world.yaml'), undefined)
}

export const NOTHING: Sourced = { value: {}, placeOf: nowhere }

/** Loads the file that a world extends. */
export type LoadBase = (name: string, report: (message: string) => Sourced) => Promise<Sourced>

/** Collects the parts of a world and their mistakes. */
export class WorldReader {
  readonly #problems: WorldProblem[] = []
  readonly #options: ReadOptions

  constructor(options: ReadOptions) {
    this.#options = options
  }

  /** Reads a complete world from a source without references to files. */
  read(source: Sourced, base: unknown): World {
    const { value, placeOf } = this.extendShipped(this.takeTexts(source, undefined))
    return this.complete({ value: base === undefined ? value : mergeWorlds(base, value), placeOf })
  }

  async parse(text: string, file: string): Promise<Sourced> {
    const report = (place: Place | undefined, at: Path, message: string) =>
      this.report(at, message, () => place && { place, depth: at.length })
    // Imported on demand, so that a mock without a world file starts faster.
    const { readYaml } = await import('../../platform/yaml.ts')
    const { value, placeOf } = readYaml(text, file, report)
    return { value: value ?? {}, placeOf }
  }

  /** Replaces references to files by their contents. Without a folder, references are mistakes. */
  takeTexts({ value, placeOf }: Sourced, folder: TextFolder | undefined): Sourced {
    return { value: takeTextsIn(value, folder, (at, message) => this.report(at, message, placeOf)), placeOf }
  }

  /** Merges the files of a folder. */
  join(first: Sourced, second: Sourced): Sourced {
    const report = (at: Path, message: string) => this.report(at, message, second.placeOf, true)
    return merged(first, second, joinWorlds(first.value, second.value, report))
  }

  /** Merges a world over the shipped world that it extends. */
  extendShipped(source: Sourced): Sourced {
    const { name, own } = extended(source)
    return name === undefined ? own : over(this.#shipped(name) ?? this.#missing(name, source), own)
  }

  /** Merges a world over the one that it extends, which may be a file. */
  async extend(source: Sourced, load: LoadBase): Promise<Sourced> {
    const { name, own } = extended(source)
    if (name === undefined || !isPath(name)) return this.extendShipped(source)
    const report = (message: string) => {
      this.report(['extends'], message, source.placeOf)
      return NOTHING
    }
    return over(await load(name, report), own)
  }

  #shipped(name: string): Sourced | undefined {
    const { shipped = shippedWorlds() } = this.#options
    const ready = Object.hasOwn(shipped, name) ? shipped[name as keyof typeof shipped] : undefined
    return ready && { value: sourceOf(ready), placeOf: nowhere }
  }

  #missing(name: string, { placeOf }: Sourced): Sourced {
    const names = Object.keys(this.#options.shipped ?? shippedWorlds()).filter(
      each => each !== 'second-tenant',
    )
    const message = isPath(name)
      ? `files are not read here; say one of ${names.join(', ')}`
      : `there is no world ${name}${meant(name, names)}`
    this.report(['extends'], message, placeOf)
    return NOTHING
  }

  /** Records a mistake. A place is looked up, so only for mistakes that are listed. */
  report(at: Path, message: string, placeOf = nowhere, ofKey = false): void {
    if (this.#problems.length === MAX_PROBLEMS) return
    this.#problems.push({ path: shownPath(at), place: placeOf(at, ofKey)?.place, message })
  }

  /** Returns the complete world, or throws a `WorldError`. */
  complete({ value, placeOf }: Sourced): World {
    const add = (at: Path, message: string, ofKey = false) => this.report(at, message, placeOf, ofKey)
    if (!isFields(value)) add([], 'a world is a map of members such as people and agents')
    const source = structuredClone(isFields(value) ? value : {}) as WorldSource & { world?: unknown }
    if (typeof source.world === 'number' && source.world !== VERSION) {
      add(
        ['world'],
        `this mock reads world files of version ${VERSION}, and this one is of version ${String(source.world)}; take a mock that reads it`,
      )
      delete source.world
    }
    addUsualEntries(source)
    const known = handlesIn(source)
    const misfits = fillAndCheck(source, worldCheck)
    for (const { at, ofKey, message } of misfits) add(at, message, ofKey)
    for (const { at } of misfits) takeOut(source, at)
    if (misfits.length > 0) {
      // Defaults take the place of what was wrong.
      addUsualEntries(source)
      fillAndCheck(source, worldCheck)
    }
    let world: World | undefined
    try {
      checkReferences(source, known, worldSchema(), add)
      world = completeWorld(source as FilledWorld, add)
    } catch (error) {
      // With mistakes in the file, later errors may only follow from them.
      if (this.#problems.length === 0) throw error
    }
    if (this.#problems.length > 0 || !world) throw new WorldError(sorted(this.#problems))
    whole.add(world)
    return world
  }
}

/** A complete world in the format of the file, with nulls left out. */
export function sourceOf({ history, agents, ...world }: World): WorldSource {
  const written = mapValues(agents, ({ team, ...agent }) => (team === null ? agent : { team, ...agent }))
  return structuredClone({ ...world, agents: written, ...(history ? { history } : {}) }) as WorldSource
}

/** The name of the extended world, and the world without that member. */
function extended({ value, placeOf }: Sourced): { name: string | undefined; own: Sourced } {
  if (!isFields(value)) return { name: undefined, own: { value, placeOf } }
  const { extends: name, ...own } = value
  // The schema check reports a name that is not a text.
  if (typeof name !== 'string') return { name: undefined, own: { value: mergeWorlds({}, value), placeOf } }
  return { name, own: { value: own, placeOf } }
}

function over(base: Sourced, own: Sourced): Sourced {
  return merged(base, own, mergeWorlds(base.value, own.value))
}

function merged(first: Sourced, second: Sourced, value: unknown): Sourced {
  return { value, placeOf: mergedPlaces(first.placeOf, second.placeOf, tasksIn(first.value)) }
}

function isPath(name: string): boolean {
  return /[./\\]/.test(name)
}

/** Removes a wrong member; items of lists become null, so that the others keep their index. */
function takeOut(value: object, at: Path): void {
  if (at.length === 0) return
  let within: unknown = value
  for (const part of at.slice(0, -1))
    within = (within as Record<string | number, unknown> | null | undefined)?.[part]
  const last = at.at(-1)!
  if (Array.isArray(within)) within[Number(last)] = null
  else if (isFields(within)) delete (within as Record<string, unknown>)[last]
}

function tasksIn(value: unknown): number {
  return isFields(value) && Array.isArray(value.tasks) ? value.tasks.length : 0
}

function sorted(problems: readonly WorldProblem[]): WorldProblem[] {
  const seen = new Set<string>()
  return problems
    .filter(({ path, message }) => {
      const name = `${path}\n${message}`
      return !seen.has(name) && seen.add(name)
    })
    .toSorted(({ place: a }, { place: b }) =>
      !a || !b || a.file !== b.file ? 0 : a.line - b.line || a.column - b.column,
    )
}

/** The positions of two sources that were merged: the tasks of the second follow those of the first, of which there are so many. */
function mergedPlaces(first: PlaceOf, second: PlaceOf, tasks: number): PlaceOf {
  return (path, ofKey) => {
    const [kind, index, ...more] = path
    const isTask = kind === 'tasks' && typeof index === 'number'
    const own = second(isTask ? [kind, index - tasks, ...more] : path, ofKey)
    const base = first(path, ofKey)
    return base && base.depth > (own?.depth ?? -1) ? base : own
  }
}
