/** Records that several operations return: learned once from all of them, and named in the twin. */
import { isChoice, isSelection, type Template } from '#mock/dialect'
import { isFields, type OperationId } from '#openapi'
import { NEARLY_ALL, type Sample, someOf } from './samples.ts'

/** One place that returns a record: the objects of an operation, with the share of them that have each member. */
interface Shown {
  readonly within: string
  readonly samples: readonly Sample[]
  readonly shares: ReadonlyMap<string, number>
  /** Whether the objects are the component itself, not a part of it. */
  readonly isWhole: boolean
}

interface Group {
  readonly leader: Shown
  readonly samples: Sample[]
  places: number
  template?: Template
}

/** Maximum number of samples per place, so that long lists do not dominate single reads. */
const MAX_SAMPLES = 300

/** Objects with fewer members, such as an amount with its currency, are not records. */
const MIN_MEMBERS = 3

export class SharedRecords {
  readonly #shown: Shown[] = []
  #groups: Group[] | undefined
  readonly #names = new Map<string, string>()

  /** Registers a place that returns a record of a component. */
  note(within: string, samples: readonly Sample[], isWhole: boolean): void {
    if (this.#groups !== undefined) return
    const shares = sharesOf(samples)
    if (within !== '' && shares.size >= MIN_MEMBERS)
      this.#shown.push({ within, samples: someOf(samples, MAX_SAMPLES), shares, isWhole })
  }

  /** Call after all places are registered: places with the same members of a component are one record. */
  close(): void {
    this.#groups ??= groupsOf(this.#shown)
  }

  /** The template of these objects' record; `infer` makes it once for all places. */
  templateFor(
    within: string,
    samples: readonly Sample[],
    infer: (samples: readonly Sample[]) => Template,
  ): Template | undefined {
    if (!this.#groups) return undefined
    const shares = sharesOf(samples)
    const group = this.#groups.find(one => one.places > 1 && areAlike(one.leader, { within, shares }))
    return group && this.#templateOf(group, infer)
  }

  /** The template of a component where it was shown most often; undefined if it never was. */
  shownAs(within: string, infer: (samples: readonly Sample[]) => Template): Template | undefined {
    const group = this.#groups?.find(({ leader }) => leader.within === within && leader.isWhole)
    return group && this.#templateOf(group, infer)
  }

  #templateOf(group: Group, infer: (samples: readonly Sample[]) => Template): Template {
    group.template ??= infer(group.samples)
    this.#names.set(JSON.stringify(group.template), group.leader.within)
    // Copied, because each operation may add its own members.
    return structuredClone(group.template)
  }

  /** The component of a template, for the name of its record. */
  nameOf(template: Template): string | undefined {
    return this.#names.get(JSON.stringify(template))
  }
}

/** Starts with places with many samples: the others are compared with them. */
function groupsOf(shown: readonly Shown[]): Group[] {
  const groups: Group[] = []
  for (const one of shown.toSorted((a, b) => b.samples.length - a.samples.length)) {
    const known = groups.find(({ leader }) => areAlike(leader, one))
    if (known) {
      known.samples.push(...one.samples)
      known.places += 1
    } else groups.push({ leader: one, samples: [...one.samples], places: 1 })
  }
  return groups
}

/** Whether two places return the same record: neither nearly always has a member unknown to the other. */
function areAlike(a: Pick<Shown, 'within' | 'shares'>, b: Pick<Shown, 'within' | 'shares'>): boolean {
  const isKnown = ({ shares }: typeof a, other: typeof b) =>
    [...shares].every(([name, share]) => share < NEARLY_ALL || other.shares.has(name))
  const shared = [...a.shares.keys()].filter(name => b.shares.has(name)).length
  return a.within === b.within && shared >= MIN_MEMBERS && isKnown(a, b) && isKnown(b, a)
}

function sharesOf(samples: readonly Sample[]): Map<string, number> {
  const objects = samples.map(({ theirs }) => theirs).filter(isFields)
  const shares = new Map<string, number>()
  for (const one of objects)
    for (const name of Object.keys(one)) shares.set(name, (shares.get(name) ?? 0) + 1 / objects.length)
  return shares
}

/**
 * The member that contains the record, where the reply wraps it: an object with more members than there are beside it.
 * Empty where the object is the record itself.
 */
export function wrapperOf(samples: readonly Sample[]): string {
  const objects = samples.map(({ theirs }) => theirs).filter(isFields)
  const beside = sharesOf(samples).size
  for (const name of sharesOf(samples).keys()) {
    const inner = objects.map(one => one[name]).filter(isFields)
    if (new Set(inner.flatMap(one => Object.keys(one))).size > beside) return name
  }
  return ''
}

/** Names each template that several operations return, and replaces it by a reference. */
export function withNamedRecords<Refusal extends { body?: Template }>(
  replies: Partial<Record<OperationId, Template>>,
  refusals: Readonly<Record<string, Refusal>>,
  shared: SharedRecords,
) {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const visit = (template: Template): void => {
    if (typeof template === 'string') return
    if (!isSelection(template) && !isChoice(template) && Object.keys(template).length >= MIN_MEMBERS) {
      const text = JSON.stringify(template)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    for (const inner of Object.values(template))
      if (typeof inner === 'object' && inner !== null) visit(inner as Template)
  }
  for (const template of Object.values(replies)) visit(template)
  const bodies = new Set<string>()
  for (const { body } of Object.values(refusals)) {
    const text = JSON.stringify(body)
    if (typeof body === 'object' && !isSelection(body) && bodies.has(text)) counts.set(text, 2)
    bodies.add(text)
  }
  const records: Record<string, Template> = {}
  const replace = (template: Template, hint: string): Template => {
    if (typeof template === 'string') return template
    if (isSelection(template)) return { ...template, is: replace(template.is, hint) }
    if (isChoice(template)) {
      const are = Object.entries(template.are).map(([word, one]) => [word, replace(one, `${hint} ${word}`)])
      return { case: template.case, are: Object.fromEntries(are) as Record<string, Template> }
    }
    const text = JSON.stringify(template)
    const inner = () =>
      Object.fromEntries(
        Object.entries(template as Record<string, Template>).map(([name, one]) => [name, replace(one, name)]),
      )
    if ((counts.get(text) ?? 0) < 2) return inner()
    const known = names.get(text)
    if (known !== undefined) return known
    const name = freeName(shared.nameOf(template) ?? hint, records)
    names.set(text, name)
    records[name] = '=null'
    records[name] = inner()
    return name
  }
  const named = Object.fromEntries(
    Object.entries(replies).map(([id, template]) => [id, replace(template, nameOfOperation(id))]),
  )
  const refused = Object.entries(refusals).map(([key, refusal]): [string, Refusal] => {
    const { body } = refusal
    const hint = /^[*\d]/.test(key) ? `Refusal${key}` : `${key.split(' ').at(-1)} refusal`
    const isShared = typeof body === 'object' && (counts.get(JSON.stringify(body)) ?? 0) > 1
    return [key, isShared ? { ...refusal, body: replace(body, hint) } : refusal]
  })
  return { records, replies: named, refusals: Object.fromEntries(refused) }
}

function nameOfOperation(id: string): string {
  return id
    .replace(/^(get|list|create|update|set|start|stop|pause|resume|cancel|respondTo|retry|search)/, '')
    .replace(/s$/, '')
}

function freeName(hint: string, taken: Readonly<Record<string, unknown>>): string {
  const word =
    hint
      .replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, first: string) => first.toUpperCase())
      .replaceAll(/[^A-Za-z0-9]/g, '') || 'Record'
  const base = word.charAt(0).toUpperCase() + word.slice(1)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${number}`
    if (!(name in taken)) return name
  }
}
