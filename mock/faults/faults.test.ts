import { expect, vi } from 'vitest'
import { controlDocument } from '../control/document.ts'
import type { FaultSpec, MockWorkspace } from '../index.ts'
import { startRun } from '../testing/send-as.ts'
import { callerOf, messagesOf, mock, test } from '../testing/test-kit.ts'

/** The statuses of as many reads, 0 for one that got no reply. */
async function statuses(workspace: MockWorkspace, count: number, path = '/v1/models', key = 'admin') {
  const call = callerOf(workspace, key)
  const got: number[] = []
  for (let i = 0; i < count; i++)
    got.push(
      await call('GET', path).then(
        ({ status }) => status,
        () => 0,
      ),
    )
  return got
}

const unavailable = { do: 'reply', status: 503 } as const

test('applied so many requests, after sparing the first', async ({ workspace }) => {
  const fault = workspace.faults.add({ skip: 1, times: 2, effects: [unavailable] })
  expect(await statuses(workspace, 5)).toEqual([200, 503, 503, 200, 200])
  expect(fault.read()).toMatchObject({ matched: 3, applied: 2, active: false })
  expect(workspace.journal.list({ fault: fault.id }).map(({ faults }) => faults)).toEqual([
    [{ id: fault.id, effect: 'reply 503 before' }],
    [{ id: fault.id, effect: 'reply 503 before' }],
  ])
})

test('applied by chance, the same requests for the same seed', async () => {
  const bySeed = await Promise.all(
    ['a', 'a', 'b'].map(async seed => {
      await using workspace = mock.workspace({ seed })
      workspace.faults.add({ probability: 0.5, effects: [unavailable] })
      return await statuses(workspace, 40)
    }),
  )
  expect(bySeed[0]).toEqual(bySeed[1])
  expect(bySeed[0]).not.toEqual(bySeed[2])
  const count = bySeed[0]!.filter(status => status === 503).length
  expect(count).toBe(17)
})

test('applied in a window of time, and Retry-After names the rest of it', async ({ workspace, call }) => {
  workspace.faults.add({ from: '2026-11-20T10:00:00Z', for: '2m', effects: [{ do: 'reply', status: 429 }] })
  expect(await statuses(workspace, 1)).toEqual([200])
  workspace.clock.advance('1h')
  const limited = await call('GET', '/v1/models')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '120'])
  expect(((await limited.json()) as { error: unknown }).error).toMatchObject({ type: 'rate_limited' })
  workspace.clock.advance('90s')
  expect((await call('GET', '/v1/models')).headers.get('retry-after')).toBe('30')
  workspace.clock.advance('30s')
  expect(await statuses(workspace, 1)).toEqual([200])
})

test('is for the operations, tags, methods, paths and keys that it names, and for nobody else', async () => {
  await using workspace = mock.workspace()
  await using other = mock.workspace()
  const applied = async (on: FaultSpec['on'], path: string, key = 'admin') => {
    using _ = workspace.faults.add({ on: on!, effects: [unavailable] })
    return (await statuses(workspace, 1, path, key))[0] === 503
  }
  expect(await applied({ operation: 'listModels' }, '/v1/models')).toBe(true)
  expect(await applied({ operation: ['listRuns', 'listTasks'] }, '/tasks')).toBe(true)
  expect(await applied({ operation: 'listRuns' }, '/v1/models')).toBe(false)
  expect(await applied({ tag: 'models' }, '/v1/models')).toBe(true)
  expect(await applied({ method: 'post' }, '/v1/models')).toBe(false)
  expect(await applied({ path: '/v1/*' }, '/v1/models')).toBe(true)
  expect(await applied({ key: 'member' }, '/v1/models', 'member')).toBe(true)
  expect(await applied({ key: 'member' }, '/v1/models')).toBe(false)
  workspace.faults.add({ effects: [unavailable] })
  expect(await statuses(other, 1)).toEqual([200])
  workspace.faults.clear()
  expect(await statuses(workspace, 1)).toEqual([200])
})

