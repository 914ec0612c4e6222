// Checks that every requirement is complete and refers to existing elements, and that all operations and sections are
// covered.
import { gapsOn } from '../../openapi/elements.ts'
import { asObject, deref, parametersIn, type RawOperation, scopesOf } from '../../openapi/raw-document.ts'
import { isObject, type Json, type JsonObject, listOf, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, type Entry, found, texts } from './contract.ts'
import { duplicates, missing, sectionOf, unknownOperations } from './gaps.ts'

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
    ...contract.conditions.flatMap(entry => lintConditions(contract, entry)),
    ...uncoveredOperations(contract),
    ...uncoveredFields(contract),
    ...uncoveredSections(contract),
  ]
}

function lintRequirement(contract: ContractUnderLint, entry: Entry): Problem[] {
  const { operations, reply, severity } = entry.value
  const needs = asObject(entry.value.needs)
  const scopes = new Set(contract.operations.flatMap(({ operation }) => scopesOf({}, operation).flat()))
  return [
    ...missing(entry, ['section', 'statement', 'operations']),
    ...identifier(entry),
    ...sectionOf(contract, entry),
    ...texts(needs.scopes)
      .filter(scope => !scopes.has(scope))
      .map(scope =>
        entry.problem(`needs the scope ${scope}, which no operation has.`, 'Correct the scope.', 'needs'),
      ),
    ...lintWords(contract, entry, 'roles', needs.role),
    ...lintWords(contract, entry, 'keys', needs.keys),
    ...lintWords(contract, entry, 'fixtures', needs.fixtures),
    ...lintSubject(contract, entry),
    ...lintWords(contract, entry, 'replies', reply),
    ...lintWords(contract, entry, 'severities', severity),
    ...found(
      Boolean(operations) &&
        texts(operations).length === 0 &&
        entry.problem('names no operation.', 'Name those that show it, or exclude it.', 'operations'),
    ),
    ...unknownOperations(contract, entry),
  ]
}

function identifier({ id, problem }: Entry): Problem[] {
  const isRight = /^[A-Z]+(-[A-Z]+)*-\d+$/.test(id)
  return found(!isRight && problem('is not a valid requirement id.', 'Write it like TASK-07.', 'id'))
}

function lintConditions(contract: ContractUnderLint, entry: Entry): Problem[] {
  const isKnown = contract.operations.some(({ id }) => id === entry.id)
  return [
    ...lintWords(contract, entry, 'fixtures', entry.value.fixtures),
    ...lintWords(contract, entry, 'fixtures', asObject(entry.value.refused).fixtures),
    ...found(!isKnown && entry.problem('is not an operation.', 'Correct the operationId.')),
  ]
}

function lintWords(
  contract: ContractUnderLint,
  entry: Entry,
  kind: string,
  value: Json | undefined,
): Problem[] {
  const known = Object.keys(asObject(contract.vocabulary[kind]))
  const todo = `Explain it under vocabulary.${kind} of requirements.yaml, or use ${known.join(', ')}.`
  return texts(value)
    .filter(word => !known.includes(word))
    .map(word => entry.problem(`uses ${word}, which is not one of the ${kind}.`, todo))
}

/** The subject of a requirement must be a field or parameter of its operation. */
function lintSubject(contract: ContractUnderLint, entry: Entry): Problem[] {
  const subject = entry.value.subject
  if (!isObject(subject)) return []
  const problems = lintWords(contract, entry, 'cases', subject.case)
  const raw = contract.operations.find(operation => operation.id === texts(entry.value.operations)[0])
  const field = String(subject.field)
  if (!raw || field === '*' || subject.case === 'refuses-extra') return problems
  const known = partsOf(contract, raw).flatMap(part => (part.in === subject.in ? part.name : []))
  if (known.includes(field)) return problems
  const what = `is about ${String(subject.in)} ${field}, which ${raw.id} does not have.`
  return [...problems, entry.problem(what, `It has ${known.join(', ') || 'none'}.`, 'subject')]
}

/** The parameters of an operation, and the fields of its body, and whether a gap assumes it. */
function partsOf({ document }: ContractUnderLint, { pathItem, operation }: RawOperation<JsonObject>) {
  const parameters = parametersIn(document, pathItem, operation).map(parameter => ({
    in: String(parameter.in),
    name: String(parameter.name),
    isAssumed: isMarked(parameter) || isMarked(deref(document, parameter.schema)),
  }))
  const media = Object.values(asObject(deref(document, operation.requestBody).content))
  const fields = media.flatMap(one => fieldsOf(document, asObject(one).schema))
  return [...parameters, ...fields.map(field => ({ in: 'body', ...field }))]
}

function fieldsOf(document: JsonObject, value: Json | undefined): { name: string; isAssumed: boolean }[] {
  const schema = deref(document, value)
  const own = Object.entries(asObject(schema.properties)).map(([name, field]) => ({
    name,
    isAssumed: schema['x-gap'] !== undefined || isMarked(deref(document, field)),
  }))
  const parts = [schema.allOf, schema.oneOf, schema.anyOf].flatMap(listOf)
  return [...own, ...parts.flatMap(part => fieldsOf(document, part))]
}

const isMarked = (element: JsonObject) => gapsOn(element).length > 0

function uncoveredOperations(contract: ContractUnderLint): Problem[] {
  const covered = new Set(contract.requirements.flatMap(entry => texts(entry.value.operations)))
  const todo = 'Write down in requirements.yaml what is stated about it.'
  return contract.operations
    .filter(({ id }) => !covered.has(id))
    .map(({ id, pointer }) => contract.at(pointer, id, 'has no requirement.', todo))
}

/**
 * The purpose of a field or parameter follows from no schema: a requirement states it, or it is marked with a gap.
 * Refusals of other types, words and numbers are derived.
 */
function uncoveredFields(contract: ContractUnderLint): Problem[] {
  const covered = new Set(
    contract.requirements.flatMap(({ value }) => {
      const { in: where, field, beside } = asObject(value.subject)
      return [field, beside].map(name => [texts(value.operations)[0], where, name].join(' '))
    }),
  )
  return contract.operations.flatMap(raw =>
    partsOf(contract, raw)
      .filter(part => ['query', 'body'].includes(part.in) && !part.isAssumed)
      .filter(part => !covered.has(`${raw.id} ${part.in} ${part.name}`))
      .map(part =>
        contract.at(
          raw.pointer,
          raw.id,
          `has the ${part.in === 'body' ? 'field' : 'parameter'} ${part.name}, and no requirement or gap says what it is for.`,
          `Add a requirement with subject { in: ${part.in}, field: ${part.name}, case: accepts } to requirements.yaml, or mark it with x-gap.`,
        ),
      ),
  )
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
