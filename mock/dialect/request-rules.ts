// A deployment's constraints on requests that no gap covers: bounds of numbers and lengths, defaults of parameters, and
// the form of ids.

import {
  bodySchemaOf,
  type Contract,
  document,
  type Fields,
  type Operation,
  type OperationId,
  operationIds,
  operations,
  parametersOf,
  resolve,
  type Schema,
} from '#openapi'
import { mapValues } from '../store/members.ts'
import { lazyMembers, madeOnDemand } from '../store/on-demand.ts'
import type { RequestRule, RequestRules } from './dialect.ts'

type Within = <Values extends object>(values: Values) => Values

/** The valid names of rules: `name` for every operation, or `operation name`. */
export function requestNames(): ReadonlySet<string> {
  return new Set(operationIds.flatMap(id => namesOf(id).flatMap(name => [name, `${id} ${name}`])))
}

/** The same for one name, for which few operations are looked at. */
export function isRequestName(key: string): boolean {
  const [name = '', only] = key.split(' ').toReversed()
  return operationIds.some(id => (only ?? id) === id && namesOf(id).includes(name))
}

const namesOf = madeOnDemand((id: OperationId): readonly string[] => [
  ...parametersOf(document, operations[id]).map(parameter => parameter.name),
  ...Object.keys(bodySchemaOf(document, operations[id])?.properties ?? {}),
])

/** The rules without those that the default contract already has. */
export function unusualRules(rules: RequestRules): Record<string, RequestRule> {
  const found: Record<string, RequestRule> = {}
  for (const [key, { least, most, without, form }] of Object.entries(rules)) {
    const [name = '', only] = key.split(' ').toReversed()
    const ids = only === undefined ? operationIds : [only as OperationId]
    const schemas = ids.flatMap(id => [
      ...parametersOf(document, operations[id]).flatMap(one =>
        one.name === name ? [resolve(document, one.schema).element] : [],
      ),
      ...[bodySchemaOf(document, operations[id])?.properties?.[name] ?? []].flat(),
    ]) as (Schema & Bounds)[]
    // The lengths of words and dates are no bounds.
    const isBounded = !schemas.some(one => one.enum ?? one.format)
    const is = (test: (schema: Schema & Bounds) => boolean) => schemas.length > 0 && schemas.every(test)
    const rule: RequestRule = {
      ...(!isBounded || least === undefined || is(({ minimum }) => minimum === least) ? {} : { least }),
      ...(!isBounded || most === undefined || is(({ maximum }) => maximum === most) ? {} : { most }),
      ...(without === undefined || is(one => one.default === without) ? {} : { without }),
      ...(form === undefined ? {} : { form }),
    }
    if (Object.keys(rule).length > 0) found[key] = rule
  }
  return found
}

type RuleOf = (name: string) => RequestRule | undefined

function rulesOf(id: OperationId, rules: RequestRules): RuleOf {
  return name => rules[`${id} ${name}`] ?? rules[name]
}

export function withRequestRules(shown: Contract, rules: RequestRules): Contract {
  const paths = lazyMembers(Object.keys(shown.paths), path => {
    const item = { ...shown.paths[path] }
    for (const id of operationIds) {
      const method = operations[id].method.toLowerCase() as 'get'
      const operation = item[method]
      if (operations[id].path !== path || !operation) continue
      const ruleOf = rulesOf(id, rules)
      item[method] = withBody(shown, id, withParameters(shown, id, operation, ruleOf), ruleOf)
    }
    return item
  })
  return { ...shown, paths }
}

/**
 * Brings the values of a query into the bounds of the default contract, which handlers expect; undefined if none can be
 * outside.
 */
export function boundsOf(id: OperationId, rules: RequestRules): Within | undefined {
  const ruleOf = rulesOf(id, rules)
  const bounds = parametersOf(document, operations[id])
    .filter(({ name, in: where }) => where === 'query' && ruleOf(name))
    .map(({ name, schema }) => {
      const { minimum = -Infinity, maximum = Infinity } = resolve(document, schema).element as Bounds
      return { name, minimum, maximum }
    })
  if (bounds.length === 0) return undefined
  return values => {
    let inside = values
    for (const { name, minimum, maximum } of bounds) {
      const value = (inside as Fields)[name]
      if (typeof value === 'number' && (value < minimum || value > maximum))
        inside = { ...inside, [name]: value < minimum ? minimum : maximum }
    }
    return inside
  }
}

/** Parameters of an operation take precedence over those of its path. */
function withParameters(document: Contract, id: OperationId, operation: Operation, ruleOf: RuleOf) {
  const parameters = parametersOf(document, operations[id])
  if (!parameters.some(({ name }) => ruleOf(name))) return operation
  const changed = parameters.map(parameter => {
    const rule = ruleOf(parameter.name)
    return rule ? { ...parameter, schema: ruled(document, parameter.schema, rule) } : parameter
  })
  return { ...operation, parameters: changed }
}

function withBody(document: Contract, id: OperationId, operation: Operation, ruleOf: RuleOf): Operation {
  const { requestBody } = operation
  const body = bodySchemaOf(document, operations[id])
  if (!requestBody || '$ref' in requestBody || !body?.properties) return operation
  const names = Object.keys(body.properties).filter(ruleOf)
  if (names.length === 0) return operation
  const properties = mapValues(body.properties, (schema, name) =>
    names.includes(name) ? ruled(document, schema, ruleOf(name)!) : schema,
  )
  const content = mapValues(requestBody.content, media => ({ ...media, schema: { ...body, properties } }))
  return { ...operation, requestBody: { ...requestBody, content } }
}

function ruled(document: Contract, schema: Schema, { least, most, without, form }: RequestRule): Schema {
  const own = resolve(document, schema).element
  const isNumber = [own.type].flat().some(type => type === 'integer' || type === 'number')
  const [lower, upper] = isNumber ? (['minimum', 'maximum'] as const) : (['minLength', 'maxLength'] as const)
  return {
    ...own,
    ...(least === undefined ? {} : { [lower]: least }),
    ...(most === undefined ? {} : { [upper]: most }),
    ...(without === undefined ? {} : { default: without }),
    ...(form === undefined ? {} : { pattern: patternOfIds(form) }),
  }
}

interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
}

/** A pattern for all ids of a form, of any length: `^run-\d+$` for `run-{digits6}`. */
export function patternOfIds(form: string): string {
  const [, start = '', kind = form, end = ''] = /^(.*)\{(.*)\}(.*)$/.exec(form) ?? []
  return `^${escaped(start)}${PATTERNS[kind.replace(/\d+$/, '')] ?? '.+'}${escaped(end)}$`
}

const PATTERNS: Readonly<Record<string, string>> = {
  uuid: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  digits: '\\d+',
  hex: '[0-9a-f]+',
  letters: '[0-9a-z]+',
  reference: '([A-Za-z]+-)?\\d+',
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
