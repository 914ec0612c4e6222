/** The style of a deployment's messages, learned from what was shown: what was never shown is written in it. */
import {
  isChoice,
  isSelection,
  PAGE_MEMBERS,
  STATED_MEMBERS,
  type Template,
  type TemplateObject,
} from '#mock/dialect'
import type { OperationId, Schema } from '#openapi'
import { join, lastOf } from '../recording/json-paths.ts'
import { majority, type Scope, scopeOf } from './samples.ts'
import { resolvedOf, type Source } from './source-members.ts'

/** What the deployment makes of a member of the default contract: its path and expression, or nothing. */
type Use = { readonly path: string; readonly expression: string } | 'omitted'

/** The template of a component that was shown somewhere. */
type RecordOf = (component: string, schema: Schema) => Template | undefined

export class Style {
  /** By path of a member of the default contract, each use of it as JSON: in records, and beside the rows of pages. */
  readonly #uses = { record: new Map<string, string[]>(), page: new Map<string, string[]>() }
  /** What follows the path in expressions of instants: their form. */
  readonly #forms: string[] = []
  /** How many names are in each case. */
  #snakes = 0
  #camels = 0
  /** By word of a member's name: what became of it, by name. */
  readonly #words = new Map<string, Map<string, string>>()
  /** What stands around a record, as JSON, by component. */
  readonly #frames = new Map<string, string[]>()

  learn(template: Template, schema: Schema): void {
    if (hasCommonShape(schema)) return
    const { component = '' } = resolvedOf(schema)
    const { record, frame } = isPage(scopeOf(schema)) ? unpaged(template) : unwrapped(template)
    const place = isPage(scopeOf(schema)) ? PAGES : component
    this.#frames.set(place, [...(this.#frames.get(place) ?? []), JSON.stringify(frame)])
    this.#learnRecord(record, schema, '')
  }

