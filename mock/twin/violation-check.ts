// Checks the violations in a twin file: they may only contradict what the specification states.
import { type Fields, isFields, type OperationId, operationIds, requirements, type Schema } from '#openapi'
import { requirementOfWord, STATED_CODES } from '../dialect/stated-elements.ts'
import { partsOf, type Violation, WRONG_KINDS, type WrongKind } from '../dialect/violations.ts'

type Say = (at: readonly string[], message: string) => void

/** The mistakes in the violations of a file. `schemaOf` is the schema of a reply that the dialect describes. */
export function checkViolations(
  violations: Fields,
  schemaOf: (id: OperationId) => Schema | undefined,
  say: Say,
): void {
  for (const [requirement, violation] of Object.entries(violations)) {
    if (!requirements.requirements.some(({ id }) => id === requirement))
      say([requirement], `there is no requirement ${requirement}`)
    if (!isFields(violation)) {
      say([requirement], 'a violation is a map of statuses, refusals, members and words')
      continue
    }
    for (const [part, entries] of Object.entries(violation)) {
      const at = [requirement, part]
      if (!(part in CHECKS)) say(at, `${part} is not known here; there are ${Object.keys(CHECKS).join(', ')}`)
      else if (!isFields(entries)) say(at, `${part} must be a map`)
      else
        for (const [key, value] of Object.entries(entries)) {
          for (const message of CHECKS[part as keyof Violation](key, value, schemaOf))
            say([...at, key], message)
        }
    }
  }
}

type Check = (key: string, value: unknown, schemaOf: (id: OperationId) => Schema | undefined) => string[]

const CHECKS: Readonly<Record<keyof Violation, Check>> = {
  statuses(id, status) {
    if (!isOperation(id)) return [`there is no operation ${id}`]
    return isBetween(status, 200, 299)
      ? []
      : [`a success has a status from 200 to 299, not ${String(status)}`]
  },
  refusals(key, status) {
    const code = key.split(' ').at(-1) ?? ''
    if (!STATED_CODES.has(code))
      return [`the status of ${code} is not stated: write it below dialect.refusals`]
    return isBetween(status, 400, 599)
      ? []
      : [`a refusal has a status from 400 to 599, not ${String(status)}`]
  },
  members(id, members, schemaOf) {
    if (!isOperation(id)) return [`there is no operation ${id}`]
    const schema = schemaOf(id)
    if (!schema) return [`describe ${id} below dialect.replies first`]
    if (!isFields(members)) return [`members of ${id} must be a map`]
    return Object.entries(members).flatMap(([path, kind]) => [
      ...(hasMember(schema, partsOf(path)) ? [] : [`the reply of ${id} has no member ${path}`]),
      ...(WRONG_KINDS.includes(kind as WrongKind)
        ? []
        : [`${path} must be one of ${WRONG_KINDS.join(', ')}, not ${String(kind)}`]),
    ])
  },
  words(name, words) {
    return Object.keys(isFields(words) ? words : {}).flatMap(word =>
      requirementOfWord(name, word) === undefined
        ? [`the word ${word} of ${name} is not stated: write it below dialect.words`]
        : [],
    )
  },
}

function isOperation(id: string): id is OperationId {
  return (operationIds as readonly string[]).includes(id)
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}

function hasMember(schema: Schema, [part = '', ...rest]: readonly string[]): boolean {
  const { items, properties = {}, anyOf = [] } = schema
  if (anyOf.some(one => hasMember(one, [part, ...rest]))) return true
  const inner = part === '[]' ? items : properties[part]
  return inner !== undefined && (rest.length === 0 || hasMember(inner, rest))
}
