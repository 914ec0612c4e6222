import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { keysFromFlags } from './key-flags.ts'
import { readTarget } from './target.ts'
import { readTargetFile } from './target-file.ts'

const base = { base_url: 'https://agents.example.com/api/', keys: { admin: { env: 'ADMIN' } } }

test('reads keys from the environment and names the variable that is missing', () => {
  expect(readTarget(base, { ADMIN: 'secret' })).toMatchObject({ baseUrl: 'https://agents.example.com/api' })
  expect(() => readTarget(base, {})).toThrow('the environment variable ADMIN is not set')
})

test('names every mistake of a file at once, with its line and the nearest right name', () => {
  const file = join(newFolder(), 'staging.yaml')
  const mistakes = (text: string): string[] => {
    writeFileSync(file, text)
    try {
      readTarget({ ...readTargetFile(file), name: 'from a flag' }, { ADMIN: 'secret' })
    } catch (problem) {
      return (problem as Error).message.replaceAll(file, 'staging.yaml').split('\n')
    }
    return []
  }
  expect(
    mistakes(`base_url: https://agents.example.com
keys:
  admin: { env: ADMIN, role: admni }
  member: { env: MEMBER, scopes: [agents:raed] }
  both: { env: ADMIN, value: x }
  odd: { value: y, scopes: al }
fixtures:
  agent-finish: { id: 1 }
  agent-private: { id: 2, key: membr }
bugdet: { runs: 2 }
budget:
  runs: -1
absent: [agenies]
members: { ANAS-13: cost }
waivers:
  - requirement: TSAK-07
    reason: later
    owner: us
    until: 2027-2-28
`),
  ).toEqual([
    'the target cannot be used:',
    '  - staging.yaml:3: keys.admin.role: must be one of admin, manager, member; did you mean admin?',
    expect.stringMatching(
      /staging.yaml:4: keys.member.scopes.0: must be one of .*; did you mean agents:read\?$/,
    ),
    '  - staging.yaml:4: keys.member: the environment variable MEMBER is not set; export it, or take the key out of the target',
    '  - staging.yaml:5: keys.both: must have one of env, file and value',
    '  - staging.yaml:6: keys.odd.scopes: must be all, or a list of scopes',
    '  - staging.yaml:8: fixtures.agent-finish: not a known field; did you mean agent-finishes?',
    '  - staging.yaml:9: fixtures.agent-private.key: not a name under keys; did you mean member?',
    '  - staging.yaml:10: bugdet: not a known field; did you mean budget?',
    '  - staging.yaml:12: budget.runs: must be at least 0',
    expect.stringMatching(/staging.yaml:13: absent.0: must be one of .*; did you mean agencies\?$/),
    '  - staging.yaml:14: members.ANAS-13: there is no requirement ANAS-13; did you mean ANA-13?',
    '  - staging.yaml:16: waivers.0.requirement: there is no requirement TSAK-07; did you mean TASK-07?',
    '  - staging.yaml:19: waivers.0.until: must be text such as 2027-02-28',
  ])
  for (const line of mistakes('base_url: [\nkeys: {')) expect(line).toMatch(/^staging.yaml:\d: /)
  expect(mistakes('')[0]).toContain('staging.yaml must be a map with base_url and keys')
  expect(mistakes('base_url: https://\nkeys: { a: { value: x } }')[1]).toContain('must be an address')
})

test('a key without named scopes is presumed to have all, and known to be presumed', () => {
  const { keys } = readTarget(base, { ADMIN: 'secret' })
  expect([keys[0]?.declared, keys[0]?.scopes.size]).toEqual([false, 13])
})

test('takes a key from a file that holds nothing else', () => {
  const file = join(newFolder(), 'key')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const target = { ...base, keys: { admin: { file } } }
  expect(() => readTarget(target, {})).toThrow(`keys.admin: ${file} cannot be read: there is no such file.`)
  writeFileSync(file, 'secret\n')
  expect(readTarget(target, {}).keys[0]?.value).toBe('secret')
  writeFileSync(file, 'secret and more')
  expect(() => readTarget(target, {})).toThrow(`${file} must hold a key and nothing else.`)
})

test('takes keys from flags, as themselves or from the environment, with and without a name', () => {
  expect(keysFromFlags(['sk-abc=='], {})).toEqual({ key: { value: 'sk-abc==' } })
  expect(keysFromFlags(['member=env:M'], { M: 'x' })).toEqual({ member: { env: 'M', role: 'member' } })
  expect(() => keysFromFlags(['env:M'], {})).toThrow('M is not set')
})
