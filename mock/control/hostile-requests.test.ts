// Requests that would stop the clock, the event loop or the process: each is refused with what would have been taken.

import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { startMock } from '../index.ts'
import { askAs, sendAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'

const { keys, agents } = mock.demo.roles

const ask = (method: string, path: string, body?: unknown) =>
  askAs(keys.admin, mock.url + path, body, { method })

const demo = '/_mock/workspaces/demo'
const refused = (message: string) => ({
  status: 422,
  body: { error: { message: expect.stringContaining(message) } },
})

test('a clock goes no faster than it can be read, and not beyond the calendar', async ({ workspace }) => {
  const clock = `/_mock/workspaces/${workspace.id}/clock`
  for (const factor of [1e308, 1_000_001, 0, -1])
    expect(await ask('PUT', clock, { mode: 'scaled', factor }), `${factor}`).toMatchObject(refused('factor'))
  for (const [field, value] of [
    ['by', 1e308],
    ['by', '999999999w'],
    ['to', '+275760-09-13T00:00:00Z'],
    ['to', '+010000-01-01T00:00:00Z'],
  ])
    expect(await ask('POST', `${clock}/advance`, { [field!]: value }), `${value}`).toMatchObject(
      refused(`body.${field}`),
    )
  for (const at of ['1969-12-31T00:00:00Z', '0001-01-01T00:00:00Z'])
    expect(await ask('POST', '/_mock/workspaces', { clock: { mode: 'frozen', at } })).toMatchObject(
      refused('1970 to 9999'),
    )
  for (const [method, path, body] of [
    ['PUT', clock, { mode: 'real', at: '9999-12-31T23:59:59Z' }],
    ['POST', `${clock}/advance`, { to: '2127-11-20T09:00:00Z' }],
  ] as const)
    expect(await ask(method, path, body)).toMatchObject(refused('a hundred years after 2026-11-20'))
  await using last = mock.workspace({ clock: { frozen: '9999-12-31T23:59:59Z' } })
  last.clock.scale(1_000_000)
  expect(last.clock.read().next).toBeNull()
  const end = `/_mock/workspaces/${last.id}/clock/advance`
  expect(await ask('POST', end, { by: '1h' })).toMatchObject(refused('10000'))
})

test('no length of time is longer than a hundred years, and no script longer than a thousand steps', async () => {
  const delay = (takes: unknown) => ({ for: '1h', on: { key: 'nobody' }, effects: [{ do: 'delay', takes }] })
  expect(await ask('POST', `${demo}/faults`, delay(1e308))).toMatchObject(refused('hundred years'))
  expect(await ask('POST', `${demo}/faults`, { ...delay('1s'), for: '9999999w' })).toMatchObject(
    refused('hundred years'),
  )
  const run = (mock_script: string) =>
    ask('POST', `/agents/${agents['agent-that-finishes']}/run`, { input: { mock_script } })
  expect(await run(`work ${'9'.repeat(400)}s; finish x`)).toMatchObject(refused('hundred years'))
  expect(await run('say x;'.repeat(1_001))).toMatchObject(refused('at most 1000 steps'))
  expect(await run('say x;'.repeat(999))).toMatchObject({ status: 200 })
})

test('patterns are matched in linear time, and what is none is refused whenever it would be used', async () => {
  await ask('POST', '/tasks', { title: `${'a'.repeat(50)}b` })
  const find = (filter: object) => ask('POST', `${demo}/journal/find`, filter)
  for (const [filter, count] of [
    [{ body: { title: { $pattern: '^(a+)+$' } } }, 0],
    [{ body: { title: { $pattern: '^(a+)+b$' } } }, 1],
    [{ path: `${'**s'.repeat(40)}x` }, 0],
    [{ path: '/ta*' }, 1],
  ] as const)
    expect(await find(filter), JSON.stringify(filter)).toMatchObject({ status: 200, body: { count } })
  for (const $pattern of ['(', '(?=a)', '(a)\\1', 'a'.repeat(2_000)])
    for (const path of ['find', 'verify', 'wait', 'replay']) {
      const filter = { operation: 'createTask', reply: { title: { $pattern } } }
      const body = path === 'replay' ? { exchanges: filter } : filter
      expect(await ask('POST', `${demo}/journal/${path}`, body), path).toMatchObject({
        status: 422,
        body: { error: { code: 'filter_invalid' } },
      })
    }
  expect(await find({ body: { x: { $in: Array.from({ length: 2_000 }, (_, n) => n) } } })).toMatchObject(
    refused('1000 values'),
  )
})

test('a pattern is matched as far as others need not wait, and refused beyond', async ({ workspace }) => {
  const path = `/_mock/workspaces/${workspace.id}/journal/find`
  for (let n = 0; n < 5; n++)
    await sendAs(workspace.keys.admin, `${mock.url}/tasks`, {
      title: 'long',
      description: 'ab'.repeat(100_000),
    })
  const find = ($pattern: string, more = {}) =>
    ask('POST', path, { ...more, body: { description: { $pattern } } })
  expect(await find('ab$')).toMatchObject({ status: 200, body: { count: 5 } })
  expect(await find('(a|b|ab){1,90}[cd]')).toMatchObject({
    status: 422,
    body: { error: { code: 'filter_invalid' } },
  })
  expect(await find('(a|b|ab){1,1000}[cd]')).toMatchObject(refused('repeats too much'))
  expect(await find('(a|b|ab){1,90}[cd]', { operation: 'listTasks' })).toMatchObject({ body: { count: 0 } })
})

test('of the mistakes of a world or a profile up to fifty are listed, and of very many members the first', async () => {
  await using workspace = mock.workspace()
  const world = (body: unknown) => ask('PATCH', `/_mock/workspaces/${workspace.id}/world`, body)
  const people = (count: number) => ({
    people: Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, 1])),
  })
  const many = await world(people(200))
  expect(many.body.error.issues).toHaveLength(50)
  expect((await world(people(4_000))).body.error.issues.length).toBeLessThanOrEqual(50)
  expect(await world({ tasks: Array.from({ length: 6_000 }, () => 1) })).toMatchObject(refused('5000 values'))
  expect(await world('x'.repeat(200_001))).toMatchObject({ status: 422 })
  const profile = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`days-bound-${n}`, 'x']))
  const unknown = await ask('POST', '/_mock/workspaces', { profile })
  expect(unknown.body.error.message.match(/there is no gap/g)).toHaveLength(50)
  const long = await ask('POST', '/_mock/workspaces', { profile: { ['d'.repeat(60_000)]: 'x' } })
  expect(long.body.error.message.length).toBeLessThan(1_000)
})

