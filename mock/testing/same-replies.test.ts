import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFields } from '#openapi'
import { type Mock, type MockWorkspace, startMock } from '../index.ts'
import { everyRead } from './every-read.ts'
import { newFolder } from './new-folder.ts'
import { Walk } from './random-walk.ts'
import { type KeyName, START } from './test-kit.ts'

const CALLS = 400
const PEOPLE: readonly KeyName[] = ['admin', 'manager', 'member']

test('the same seed, a frozen clock and the same calls give the same bytes; snapshots, restarts, forks, restored snapshots and the order of keys change no reply', async () => {
  const folder = newFolder()
  const keep = join(folder, 'world.db')
  await using day = await startDay()
  await using saved = await startDay()
  await using restarted = await startDay({ keep })
  await using reversed = await startDay({ order: keys => keys.reverse() })
  for (let moment = 0; moment < 2; moment++) {
    const expected = await day.next()
    saved.mock.demo.snapshot()
    await restarted.restart()
    for (const other of [saved, restarted]) expectSame(await other.next(), expected)
    expectSame(inOneOrder(await reversed.next()), inOneOrder(expected))
  }
  const { demo } = day.mock
  const snapshot = demo.snapshot()
  const fork = demo.fork()
  const expected = await day.read()
  expectSame(await day.read(fork), expected)
  await day.next()
  demo.restore(snapshot)
  expectSame(await day.read(), expected)
})

interface DayOptions {
  readonly keep?: string
  /** The order of the keys of each body. */
  readonly order?: (keys: string[]) => string[]
}

/** A mock that gets the same calls as any other. */
async function startDay({ keep, order = keys => keys }: DayOptions = {}) {
  const start = (): Promise<Mock> =>
    startMock({ seed: 'same', clock: { frozen: START }, ...(keep === undefined ? {} : { keep }) })
  let mock = await start()
  const walk = new Walk(
    {
      get workspace() {
        return mock.demo.workspace
      },
      get foreign() {
        return mock.registry.get('second-tenant')!.workspace
      },
    },
    'same',
  )
  const send = async (key: string | undefined, method: string, path: string, body?: unknown) => {
    const response = await mock.fetch(
      new Request(`http://mock${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    // A restart leaves out numbers of exchanges.
    const headers = [...response.headers].filter(([name]) => name !== 'x-mock-exchange')
    return `${method} ${path} ${JSON.stringify(headers)} ${response.status} ${await response.text()}`
  }
  /** What every person sees of everything. */
  const read = async (workspace: MockWorkspace = mock.demo) => {
    const lines: string[] = []
    for (const person of PEOPLE)
      for (const path of everyRead(workspace.workspace))
        lines.push(`${person}: ${await send(workspace.keys[person], 'GET', path)}`)
    // The stream of a run that works has no end yet.
    const ended = workspace.workspace.tables.runs.all().filter(({ finishedAt }) => finishedAt !== null)
    for (const { chatId } of ended.slice(-5))
      lines.push(await send(workspace.keys.admin, 'GET', `/chats/${chatId}/stream`))
    // Past the minute of every rate limit, which a restart forgets.
    workspace.clock.advance('2m')
    return lines
  }
  return {
    get mock() {
      return mock
    },
    read,
    /** Some calls, and what is read after them. */
    async next() {
      const lines: string[] = []
      for (let call = 0; call < CALLS; call++) {
        const { operation, key, path, body: made } = walk.next()
        const { keys } = mock.demo
        if (operation.id === 'streamChat') continue
        // When a stream is left depends on the machine, not on the clock.
        const body = isFields(made) && 'stream' in made ? { ...made, stream: false } : made
        lines.push(await send(keys[key], operation.method, path, inOrder(body, order)))
        mock.demo.clock.advance(walk.pause())
      }
      mock.demo.clock.advance('2m')
      return [...lines, ...(await read())]
    },
    async restart() {
      await mock.stop()
      mock = await start()
    },
    [Symbol.asyncDispose]: () => mock.stop(),
  }
}

/** Compares line by line, and shows the place of the first difference. */
function expectSame(lines: readonly string[], expected: readonly string[]): void {
  for (const [at, line] of expected.entries()) {
    const other = lines[at] ?? ''
    if (line === other) continue
    const place = [...line].findIndex((letter, index) => letter !== other[index])
    const start = Math.max(0, place - 200)
    expect(`${line.slice(0, 60)} … ${other.slice(start, place + 100)}`).toBe(
      `${line.slice(0, 60)} … ${line.slice(start, place + 100)}`,
    )
  }
  expect(lines.length).toBe(expected.length)
}

function inOrder(value: unknown, order: (keys: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map(item => inOrder(item, order))
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  return Object.fromEntries(order(Object.keys(fields)).map(key => [key, inOrder(fields[key], order)]))
}

/** The lines with the keys of their bodies sorted, because objects are shown, and refusals quote them, as they were sent. */
function inOneOrder(lines: readonly string[]): string[] {
  return lines.map(line => {
    const [, head = '', status = '', body = ''] = /^(.*? )(\d{3}) (.*)$/s.exec(line) ?? []
    if (!status.startsWith('2') || body === '') return head + status
    if (!body.startsWith('{')) return line
    return head + JSON.stringify(inOrder(JSON.parse(body), keys => keys.sort()))
  })
}
