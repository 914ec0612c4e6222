// What a recording leaves undecided is asked of the deployment: by reads alone, unless it may write.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { TargetInput } from '#conformance'
import { createFetch } from '#mock/browser'
import { askUndecided } from './ask.ts'
import { learn } from './learn.ts'
import { recordCalls } from './recording/read-calls.ts'

async function asked(mayWrite: boolean) {
  using mock = createFetch({
    clock: { scale: 300 },
    profile: { 'unknown-status-filter': 'empty', 'null-title-update': 'refuse' },
  })
  const written = new Set<string>()
  const target = parse(await (await mock('/_mock/target.yaml')).text()) as TargetInput
  const { calls: short } = await recordCalls(target, {
    fetch: mock,
    only: ['AUTH-01'],
    readOnly: true,
    journal: false,
  })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, url } = new Request(input, init)
    const reply = await mock(input, init)
    if (method !== 'GET' && reply.ok) written.add(new URL(url).pathname)
    return reply
  }
  const calls = await askUndecided(short, target, { fetch, journal: false, mayWrite })
  expect(calls.calls.slice(0, short.calls.length)).toEqual(short.calls)
  return { short, twin: (await learn(calls)).twin, written: [...written] }
}

test('what reads show is learned as if it had been recorded; the rest stays undecided', {
  timeout: 600_000,
}, async () => {
  const { short, twin, written } = await asked(false)
  const { twin: alone } = await learn(short)
  expect(alone.undecided).toContain('unknown-status-filter')
  expect(twin.answers).toMatchObject({ 'unknown-status-filter': 'empty' })
  expect(twin.because).toMatchObject({
    'unknown-status-filter': expect.stringMatching(/^200 to \w+ with status in asked/) as unknown,
  })
  expect(twin.undecided).toContain('null-title-update')
  const shown = ({ dialect, unseen = [] }: typeof twin) =>
    Object.keys(dialect?.replies ?? {}).length - unseen.length
  expect(shown(twin)).toBeGreaterThan(shown(alone))
  // A search changes nothing.
  expect(written).toEqual(['/v1/knowledge/search'])
})

test('a deployment that may be written to is asked for the rest', { timeout: 600_000 }, async () => {
  const { twin, written } = await asked(true)
  expect(twin.answers).toMatchObject({ 'unknown-status-filter': 'empty', 'null-title-update': 'refuse' })
  expect(written).toContain('/tasks')
})