test('anchors that unfold to very many values are refused', async () => {
  const rows = [...'abcdefgh'].map(
    (name, at, all) =>
      `${name}: &${name} [${Array(9)
        .fill(at === 0 ? 'x' : `*${all[at - 1]}`)
        .join(', ')}]`,
  )
  expect(await ask('PATCH', `${demo}/world`, rows.join('\n'))).toMatchObject(
    refused('unfold to more than 10000'),
  )
  const used = `x: &x {name: Ada Blue}\npeople: {${Array.from({ length: 20 }, (_, n) => `p${n}: *x`).join(', ')}}`
  expect((await ask('PATCH', `${demo}/world`, used)).body.error.message).toContain('there is no member x')
})

test('inherited members, headers that cannot be sent, and replies without an end are no way to a fault of the server', async () => {
  const find = (filter: object) => ask('POST', `${demo}/journal/find`, filter)
  await ask('GET', '/tasks?limit=1')
  for (const name of ['constructor', '__proto__', 'toString'])
    for (const filter of [
      { query: { [name]: 5 } },
      { body: { [name]: { x: 1 } } },
      { reply: { [`data[*].${name}`]: 1 } },
    ])
      expect((await find(filter)).status, JSON.stringify(filter)).toBe(200)
  const fault = (effect: object) =>
    ask('POST', `${demo}/faults`, { for: '1h', on: { key: 'nobody' }, effects: [effect] })
  for (const headers of [{ 'a b': 'x' }, { '': 'x' }, { a: 'x\r\nb: y' }, { a: '💥' }])
    expect((await fault({ do: 'reply', status: 503, headers })).status, JSON.stringify(headers)).toBe(422)
  expect((await fault({ do: 'reply', status: 503, headers: { 'x-a': 'déjà' } })).status).toBe(201)
  expect((await fault({ do: 'trickle', bytes_per_second: 1e-306 })).status).toBe(422)
})

test('a message may have as many wishes as fit into it', async () => {
  const part = { type: 'text', text: 'mock:say\n'.repeat(25_000) }
  const content = [part, part, part, part, { type: 'text', text: 'mock: say x' }]
  const reply = await ask('POST', '/v1/chat/completions', {
    model: 'aw-small',
    messages: [{ role: 'user', content }],
  })
  expect(reply).toMatchObject({ status: 200, body: { choices: [{ message: { content: 'x' } }] } })
})

test('stopping waits for nobody who has asked nothing', async () => {
  const other = await startMock({})
  const silent = connect(Number(new URL(other.url).port), '127.0.0.1')
  await once(silent, 'connect')
  await fetch(`${other.url}/_mock/health`)
  await other.stop({ graceMs: 3_600_000 })
})
