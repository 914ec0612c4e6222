// Bodies that would hold up everybody else, or that no reply can be made of: each is refused, and none is a bug.
import { afterAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())
const { keys, agents } = mock.demo.roles

async function post(path: string, body: string | Uint8Array<ArrayBuffer>, key: string = keys.admin) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reply = await fetch(mock.url + path, { method: 'POST', headers, body })
  const text = await reply.text()
  return { status: reply.status, size: text.length, body: text === '' ? {} : JSON.parse(text) }
}

/** A text of JSON in which a value stands in so many lists. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('of many mistakes a hundred are listed and all are counted; of very many only the first is reported', async () => {
  const wrong = (count: number) =>
    JSON.stringify({ title: 'x', tags: Array.from({ length: count }, () => 1) })
  const many = await post('/tasks', wrong(400))
  expect(many.status).toBe(422)
  expect(many.body.error.issues).toHaveLength(100)
  expect(many.body.error.message).toContain('And 399 more.')
  const veryMany = await post('/tasks', wrong(15_000))
  expect(veryMany.status).toBe(422)
  expect(veryMany.body.error.issues).toMatchObject([{ field: 'tags[0]' }])
})

test('a body of more bytes or values than anybody means is refused', async () => {
  const refusal = (what: string) => ({
    status: 422,
    body: { error: { message: expect.stringContaining(what) } },
  })
  const values = JSON.stringify({ title: 'x', tags: Array.from({ length: 20_000 }, () => '') })
  expect(await post('/tasks', values)).toMatchObject(refusal('20000 values'))
  expect(await post('/tasks', ' '.repeat(1024 * 1024 + 1))).toMatchObject(refusal('1048576 bytes'))
  expect(await post('/tasks', `{"title":"${'y'.repeat(262_145)}"}`)).toMatchObject(
    refusal('262,144 characters'),
  )
})

test('what was wrong is shown in part when it is long', async () => {
  const { status, size } = await post('/tasks', JSON.stringify({ title: { x: 'y'.repeat(200_000) } }))
  expect(status).toBe(422)
  expect(size).toBeLessThan(10_000)
})

test('bodies that are not UTF-8, or nested deeper than anybody means, are refused after the key', async () => {
  const latin1 = Buffer.from('{"title":"caf\xe9"}', 'latin1')
  expect(await post('/tasks', latin1)).toMatchObject({
    status: 422,
    body: { error: { code: 'body_malformed', message: expect.stringContaining('UTF-8') } },
  })
  for (const depth of [101, 5_000, 9_000])
    for (const path of ['/tasks', '/v1/chat/completions', '/_mock/workspaces/current/journal/find'])
      expect(await post(path, `{"title":"x","body":${nested(depth)}}`), `${path} ${depth}`).toMatchObject({
        status: 422,
        body: { error: { code: 'body_malformed', message: expect.stringContaining('100 levels') } },
      })
  expect((await post('/tasks', latin1, 'nobody')).status).toBe(401)
  expect((await post('/tasks', `{"title":${nested(5_000)}}`, keys['no-scope'])).status).toBe(403)
  expect(await post('/tasks', `{"title":"x","tags":["${'y'.repeat(200)}"]}`)).toMatchObject({ status: 201 })
  expect(agents).toBeDefined()
})
