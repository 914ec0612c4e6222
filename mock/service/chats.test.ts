import { expect } from 'vitest'
import type { Schemas } from '#openapi'
import { test } from '../testing/test-kit.ts'
import { countEvents } from '../world/chats.ts'

type ChatEvent = Schemas['ChatEvent']

test('a stream sends every event in order, as it happens, and ends with the run', async ({ kit }) => {
  const { chat_id } = await kit.startRun('agent-that-finishes')
  const stream = kit.stream('member', chat_id)
  const first = await stream.next()
  expect(first.value).toMatchObject({ type: 'run.status', status: 'running', sequence: 1 })
  kit.untilIdle()
  const events = [first.value as ChatEvent, ...(await Array.fromAsync(stream))]
  expect(events.map(event => event.sequence)).toEqual(events.map((_, i) => i + 1))
  expect(events.at(-1)).toMatchObject({ type: 'run.status', status: 'completed' })
})

test('the pieces of a message make up its text', async ({ kit }) => {
  const { chat_id } = await kit.startRun('agent-that-finishes')
  kit.untilIdle()
  const texts = new Map<string, string>()
  for await (const event of kit.stream('member', chat_id)) {
    if (event.type === 'message.delta')
      texts.set(event.message_id, (texts.get(event.message_id) ?? '') + event.delta)
    if (event.type === 'message.completed' && event.message.role === 'assistant')
      expect(texts.get(event.message.id)).toBe(event.message.text)
  }
  expect(texts.size).toBeGreaterThan(0)
})

test('the pieces of a message come as a model writes them', async ({ kit }) => {
  // So slow that nothing is written while the test runs, unless the clock is moved.
  kit.workspace.simulation.setMode({ kind: 'scaled', factor: 1e-6 })
  const { chat_id } = await kit.startRun('agent-that-finishes')
  kit.advance(2_000)
  const stream = kit.stream('member', chat_id)
  const events: ChatEvent[] = []
  const readUntil = async (isLast: (event: ChatEvent) => boolean) => {
    for (;;) {
      const { value } = await stream.next()
      events.push(value as ChatEvent)
      if (isLast(value as ChatEvent)) return
    }
  }
  await readUntil(({ type }) => type === 'run.progress')
  kit.advance(100)
  await readUntil(({ type }) => type === 'message.delta')
  let comesByItself = false
  const second = stream.next().then(({ value }) => {
    comesByItself = true
    return value as ChatEvent
  })
  await kit.fetch('member', '/agents/')
  expect(comesByItself).toBe(false)
  kit.advance(60_000)
  events.push(await second)
  for await (const event of stream) events.push(event)
  expect(events.filter(({ type }) => type === 'message.delta').length).toBeGreaterThan(3)
  expect(events.at(-1)).toMatchObject({ type: 'run.status', status: 'completed' })
})

test('a stream goes on behind Last-Event-ID', async ({ kit }) => {
  const { chat_id } = await kit.startRun('agent-that-finishes')
  kit.untilIdle()
  const all = await Array.fromAsync(kit.stream('member', chat_id))
  const rest = await Array.fromAsync(kit.stream('member', chat_id, { headers: { 'last-event-id': '3' } }))
  expect(rest).toEqual(all.slice(3))
})

test('a quiet stream gives a sign of life every fifteen seconds of its clock', async ({ kit }) => {
  const { chat_id } = await kit.startRun('agent-that-asks-text')
  kit.advance(10_000)
  const response = await kit.fetch('member', `/chats/${chat_id}/stream`)
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const readUntil = async (end: RegExp) => {
    while (!end.test(text)) text += (await reader.read()).value ?? ''
  }
  await readUntil(/"status":"paused".*\n\n$/)
  kit.advance(15_000)
  await readUntil(/"status":"paused".*\n\n: still here\n\n$/)
  await reader.cancel()
})

test('a stream that its client leaves is let go', async ({ kit }) => {
  const { chat_id } = await kit.startRun('agent-that-is-slow')
  const stream = kit.stream('member', chat_id)
  await stream.next()
  expect(kit.workspace.feed.size).toBe(1)
  await stream.return(undefined)
  await expect.poll(() => kit.workspace.feed.size).toBe(0)
})

test('a chat of an agent that the caller does not see is not found', async ({ kit }) => {
  const { chat_id } = await kit.startRun('agent-private-to-other', { key: 'other' })
  const response = await kit.fetch('member', `/chats/${chat_id}/stream`)
  expect(response.status).toBe(404)
})

test('a thousand streams of a run are open at once, and each gets every event', async ({ kit }) => {
  const { chat_id } = await kit.startRun('agent-that-finishes')
  const streams = Array.from({ length: 1000 }, () => kit.stream('member', chat_id))
  await Promise.all(streams.map(stream => stream.next()))
  expect(kit.workspace.feed.size).toBe(1000)
  kit.untilIdle()
  const rests = await Promise.all(streams.map(stream => Array.fromAsync(stream)))
  const total = countEvents(kit.workspace.tables.chats.get(chat_id)!)
  expect(new Set(rests.map(rest => rest.length))).toEqual(new Set([total - 1]))
})
