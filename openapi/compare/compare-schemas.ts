// Compares schemas. A request that allows less breaks its senders; a reply that allows more breaks its readers.
import { deprecationOf } from '../deprecation.ts'
import type { Fields } from '../fields.ts'
import { asObject, deref } from '../raw-document.ts'
import { type Concern, compareDeprecation, type Effect, type Note } from './change.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Who writes a value: the client in a request, the service in a reply. */
export type Direction = 'request' | 'reply'

interface Comparison {
  before: Fields
  after: Fields
  direction: Direction
  /** Records a change of what is compared. */
  note: (effect: Effect, where: string, says: string, concerns?: Partial<Concern>) => void
  /** The comparison of what is a step below. */
  below: (step: string) => Comparison
  /** The comparison of what is in a component; undefined for a component inside itself. */
  within: (guard: string) => Comparison | undefined
}

/** Compares two schemas, each in its document. `where` names the element for people. */
export function compareSchemas(
  [before, oldSchema]: [Fields, unknown],
  [after, newSchema]: [Fields, unknown],
  direction: Direction,
  where: string,
  note: Note,
): void {
  const contextAt = (place: string, above: readonly string[]): Comparison => ({
    ...{ before, after, direction },
    note: (effect, where, says, concerns) => note(effect, where, says, { ...concerns, place }),
    below: step => contextAt(place + step, above),
    within: guard => (above.includes(guard) ? undefined : contextAt(place, [...above, guard])),
  })
  compare(oldSchema, newSchema, where, contextAt(where, []))
}

function compare(oldSchema: unknown, newSchema: unknown, where: string, outer: Comparison): void {
  const old = shapeOf(outer.before, oldSchema)
  const now = shapeOf(outer.after, newSchema)
  const guard = now.guard ?? old.guard
  const context = guard === undefined ? outer : outer.within(guard)
  if (!context) return
  const at = now.name ?? old.name ?? where
  compareTypes(old, now, at, context)
  compareValues(old, now, at, context)
  compareBounds(old, now, at, context)
  compareProperties(old, now, at, context)
  compareBranches(old, now, at, context)
  if (old.items !== undefined && now.items !== undefined)
    compare(old.items, now.items, `${at}[]`, context.below('[]'))
  if (old.values !== undefined && now.values !== undefined)
    compare(old.values, now.values, `${at}.*`, context.below('.*'))
  const [was, is] = [old.default, now.default].map(value => JSON.stringify(value) ?? 'none')
  if (was !== is) context.note('changes', at, `has the default ${is} (before: ${was}).`, { default: true })
}

/** The effect of allowing more, and of allowing less. */
function wider({ direction }: Comparison): Effect {
  return direction === 'request' ? 'adds' : 'breaks'
}

function narrower({ direction }: Comparison): Effect {
  return direction === 'request' ? 'breaks' : 'changes'
}

function compareTypes(old: Shape, now: Shape, at: string, context: Comparison): void {
  const gained = now.types.filter(type => !old.types.includes(type) && !covers(old.types, type))
  const lost = old.types.filter(type => !now.types.includes(type) && !covers(now.types, type))
  if (old.types.length === 0 || now.types.length === 0) {
    if (now.types.length > 0) context.note(narrower(context), at, `must be ${now.types.join(' or ')} now.`)
    if (old.types.length > 0)
      context.note(wider(context), at, `may be of any type now (before: ${old.types.join(' or ')}).`)
    return
  }
  if (gained.length > 0)
    context.note(wider(context), at, `may be ${gained.join(' or ')} now.`, { kinds: gained })
  if (lost.length > 0)
    context.note(narrower(context), at, `is never ${lost.join(' or ')} now.`, { kinds: lost })
}

function covers(types: readonly string[], type: string): boolean {
  return type === 'integer' && types.includes('number')
}

