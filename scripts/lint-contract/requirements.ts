// Checks the register of requirements, and that it covers the specification.

import { gapsOn } from '../../openapi/elements.ts'
import { asObject, deref, parametersIn, type RawOperation, scopesOf } from '../../openapi/raw-document.ts'
import { isObject, type Json, type JsonObject, listOf, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, type Entry, texts } from './contract.ts'
import { duplicates, missing, sectionOf, unknownOperations } from './gaps.ts'

/**
 * Checks that every entry is complete and refers to existing elements, and that all operations and sections are
 * covered.
 */
export function lintRequirements(contract: ContractUnderLint): Problem[] {
  const { requirements, excluded } = contract
  return [
    ...duplicates([...requirements, ...excluded]),
    ...requirements.flatMap(entry => lintRequirement(contract, entry)),
    ...excluded.flatMap(entry => [
      ...missing(entry, ['section', 'statement', 'reason']),
      ...identifier(entry),
      ...sectionOf(contract, entry),
    ]),
    ...uncoveredOperations(contract),
    ...uncoveredFields(contract),
    ...uncoveredSections(contract),
  ]
}

function lintRequirement(contract: ContractUnderLint, entry: Entry): Problem[] {
  const isEmpty = entry.value.operations && texts(entry.value.operations).length === 0
  return [
    ...missing(entry, ['section', 'statement', 'operations']),
    ...identifier(entry),
    ...sectionOf(contract, entry),
    ...lintNeeds(contract, entry),
    ...lintSubject(contract, entry),
    ...lintWords(contract, entry, 'replies', texts(entry.value.reply)),
    ...lintWords(contract, entry, 'severities', texts(entry.value.severity)),
    ...(isEmpty
      ? [entry.problem('names no operation.', 'Name those that show it, or exclude it.', 'operations')]
      : []),
    ...unknownOperations(contract, entry),
  ]
}

function identifier(entry: Entry): Problem[] {
  if (/^[A-Z]+(-[A-Z]+)*-\d+$/.test(entry.id)) return []
  return [entry.problem('is not a valid requirement id.', 'Write it like TASK-07.', 'id')]
}

function lintNeeds(contract: ContractUnderLint, entry: Entry): Problem[] {
  const needs = asObject(entry.value.needs)
  const scopes = new Set(contract.operations.flatMap(({ operation }) => scopesOf({}, operation).flat()))
  return [
    ...texts(needs.scopes)
      .filter(scope => !scopes.has(scope))
      .map(scope =>
        entry.problem(`needs the scope ${scope}, which no operation has.`, 'Correct the scope.', 'needs'),
      ),
    ...lintWords(contract, entry, 'roles', texts(needs.role)),
    ...lintWords(contract, entry, 'keys', texts(needs.keys)),
    ...lintWords(contract, entry, 'fixtures', texts(needs.fixtures)),
  ]
}

function lintWords(contract: ContractUnderLint, entry: Entry, kind: string, words: string[]): Problem[] {
  const known = Object.keys(asObject(contract.vocabulary[kind]))
  const todo = `Explain it under vocabulary.${kind} of requirements.yaml, or use ${known.join(', ')}.`
  return words
    .filter(word => !known.includes(word))
    .map(word => entry.problem(`uses ${word}, which is not one of the ${kind}.`, todo))
}

/** The subject of a requirement must be a field or parameter of its operation. */
function lintSubject(contract: ContractUnderLint, entry: Entry): Problem[] {
  const subject = entry.value.subject
  if (!isObject(subject)) return []
  const problems = lintWords(contract, entry, 'cases', texts(subject.case))
  const raw = contract.operations.find(operation => operation.id === texts(entry.value.operations)[0])
  const field = String(subject.field)
  if (!raw || field === '*' || subject.case === 'refuses-extra') return problems
  const known =
    subject.in === 'body' ? bodyFields(contract, raw) : parameterNames(contract, raw, String(subject.in))
  if (known.includes(field)) return problems
  const what = `is about ${String(subject.in)} ${field}, which ${raw.id} does not have.`
  return [...problems, entry.problem(what, `It has ${known.join(', ') || 'none'}.`, 'subject')]
}

function parameterNames(
  { document }: ContractUnderLint,
  { pathItem, operation }: RawOperation<JsonObject>,
  where: string,
): string[] {
  return parametersIn(document, pathItem, operation)
    .filter(parameter => parameter.in === where)
    .map(parameter => String(parameter.name))
}

function bodyFields({ document }: ContractUnderLint, { operation }: RawOperation<JsonObject>): string[] {
  const body = deref(document, operation.requestBody)
  return Object.values(asObject(body.content)).flatMap(media => fieldsOf(document, asObject(media).schema))
}

function fieldsOf(document: JsonObject, value: Json | undefined): string[] {
  const schema = deref(document, value)
  const parts = [schema.allOf, schema.oneOf, schema.anyOf].flatMap(listOf)
  return [...Object.keys(asObject(schema.properties)), ...parts.flatMap(part => fieldsOf(document, part))]
}

function uncoveredOperations(contract: ContractUnderLint): Problem[] {
  const covered = new Set(contract.requirements.flatMap(entry => texts(entry.value.operations)))
  return contract.operations
    .filter(operation => !covered.has(operation.id))
    .map(({ id, pointer }) =>
      contract.at(
        pointer,
        id,
        'has no requirement.',
        'Write down in requirements.yaml what is stated about it.',
      ),
    )
}

/**
 * The purpose of a field or parameter follows from no schema: a requirement states it, or it is marked with a gap.
 * Refusals of other types, words and numbers are derived.
 */
function uncoveredFields(contract: ContractUnderLint): Problem[] {
  const { document, requirements, operations } = contract
  const covered = new Set(
    requirements.flatMap(({ value }) => {
      const { in: where, field, beside } = asObject(value.subject)
      return [field, beside].map(name => [texts(value.operations)[0], where, name].join(' '))
    }),
  )
  return operations.flatMap(raw => {
    const parameters = parametersIn(document, raw.pathItem, raw.operation)
      .filter(parameter => parameter.in === 'query' && gapsOn(parameter).length === 0)
      .map(({ name, schema }) => ['query', String(name), schema] as const)
    const media = asObject(asObject(deref(document, raw.operation.requestBody).content)['application/json'])
    const body = deref(document, media.schema)
    const fields = Object.entries(body['x-gap'] === undefined ? asObject(body.properties) : {}).map(
      ([name, schema]) => ['body', name, schema] as const,
    )
    return [...parameters, ...fields]
      .filter(([, , schema]) => gapsOn(deref(document, schema)).length === 0)
      .filter(([where, name]) => !covered.has(`${raw.id} ${where} ${name}`))
      .map(([where, name]) =>
        contract.at(
          raw.pointer,
          raw.id,
          `has the ${where === 'body' ? 'field' : 'parameter'} ${name}, and no requirement or gap says what it is for.`,
          `Add a requirement with subject { in: ${where}, field: ${name}, case: accepts } to requirements.yaml, or mark it with x-gap.`,
        ),
      )
  })
}

function uncoveredSections(contract: ContractUnderLint): Problem[] {
  const covered = new Set(
    [...contract.requirements, ...contract.excluded].map(entry => String(entry.value.section)),
  )
  return Object.keys(contract.sections)
    .filter(section => !covered.has(section))
    .map(section => ({
      ...(contract.sources.placeOf(contract.sections, section) ?? { file: 'requirements.yaml', line: 1 }),
      where: `section ${section}`,
      what: 'has neither a requirement nor an exclusion.',
      todo: 'Write down what it states, or why that cannot be observed.',
    }))
}
