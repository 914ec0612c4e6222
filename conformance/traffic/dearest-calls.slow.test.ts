// The dearest calls that a client can send through the validating proxy, against small ones: ratios within one run, so the
// machine does not matter.
import { afterAll, expect, test } from 'vitest'
import { contractFor, defaultProfile, startMock } from '#mock'
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

const many = <Item>(count: number, make: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => make(n))
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
const SMALL_CALLS = 50

async function cost(body: string, path = '/tasks'): Promise<number> {
  const headers = { authorization: `Bearer ${mock.demo.keys.admin}`, 'content-type': 'application/json' }
  const began = process.threadCpuUsage()
  const reply = await fetch(proxy.url + path, { method: 'POST', headers, body })
  await reply.text()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

async function small(): Promise<number> {
  let sum = 0
  for (let n = 0; n < SMALL_CALLS; n++) sum += await cost(json({ title: 'small' }))
  return sum / SMALL_CALLS
}

test.each(BODIES)('%s costs no more than two hundred small calls', async (_, body) => {
  await cost(body.slice(0, 1_000))
  const unit = await small()
  const dear = await cost(body)
  expect(dear / unit).toBeLessThan(MAX_RATIO)
})

test.each([
  ['a long path', `/tasks/${'a'.repeat(12_000)}`],
  ['many parameters', `/tasks?${many(2_500, n => `p${n}=1`).join('&')}`],
  ['a path of escapes', `/tasks/${'%41'.repeat(4_000)}`],
])('%s costs no more than two hundred small calls', async (_, path) => {
  const unit = await small()
  const dear = await cost(json({ title: 'x' }), path)
  expect(dear / unit).toBeLessThan(MAX_RATIO)
})
