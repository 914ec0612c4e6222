// The ledger of stated sentences, and that nothing of the specification is left out.
import { isObject, type Problem } from '../contract/sources.ts'
import { type ContractUnderLint, type Entry, texts } from './contract.ts'
import { duplicates, missing, sectionOf } from './gaps.ts'

/** Words for what is needed, where the ledger has no `keys` or `fixtures` that explain its own. */
const usual: Record<string, readonly string[]> = {
  keys: ['admin', 'manager', 'member', 'other-owner', 'other-tenant', 'revoked', 'without-scope'],
  fixtures: [
    'agent-finishes',
    'agent-slow',
    'agent-fails',
    'agent-asks-text',
    'agent-asks-fields',
    'agent-waits-approval',
    'workflow',
    'workflow-with-gate',
    'board',
    'agency-client',
    'knowledge-hit',
    'team',
  ],
}

/** Every entry is whole and points to what exists; every operation and every section is covered. */
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
    ...uncoveredSections(contract),
  ]
}

function lintRequirement(contract: ContractUnderLint, entry: Entry): Problem[] {
  const problems = [
    ...missing(entry, ['section', 'statement', 'operations']),
    ...identifier(entry),
    ...sectionOf(contract, entry),
    ...lintNeeds(contract, entry),
  ]
  const known = contract.operations.map(operation => operation.id)
  const named = texts(entry.value.operations)
  if (entry.value.operations && named.length === 0) {
    problems.push(
      entry.problem('names no operation.', 'Name those that show it, or exclude it.', 'operations'),
    )
  }
  for (const operation of named.filter(operation => !known.includes(operation))) {
    problems.push(
      entry.problem(`names the unknown operation ${operation}.`, 'Correct the operationId.', 'operations'),
    )
  }
  return problems
}

function identifier(entry: Entry): Problem[] {
  if (/^[A-Z]+(-[A-Z]+)*-\d+$/.test(entry.id)) return []
  return [entry.problem('is no id of a requirement.', 'Write it like TASK-07.', 'id')]
}

function lintNeeds(contract: ContractUnderLint, entry: Entry): Problem[] {
  const needs = entry.value.needs
  if (!isObject(needs)) return []
  const scopes = new Set(contract.operations.flatMap(({ operation }) => scopesOf(operation.security)))
  const problems = texts(needs.scopes)
    .filter(scope => !scopes.has(scope))
    .map(scope =>
      entry.problem(`needs the scope ${scope}, which no operation has.`, 'Correct the scope.', 'needs'),
    )
  for (const [kind, words] of Object.entries(usual)) {
    const own = contract.vocabulary[kind]
    const known = isObject(own) ? Object.keys(own) : words
    for (const word of texts(needs[kind]).filter(word => !known.includes(word))) {
      problems.push(
        entry.problem(`needs ${word}, which is no word for ${kind}.`, `Use ${known.join(', ')}.`, 'needs'),
      )
    }
  }
  return problems
}

function scopesOf(security: unknown): string[] {
  return (Array.isArray(security) ? security : [])
    .filter(isObject)
    .flatMap(item => Object.values(item).flatMap(texts))
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
