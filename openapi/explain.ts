// Turns the errors of ajv into sentences for the sender of a message.
import type { ErrorObject } from 'ajv'
import { didYouMean } from '../flags/did-you-mean.ts'
import type { Schema } from './contract.ts'
import { escapeSegment, typeOf } from './elements.ts'
import { type Issue, issue, show } from './issue.ts'

/** Validates a value with one branch of a union. */
export type CheckBranch = (branch: Schema, value: unknown) => ErrorObject[]

/** The sentences for the errors of one message. For a union, only the intended branch is explained. */
export function explain(where: Issue['in'], errors: readonly ErrorObject[], check: CheckBranch): Issue[] {
  const issues: Issue[] = []
  for (let index = errors.length - 1; index >= 0; index--) {
    const error = errors[index]
    if (!error) continue
    if (error.keyword === 'oneOf' || error.keyword === 'anyOf') {
      const branches = ((error.parentSchema as Schema)[error.keyword] ?? []).map(branch => ({
        branch,
        errors: check(branch, error.data),
      }))
      issues.push(...explainUnion(where, error, branches, check).reverse())
      // The errors of the branches come right before that of their union.
      index -= branches.reduce((sum, branch) => sum + branch.errors.length, 0)
    } else if (error.keyword !== 'if' && error.keyword !== 'propertyNames') {
      issues.push(explainOne(where, error))
    }
  }
  // Processed from the end, because the errors of branches come before that of their union.
  return issues.reverse()
}

interface Branch {
  branch: Schema
  errors: ErrorObject[]
}

function explainUnion(
  where: Issue['in'],
  error: ErrorObject,
  branches: Branch[],
  check: CheckBranch,
): Issue[] {
  const field = fieldOf(error.instancePath)
  const fitting = branches.filter(({ errors }) => errors.length === 0).length
  if (fitting > 1)
    return [issue(where, field, 'of exactly one of the kinds that are allowed here', error.data)]

  const ranked = branches.map(branch => ({ ...branch, distance: distance(branch.errors) }))
  const nearest = Math.min(...ranked.map(branch => branch.distance))
  const meant = ranked.filter(branch => branch.distance === nearest)
  const [only] = meant
  if (only && meant.length === 1 && nearest < otherType) {
    return explain(
      where,
      only.errors.map(inner => below(error, inner)),
      check,
    )
  }
  if (nearest === otherTag) return explainTag(where, error, meant)
  const expected = [
    ...new Set(branches.flatMap(({ errors }) => errors.filter(atRoot).map(expectation))),
  ].join(' or ')
  if (expected) {
    const words = branches.flatMap(({ errors }) => errors.filter(atRoot)).flatMap(allowedBy)
    return [expecting(where, field, expected, error.data, words)]
  }
  const rule =
    (error.parentSchema as Schema).description?.trim() ?? 'It has to be of one of the kinds allowed here.'
  return [issue(where, field, rule, error.data, `does not fit (${show(error.data)}): ${rule}`)]
}

const otherTag = 1
const otherType = 2

/** How far a value is from a branch: same kind with mistakes, another tag such as `type`, another type. */
function distance(errors: readonly ErrorObject[]): number {
  if (errors.some(error => atRoot(error) && ['type', 'const', 'enum'].includes(error.keyword)))
    return otherType
  return errors.some(isTag) ? otherTag : 0
}

function isTag(error: ErrorObject): boolean {
  return error.keyword === 'const' && /^\/[^/]+$/.test(error.instancePath)
}

function atRoot(error: ErrorObject): boolean {
  return error.instancePath === ''
}

function explainTag(where: Issue['in'], union: ErrorObject, branches: readonly Branch[]): Issue[] {
  const tags = branches.flatMap(({ errors }) => errors.filter(isTag))
  const [first] = tags
  if (!first) return []
  const values = [
    ...new Set(
      tags.filter(tag => tag.instancePath === first.instancePath).map(tag => tag.params.allowedValue),
    ),
  ]
  return [issue(where, fieldOf(union.instancePath + first.instancePath), oneOf(values), first.data)]
}

function below(outer: ErrorObject, inner: ErrorObject): ErrorObject {
  return { ...inner, instancePath: outer.instancePath + inner.instancePath }
}

function explainOne(where: Issue['in'], error: ErrorObject): Issue {
  const field = fieldOf(error.instancePath)
  const inside = (name: string) => fieldOf(`${error.instancePath}/${escapeSegment(name)}`)
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies': {
      const missing = String(error.params.missingProperty)
      const schema = (error.parentSchema as Schema).properties?.[missing]
      const beside = error.params.property ? ` beside ${error.params.property}` : ''
      return issue(where, inside(missing), describe(schema), undefined, `is required${beside}`)
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(error.params.additionalProperty ?? error.params.unevaluatedProperty)
      const known = Object.keys((error.parentSchema as Schema).properties ?? {})
      const expected = known.length > 0 ? `only ${known.join(', ')}` : 'no further field'
      const received = (error.data as Record<string, unknown>)[name]
      return issue(
        where,
        inside(name),
        expected,
        received,
        `is not allowed; ${expected}${meant(name, known)}`,
      )
    }
    default:
      return expecting(where, field, expectation(error), error.data, allowedBy(error))
  }
}

