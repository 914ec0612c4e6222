/** The members of a schema of the default contract that a template can refer to, apart from lists. */
import { madeOncePer, madeOnDemand, PAGE_MEMBERS } from '#mock/dialect'
import { componentOf, document, propertiesOf, resolve, type Schema } from '#openapi'
import { join, lastOf } from '../recording/json-paths.ts'

export interface Source {
  readonly path: string
  readonly schema: Schema
  /** The component that contains the member, or that it is. */
  readonly within: string
  readonly kind: 'string' | 'number' | 'boolean' | 'list' | 'object' | 'any'
  readonly isInstant: boolean
  /** The name of its enumeration, the key of its words. */
  readonly words: string | undefined
}

/** Deeper members are user data or belong to other records. */
const MAX_DEPTH = 3

/** Every member that is reachable without entering a list, such as `data.total`. */
export function sourcesOf(schema: Schema, within = ''): readonly Source[] {
  return sourcesIn(schema)(within)
}

const sourcesIn = madeOncePer((schema: Schema) =>
  madeOnDemand((within: string) => madeSources(schema, within)),
)

function madeSources(schema: Schema, within: string): readonly Source[] {
  const found: Source[] = []
  walk(schema, '', within, 0)
  if (found.some(({ path }) => path === 'data'))
    for (const [name, own] of Object.entries(PAGE_MEMBERS)) walk(own, name, within, 0)
  return found

  function walk(one: Schema, path: string, inside: string, depth: number): void {
    const { schema: own, component } = resolvedOf(one)
    const name = component ?? inside
    if (path !== '')
      found.push({
        path,
        schema: own,
        within: name,
        kind: kindOfSchema(own),
        isInstant: component === 'Timestamp' || own.format === 'date-time',
        words: own.enum && (component ?? `${inside}.${lastOf(path)}`),
      })
    if (depth > MAX_DEPTH) return
    for (const [key, inner] of Object.entries(propertiesOf(document, own)))
      walk(inner, join(path, key), name, depth + 1)
  }
}

export function resolvedOf(schema: Schema): { schema: Schema; component: string | undefined } {
  if (schema.$ref !== undefined)
    return { schema: resolve(document, schema).element, component: componentOf(schema.$ref) }
  const [only, ...others] = (schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (only && others.length === 0 && schema.oneOf!.length > 1) return resolvedOf(only)
  return { schema, component: undefined }
}

function kindOfSchema(schema: Schema): Source['kind'] {
  const types = [schema.type ?? []].flat().filter(type => type !== 'null')
  const [type] = types
  if (schema.const !== undefined) return typeof schema.const as 'string'
  if (type === 'array') return 'list'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean') return type
  if (type === 'object' || Object.keys(propertiesOf(document, schema)).length > 0) return 'object'
  return schema.enum ? 'string' : 'any'
}
