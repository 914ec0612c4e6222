import { expect, test } from 'vitest'
import { gaps } from '#openapi'
import { tour } from '../testing/profile-cases/tour.ts'
import { startTestKit } from '../testing/test-kit.ts'
import { nonDefaultAnswers } from './profile.ts'
import { randomProfile } from './random-profile.ts'

const SEEDS = Array.from({ length: 12 }, (_, index) => `tour ${index + 1}`)

test.each(SEEDS)('nothing violates the contract of a varied profile: %s', async seed => {
  await using kit = await startTestKit({ profile: randomProfile(seed) })
  const seen = await tour(kit)
  const broken = [...seen].filter(([, status]) => status >= 500)
  expect(broken).toEqual([])
  const served = [...seen.values()].filter(status => status < 300).length
  expect(served / seen.size).toBeGreaterThan(0.7)
})

test('the same seed gives the same profile, another seed another', () => {
  expect(randomProfile('a')).toEqual(randomProfile('a'))
  expect(randomProfile('a')).not.toEqual(randomProfile('b'))
})

test('every answer of every gap comes up', () => {
  const profiles = Array.from({ length: 400 }, (_, index) => randomProfile(`${index}`))
  for (const { id, answers } of gaps) {
    const chosen = new Set(profiles.map(profile => profile[id]))
    expect([id, chosen.size]).toEqual([id, answers.length])
  }
})

test('a varied profile has little in common with the defaults', () => {
  for (const seed of SEEDS)
    expect(nonDefaultAnswers(randomProfile(seed)).length).toBeGreaterThan(gaps.length / 3)
})
