/** The contract as OpenAPI 3.0, for tools that read no newer version; what 3.0 cannot say is left out. */

// biome-ignore lint/suspicious/noExplicitAny: the document is taken apart without regard to its form.
type Loose = any

/** Maps of names to schemas: their members are no keywords. */
const MAPS = new Set(['properties', 'schemas', 'parameters', 'responses', 'headers', 'content', 'paths'])

/** Words of later versions, or without an equal. */
const LATER = new Set(['if', 'then', 'else', 'summary', 'identifier'])

export function olderContract(contract: unknown): unknown {
  return { ...older(contract), openapi: '3.0.3' }
}

function older(value: Loose, isMap = false): Loose {
  if (Array.isArray(value)) return value.map(item => older(item))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
    .filter(([name]) => isMap || !LATER.has(name))
    .filter(([name]) => isMap || !name.startsWith('x-'))
    .map(([name, inner]) => [name, isData(name, isMap) ? inner : older(inner, !isMap && MAPS.has(name))])
  const copy: Loose = Object.fromEntries(members)
  return isMap ? copy : schema(copy)
}

/** Values of the service's own, which are not to be read as schemas. */
const isData = (name: string, isMap: boolean) =>
  !isMap && ['example', 'examples', 'default', 'enum', 'const', 'value'].includes(name)

function schema(given: Loose): Loose {
  const { const: constant, type, oneOf, examples, ...rest } = given
  const kinds: string[] = Array.isArray(type) ? type.filter(kind => kind !== 'null') : type ? [type] : []
  const others = (oneOf as Loose[] | undefined)?.filter(one => one.type !== 'null')
  const nullable =
    (Array.isArray(type) && type.includes('null')) || (oneOf !== undefined && others?.length !== oneOf.length)
  return {
    ...rest,
    ...(kinds[0] !== undefined && { type: kinds[0] }),
    ...(constant !== undefined && { enum: [constant] }),
    ...(others?.length === 1 ? { allOf: others } : others && { oneOf: others }),
    ...(nullable && { nullable: true }),
    // Examples of a schema are a list, those of a reply or a parameter a map.
    ...(Array.isArray(examples) ? { example: examples[0] } : examples !== undefined && { examples }),
  }
}
