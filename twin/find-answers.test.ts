// Answers that a few recorded calls show.
import { expect, test } from 'vitest'
import type { Profile } from '#mock'
import { createFetch } from '#mock/browser'
import { findAnswers } from './find-answers.ts'
import { callsOfArchive } from './recording/calls.ts'
import { replayInMock } from './replay/mock-replay.ts'

/** A mock's replies to requests with these Authorization headers to these paths. */
async function recorded(
  profile: Partial<Profile>,
  headers: readonly (string | undefined)[],
  paths: readonly string[] = ['/agents/'],
) {
  using mock = createFetch({ profile })
  const requests = headers.flatMap(authorization => paths.map(path => ({ authorization, path })))
  const entries = await Promise.all(
    requests.map(async ({ authorization, path }) => {
      const sent = authorization === undefined ? {} : { authorization }
      const reply = await mock(path, { headers: sent })
      return {
        startedDateTime: '2026-11-20T09:00:00Z',
        request: { method: 'GET', url: `http://mock${path}`, headers: listOf(sent) },
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

test('an answer is seen in a later call of an operation, and one that its contract takes before the handler', async () => {
  const numbers = ['/runs?limit=many', '/runs?limit=more', '/runs?limit=most', '/runs?limit=0']
  const calls = await recorded(
    { 'repeated-parameters': 'first' },
    ['Bearer awk_demo_admin'],
    [...numbers, '/runs?limit=2&limit=3'],
  )
  const { answers, because, undecided } = await findAnswers(calls)
  expect(answers).toEqual({ 'repeated-parameters': 'first' })
  expect(because['limit-below-one']).toBe('422 to listRuns with limit in archive')
  expect(undecided).not.toContain('limit-below-one')
})

test('an answer that requests consult is seen in the one to which it matters, however many came before', async () => {
  const own = [1, 2, 3, 4, 5].map(limit => `/tasks?limit=${limit}&owner=me`)
  const calls = await recorded({}, ['Bearer awk_demo_admin'], [...own, '/tasks?limit=1&owner=usr_nobody'])
  const { because } = await findAnswers(calls)
  expect(because['unknown-id-filter']).toBe('200 to listTasks with limit, owner in archive')
})
