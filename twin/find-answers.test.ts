// Answers that a few recorded calls show.
import { expect, test } from 'vitest'
import type { Profile } from '#mock'
import { createFetch } from '#mock/browser'
import { findAnswers } from './find-answers.ts'
import { callsOfArchive } from './recording/calls.ts'
import { replayInMock } from './replay/mock-replay.ts'

/** A mock's replies to requests with these Authorization headers. */
async function recorded(profile: Partial<Profile>, headers: readonly (string | undefined)[]) {
  using mock = createFetch({ profile })
  const entries = await Promise.all(
    headers.map(async authorization => {
      const sent = authorization === undefined ? {} : { authorization }
      const reply = await mock('/agents/', { headers: sent })
      return {
        startedDateTime: '2026-11-20T09:00:00Z',
        request: { method: 'GET', url: 'http://mock/agents/', headers: listOf(sent) },
        response: {
          status: reply.status,
          headers: listOf(Object.fromEntries(reply.headers)),
          content: { text: await reply.text() },
        },
      }
    }),
  )
  return callsOfArchive({ log: { entries } })
}

const listOf = (fields: object) => Object.entries(fields).map(([name, value]) => ({ name, value }))

test.each([
  { 'authorization-form': 'unknown-key', 'status-missing-key': '403' },
  { 'authorization-form': 'unknown-key' },
] as const)('a key behind Basic that is refused like an unknown key shows %j', async profile => {
  const calls = await recorded(profile, [undefined, 'Bearer nobody', 'Basic bm8=', 'Token no'])
  const { answers, because } = await findAnswers(calls)
  expect(answers).toEqual({ 'authorization-form': 'unknown-key' })
  expect(because['authorization-form']).toBe('401 to listAgents in archive')
  const pairs = await replayInMock(calls, { profile })
  expect(pairs.map(({ status }) => status)).toEqual(calls.calls.map(({ status }) => status))
})
