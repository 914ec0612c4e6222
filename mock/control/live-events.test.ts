import { expect } from 'vitest'
import { controlClient } from '../testing/control-client.ts'
import { sendAs, startRun } from '../testing/send-as.ts'
import { messagesOf, mock, test } from '../testing/test-kit.ts'
import type { ChatEvents, StreamEvents, StreamHello } from './generated/control.gen.ts'

const control = controlClient(mock.url)

type Hello = Omit<StreamHello, 'workspaces'>

interface Message {
  readonly event: string
  readonly id: string | undefined
  readonly data: Partial<Hello & StreamEvents & ChatEvents>
}

/** Reads the stream; `until` waits for a message that fits. */
async function follow(query: string, lastId?: string) {
  const abort = new AbortController()
  const reply = await sendAs(undefined, `${mock.url}/_mock/events?${query}`, undefined, {
    signal: abort.signal,
    headers: lastId === undefined ? {} : { 'last-event-id': lastId },
  })
  const messages = messagesOf(reply)
  const seen: Message[] = []
  const until = async (fits: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = seen.find(fits)
      if (found) return found
      const { value, done } = await messages.next()
      if (done) throw new Error(`the stream ended; it had ${JSON.stringify(seen)}`)
      seen.push({ event: value.event ?? '', id: value.id, data: JSON.parse(value.data) })
    }
  }
  return { until, seen, type: reply.headers.get('content-type'), leave: () => abort.abort() }
}

test('sends followers the requests, the changes of status and the tables that changed', async () => {
  await using workspace = mock.workspace()
  const stream = await follow(`workspaces=${workspace.id}`)
  expect(stream.type).toMatch(/^text\/event-stream/)
  const hello = await stream.until(({ event }) => event === 'hello')
  const { approvals, questions } = workspace.people.waiting()
  const waiting = approvals.length + questions.length
  expect(hello.data).toMatchObject({ resumed: false, workspaces: { [workspace.id]: { waiting } } })
  await startRun(workspace, 'agent-that-asks-text')
  const mine = (message: Message) => message.data.workspaces?.[workspace.id]
  await stream.until(
    message => mine(message)?.exchanges?.some(({ call }) => /run -> 200$/.test(call)) ?? false,
  )
  await stream.until(message => mine(message)?.touched?.includes('runs') ?? false)
  workspace.clock.advance('10s')
  const paused = await stream.until(
    message => mine(message)?.transitions?.some(({ kind }) => kind === 'run.paused') ?? false,
  )
  expect(mine(paused)).toMatchObject({ waiting: waiting + 1 })
  await control('resetWorkspace', { path: { workspace_id: workspace.id } })
  await stream.until(message => mine(message)?.touched?.includes('*') ?? false)
  // Other workspaces are not followed.
  await using other = mock.workspace()
  await startRun(other, 'agent-that-finishes')
  expect(stream.seen.some(({ data }) => data.workspaces?.[other.id])).toBe(false)
  stream.leave()
})

test('goes on behind the last message, and says when too much was missed', async ({ workspace }) => {
  const query = `workspaces=${workspace.id}`
  const first = await follow(query)
  await first.until(({ event }) => event === 'hello')
  await startRun(workspace, 'agent-that-finishes')
  const last = await first.until(({ event }) => event === 'news')
  first.leave()
  await startRun(workspace, 'agent-that-fails')
  const second = await follow(query, last.id)
  expect((await second.until(({ event }) => event === 'hello')).data.resumed).toBe(true)
  const missed = await second.until(
    message => (message.data.workspaces?.[workspace.id]?.exchanges ?? []).length > 0,
  )
  expect(missed.id).not.toBe(last.id)
  second.leave()
  const stranger = await follow(query, 'another-boot.7')
  expect((await stranger.until(({ event }) => event === 'hello')).data.resumed).toBe(false)
  stranger.leave()
})

test('follows a chat from its first event on, as it is written', async ({ workspace }) => {
  const { chat_id } = await startRun(workspace, 'agent-that-asks-text')
  const stream = await follow(`workspaces=${workspace.id}&chats=${chat_id}`)
  const begun = await stream.until(({ event }) => event === 'chat')
  expect(begun.data.events?.[0]).toMatchObject({ type: 'run.status', sequence: 1 })
  workspace.clock.advance('10s')
  await stream.until(({ data }) => data.events?.some(({ type }) => type === 'question.asked') ?? false)
  const numbers = stream.seen.flatMap(({ data }) => data.events ?? []).map(({ sequence }) => sequence)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  stream.leave()
})

test('the agenda, transitions, audience, search and gaps say what they know', async ({ workspace }) => {
  const path = { workspace_id: workspace.id }
  await startRun(workspace, 'agent-that-is-slow')
  const agenda = await control('readAgenda', { path, query: { limit: 3 } })
  const times = agenda.data?.data.map(({ at }) => at) ?? []
  expect(times).toEqual([...times].sort())
  expect(agenda.data?.data[0]?.says).toMatch(/takes its next step/)
  const { data: moved } = await control('listTransitions', { path })
  expect(moved?.data).toMatchObject([{ kind: 'run.started', exchange: `${workspace.id}.1` }])
  const resource_id = workspace.roles.agents['agent-private-to-other']
  const { data: audience } = await control('readAudience', { path: { ...path, resource_id } })
  expect(audience?.operation).toBe('getAgent')
  expect(audience?.data.filter(({ sees }) => sees).map(({ key }) => key)).toEqual(['other'])
  expect(audience?.data.find(({ key }) => key === 'member')?.why).toMatch(/no agent/)
  const { data: found } = await control('findResource', { query: { id: 'ops-12' } })
  expect(found?.data).toContainEqual(expect.objectContaining({ workspace_id: workspace.id, kind: 'task' }))
  const { data: gaps } = await control('listGaps')
  for (const { answers, default: usual } of gaps?.data ?? [])
    expect(answers.map(({ id }) => id)).toContain(usual)
})

test('a reset takes everything back to the beginning, and automatic snapshots stay among themselves', async () => {
  await using workspace = mock.workspace()
  const path = { workspace_id: workspace.id }
  const beginning = workspace.snapshot('beginning')
  for (let n = 0; n < 22; n++) await control('saveSnapshot', { path, body: { automatic: true } })
  const list = (automatic: boolean) => control('listSnapshots', { path, query: { automatic } })
  expect((await list(false)).data?.data.map(({ id }) => id)).toEqual([beginning.id])
  expect((await list(true)).data?.data).toHaveLength(20)
  workspace.clock.advance('3d')
  workspace.people.setBalance(0)
  await control('resetWorkspace', { path })
  expect(workspace.difference(beginning)).toMatchObject({ added: 0, changed: 0, removed: 0 })
  expect((await sendAs(workspace.keys.admin, `${mock.url}/runs`)).status).toBe(200)
})
