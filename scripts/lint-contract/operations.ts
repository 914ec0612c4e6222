// Checks that operations are complete.

import { gapsOn } from '../../openapi/elements.ts'
import { deref, parametersIn, type RawOperation, scopesOf } from '../../openapi/raw-document.ts'
import { listOf } from '../contract/elements.ts'
import { isObject, type JsonObject, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, texts } from './contract.ts'

/** Checks each operation, and that names are unique. */
export function lintOperations(contract: ContractUnderLint): Problem[] {
  const names = new Map<string, RawOperation<JsonObject>>()
  return contract.operations.flatMap(operation => {
    const { id, pointer } = operation
    const twin = names.get(id)
    names.set(id, operation)
    return [
      ...(twin
        ? [
            contract.at(
              pointer,
              id,
              `is the name of two operations, here and at ${twin.path}.`,
              'Rename one.',
            ),
          ]
        : []),
      ...identity(contract, operation),
      ...scope(contract, operation),
      ...replies(contract, operation),
      ...pathParameters(contract, operation),
      ...extensions(contract, operation),
    ]
  })
}

function identity(
  contract: ContractUnderLint,
  { id, pointer, operation }: RawOperation<JsonObject>,
): Problem[] {
  const problems: Problem[] = []
  const problem = (what: string, todo: string) => problems.push(contract.at(pointer, id, what, todo))
  if (typeof operation.operationId !== 'string') {
    problem(
      'has no operationId.',
      'Give it a name such as pauseRun; handler, client and checks are named by it.',
    )
  } else if (!/^[a-z][A-Za-z0-9]*$/.test(operation.operationId)) {
    problem('is not camelCase.', 'Rename the operationId, for example pauseRun.')
  }
  const declared = listOf(contract.document.tags)
    .filter(isObject)
    .map(tag => tag.name)
  const tags = texts(operation.tags)
  if (tags.length === 0) problem('has no tag.', 'Add tags: [<resource>].')
  for (const tag of tags.filter(tag => !declared.includes(tag))) {
    problem(`has the tag ${tag}, which openapi.yaml does not declare.`, 'Declare it there, or correct it.')
  }
  for (const field of ['summary', 'description']) {
    if (!operation[field]) problem(`has no ${field}.`, `Add a ${field} in our own words.`)
  }
  return problems
}

function scope(contract: ContractUnderLint, { id, pointer, operation }: RawOperation<JsonObject>): Problem[] {
  const scopes = scopesOf({}, operation)
  const todo = 'Add the scope of section 4: security: [{ apiKey: [<scope>] }].'
  if (scopes.length === 0) return [contract.at(pointer, id, 'states no scope.', todo)]
  const empty = scopes.some(list => list.length === 0)
  return empty ? [contract.at(`${pointer}/security`, id, 'can be called without a scope.', todo)] : []
}

/** The statuses that the specification states; all others are assumptions. */
const statedStatuses = [200, 201, 202, 204, 422]

function replies(
  contract: ContractUnderLint,
  { id, pointer, operation }: RawOperation<JsonObject>,
): Problem[] {
  const responses = isObject(operation.responses) ? operation.responses : {}
  const statuses = Object.keys(responses).map(Number)
  const problems: Problem[] = []
  if (!statuses.some(status => status >= 200 && status < 300)) {
    const todo = 'Add its reply: 200 unless section 4 states another.'
    problems.push(contract.at(pointer, id, 'has no success status.', todo))
  }
  if (!statuses.includes(422)) {
    const todo =
      "Add '422': { $ref: '../shared/responses.yaml#/ValidationFailed' }; every endpoint answers it."
    problems.push(contract.at(pointer, id, 'has no reply 422.', todo))
  }
  for (const status of statuses) {
    const stated =
      statedStatuses.includes(status) || (status === 403 && operation['x-role-rule'] !== undefined)
    const reply = responses[status]
    if (stated || !isObject(reply)) continue
    const marks = [...gapsOn(reply), ...gapsOn(deref(contract.document, reply)), ...gapsOn(operation)]
    if (marks.length > 0) continue
    const todo = 'Add x-gap: <gap id> to the reply, and the gap to gaps.yaml.'
    problems.push(
      contract.at(`${pointer}/responses/${status}`, id, `assumes the status ${status} without a gap.`, todo),
    )
  }
  return problems
}

function pathParameters(contract: ContractUnderLint, raw: RawOperation<JsonObject>): Problem[] {
  const { id, pointer, path, pathItem, operation } = raw
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(match => String(match[1]))
  const declared = parametersIn(contract.document, pathItem, operation).filter(
    parameter => parameter.in === 'path',
  )
  const names = declared.map(parameter => String(parameter.name))
  const problems = inPath
    .filter(name => !names.includes(name))
    .map(
      name =>
        [`does not declare its path parameter ${name}.`, 'Add it to the parameters of the path.'] as const,
    )
  const others = names
    .filter(name => !inPath.includes(name))
    .map(
      name =>
        [
          `declares the path parameter ${name}, which its path lacks.`,
          'Remove it, or correct the path.',
        ] as const,
    )
  return [...problems, ...others].map(([what, todo]) => contract.at(pointer, id, what, todo))
}

function extensions(contract: ContractUnderLint, raw: RawOperation<JsonObject>): Problem[] {
  const { id, pointer, pathItem, operation } = raw
  const problems: Problem[] = []
  const roleRule = operation['x-role-rule']
  if (roleRule !== undefined && roleRule !== 'workspace-wide') {
    const todo = 'The only role rule is workspace-wide.'
    problems.push(
      contract.at(`${pointer}/x-role-rule`, id, `has the unknown role rule ${String(roleRule)}.`, todo),
    )
  }
  const parameters = parametersIn(contract.document, pathItem, operation)
  for (const { name, 'x-alias-of': alias } of parameters) {
    if (alias === undefined || parameters.some(parameter => parameter.name === alias)) continue
    const what = `has the parameter ${String(name)} as an alias of ${String(alias)}, which it lacks.`
    problems.push(contract.at(`${pointer}/parameters`, id, what, 'Correct x-alias-of.'))
  }
  return problems
}
