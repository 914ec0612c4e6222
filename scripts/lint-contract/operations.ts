// Checks that operations are complete.

import { gapsOn } from '../../openapi/elements.ts'
import { asObject, deref, parametersIn, type RawOperation, scopesOf } from '../../openapi/raw-document.ts'
import { isObject, type JsonObject, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, found, texts } from './contract.ts'

/** The statuses that the specification states; all others are assumptions. */
const STATED = [200, 201, 202, 204, 422]

/** Checks what this contract asks of each operation; what every OpenAPI document must have, Redocly checks. */
export function lintOperations(contract: ContractUnderLint): Problem[] {
  const names = new Map<string, RawOperation<JsonObject>>()
  return contract.operations.flatMap(raw => {
    const twin = names.get(raw.id)
    names.set(raw.id, raw)
    return lintOperation(contract, raw, twin)
  })
}

function lintOperation(
  { document, at }: ContractUnderLint,
  { id, pointer, pathItem, operation }: RawOperation<JsonObject>,
  twin: RawOperation | undefined,
): Problem[] {
  const problem = (what: string, todo: string, part = '') => at(pointer + part, id, what, todo)
  const { operationId, 'x-role-rule': role } = operation
  const scopes = scopesOf({}, operation)
  const scopeTodo = 'Add the scope of section 4: security: [{ apiKey: [<scope>] }].'
  const responses = asObject(operation.responses)
  const statuses = Object.keys(responses).map(Number)
  const isMarked = (element: JsonObject) => gapsOn(element).length > 0
  const assumed = statuses.filter(status => {
    const reply = responses[status]
    const isStated = STATED.includes(status) || (status === 403 && role !== undefined)
    return !isStated && isObject(reply) && ![reply, deref(document, reply), operation].some(isMarked)
  })
  const parameters = parametersIn(document, pathItem, operation)
  const lost = parameters.filter(
    ({ 'x-alias-of': alias }) => alias !== undefined && parameters.every(({ name }) => name !== alias),
  )
  return found(
    // Redocly does not see a path item that two paths refer to.
    twin !== undefined && problem(`is the name of two operations, here and at ${twin.path}.`, 'Rename one.'),
    operationId !== undefined &&
      !/^[a-z][A-Za-z0-9]*$/.test(String(operationId)) &&
      problem('is not camelCase.', 'Rename the operationId, for example pauseRun.'),
    texts(operation.tags).length === 0 && problem('has no tag.', 'Add tags: [<resource>].'),
    scopes.length === 0 && problem('states no scope.', scopeTodo),
    scopes.some(list => list.length === 0) &&
      problem('can be called without a scope.', scopeTodo, '/security'),
    !statuses.includes(422) &&
      problem(
        'has no reply 422.',
        "Add '422': { $ref: '../shared/responses.yaml#/ValidationFailed' }; every endpoint answers it.",
      ),
    ...assumed.map(status =>
      problem(
        `assumes the status ${status} without a gap.`,
        'Add x-gap: <gap id> to the reply, and the gap to gaps.yaml.',
        `/responses/${status}`,
      ),
    ),
    role !== undefined &&
      role !== 'workspace-wide' &&
      problem(
        `has the unknown role rule ${String(role)}.`,
        'The only role rule is workspace-wide.',
        '/x-role-rule',
      ),
    ...lost.map(({ name, 'x-alias-of': alias }) =>
      problem(
        `has the parameter ${String(name)} as an alias of ${String(alias)}, which it lacks.`,
        'Correct x-alias-of.',
        '/parameters',
      ),
    ),
  )
}
