// Checks that operations are complete.

import { gapsOn } from '../../openapi/elements.ts'
import { deref, parametersIn, type RawOperation, scopesOf } from '../../openapi/raw-document.ts'
import { isObject, type JsonObject, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, texts } from './contract.ts'

/** Checks what this contract asks of each operation; what every OpenAPI document must have, Redocly checks. */
export function lintOperations(contract: ContractUnderLint): Problem[] {
  const names = new Map<string, RawOperation<JsonObject>>()
  return contract.operations.flatMap(operation => {
    const { id, pointer } = operation
    const twin = names.get(id)
    names.set(id, operation)
    return [
      // Redocly does not see a path item that two paths refer to.
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
  if (operation.operationId !== undefined && !/^[a-z][A-Za-z0-9]*$/.test(String(operation.operationId))) {
    problem('is not camelCase.', 'Rename the operationId, for example pauseRun.')
  }
  if (texts(operation.tags).length === 0) problem('has no tag.', 'Add tags: [<resource>].')
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
