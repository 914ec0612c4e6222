import { expect, test } from 'vitest'
import { keysFromFlags } from './key-flags.ts'
import { readTarget } from './target.ts'

const base = { base_url: 'https://agents.example.com/api/', keys: { admin: { env: 'ADMIN' } } }

test('reads keys from the environment and names the variable that is missing', () => {
  expect(readTarget(base, { ADMIN: 'secret' })).toMatchObject({ baseUrl: 'https://agents.example.com/api' })
  expect(() => readTarget(base, {})).toThrow('the environment variable ADMIN is not set')
})

test('says what is wrong with a target, place by place', () => {
  const wrong = { ...base, fixtures: { 'agent-quick': { id: 1 } }, budget: { runs: -1 } } as never
  expect(() => readTarget(wrong, { ADMIN: 'secret' })).toThrow(
    /agent-quick is not a known field[\s\S]*budget.runs: must be >= 0/,
  )
})

test('a key without named scopes is presumed to have all, and known to be presumed', () => {
  const { keys } = readTarget(base, { ADMIN: 'secret' })
  expect([keys[0]?.declared, keys[0]?.scopes.size]).toEqual([false, 13])
})

test('takes keys from flags, as themselves or from the environment, with and without a name', () => {
  expect(keysFromFlags(['sk-abc=='], {})).toEqual({ key: { value: 'sk-abc==' } })
  expect(keysFromFlags(['member=env:M'], { M: 'x' })).toEqual({ member: { env: 'M', role: 'member' } })
  expect(() => keysFromFlags(['env:M'], {})).toThrow('M is not set')
})
