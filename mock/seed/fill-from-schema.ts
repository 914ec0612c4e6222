// Makes up fields that the contract requires and no code provides yet.
import { document, type Fields, resolve, type Schema, type Schemas } from '#openapi'
import { hash128 } from '../simulation/hash.ts'

/** A required field that a value lacks. `name` is its path, such as `run_01h…/mood`. */
interface Hole {
  readonly within: Fields
  readonly field: string
  readonly schema: Schema
  readonly name: string
}

/**
 * The value with every field that its schema requires. Rows and views are written by hand, so a field that was just
 * added to the contract is in neither. Until it is implemented, it is made up here, always the same for the same seed
 * and row. A complete value is returned as it is, without loading a generator.
 *
 * @example await fillFromSchema('Run', runView(run), workspace.random.seed)
 */
export async function fillFromSchema<Value>(
  schema: keyof Schemas | Schema,
  value: Value,
  seed: string,
): Promise<Value> {
  const whole = typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema
  if (holesIn(whole, value, '').length === 0) return value
  const filled = structuredClone(value)
  const make = await generator()
  for (const { within, field, schema, name } of holesIn(whole, filled, ''))
    within[field] = make(schema, hash128(`${seed}/${name}`)[0] & 0x7fffffff)
  return filled
}

/**
 * `name` is the path of the value, starting at the last row with an id, so that a row is filled alike in every reply.
 */
function holesIn(schema: Schema, value: unknown, name: string): Hole[] {
  if (typeof value !== 'object' || value === null) return []
  const { element } = resolve(document, schema)
  const { allOf = [], oneOf = [], items, properties = {}, required = [] } = element
  if (Array.isArray(value))
    return items ? value.flatMap((item, index) => holesIn(items, item, `${name}/${index}`)) : []
  const within = value as Fields
  const here = typeof within.id === 'string' ? within.id : name
  const branches = [...allOf, ...oneOf.filter(branch => isMeant(branch, within))]
  const holes = branches.flatMap(branch => holesIn(branch, value, name))
  for (const [field, own] of Object.entries(properties)) {
    const place = `${here}/${field}`
    if (field in within) holes.push(...holesIn(own, within[field], place))
    else if (required.includes(field)) holes.push({ within, field, schema: own, name: place })
  }
  return holes
}

/** Whether the object belongs to that branch of a union, by its `type` if branches have one. */
function isMeant(branch: Schema, value: Fields): boolean {
  const schema = resolve(document, branch).element
  if (schema.type === 'null') return false
  const tag = schema.properties?.type?.const
  return tag === undefined || tag === value.type
}

/** Generates values from schemas. `x-mock: company.name` in a schema selects a function of faker. */
async function generator(): Promise<(schema: Schema, seed: number) => unknown> {
  const [{ generateSync }, { faker }] = await Promise.all([
    import('json-schema-faker'),
    import('@faker-js/faker/locale/en'),
  ])
  const { components } = document
  return (schema, seed) => {
    faker.seed(seed)
    const described = { ...(marked(schema) as object), components: marked(components) as object }
    return generateSync(described, { seed, maxDepth: 12, extensions: { faker }, useExamplesValue: true })
  }
}

/** A copy with `x-mock` renamed to the keyword of the generator. */
function marked(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(marked)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key === 'x-mock' ? 'faker' : key, marked(value)]),
  )
}