/** `must be a number, but was 'lots'`, with the word that was probably meant. A value that may be a secret is not shown. */
export function sentenceOf(error: ErrorObject, { isSecret = false } = {}): string {
  const hint = meant(error.data, allowedBy(error))
  return isSecret ? `must be ${expectation(error)}${hint}` : mustBe(expectation(error), error.data, hint)
}

const mustBe = (expected: string, received: unknown, hint: string) =>
  `must be ${expected}, but was ${show(received)}${hint}`

/** The issue of a value that may be one of some words, with the one that was probably meant. */
function expecting(
  where: Issue['in'],
  field: string,
  expected: string,
  received: unknown,
  words: readonly unknown[],
): Issue {
  const hint = meant(received, words)
  return issue(where, field, expected, received, hint && mustBe(expected, received, hint))
}

function allowedBy({ keyword, params }: ErrorObject): readonly unknown[] {
  return keyword === 'enum' ? params.allowedValues : []
}

/** `; did you mean createTask?`, or an empty text. */
function meant(word: unknown, words: readonly unknown[]): string {
  return typeof word === 'string'
    ? didYouMean(
        word,
        words.filter(one => typeof one === 'string'),
      )
    : ''
}

function expectation(error: ErrorObject): string {
  const { keyword, params } = error
  switch (keyword) {
    case 'type':
      return describeTypes(params.type)
    case 'enum':
      return oneOf(params.allowedValues)
    case 'const':
      return oneOf([params.allowedValue])
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `${comparisons[params.comparison as string] ?? params.comparison} ${params.limit}`
    case 'multipleOf':
      return `a multiple of ${params.multipleOf}`
    case 'minLength':
      return params.limit === 1 ? 'not empty' : `at least ${params.limit} characters long`
    case 'maxLength':
      return `at most ${params.limit} characters long`
    case 'minItems':
    case 'maxItems':
      return `a list of at ${keyword === 'minItems' ? 'least' : 'most'} ${params.limit} ${params.limit === 1 ? 'item' : 'items'}`
    case 'minProperties':
    case 'maxProperties':
      return `an object of at ${keyword === 'minProperties' ? 'least' : 'most'} ${params.limit} ${params.limit === 1 ? 'field' : 'fields'}`
    case 'uniqueItems':
      return 'a list without repetitions'
    case 'pattern': {
      const { examples: [example] = [] } = error.parentSchema as Schema
      return example === undefined ? `text that matches ${params.pattern}` : `text such as ${example}`
    }
    case 'format':
      return formats[params.format as string] ?? `a text of the format ${params.format}`
    default:
      return error.message?.replace(/^must (be )?/, '') ?? keyword
  }
}

const comparisons: Record<string, string> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
}

const formats: Record<string, string> = {
  'date-time': 'an ISO 8601 timestamp with a time zone, such as 2026-11-20T09:30:00Z',
  date: 'a date, such as 2026-11-20',
  uri: 'an absolute URL',
  email: 'an e-mail address',
  uuid: 'a UUID',
}

const words: Record<string, string> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
}

function describeTypes(types: unknown): string {
  return [types]
    .flat()
    .map(type => words[String(type)] ?? String(type))
    .join(' or ')
}

function describe(schema: Schema | undefined): string {
  if (schema?.enum) return oneOf(schema.enum)
  if (schema?.const !== undefined) return oneOf([schema.const])
  return schema?.type ? describeTypes(schema.type) : 'a value'
}

/** Longer lists are not for a sentence. */
const MAX_LISTED = 30

function oneOf(values: readonly unknown[]): string {
  const shown = values
    .slice(0, MAX_LISTED)
    .map(value => (typeOf(value) === 'string' ? value : JSON.stringify(value)))
  if (values.length > MAX_LISTED)
    return `one of ${values.length} words, such as ${shown.slice(0, 3).join(', ')}`
  return shown.length === 1 ? `${shown[0]}` : `one of ${shown.join(', ')}`
}

const fieldOf = (instancePath: string) => shownPath(pathOf(instancePath))

/** The way to a value as ajv writes it: `['messages', 0, 'role']` for `/messages/0/role`. */
export function pathOf(instancePath: string): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(part => (/^\d+$/.test(part) ? Number(part) : part))
}

/** A path in its written form: `messages[0].role`. */
export function shownPath(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}
