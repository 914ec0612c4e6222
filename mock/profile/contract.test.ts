import { describe, expect, test } from 'vitest'
import {
  type Contract,
  type DeclaredReply,
  document,
  gaps,
  type OperationRow,
  operationIds,
  operations,
  schemaChecker,
} from '#openapi'
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

/** The places that are not as in the default contract: names of schemas, and pointers to replies and parameters. */
function differing(contract: Contract): string[] {
  const places = (one: Contract) => ({
    ...prefixed('schema ', one.components.schemas),
    ...prefixed('reply ', one.components.responses ?? {}),
    ...prefixed('parameter ', one.components.parameters ?? {}),
    ...prefixed('path ', one.paths),
  })
  const before: Record<string, unknown> = places(document)
  return Object.entries(places(contract)).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(before[name]) ? [] : [name],
  )
}

function prefixed(prefix: string, all: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [prefix + name, value]))
}

/** What does not compile, or does not fit its own schema, where the contract is not that of the default answers. */
function problemsOf(contract: Contract): string[] {
  const checker = schemaChecker(contract)
  const check = (pointer: string, value: unknown) =>
    checker.check(pointer, value, 'body').map(issue => `${pointer}: ${issue.message}`)
  const { schemas, responses = {}, parameters = {} } = contract.components
  const ofReply = (pointer: string, { content = {} }: DeclaredReply) =>
    Object.entries(content).flatMap(([type, { schema, example }]) =>
      schema && example !== undefined
        ? check(`${pointer}/content/${type.replaceAll('/', '~1')}/schema`, example)
        : [],
    )
  return differing(contract).flatMap(place => {
    const [kind = '', name = ''] = place.split(' ')
    if (kind === 'schema') {
      const pointer = `/components/schemas/${name}`
      check(pointer, null)
      return (schemas[name]?.examples ?? []).flatMap(example => check(pointer, example))
    }
    if (kind === 'reply') return ofReply(`/components/responses/${name}`, responses[name]!)
    if (kind === 'parameter') {
      const { schema } = parameters[name]!
      return schema.default === undefined
        ? []
        : check(`/components/parameters/${name}/schema`, schema.default)
    }
    const { parameters: _, ...methods } = contract.paths[name]!
    return Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, reply]) =>
        '$ref' in reply
          ? []
          : ofReply(`/paths/${name.replaceAll('/', '~1')}/${method}/responses/${status}`, reply),
      ),
    )
  })
}
