// Compares schemas. A request that allows less breaks its senders; a reply that allows more breaks its readers.
import type { JsonObject } from '../contract/sources.ts'
import type { Effect, Note } from './change.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Who writes a value: the client in a request, the service in a reply. */
export type Direction = 'request' | 'reply'

interface Comparison {
  before: JsonObject
  after: JsonObject
  direction: Direction
  note: Note
  seen: Set<string>
}

/** Compares two schemas, each in its document. `where` names the element for people. */
export function compareSchemas(
  [before, oldSchema]: [JsonObject, unknown],
  [after, newSchema]: [JsonObject, unknown],
  direction: Direction,
  where: string,
  note: Note,
): void {
  compare(oldSchema, newSchema, where, { before, after, direction, note, seen: new Set() })
}

function compare(oldSchema: unknown, newSchema: unknown, where: string, context: Comparison): void {
  const old = shapeOf(context.before, oldSchema)
  const now = shapeOf(context.after, newSchema)
  const guard = now.guard ?? old.guard
  if (guard) {
    if (context.seen.has(guard)) return
    context.seen.add(guard)
  }
  const at = now.name ?? old.name ?? where
  compareTypes(old, now, at, context)
  compareValues(old, now, at, context)
  compareBounds(old, now, at, context)
  compareProperties(old, now, at, context)
  compareBranches(old, now, at, context)
  if (old.items !== undefined && now.items !== undefined) compare(old.items, now.items, `${at}[]`, context)
  if (old.values !== undefined && now.values !== undefined)
    compare(old.values, now.values, `${at}.*`, context)
  if (JSON.stringify(old.default) !== JSON.stringify(now.default)) {
    context.note('changes', at, `has the default ${show(now.default)} (before: ${show(old.default)}).`)
  }
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
  if (gained.length > 0) context.note(wider(context), at, `may be ${gained.join(' or ')} now.`)
  if (lost.length > 0) context.note(narrower(context), at, `is never ${lost.join(' or ')} now.`)
}

function covers(types: readonly string[], type: string): boolean {
  return type === 'integer' && types.includes('number')
}

function compareValues(old: Shape, now: Shape, at: string, context: Comparison): void {
  if (old.enum && now.enum) {
    const gained = now.enum.filter(value => !old.enum?.includes(value))
    const lost = old.enum.filter(value => !now.enum?.includes(value))
    if (gained.length > 0) context.note(wider(context), at, `may be ${gained.join(', ')} now.`)
    if (lost.length > 0) context.note(narrower(context), at, `is never ${lost.join(', ')} now.`)
  } else if (now.enum) {
    context.note(narrower(context), at, `must be one of ${now.enum.join(', ')} now.`)
  } else if (old.enum) {
    context.note(wider(context), at, `may be other than ${old.enum.join(', ')} now.`)
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
    const required = now.required.includes(name)
    const was = old.properties[name]
    if (was === undefined) {
      const effect = request && required ? 'breaks' : 'adds'
      context.note(effect, field, `is a new ${required ? 'required' : 'optional'} field.`)
      continue
    }
    if (required && !old.required.includes(name)) {
      context.note(
        request ? 'breaks' : 'changes',
        field,
        request ? 'is required now.' : 'is always there now.',
      )
    } else if (!required && old.required.includes(name)) {
      context.note(
        request ? 'adds' : 'breaks',
        field,
        request ? 'may be left out now.' : 'may be missing now.',
      )
    }
    compare(was, schema, field, context)
  }
  for (const name of Object.keys(old.properties).filter(name => !Object.hasOwn(now.properties, name))) {
    context.note('breaks', `${at}.${name}`, 'is gone.')
  }
  if (old.open !== now.open) {
    const says = now.open ? 'may carry further fields now.' : 'may carry no further fields now.'
    // Clients must ignore unknown fields of replies; but closing a request breaks clients that send some.
    context.note(now.open || !request ? 'changes' : 'breaks', at, says)
  }
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

function show(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}
