// What a recording leaves undecided is asked of the deployment: by reads alone, unless it may write.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { TargetInput } from '#conformance'
import type { Twin } from '#mock'
import { createFetch } from '#mock/browser'
import { askUndecided } from './ask.ts'

const UNDECIDED: Twin = {
  twin: 1,
  because: { 'status-missing-key': '401 to listAgents in archive' },
  undecided: ['unknown-status-filter', 'null-title-update'],
}

async function asked(mayWrite: boolean) {
  using mock = createFetch({
    clock: { scale: 300 },
    profile: { 'unknown-status-filter': 'empty', 'null-title-update': 'refuse' },
  })
  const written = new Set<string>()
  const target = parse(await (await mock('/_mock/target.yaml')).text()) as TargetInput
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, url } = new Request(input, init)
    const reply = await mock(input, init)
    if (method !== 'GET' && reply.ok) written.add(new URL(url).pathname)
    return reply
  }
  const twin = await askUndecided(UNDECIDED, target, { fetch, journal: false, mayWrite })
  return { twin, written: [...written] }
}

test('answers that reads show are taken over with the call that shows them; the others stay undecided', {
  timeout: 600_000,
}, async () => {
  const { twin, written } = await asked(false)
  expect(twin.answers).toEqual({ 'unknown-status-filter': 'empty' })
  expect(twin.because).toMatchObject({
    'status-missing-key': '401 to listAgents in archive',
    'unknown-status-filter': expect.stringMatching(/^200 to \w+ with status in /) as unknown,
  })
  expect(twin.undecided).toEqual(['null-title-update'])
  // A search changes nothing.
  expect(written).toEqual(['/v1/knowledge/search'])
})

test('a deployment that may be written to is asked for the rest', { timeout: 600_000 }, async () => {
  const { twin, written } = await asked(true)
  expect(twin.undecided).toEqual([])
  expect(written).toContain('/tasks')
})
