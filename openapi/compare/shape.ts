// Normalizes a schema for comparison: references followed, allOf merged, `oneOf: [X, null]` read as a nullable X.
import { componentOf } from '../elements.ts'
import { type Fields, isFields } from '../fields.ts'
import { deref } from '../raw-document.ts'

export interface Shape {
  /** The name of the component, if it is one. */
  name: string | undefined
  /** A key that stops the comparison of recursive schemas: the component, nullable or not. */
  guard: string | undefined
  types: string[]
  /** The allowed values, as JSON. */
  enum: string[] | undefined
  bounds: Record<string, number | undefined>
  rules: Record<string, string | undefined>
  properties: Record<string, unknown>
  required: string[]
  /** Whether further fields are allowed. */
  open: boolean
  items: unknown
  /** The schema of further fields. */
  values: unknown
  /** The branches of a union by name. */
  branches: Record<string, unknown>
  default: unknown
}

const ruleKeywords = ['pattern', 'format', 'multipleOf', 'uniqueItems']

/** The shape of a schema of a document. */
export function shapeOf(document: Fields, schema: unknown): Shape {
  const shape: Shape = {
    name: undefined,
    guard: undefined,
    types: [],
    enum: undefined,
    bounds: {},
    rules: {},
    properties: {},
    required: [],
    open: true,
    items: undefined,
    values: undefined,
    branches: {},
    default: undefined,
  }
  if (isFields(schema)) read(document, schema, shape)
  return shape
}

function read(document: Fields, schema: Fields, shape: Shape): void {
  if (typeof schema.$ref === 'string') {
    shape.name ??= componentOf(schema.$ref)
    shape.guard ??= schema.$ref
    read(document, deref(document, schema), shape)
  }
  const { name, guard, default: usual } = shape
  for (const part of list(schema.allOf)) if (isFields(part)) read(document, part, shape)
  // The parts are no component of this place, and say nothing of its default.
  Object.assign(shape, { name, guard, default: usual })
  if (schema.type !== undefined) shape.types = [schema.type].flat().map(String)
  if (schema.const !== undefined) shape.enum = [JSON.stringify(schema.const)]
  if (Array.isArray(schema.enum)) shape.enum = schema.enum.map(value => JSON.stringify(value))
  for (const [keyword, value] of Object.entries(schema)) {
    if (typeof value === 'number' && keyword !== 'multipleOf') shape.bounds[keyword] = value
    if (ruleKeywords.includes(keyword) && value !== null) shape.rules[keyword] = String(value)
  }
  if (isFields(schema.properties)) Object.assign(shape.properties, schema.properties)
  shape.required.push(...list(schema.required).map(String))
  if (schema.additionalProperties === false || schema.unevaluatedProperties === false) shape.open = false
  if (isFields(schema.additionalProperties)) shape.values = schema.additionalProperties
  if (schema.items !== undefined) shape.items = schema.items
  if (schema.default !== undefined) shape.default = schema.default
  readUnion(document, [...list(schema.oneOf), ...list(schema.anyOf)], shape)
}

function readUnion(document: Fields, branches: unknown[], shape: Shape): void {
  const others = branches.filter(branch => !(isFields(branch) && branch.type === 'null'))
  const [only] = others
  if (others.length === 1 && isFields(only)) {
    read(document, only, shape)
    // Nullability is a property of this place, not of the component.
    shape.name = undefined
    shape.guard &&= `${shape.guard} or null`
  } else {
    others.forEach((branch, index) => {
      shape.branches[branchName(document, branch) ?? `kind ${index + 1}`] = branch
    })
  }
  if (branches.length > others.length) shape.types.push('null')
}

function branchName(document: Fields, branch: unknown): string | undefined {
  const { name, properties, types } = shapeOf(document, branch)
  if (name) return name
  for (const property of Object.values(properties)) {
    if (isFields(property) && property.const !== undefined) return String(property.const)
  }
  return types.length > 0 ? types.join(' or ') : undefined
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
