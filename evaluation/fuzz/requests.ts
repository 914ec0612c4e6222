// Requests for fuzzing: every operation of the contract and of the control API, mostly as their documents describe them.
import fc, { type Arbitrary } from 'fast-check'
import {
  bodySchemaOf,
  type Contract,
  document,
  type OperationRow,
  operationIds,
  operations,
  parametersOf,
  type Schema,
} from '#openapi'
import { controlDocument, controlRows } from '../../mock/control/document.ts'
import { idOf, text, Values } from './values.ts'

/** A request as it goes over the wire, ids still to be put in. */
export interface FuzzRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  /** The name of the key that it is sent with; empty for none. */
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for none. */
  readonly body?: unknown
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/** Any request. */
export function anyRequest(): Arbitrary<FuzzRequest> {
  const rows = operationIds.map(id => requestOf(operations[id] as OperationRow, document, service))
  const control = controlRows.map(row => requestOf(row as OperationRow, controlDocument(), serviceOfControl))
  const values = (arbitraries: Arbitrary<FuzzRequest>[]) => fc.oneof(...arbitraries)
  return fc.oneof({ weight: 5, arbitrary: values(rows) }, { weight: 4, arbitrary: values(control) })
}

const service = fc.oneof(
  { weight: 12, arbitrary: fc.constant('admin') },
  { weight: 3, arbitrary: fc.constantFrom('manager', 'member', 'other', 'read-only', 'no-scope', 'revoked') },
  { weight: 1, arbitrary: fc.constant('') },
)
const serviceOfControl = fc.constantFrom('admin', 'admin', '')

function requestOf(row: OperationRow, contract: Contract, keys: Arbitrary<string>): Arbitrary<FuzzRequest> {
  const values = new Values(contract, false)
  const tame = new Values(contract, true)
  const schemas = new Map(
    parametersOf(contract, row)
      .filter(parameter => parameter.in === 'query')
      .map(({ name, schema }) => [name, schema] as const),
  )
  const path = fc
    .tuple(...row.path.split(/(\{\w+\})/).map(part => pathPart(part)))
    .map(parts => parts.join(''))
  const query = fc.array(
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc
          .constantFrom('', ...schemas.keys())
          .chain(name => queryPart(name, schemas.get(name), values)),
      },
      { weight: 1, arbitrary: fc.tuple(text, text).map(pair => pair.map(encoded).join('=')) },
    ),
    { maxLength: 3 },
  )
  const schema = bodySchemaOf(contract, row)
  const body = schema
    ? fc.oneof(tame.of(schema), fc.option(values.of(schema), { nil: undefined, freq: 8 }))
    : fc.constant(undefined)
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant(row.method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  )
  const slash = fc.oneof(
    { weight: 30, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('/', '//', '/x', '?') },
  )
  return fc
    .tuple(method, path, slash, query, body, keys, headers)
    .map(([method, path, slash, query, body, key, headers]) => ({
      operation: row.id,
      method,
      path: `${path}${slash}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      key,
      headers,
      body,
    }))
}

const headers: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 20, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom<Record<string, string>>(
    { 'content-type': 'text/plain' }, { 'last-event-id': '-1' }, { 'last-event-id': '9e9' }, { origin: 'https://evil.example' },
    { authorization: 'Basic eDp5' }, { authorization: 'Bearer' }, { accept: 'text/html' }, { 'x-mock-as': 'demo/*' },
    { 'if-none-match': '*' }, { expect: '100-continue' }, { range: 'bytes=0-1' },
  ) },
) // biome-ignore format: a header each

function pathPart(part: string): Arbitrary<string> {
  const name = /^\{(\w+)\}$/.exec(part)?.[1]
  if (name === undefined) return fc.constant(part)
  return fc.oneof({ weight: 9, arbitrary: idOf(name) }, { weight: 1, arbitrary: text.map(encoded) })
}

function queryPart(name: string, schema: Schema | undefined, values: Values): Arbitrary<string> {
  if (schema === undefined) return fc.constant('')
  return values
    .of(schema, name)
    .map(value => `${name}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`)
}

/** Encoded, but for the places of ids; half letters cannot be. */
function encoded(value: string): string {
  const whole = value.toWellFormed().slice(0, 2_000)
  return whole.startsWith('§') ? whole : encodeURIComponent(whole)
}