  #learnRecord(template: Template, schema: Schema, within: string): void {
    if (typeof template === 'string') return
    if (isChoice(template)) {
      for (const one of Object.values(template.are)) this.#learnRecord(one, schema, within)
      return
    }
    if (isSelection(template)) {
      if (template.each === undefined) this.#learnRecord(template.is, schema, within)
      return
    }
    const scope = scopeOf(schema, within)
    const uses = new Map<string, Use>()
    const visit = (one: Template, path: string): void => {
      if (typeof one === 'string') {
        const [source = '', operator] = one.split(' ')
        const isThere = scope.sources.some(member => member.path === source)
        // The number of a list's elements is not the list.
        if (isThere && operator !== 'count') uses.set(source, { path, expression: one })
      } else if (isSelection(one)) {
        if (one.each === undefined) visit(one.is, path)
        else {
          const list = scope.sources.find(member => member.path === one.each)
          if (!list) return
          uses.set(list.path, { path, expression: list.path })
          this.#learnRecord(one.is, list.schema.items ?? {}, list.within)
        }
      } else if (!isChoice(one))
        for (const [name, inner] of Object.entries(one)) visit(inner, join(path, name))
    }
    visit(template, '')
    if (uses.size === 0) return
    const known = this.#usesIn(scope)
    for (const { path, kind, isInstant } of scope.sources) {
      const use = uses.get(path) ?? 'omitted'
      if (kind === 'object' && use === 'omitted') continue
      known.set(path, [...(known.get(path) ?? []), JSON.stringify(use)])
      if (use === 'omitted') continue
      if (isInstant) this.#forms.push(use.expression.slice(path.length))
      this.#noteWords(path, use.path)
      if (/[a-z]_[a-z]/.test(use.path)) this.#snakes += 1
      if (/[a-z][A-Z]/.test(use.path)) this.#camels += 1
    }
  }

  /** The template of a reply that was never shown; undefined if it has the form of the default one. */
  ofReply(id: OperationId, schema: Schema, recordOf: RecordOf): Template | undefined {
    const { component = '' } = resolvedOf(schema)
    const { sources } = scopeOf(schema)
    if (hasCommonShape(schema) || sources.length === 0) return undefined
    const template = keepingStated(id, this.of(schema, '', recordOf))
    const isOfRows = isPage(scopeOf(schema))
    const frame = this.#frameOf(isOfRows ? PAGES : component)
    if (!frame) return template
    if (!isOfRows) return { [frame.in]: template ?? '.', ...frame.beside }
    return template && isObject(template) ? { ...template, ...besideRows(frame, sources) } : template
  }

  /** The usual frame of a component, or of all that are no pages. */
  #frameOf(place: string): Frame | undefined {
    const all = [...this.#frames].flatMap(([other, frames]) => (other === PAGES ? [] : frames))
    const frame = majority(this.#frames.get(place) ?? (place === PAGES ? [] : all))
    return frame === undefined ? undefined : ((JSON.parse(frame) as Frame | null) ?? undefined)
  }

  /** The template of a value that was never shown; undefined if it has the form of the default one. */
  of(schema: Schema, within: string, recordOf: RecordOf): Template | undefined {
    const { component } = resolvedOf(schema)
    return (component && recordOf(component, schema)) || this.#made(scopeOf(schema, within), '', recordOf)
  }

  /** The template of an object in a record that was never shown there; the record's own member if it has that form. */
  ofMember({ path }: Source, scope: Scope, recordOf: RecordOf): Template {
    const made = this.#made(scope, `${path}.`, recordOf)
    return made === undefined ? path : { is: made, when: path, else: null }
  }

  #made(scope: Scope, below: string, recordOf: RecordOf): Template | undefined {
    const { sources } = scope
    const made: Record<string, Template> = {}
    let isOwn = false
    for (const source of sources) {
      const { path } = source
      if (!path.startsWith(below) || path in PAGE_MEMBERS) continue
      if (sources.some(inner => inner.path.startsWith(`${path}.`))) continue
      const use = this.#useOf(source, scope)
      // Rows have members of their own; what stands beside them is alike in all lists.
      if (use === 'omitted' && isPage(scope)) isOwn = true
      else {
        const usual = { path: this.#named(path), expression: path }
        const { path: theirs, expression } = use === 'omitted' ? usual : use
        const name = below === '' ? theirs : lastOf(theirs)
        const value = this.#valueOf(source, expression, recordOf)
        isOwn ||= name !== path.slice(below.length) || value !== path
        put(made, name.split('.'), value)
      }
    }
    return isOwn ? made : undefined
  }

  #valueOf({ kind, path, schema, within }: Source, expression: string, recordOf: RecordOf): Template {
    const rows = kind === 'list' ? this.of(schema.items ?? {}, within, recordOf) : undefined
    return rows === undefined ? expression : { is: rows, each: path }
  }

  /** Notes what became of each word, where all but one stayed: `cost_euros` is `cost_eur`. */
  #noteWords(path: string, theirPath: string): void {
    const [own, theirs] = [path, theirPath].map(one => wordsIn(lastOf(one)))
    if (!own || !theirs || own.length < 2 || own.length !== theirs.length) return
    if (own.filter((word, at) => word !== theirs[at]).length > 1) return
    for (const [at, word] of own.entries()) {
      const became = this.#words.get(word) ?? new Map<string, string>()
      this.#words.set(word, became.set(own.join(' '), theirs[at]!))
    }
  }

  #usesIn(scope: Scope) {
    return this.#uses[isPage(scope) ? 'page' : 'record']
  }

  #useOf({ path, isInstant }: Source, scope: Scope): Use {
    const usual = majority(this.#usesIn(scope).get(path) ?? [])
    if (usual !== undefined) return JSON.parse(usual) as Use
    const form = isInstant ? (majority(this.#forms) ?? '') : ''
    return { path: this.#named(path), expression: `${path}${form}` }
  }

  /** The name that a member has in this style: with other words, and in another case. */
  #named(path: string): string {
    const place = path.slice(0, path.lastIndexOf('.') + 1)
    const words = wordsIn(path.slice(place.length)).map(word => {
      const became = [...(this.#words.get(word)?.values() ?? [])]
      return became.length < MIN_NAMES ? word : (majority(became) ?? word)
    })
    const isCamel = this.#camels === this.#snakes ? /[A-Z]/.test(path) : this.#camels > this.#snakes
    const name = words.map((word, at) =>
      isCamel && at > 0 ? `${word[0]!.toUpperCase()}${word.slice(1)}` : word,
    )
    return `${place}${name.join(isCamel ? '' : '_')}`
  }
}

/** In fewer names, what became of a word may belong to the name. */
const MIN_NAMES = 2

function wordsIn(name: string): string[] {
  return name
    .replaceAll(/[a-z0-9][A-Z]/g, ([end, start]) => `${end}_${start}`)
    .toLowerCase()
    .split('_')
    .filter(word => word !== '')
}

function isPage({ sources }: Scope): boolean {
  return sources.some(({ path }) => path === 'data')
}

/** The key of what stands around the rows of pages. */
const PAGES = ' '

/** What stands around a record or rows: the member that contains them, and others; undefined for nothing. */
interface Frame {
  readonly in: string
  readonly beside: TemplateObject
}

interface Framed {
  readonly record: Template
  readonly frame: Frame | null
}

/** A record is the object with more members than there are beside it; what follows from no record stands around it. */
function unwrapped(template: Template): Framed {
  if (isObject(template))
    for (const [name, inner] of Object.entries(template)) {
      const { [name]: _, ...others } = template
      const beside = Object.entries(others)
      if (!isObject(inner) || Object.keys(inner).length <= beside.length) continue
      if (!Object.values(inner).some(isOwnMember)) continue
      const made = Object.fromEntries(beside.filter(([, one]) => isMadeUp(one)))
      return { record: inner, frame: { in: name, beside: made } }
    }
  return { record: template, frame: null }
}

function unpaged(template: Template): Framed {
  if (!isObject(template)) return { record: template, frame: null }
  const isRows = (one: Template) => one === 'data' || (isSelection(one) && one.each === 'data')
  const [rows] = Object.entries(template).find(([, one]) => isRows(one)) ?? []
  if (rows === undefined) return { record: template, frame: null }
  const { [rows]: _, ...beside } = template
  // Some of our pages have no total, and then the template counts their rows.
  const counted = JSON.parse(JSON.stringify(beside).replaceAll('"data count"', '"total"')) as TemplateObject
  return { record: template, frame: { in: rows, beside: counted } }
}

/** What stands beside the rows of pages, as far as a page with these sources has it. */
function besideRows({ beside }: Frame, sources: readonly Source[]): TemplateObject {
  const kept = (one: Template): Template | undefined => {
    if (isObject(one)) {
      const inner = Object.entries(one).flatMap(([name, value]) => {
        const own = kept(value)
        return own === undefined ? [] : [[name, own] as const]
      })
      return inner.length === 0 ? undefined : Object.fromEntries(inner)
    }
    if (typeof one !== 'string') return undefined
    if (isMadeUp(one)) return one
    const [source = ''] = one.split(' ')
    if (sources.some(({ path }) => path === source)) return one
    return source === 'total' ? 'data count' : undefined
  }
  return (kept(beside) ?? {}) as TemplateObject
}

/** The shape of completions and models is a common one, whatever the style of the rest. */
function hasCommonShape(schema: Schema): boolean {
  return [resolvedOf(schema).schema['x-gap']].flat().includes('completion-shape')
}

function isObject(template: Template): template is TemplateObject {
  return typeof template === 'object' && !isSelection(template) && !isChoice(template)
}

/** Whether a template is a member of the record itself, not of an object in it. */
function isOwnMember(template: Template): boolean {
  return typeof template === 'string' && /^[a-z]\w*( |$)/i.test(template)
}

function isMadeUp(template: Template): boolean {
  if (typeof template === 'string') return /^[=~]|^now( |$)/.test(template)
  return isObject(template) && Object.values(template).every(isMadeUp)
}

/** With the members under their names that the specification states of a reply. */
function keepingStated(id: OperationId, template: Template | undefined): Template | undefined {
  if (template === undefined || !isObject(template)) return template
  const stated = Object.keys(STATED_MEMBERS[id] ?? {})
  const isThere = (name: string) => String(template[name]).split(' ')[0] === name
  if (stated.every(isThere)) return template
  const others = Object.entries(template).filter(
    ([name, one]) =>
      !stated.includes(name) && !(typeof one === 'string' && stated.includes(one.split(' ')[0]!)),
  )
  return Object.fromEntries<Template>([...stated.map(name => [name, name] as const), ...others])
}

/** Puts a value at a path; one that is there stays. */
function put(into: Record<string, Template>, [name = '', ...rest]: readonly string[], value: Template): void {
  if (rest.length === 0) into[name] ??= value
  else {
    into[name] ??= {}
    const inner = into[name]
    if (typeof inner === 'object') put(inner as Record<string, Template>, rest, value)
  }
}