function compareValues(old: Shape, now: Shape, at: string, context: Comparison): void {
  if (old.enum && now.enum) {
    const gained = now.enum.filter(value => !old.enum?.includes(value))
    const lost = old.enum.filter(value => !now.enum?.includes(value))
    if (gained.length > 0) context.note(wider(context), at, `may be ${gained.join(', ')} now.`, named(gained))
    if (lost.length > 0) context.note(narrower(context), at, `is never ${lost.join(', ')} now.`, named(lost))
  } else if (now.enum) {
    context.note(narrower(context), at, `must be one of ${now.enum.join(', ')} now.`)
  } else if (old.enum) {
    context.note(wider(context), at, `may be other than ${old.enum.join(', ')} now.`)
  }
}

/** Values of an enumeration, as JSON, as the kinds and words of a usage file. */
function named(values: readonly string[]): Pick<Concern, 'kinds' | 'words'> {
  const all = values.map((text): unknown => JSON.parse(text))
  return {
    words: all.filter(value => typeof value === 'string'),
    kinds: all.filter(value => value === null).map(String),
  }
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function compareBounds(old: Shape, now: Shape, at: string, context: Comparison): void {
  for (const keyword of [...lower, ...upper]) {
    const [was, is] = [old.bounds[keyword], now.bounds[keyword]]
    if (was === is) continue
    const narrows = was === undefined || (is !== undefined && (lower.includes(keyword) ? is > was : is < was))
    const says = `has ${keyword} ${is ?? 'none'} now (before: ${was ?? 'none'}).`
    context.note(narrows ? narrower(context) : wider(context), at, says)
  }
  for (const keyword of ['pattern', 'format', 'multipleOf', 'uniqueItems']) {
    const [was, is] = [old.rules[keyword], now.rules[keyword]]
    if (was === is) continue
    const effect = was === undefined ? narrower(context) : is === undefined ? wider(context) : 'breaks'
    context.note(effect, at, `has ${keyword} ${is ?? 'none'} now (before: ${was ?? 'none'}).`)
  }
}

function compareProperties(old: Shape, now: Shape, at: string, context: Comparison): void {
  const request = context.direction === 'request'
  for (const [name, schema] of Object.entries(now.properties)) {
    const field = `${at}.${name}`
    const own = context.below(`.${name}`)
    const required = now.required.includes(name)
    const was = old.properties[name]
    if (was === undefined) {
      const effect = request && required ? 'breaks' : 'adds'
      const says = `is a new ${required ? 'required' : 'optional'} field.`
      own.note(effect, field, says, { added: true, ...(request && required && { required }) })
      continue
    }
    if (required && !old.required.includes(name)) {
      if (request) own.note('breaks', field, 'is required now.', { required: true })
      else own.note('changes', field, 'is always there now.')
    } else if (!required && old.required.includes(name)) {
      if (request) own.note('adds', field, 'may be left out now.')
      else own.note('breaks', field, 'may be missing now.')
    }
    const deprecations = [deprecationAt(context.before, was), deprecationAt(context.after, schema)] as const
    compareDeprecation(deprecations, (effect, says) => own.note(effect, field, says))
    compare(was, schema, field, own)
  }
  for (const name of Object.keys(old.properties).filter(name => !Object.hasOwn(now.properties, name)))
    context.below(`.${name}`).note('breaks', `${at}.${name}`, 'is gone.', { gone: true })
  if (old.open !== now.open) {
    const says = now.open ? 'may carry further fields now.' : 'may carry no further fields now.'
    // Clients must ignore unknown fields of replies; but closing a request breaks clients that send some.
    context.note(now.open || !request ? 'changes' : 'breaks', at, says, { undeclared: true })
  }
}

/** That of the member itself, or of the component that it is. */
function deprecationAt(document: Fields, schema: unknown) {
  return deprecationOf(asObject(schema)) ?? deprecationOf(deref(document, schema))
}

function compareBranches(old: Shape, now: Shape, at: string, context: Comparison): void {
  for (const [name, branch] of Object.entries(now.branches)) {
    const was = old.branches[name]
    if (was !== undefined) compare(was, branch, `${at} (${name})`, context)
    else if (Object.keys(old.branches).length > 0) context.note(wider(context), at, `may be ${name} now.`)
  }
  for (const name of Object.keys(old.branches).filter(name => !Object.hasOwn(now.branches, name))) {
    if (Object.keys(now.branches).length > 0) context.note(narrower(context), at, `is never ${name} now.`)
  }
}
