// Reads a world from an object or a text, and reports all mistakes at once.
import { completeWorld } from './complete.ts'
import { mapOf } from './entries.ts'
import { isFields, joinWorlds, mergeWorlds } from './merge.ts'
import { type Path, type Place, shownPath, WorldError, type WorldProblem } from './problem.ts'
import { checkReferences, handlesIn } from './references.ts'
import { fillAndCheck, type JsonSchema, MAX_PROBLEMS, meant, worldSchema } from './shape.ts'
import { shippedWorlds } from './shipped-worlds.ts'
import { Places, parseSource, type Sourced } from './source.ts'
import { type TextFolder, takeTextsIn } from './text-files.ts'
import { addUsualEntries } from './usual-entries.ts'
import type { FilledWorld, World, WorldSource } from './world.ts'

/** The version of the format. */
const VERSION = 1

/** Worlds that are already complete. */
const whole = new WeakSet<object>()

export interface ReadOptions {
  /** The worlds that `extends` can name besides files. */
  readonly shipped?: Readonly<Record<string, World>>
  readonly schema?: JsonSchema
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
  return new WorldReader(options).read({ value: source, places: new Places() }, options.base)
}

/** The same for the text of a world file. */
export async function readWorldText(text: string): Promise<World> {
  const reader = new WorldReader({})
  return reader.read(await reader.parse(text, 'world.yaml'), undefined)
}

export const NOTHING: Sourced = { value: {}, places: new Places() }

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
    const { value, places } = this.extendShipped(this.takeTexts(source, undefined))
    return this.complete({ value: base === undefined ? value : mergeWorlds(base, value), places })
  }

  async parse(text: string, file: string): Promise<Sourced> {
    const sourced = await parseSource(text, file, (place, at, message) => this.report(at, place, message))
    if (sourced.value === undefined || sourced.value === null) return { value: {}, places: sourced.places }
    return sourced
  }

  /** Replaces references to files by their contents. Without a folder, references are mistakes. */
  takeTexts({ value, places }: Sourced, folder: TextFolder | undefined): Sourced {
    const taken = takeTextsIn(value, folder, (at, message) => this.report(at, places.of(at), message))
    return { value: taken, places }
  }

  /** Merges the files of a folder. */
  join(first: Sourced, second: Sourced): Sourced {
    const report = (at: Path, message: string) => this.report(at, second.places.of(at, true), message)
    const places = new Places()
    places.add(first.places)
    places.add(second.places, shiftTasks(tasksIn(first.value)))
    return { value: joinWorlds(first.value, second.value, report), places }
  }

  /** Merges a world over the shipped world that it extends. */
  extendShipped(source: Sourced): Sourced {
    const { name, own } = extended(source)
    if (name === undefined) return own
    const ready = this.#shipped(name)
    return over(ready ?? this.#missing(name, source, 'files are not read here'), own)
  }

  /** Merges a world over the one that it extends, which may be a file. */
  async extend(source: Sourced, load: LoadBase): Promise<Sourced> {
    const { name, own } = extended(source)
    if (name === undefined) return own
    const ready = this.#shipped(name)
    if (ready || !isPath(name)) return over(ready ?? this.#missing(name, source), own)
    const report = (message: string) => {
      this.report(['extends'], source.places.of(['extends']), message)
      return NOTHING
    }
    return over(await load(name, report), own)
  }

  #shipped(name: string): Sourced | undefined {
    const { shipped = shippedWorlds() } = this.#options
    const ready = Object.hasOwn(shipped, name) ? shipped[name as keyof typeof shipped] : undefined
    return ready && { value: sourceOf(ready), places: new Places() }
  }

  #missing(name: string, { places }: Sourced, why = ''): Sourced {
    const names = Object.keys(this.#options.shipped ?? shippedWorlds()).filter(
      each => each !== 'second-tenant',
    )
    const message =
      isPath(name) && why
        ? `${why}; say one of ${names.join(', ')}`
        : `there is no world ${name}${meant(name, names)}`
    this.report(['extends'], places.of(['extends']), message)
    return NOTHING
  }

  /** Records a mistake. */
  report(at: Path, place: Place | undefined, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ path: shownPath(at), place, message })
  }

  /** Returns the complete world, or throws a `WorldError`. */
  complete({ value, places }: Sourced): World {
    const { schema = worldSchema() } = this.#options
    const add = (at: Path, message: string, ofKey = false) => this.report(at, places.of(at, ofKey), message)
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
    const misfits = fillAndCheck(source, schema)
    for (const { at, ofKey, message } of misfits) add(at, message, ofKey)
    for (const { at } of misfits) takeOut(source, at)
    if (misfits.length > 0) {
      // Defaults take the place of what was wrong.
      addUsualEntries(source)
      fillAndCheck(source, schema)
    }
    let world: World | undefined
    try {
      checkReferences(source, known, schema, add)
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
  const written = mapOf(agents, ({ team, ...agent }) => (team === null ? agent : { team, ...agent }))
  return structuredClone({ ...world, agents: written, ...(history ? { history } : {}) }) as WorldSource
}

/** The name of the extended world, and the world without that member. */
function extended({ value, places }: Sourced): { name: string | undefined; own: Sourced } {
  if (!isFields(value)) return { name: undefined, own: { value, places } }
  const { extends: name, ...own } = value
  // The schema check reports a name that is not a text.
  if (typeof name !== 'string') return { name: undefined, own: { value: mergeWorlds({}, value), places } }
  return { name, own: { value: own, places } }
}

function over(base: Sourced, own: Sourced): Sourced {
  const places = new Places()
  places.add(base.places)
  places.add(own.places, shiftTasks(tasksIn(base.value)))
  return { value: mergeWorlds(base.value, own.value), places }
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

function shiftTasks(by: number): (path: Path) => Path {
  return path =>
    path[0] === 'tasks' && typeof path[1] === 'number' ? ['tasks', path[1] + by, ...path.slice(2)] : path
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
