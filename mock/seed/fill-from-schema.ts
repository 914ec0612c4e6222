// Fields that the contract requires and nothing here provides yet, made up from their schemas.
import { document, resolve, type Schema, type Schemas } from '#openapi'
import { hash128 } from '../simulation/hash.ts'

type Fields = Record<string, unknown>

/** A required field that a value lacks. `name` is its place, such as `run_01h…/mood`. */
interface Hole {
  readonly within: Fields
  readonly field: string
  readonly schema: Schema
  readonly name: string
}

/**
 * The value with every field that its schema requires. Rows and views are written by hand, so a field that was added
 * to the contract a minute ago is in neither: it is made up here, the same for the same seed and the same row, until
 * somebody gives it a meaning. A value that lacks nothing is returned as it is, and no generator is loaded for it.
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

/** `name` is where the value stands: behind the last row with an id, so that a row is filled alike in every reply. */
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

/** Whether an object is meant by that branch: by its `type` where branches are told apart by it. */
function isMeant(branch: Schema, value: Fields): boolean {
  const schema = resolve(document, branch).element
  if (schema.type === 'null') return false
  const tag = schema.properties?.type?.const
  return tag === undefined || tag === value.type
}

/** Makes values from schemas. `x-mock: company.name` in a schema names what faker is to make. */
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

/** A copy in which what faker is to make stands under the keyword that the generator knows. */
function marked(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(marked)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key === 'x-mock' ? 'faker' : key, marked(value)]),
  )
}
