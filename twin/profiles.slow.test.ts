// The mock learns the mock: profiles by chance are recorded like any deployment, and found again where they show.
// `PROFILES=20 npx vitest run twin/profiles.slow.test.ts` tries more of them.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { TargetInput } from '#conformance'
import type { Profile } from '#mock'
import { createFetch } from '#mock/browser'
import { gaps } from '#openapi'
import { fidelity } from './compare/fidelity.ts'
import { learn } from './learn.ts'
import { recordCalls } from './recording/read-calls.ts'
import { replayInMock } from './replay/mock-replay.ts'

const seeds = Array.from({ length: Number(process.env.PROFILES ?? 2) }, (_, n) => n + 1)

test.each(seeds)('profile %i is found again', { timeout: 600_000 }, async seed => {
  const profile = profileBy(seed)
  // What the demo has depends on the hour, and with it whether one person may see an approval.
  using mock = createFetch({ clock: { frozen: '2026-11-20T09:00:00Z' }, profile })
  mock.clock.scale(300)
  const target = parse(await (await mock('/_mock/target.yaml')).text()) as TargetInput
  const { calls } = await recordCalls(target, { fetch: mock, journal: false, skipRateLimit: true })
  const { twin, contradictions } = await learn(calls)
  const learned = Object.entries(twin.answers ?? {}) as [keyof Profile, string][]
  const wrong = learned.filter(([gap, answer]) => profile[gap] !== answer)
  const { byCall } = fidelity(await replayInMock(calls, { twin }))
  if (process.env.PROFILES)
    console.log(`profile ${seed}: ${learned.length} answers, ${wrong.length} wrong`, byCall)
  expect(contradictions).toEqual([])
  expect(learned.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
  expect(learned.filter(([gap]) => !(gap in (twin.because ?? {})))).toEqual([])
  expect(byCall.members).toBeGreaterThanOrEqual(0.95)
  expect(byCall.kinds).toBeGreaterThanOrEqual(0.98)
})

/**
 * One answer for each gap that can be chosen. Which runs a sparse page leaves out depends on runs that the recording does
 * not show, and so do the cursors of the pages after it: pages are full.
 */
function profileBy(seed: number): Partial<Profile> {
  let state = seed * 7919 + 13
  const chance = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
  const chosen = gaps
    .filter(gap => !gap.observed_only)
    .map(({ id, answers }) => [id, answers[Math.floor(chance() * answers.length)]!.id])
  return { ...Object.fromEntries(chosen), 'filtered-pages': 'full' }
}
