import { expect, test } from 'vitest'
import { controlApi } from '../control/index.ts'
import { openWorkspaces } from '../embed/open-mock.ts'
import { startMock } from '../index.ts'
import { sendAs } from '../testing/send-as.ts'
import { FetchWire } from '../web/fetch-wire.ts'
import { lifeOfARequest } from './life-of-a-request.ts'
import { requestHandler } from './request-handler.ts'

test('a read is answered without waiting, and a refused one as well', async () => {
  const workspaces = openWorkspaces({})
  const handle = requestHandler(workspaces.registry, {
    control: controlApi(workspaces, { origins: [], console: undefined, ownUrl: () => '' }),
    controlOrigins: [],
    origins: 'any',
    onBug: error => expect.unreachable(String(error)),
  })
  for (const [path, status] of [
    ['/runs', 200],
    ['/runs/none', 404],
  ] as const) {
    const headers = { authorization: 'Bearer awk_demo_admin' }
    const wire = new FetchWire(new Request(`http://localhost${path}`, { headers }), '')
    handle(wire)
    expect(wire.response.writableEnded).toBe(true)
    expect((await wire.response.response).status).toBe(status)
  }
})

test('an exchange says how far it has come while it is open, and never changes once it is written', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const registered = mock.registry.get(mock.demo.id)!
  const unfinished = registered.workspace.tables.runs.all().find(run => run.finishedAt === null)
  const leave = new AbortController()
  const path = `/chats/${unfinished!.chatId}/stream`
  const streaming = await sendAs(mock.demo.keys.admin, mock.url + path, undefined, { signal: leave.signal })
  const [open] = registered.journal.all()
  expect(open).toMatchObject({ status: 200, endedAt: null, operation: { id: 'streamChat' } })
  const closed = new Promise(resolve => registered.journal.listen(resolve))
  leave.abort()
  await closed
  expect(streaming.ok).toBe(true)
  expect(open).toMatchObject({ endedAt: null, brokenOff: false })
  expect(registered.journal.all()).toMatchObject([
    { id: open!.id, endedAt: expect.any(Number), brokenOff: true },
  ])
})

test('a step that comes too early is a bug, which is answered and told', async () => {
  const bugs: unknown[] = []
  const steps = { ...lifeOfARequest, findOperation: () => undefined }
  await using mock = await startMock({ steps, onBug: bug => void bugs.push(bug) })
  expect((await sendAs(mock.demo.keys.admin, `${mock.url}/runs`)).status).toBe(500)
  expect(String(bugs)).toContain('needs what a later one finds')
})
