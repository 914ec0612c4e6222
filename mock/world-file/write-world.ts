// Writes a world as the text of a world file.

import { resolve, SCOPES, type Schema } from '#openapi'
import { mapValues } from '../store/members.ts'
import { sourceOf } from './read-world.ts'
import { worldSchema } from './shape.ts'
import type { World } from './world.ts'

/** The maximum length of a line. */
const WIDTH = 110

/** The YAML text of a world. */
export async function worldText(world: World): Promise<string> {
  return yamlText({ world: 1, ...written(world) })
}

/** A value as readable YAML: what fits on one line is written on one. */
async function yamlText(value: unknown): Promise<string> {
  const { Document, isMap, isSeq } = await import('yaml')
  const document = new Document(value, { aliasDuplicateObjects: false })
  arrange(document.contents, value, 0)
  const text = document.toString({ lineWidth: WIDTH, flowCollectionPadding: true })
  // Blank lines between the top-level members.
  return text.replaceAll(/\n(?=[a-z_]+:(\n| \{))/g, '\n\n')

  /** Sets the layout of a node. Returns the length of the value on one line; infinite if it needs several. */
  function arrange(node: unknown, plain: unknown, depth: number): number {
    if (typeof plain === 'string') return plain.includes('\n') ? Number.POSITIVE_INFINITY : plain.length + 4
    if (isSeq(node))
      return laidOut(
        node,
        node.items.map((item, index) => arrange(item, (plain as unknown[])[index], depth + 1)),
        depth,
      )
    if (!isMap(node)) return 8
    const values = Object.values(plain as object) as unknown[]
    const keys = Object.keys(plain as object).map(key => key.length)
    const lengths = node.items.map(({ value }, at) => keys[at]! + arrange(value, values[at], depth + 1))
    return laidOut(node, lengths, depth)
  }

  function laidOut(node: { flow?: boolean }, lengths: readonly number[], depth: number): number {
    const length = lengths.reduce((sum, each) => sum + each + 2, 4)
    if (depth > 1 && length < WIDTH - 20) node.flow = true
    return length
  }
}

/** The members worth writing: in short form, without empty lists and texts, which are defaults. */
function written(world: World): Record<string, unknown> {
  const source: Readonly<Record<string, unknown>> = {
    ...sourceOf(world),
    keys: mapValues(world.keys, key => ({ ...key, scopes: scopesWord(key.scopes) })),
    teams: mapValues(world.teams, ({ name }) => name),
    projects: mapValues(world.projects, ({ name }) => name),
  }
  const schema = worldSchema() as Schema
  const kinds = Object.keys(schema.properties ?? {}).map(
    kind => [kind, withoutNothing(ordered(source[kind], schema.properties?.[kind], schema))] as const,
  )
  return Object.fromEntries(kinds.filter(([, entries]) => entries !== undefined && !isNothing(entries)))
}

function scopesWord(scopes: readonly string[]): string | readonly string[] {
  if (scopes.length === SCOPES.length) return 'all'
  if (scopes.length === 0) return 'none'
  const reading = SCOPES.filter(scope => scope.endsWith(':read'))
  return scopes.length === reading.length && reading.every(scope => scopes.includes(scope)) ? 'read' : scopes
}

/** A value with its members in the order of the schema. */
function ordered(value: unknown, schema: Schema | undefined, root: Schema): unknown {
  if (!schema) return value
  const { element: described } = resolve(root, schema)
  if (Array.isArray(value)) return value.map(item => ordered(item, described.items, root))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, additionalProperties: others } = described
  const names = [...Object.keys(properties), ...Object.keys(value)].filter(name => Object.hasOwn(value, name))
  return Object.fromEntries(
    [...new Set(names)].map(name => {
      const its = properties[name] ?? (typeof others === 'object' ? others : undefined)
      return [name, ordered((value as Readonly<Record<string, unknown>>)[name], its, root)]
    }),
  )
}

function withoutNothing(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map(item => withoutNothing(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([name, each]) => [name, KEPT.has(name) ? each : withoutNothing(each, depth + 1)] as const)
    // Empty tags are not the default, and an entry exists even if it is empty.
    .filter(([name, each]) => depth === 0 || KEPT.has(name) || !isNothing(each))
  return Object.fromEntries(entries)
}

/** Members for which an empty value differs from the default. */
const KEPT = new Set(['tags', 'arguments', 'result', 'values', 'scopes', 'comments', 'outcomes', 'script'])

function isNothing(value: unknown): boolean {
  return (
    value === '' ||
    value === false ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  )
}