test('is removed when its time to live in real time is over, by default after 15 minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    await using workspace = mock.workspace()
    workspace.faults.add({ ttl: '1m', effects: [unavailable] })
    workspace.faults.add({ effects: [{ do: 'delay', takes: 0 }] })
    vi.advanceTimersByTime(59_000)
    expect(await statuses(workspace, 1)).toEqual([503])
    vi.advanceTimersByTime(1_000)
    expect(await statuses(workspace, 1)).toEqual([200])
    vi.advanceTimersByTime(14 * 60_000 - 1)
    expect(workspace.faults.list()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(workspace.faults.list()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a dropped connection comes before or after the change was made', async ({ workspace, call }) => {
  const found = async (title: string) => {
    const list = (await (await call('GET', '/tasks?limit=100')).json()) as { data: { title: string }[] }
    return list.data.filter(task => task.title === title).length
  }
  workspace.faults.add({ on: { operation: 'createTask' }, times: 1, effects: [{ do: 'drop' }] })
  workspace.faults.add({
    on: { operation: 'createTask' },
    skip: 1,
    times: 1,
    effects: [{ do: 'drop', when: 'after', how: 'close' }],
  })
  await expect(call('POST', '/tasks', { title: 'before' })).rejects.toMatchObject({
    cause: { code: 'ECONNRESET' },
  })
  await expect(call('POST', '/tasks', { title: 'after' })).rejects.toMatchObject({
    cause: { code: 'UND_ERR_SOCKET' },
  })
  expect(await found('before')).toBe(0)
  expect(await found('after')).toBe(1)
  expect(workspace.journal.list({ operation: 'createTask' })).toMatchObject([
    { status: 0, broken_off: true, faults: [{ effect: 'drop before' }] },
    { status: 0, broken_off: true, faults: [{ effect: 'drop after' }] },
  ])
})

test('another reply comes before or after the change was made, with any headers and body', async () => {
  await using workspace = mock.workspace()
  const call = callerOf(workspace)
  workspace.faults.add({
    on: { operation: 'createTask' },
    times: 1,
    effects: [
      { do: 'reply', when: 'after', status: 502, headers: { 'x-proxy': 'tired' }, body: 'Bad Gateway' },
    ],
  })
  const response = await call('POST', '/tasks', { title: 'made all the same' })
  expect(response.status).toBe(502)
  expect(response.headers.get('x-proxy')).toBe('tired')
  expect(await response.text()).toBe('Bad Gateway')
  expect(workspace.journal.count({ operation: 'createTask', status: 502 })).toBe(1)
  expect(await (await call('GET', '/tasks?limit=100')).text()).toContain('made all the same')
  workspace.faults.add({
    times: 1,
    effects: [
      { do: 'reply', status: 429, retry_after_seconds: 90, retry_after_as: 'date', body: { wait: true } },
    ],
  })
  const limited = await call('GET', '/v1/models')
  expect(limited.headers.get('retry-after')).toBe('Fri, 20 Nov 2026 09:01:30 GMT')
  expect(await limited.json()).toEqual({ wait: true })
})

test('its own error is written as the workspace writes errors', async () => {
  await using workspace = mock.workspace({ profile: { 'error-body': 'problem' } })
  workspace.faults.add({ effects: [unavailable] })
  const response = await callerOf(workspace)('GET', '/v1/models')
  expect(response.status).toBe(503)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
})

test('a delay waits for the clock of the workspace, and the request is served at the later time', async () => {
  await using workspace = mock.workspace()
  const call = callerOf(workspace)
  workspace.faults.add({ on: { operation: 'createTask' }, effects: [{ do: 'delay', takes: '30s' }] })
  const created = call('POST', '/tasks', { title: 'late' })
  await workspace.journal.waitFor({ operation: 'createTask', open: true, fault: true }, { within: '1m' })
  workspace.clock.advance('29s')
  expect(workspace.journal.list({ open: true })).toHaveLength(1)
  workspace.clock.advance('1s')
  expect(await (await created).json()).toMatchObject({ created_at: '2026-11-20T09:00:30.000Z' })
})

test('a client that gives up during a delay finds nothing done before, and all done after', async () => {
  await using workspace = mock.workspace()
  const call = callerOf(workspace)
  const titles = () => workspace.workspace.tables.tasks.all().map(task => task.title)
  const giveUp = async (title: string, when: 'before' | 'after') => {
    using _ = workspace.faults.add({
      on: { operation: 'createTask' },
      effects: [{ do: 'delay', takes: '1h', when }],
    })
    const leaving = new AbortController()
    const made = call('POST', '/tasks', { title }, { signal: leaving.signal }).catch(
      (error: Error) => error.name,
    )
    await workspace.journal.waitFor({ operation: 'createTask', open: true }, { within: '1m' })
    if (when === 'after') await expect.poll(titles).toContain(title)
    leaving.abort()
    expect(await made).toBe('AbortError')
    await workspace.journal.waitFor(
      { operation: 'createTask', open: false },
      { times: when === 'before' ? 1 : 2, within: '1m' },
    )
  }
  await giveUp('never made', 'before')
  await giveUp('made', 'after')
  const list = await (await call('GET', '/tasks?limit=100')).text()
  expect(list).not.toContain('"never made"')
  expect(list).toContain('"made"')
  expect(workspace.journal.list({ operation: 'createTask' }).every(({ broken_off }) => broken_off)).toBe(true)
})

test('a delay in real time ends though the clock stands still', async ({ workspace }) => {
  workspace.faults.add({ effects: [{ do: 'delay', takes: { between: ['20ms', '40ms'] }, real_time: true }] })
  expect(await statuses(workspace, 2)).toEqual([200, 200])
  expect(workspace.journal.list().flatMap(({ faults }) => faults.map(({ effect }) => effect))).toEqual([
    'delay before',
    'delay before',
  ])
})

test('a body is cut before its end, though its length promises more', async ({ workspace }) => {
  workspace.faults.add({ effects: [{ do: 'cut', after_bytes: 10 }] })
  const response = await callerOf(workspace)('GET', '/v1/models')
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('a body trickles, as slowly as the clock goes', async ({ workspace }) => {
  const whole = await (await callerOf(workspace)('GET', '/v1/models')).text()
  workspace.faults.add({ effects: [{ do: 'trickle', bytes_per_second: Buffer.byteLength(whole) / 10 }] })
  const began = workspace.clock.now().getTime()
  let text: string | undefined
  const reading = callerOf(workspace)('GET', '/v1/models').then(async response => {
    text = await response.text()
  })
  while (text === undefined) {
    workspace.clock.advance('100ms')
    await new Promise(resolve => setImmediate(resolve))
  }
  await reading
  expect(text).toBe(whole)
  expect(workspace.clock.now().getTime() - began).toBeGreaterThanOrEqual(10_000)
})

test('a body is wrong in every way that there is', async ({ workspace }) => {
  const spoiled = async (how: string, field?: string) => {
    using _ = workspace.faults.add({
      effects: [{ do: 'malform', how, ...(field ? { field } : {}) } as never],
    })
    const response = await callerOf(workspace)('GET', '/runs?limit=1')
    return { type: response.headers.get('content-type'), text: await response.text() }
  }
  const run = async (how: string, field?: string) =>
    (JSON.parse((await spoiled(how, field)).text) as { data: Record<string, unknown>[] }).data[0]!
  const broken = await spoiled('broken-json')
  expect(() => JSON.parse(broken.text)).toThrow(SyntaxError)
  expect((await spoiled('empty')).text).toBe('')
  expect(await spoiled('html')).toMatchObject({ type: 'text/html', text: expect.stringContaining('<html>') })
  expect((await spoiled('wrong-content-type')).type).toBe('text/plain')
  expect(await run('missing-field')).not.toHaveProperty('id')
  expect(await run('missing-field', 'status')).not.toHaveProperty('status')
  expect(typeof (await run('wrong-type', 'cost_euros')).cost_euros).toBe('string')
  expect(await run('unknown-field')).toHaveProperty('added_in_a_later_version')
})

test('reads show the world as it was, or some time behind, and writes are done all the same', async () => {
  await using workspace = mock.workspace()
  const call = callerOf(workspace)
  const titles = async () =>
    ((await (await call('GET', '/tasks?limit=3')).json()) as { data: { title: string }[] }).data.map(
      ({ title }) => title,
    )
  const create = (title: string) => call('POST', '/tasks', { title })
  await create('first')
  const still = workspace.faults.add({ effects: [{ do: 'stale' }] })
  await create('second')
  workspace.clock.advance('1h')
  expect((await titles())[0]).toBe('first')
  still.remove()
  expect((await titles())[0]).toBe('second')
  const behind = workspace.faults.add({ effects: [{ do: 'stale', behind: '30s' }] })
  await create('third')
  expect((await titles())[0]).toBe('second')
  workspace.clock.advance('20s')
  expect((await titles())[0]).toBe('second')
  workspace.clock.advance('10s')
  expect((await titles())[0]).toBe('third')
  behind.remove()
})

/** The ids of the events of a stream, and whether it came to its end. */
async function eventsOf(response: Response) {
  const ids: number[] = []
  try {
    for await (const { id, data } of messagesOf(response)) {
      JSON.parse(data)
      ids.push(Number(id))
    }
    return { ids, whole: true }
  } catch {
    return { ids, whole: false }
  }
}

/** A run that has ended, with letters of more than a byte in its chat. */
async function endedRun(workspace: MockWorkspace) {
  const input = { task: 'Prüfe die Rechnungen über 5 €' }
  const run = await startRun(workspace, 'agent-that-finishes', { input })
  workspace.clock.untilIdle()
  return run
}

async function endedChat(workspace: MockWorkspace, effects: FaultSpec['effects'], lastEventId?: string) {
  const call = callerOf(workspace)
  const run = await endedRun(workspace)
  using _ = workspace.faults.add({ on: { operation: 'streamChat' }, effects })
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await call('GET', `/chats/${run.chat_id}/stream`, undefined, { headers })
  return { ...(await eventsOf(response)), response }
}

test('a stream is cut after so many events, between two, inside one, or inside a letter', async () => {
  await using workspace = mock.workspace()
  const cut = await endedChat(workspace, [{ do: 'cut-stream', after_events: 3 }])
  expect(cut).toMatchObject({ ids: [1, 2, 3], whole: false })
  expect(
    await endedChat(workspace, [{ do: 'cut-stream', after_events: 1, inside: 'event', how: 'close' }]),
  ).toMatchObject({
    ids: [1],
    whole: false,
  })
  await endedChat(workspace, [{ do: 'cut-stream', after_events: 1, inside: 'character' }])
  const torn = workspace.journal.find({ operation: 'streamChat' }).at(-1)!
  expect(torn).toMatchObject({
    broken_off: true,
    faults: [{ effect: 'cut-stream after 1 events' }],
    reply: { stream: { events: 1 } },
  })
})

test('the bytes before a cut inside a letter end in the middle of it', async ({ workspace, call }) => {
  const run = await startRun(workspace, 'agent-that-finishes', { input: { task: 'ü' } })
  workspace.faults.add({
    effects: [{ do: 'cut-stream', after_events: 1, inside: 'character', how: 'close' }],
  })
  const response = await call('GET', `/chats/${run.chat_id}/stream`)
  const bytes: number[] = []
  await (async () => {
    for await (const piece of response.body!) bytes.push(...(piece as Uint8Array))
  })().catch(() => {})
  expect(bytes.at(-1)).toBe(Buffer.from('ü')[0])
})

test('a stream repeats, shuffles or splits what it sends', async ({ workspace }) => {
  const repeated = await endedChat(workspace, [{ do: 'repeat-events', count: 2 }], '5')
  expect(repeated.ids.slice(0, 3)).toEqual([4, 5, 6])
  const shuffled = await endedChat(workspace, [{ do: 'shuffle-events' }])
  expect(shuffled.ids.slice(0, 4)).toEqual([2, 1, 4, 3])
  expect(shuffled.whole).toBe(true)
  const split = await endedChat(workspace, [{ do: 'split-stream', bytes: 7 }])
  expect(split.ids).toEqual(split.ids.map((_, index) => index + 1))
  expect(split.whole).toBe(true)
})

interface KindSchema {
  readonly properties: Readonly<Record<string, { readonly const?: string }>>
  readonly required: readonly string[]
}

/** What fields of effects have in the test below. */
const FIELDS = {
  takes: '1s',
  status: 503,
  bytes_per_second: 1,
  how: 'empty',
  after_events: 0,
  count: 1,
  bytes: 8,
}

test('every kind of effect that the document describes is applied to some request', async () => {
  const { schemas } = controlDocument().components as unknown as {
    schemas: Record<string, KindSchema> & { Effect: { oneOf: readonly { $ref: string }[] } }
  }
  for (const { $ref } of schemas.Effect.oneOf) {
    const { properties, required } = schemas[$ref.split('/').at(-1)!]!
    const kind = properties.do?.const
    const needed = Object.entries(FIELDS).filter(([name]) => required.includes(name))
    await using workspace = mock.workspace()
    const call = callerOf(workspace)
    const run = await endedRun(workspace)
    const effect = { do: kind, ...Object.fromEntries(needed) } as FaultSpec['effects'][number]
    const { id } = workspace.faults.add({ on: { method: 'GET' }, effects: [effect] })
    const left = new AbortController()
    const { signal } = left
    const calls = [
      call('GET', '/v1/models', undefined, { signal }),
      call('GET', `/chats/${run.chat_id}/stream`, undefined, { signal, headers: { 'last-event-id': '1' } }),
    ]
    // Slow effects are recorded before they are over, and nobody waits for their end.
    const [exchange] = await workspace.journal.waitFor({ fault: id })
    expect(exchange?.faults[0]?.effect).toContain(kind)
    left.abort()
    await Promise.allSettled(calls)
  }
})
