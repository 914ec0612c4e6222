import { describe, expect, test } from 'vitest'
import {
  type Contract,
  type DeclaredReply,
  document,
  gaps,
  isFields,
  type OperationRow,
  operationIds,
  operations,
  type Schema,
  schemaChecker,
} from '#openapi'
import { escapeSegment } from '../../openapi/elements.ts'
import { defaultProfile, profileWith } from './profile.ts'
import { contractFor, profiledContractOf } from './profiled-contract.ts'
import { randomProfile } from './random-profile.ts'
import { REWRITES } from './rewritten-contract.ts'
import { refusalsOf } from './statuses.ts'

const answers = gaps.flatMap(gap =>
  gap.answers.flatMap(({ id }) => (id === gap.default ? [] : [{ gap: gap.id, answer: id }])),
)

describe('the contract of one answer compiles where it differs, and its examples fit', () => {
  test.each(answers)('$gap=$answer', ({ gap, answer }) => {
    const profile = profileWith({ [gap]: answer })
    expect(problemsOf(contractFor(profile))).toEqual([])
    const changes = REWRITES.some(table => answer in (table[gap] ?? {}))
    if (changes && gap !== 'extra-fields') expect(differing(contractFor(profile))).not.toEqual([])
  })
})

test.each(['a', 'b', 'c', 'd', 'e'])('so does the contract of a varied profile: %s', seed => {
  expect(problemsOf(contractFor(randomProfile(seed)))).toEqual([])
})

test('the default answers publish the contract as it is, and pass messages as they are', () => {
  const contract = profiledContractOf(profileWith())
  expect(contract.contract).toBe(document)
  const reply = { status: 200, body: {} }
  expect(contract.encodeReply(reply, 'getRun', 0)).toBe(reply)
})

test('profiles with the same answers share a contract', () => {
  const one = profiledContractOf(profileWith({ 'error-body': 'problem' }))
  expect(profiledContractOf(profileWith({ 'error-body': 'problem' }))).toBe(one)
  expect(profiledContractOf(profileWith({ 'error-body': 'detail' }))).not.toBe(one)
})

test('the contract lists the answers that are not the default', () => {
  const answers = { 'error-body': 'problem', 'empty-title': 'refuse' } as const
  expect(contractFor(profileWith(answers)).info['x-profile']).toEqual(answers)
})

test('the table of refusals gives the statuses that the contract declares by default', () => {
  // Types hold handlers to the statuses of the default contract, so it has two that only come with other answers.
  const beyond = ['listTasks 404', 'listRuns 404']
  for (const id of operationIds) {
    const row: OperationRow = operations[id]
    const declared = row.statuses.filter(status => status >= 400 && !beyond.includes(`${id} ${status}`))
    expect([id, ...refusalsOf(row, defaultProfile).keys()]).toEqual([id, ...declared])
  }
})

test('a status that moves takes its reply along, and leaves none behind', () => {
  const profile = profileWith({
    'status-missing-key': '403',
    'status-unknown-key': '403',
    'status-revoked-key': '403',
    'status-refused-transition': '400',
    'empty-wallet': 'allow',
  })
  const { responses } = contractFor(profile).paths['/agents/{agent_id}/run']!.post!
  expect(Object.keys(responses)).toEqual(['200', '400', '403', '404', '422'])
  const merged = responses['403'] as DeclaredReply
  expect(merged.description).toMatch(/missing, malformed[\s\S]*lacks the scope/)
  expect(merged['x-gap']).toContain('status-missing-scope')
})

/** The parts that are not as in the default contract, by pointer. */
function differing(contract: Contract): [pointer: string, part: unknown][] {
  const before = new Map(partsOf(document))
  return partsOf(contract).filter(([at, part]) => JSON.stringify(part) !== JSON.stringify(before.get(at)))
}

function partsOf({ paths, components: { schemas, responses, parameters } }: Contract) {
  const under = (at: string, parts: object = {}) =>
    Object.entries(parts).map(([name, part]): [string, unknown] => [`${at}/${escapeSegment(name)}`, part])
  return [
    ...under('/paths', paths),
    ...under('/components/schemas', schemas),
    ...under('/components/responses', responses),
    ...under('/components/parameters', parameters),
  ]
}

/** What does not compile, or does not fit its own schema, where the contract is not that of the default answers. */
function problemsOf(contract: Contract): string[] {
  const checker = schemaChecker(contract)
  return differing(contract).flatMap(([at, part]) => {
    const isSchema = at.startsWith('/components/schemas/')
    if (isSchema) checker.check(at, null, 'body')
    const samples = isSchema ? examplesOf(at, part as Schema) : [...samplesIn(at, part)]
    return samples.flatMap(([schema, value]) =>
      checker.check(schema, value, 'body').map(issue => `${schema}: ${issue.message}`),
    )
  })
}

type Sample = readonly [schema: string, value: unknown]

const examplesOf = (at: string, { examples = [] }: Schema) => examples.map((value): Sample => [at, value])

/** The examples and defaults of replies, bodies and parameters, each with the pointer of its schema. */
function* samplesIn(at: string, part: unknown): Generator<Sample> {
  if (!isFields(part)) return
  const { schema, example, ...others } = part
  for (const value of [example, isFields(schema) ? schema.default : undefined])
    if (value !== undefined) yield [`${at}/schema`, value]
  for (const [name, inner] of Object.entries(others)) yield* samplesIn(`${at}/${escapeSegment(name)}`, inner)
}
