// The dearest calls that a client can send through the validating proxy, against small ones: ratios within one run, so the
// machine does not matter.
import { afterAll, expect, test } from 'vitest'
import { contractFor, defaultProfile, startMock } from '#mock'
import { many, ratioOf } from '../../mock/testing/processor-time.ts'
import { startProxy } from './proxy.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
const proxy = await startProxy({
  baseUrl: mock.url,
  port: 0,
  contract: contractFor(defaultProfile),
  record: () => {},
})
afterAll(async () => {
  await proxy.stop()
  await mock.stop()
})

const json = JSON.stringify

/** Up to the megabyte that is judged. */
const BODIES: readonly (readonly [what: string, body: string])[] = [
  ['a long text', json({ title: 'a'.repeat(900_000) })],
  ['many values of a known member', json({ title: 'x', tags: many(200_000, () => 1) })],
  ['many unknown members', json(Object.fromEntries(many(60_000, n => [`member-${n}`, n])))],
  ['many objects', json({ title: 'x', acceptance_criteria: many(60_000, () => ({ a: 1 })) })],
  ['deep nesting', `{"title":${'['.repeat(400_000)}`],
  ['nested objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['the same member many times', `{${many(80_000, () => '"title":1').join(',')}}`],
]

/** A small call takes the client, the proxy and the mock, which share this thread, a millisecond or two. */
const MAX_RATIO = 200

const send = (path: string) => (body: string) =>
  fetch(proxy.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.demo.keys.admin}`, 'content-type': 'application/json' },
    body,
  })
const small = json({ title: 'small' })

test.each(BODIES)('%s costs no more than two hundred small calls', async (_, body) => {
  expect(await ratioOf(send('/tasks'), body, small)).toBeLessThan(MAX_RATIO)
})

test.each([
  ['a long path', `/tasks/${'a'.repeat(12_000)}`],
  ['many parameters', `/tasks?${many(2_500, n => `p${n}=1`).join('&')}`],
  ['a path of escapes', `/tasks/${'%41'.repeat(4_000)}`],
])('%s costs no more than two hundred small calls', async (_, path) => {
  const to = (path: string) => send(path)(small)
  expect(await ratioOf(to, path, '/tasks')).toBeLessThan(MAX_RATIO)
})
