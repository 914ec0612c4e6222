// Every answer of every gap is either a rewriting of messages, a status, or an outcome of a decision; and nothing outside
// mock/profile reads answers by itself.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gaps } from '#openapi'
import { decisions } from './decisions.ts'
import { profileWith } from './profile.ts'
import { REWRITES } from './rewritten-contract.ts'
import { statusBy } from './statuses.ts'

const mock = join(import.meta.dirname, '..')

/** The mock's own sources, without tests and what supports them. */
async function sources(): Promise<{ path: string; text: string }[]> {
  const paths = await Array.fromAsync(glob('**/*.ts', { cwd: mock }))
  return paths
    .filter(path => !/\.test\.ts$|^testing\/|generated\//.test(path))
    .map(path => ({ path, text: readFileSync(join(mock, path), 'utf8') }))
}

test('every answer of every gap has an effect: a rewriting, a status, or an outcome of its own', () => {
  const idle = gaps.flatMap(({ id, answers, default: usual }) =>
    answers.flatMap(answer => {
      if (answer.id === usual) return []
      const profile = profileWith({ [id]: answer.id })
      const isRewritten = REWRITES.some(table => answer.id in (table[id] ?? {}))
      const isStatus = statusBy(profile, id, 0) !== statusBy(profileWith(), id, 0)
      const isDecided = Object.values(decisions).some(
        decision => decision.gap === id && decision(profile) !== decision(profileWith()),
      )
      return isRewritten || isStatus || isDecided ? [] : [`${id}=${answer.id}`]
    }),
  )
  expect(idle).toEqual([])
})

test('code outside mock/profile asks for decisions and reads no answer by itself', async () => {
  const ids = gaps.map(({ id }) => id).join('|')
  const reading = new RegExp(`\\bprofile\\??\\.?\\[|\\[['"](?:${ids})['"]\\]`)
  const found = (await sources()).filter(
    ({ path, text }) => !path.startsWith('profile/') && reading.test(text),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

test('every decision is asked for', async () => {
  const texts = (await sources())
    .filter(({ path }) => path !== 'profile/decisions.ts')
    .map(({ text }) => text)
  const all = texts.join('\n')
  expect(Object.keys(decisions).filter(name => !all.includes(`decisions.${name}`))).toEqual([])
})
