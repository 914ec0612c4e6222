/** The same record in the replies of several operations: learned once, from all that show it. */
import type { Template } from '#mock/dialect'
import { isFields } from '#openapi'
import type { Sample } from './samples.ts'

/** One place that shows a record: the objects of one operation, with the share of them that have each member. */
interface Shown {
  readonly samples: readonly Sample[]
  readonly shares: ReadonlyMap<string, number>
}

interface Group {
  readonly within: string
  readonly leader: Shown
  readonly samples: Sample[]
  places: number
  template?: Template
}

/** The most samples of one place, so that long lists do not outvote single reads. */
const MAX_SAMPLES = 300

/** The fewest members of a record. */
const LEAST_MEMBERS = 3

export class PooledRecords {
  readonly #shown: (Shown & { within: string })[] = []
  #groups: Group[] | undefined
  readonly #names = new Map<string, string>()

  /** Notes a place that shows a record of a component. */
  note(within: string, samples: readonly Sample[]): void {
    if (this.#groups !== undefined) return
    const shares = sharesOf(samples)
    if (within !== '' && shares.size >= LEAST_MEMBERS)
      this.#shown.push({ within, samples: someOf(samples, MAX_SAMPLES), shares })
  }

  /** After all places are noted: those that show the same members of the same component are one record. */
  close(): void {
    this.#groups ??= groupsOf(this.#shown)
  }

  /** The template of the record that the objects show; `infer` makes it, once for all places. */
  templateFor(
    within: string,
    samples: readonly Sample[],
    infer: (samples: readonly Sample[]) => Template,
  ): Template | undefined {
    if (!this.#groups) return undefined
    const shares = sharesOf(samples)
    const group = this.#groups.find(
      one => one.within === within && one.places > 1 && areAlike(one.leader.shares, shares),
    )
    if (!group) return undefined
    group.template ??= infer(group.samples)
    this.#names.set(JSON.stringify(group.template), within)
    // A copy, because what one operation must show besides is added to its own.
    return structuredClone(group.template)
  }

  /** What the component of a template is called, so that its record has the same name. */
  nameOf(template: Template): string | undefined {
    return this.#names.get(JSON.stringify(template))
  }
}

/** Places with many samples first: the others are compared with them. */
function groupsOf(shown: readonly (Shown & { within: string })[]): Group[] {
  const groups: Group[] = []
  for (const one of shown.toSorted((a, b) => b.samples.length - a.samples.length)) {
    const { within, samples, shares } = one
    const known = groups.find(group => group.within === within && areAlike(group.leader.shares, shares))
    if (known) {
      known.samples.push(...samples)
      known.places += 1
    } else groups.push({ within, leader: one, samples: [...samples], places: 1 })
  }
  return groups
}

/** Whether two places show the same record: no member that one nearly always has is unknown to the other. */
function areAlike(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  const isKnown = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
    [...one].every(([name, share]) => share < 0.9 || other.has(name))
  const shared = [...a.keys()].filter(name => b.has(name)).length
  return shared >= LEAST_MEMBERS && isKnown(a, b) && isKnown(b, a)
}

function sharesOf(samples: readonly Sample[]): Map<string, number> {
  const objects = samples.map(({ was }) => was).filter(isFields)
  const shares = new Map<string, number>()
  for (const one of objects)
    for (const name of Object.keys(one)) shares.set(name, (shares.get(name) ?? 0) + 1 / objects.length)
  return shares
}

/**
 * The member that holds the record, where the reply wraps it: an object with more members than stand beside it.
 * Empty where the object is the record itself.
 */
export function wrapperOf(samples: readonly Sample[]): string {
  const objects = samples.map(({ was }) => was).filter(isFields)
  const beside = sharesOf(samples).size
  for (const name of beside > 3 ? [] : sharesOf(samples).keys()) {
    const inner = objects.map(one => one[name]).filter(isFields)
    if (inner.length < objects.length * 0.8) continue
    if (new Set(inner.flatMap(one => Object.keys(one))).size > beside) return name
  }
  return ''
}

/** Some of many samples; those that the mock has a like of go first. */
export function someOf(samples: readonly Sample[], most: number): readonly Sample[] {
  if (samples.length <= most) return samples
  const met = spread(
    samples.filter(({ scope }) => scope !== undefined),
    most,
  )
  const others = samples.filter(({ scope }) => scope === undefined)
  return [...met, ...spread(others, most - met.length)]
}

/** Some of many, from the whole range. */
export function spread<One>(all: readonly One[], most: number): readonly One[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]!)
}
