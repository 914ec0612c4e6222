import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMock, WatchedReplies } from '#mock'
import { document } from '#openapi'
import { readUsage } from '#openapi/usage'
import { newFolder } from '../mock/testing/new-folder.ts'
import { askAs, clientAs, sendAs } from '../mock/testing/send-as.ts'
import { runCommand, runProgram } from './testing/run-command.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' }, journal: { entries: 6 } })
const folder = newFolder()
afterAll(() => mock.stop())

const run = (name: string, ...args: string[]) => runCommand(name, args, { folder })

/** A client that files reports of a customer. */
const clientOf = (keys: Readonly<Record<string, string>>) => (method: string, path: string, body?: unknown) =>
  sendAs(keys.admin, mock.url + path, body, { method })

test('the usage of a client has names, kinds and listed words, and no data', async () => {
  await using workspace = mock.workspace()
  const call = clientOf(workspace.keys)
  await call('POST', '/tasks', { title: 'Ask Zoe', priority: 'high', due_date: null, budget: 4711 })
  await call('POST', '/tasks', { title: 'Ask Yves', acceptance_criteria: [{ text: 'Signed' }] })
  await call('POST', '/tasks', { priority: 'urgent' })
  await call('GET', '/tasks?limit=20&status=done&zoe=yes')
  await call('GET', '/tasks/task_of_zoe')
  await call('GET', '/zoe')
  const usage = await workspace.usage('reports')
  expect(usage).toEqual({
    usage: 1,
    client: 'reports',
    complete: true,
    operations: {
      createTask: {
        sends: {
          body: { sent: 'always', kinds: ['object'] },
          'body.*': { sent: 'sometimes', kinds: ['integer'] },
          'body.acceptance_criteria': { sent: 'sometimes', kinds: ['array'] },
          'body.acceptance_criteria[]': { sent: 'always', kinds: ['object'] },
          'body.acceptance_criteria[].text': { sent: 'always', kinds: ['string'] },
          'body.due_date': { sent: 'sometimes', kinds: ['null'] },
          'body.priority': { sent: 'sometimes', kinds: ['string'], words: ['high'] },
          'body.title': { sent: 'always', kinds: ['string'] },
        },
        replies: { 201: [], 422: ['request_invalid'] },
        reads: 'unknown',
      },
      getTask: { sends: {}, replies: { 404: ['task_not_found'] }, reads: 'unknown' },
      listTasks: {
        sends: {
          'query *': { sent: 'sometimes', kinds: ['string'] },
          'query limit': { sent: 'always', kinds: ['integer'] },
          'query status': { sent: 'always', kinds: ['string'], words: ['done'] },
        },
        replies: { 200: [] },
        reads: 'unknown',
      },
    },
  })
  expect(JSON.stringify(usage)).not.toMatch(/zoe|yves|4711|awk_|Signed|budget/i)
})

test('the journal and an archive of it give the same usage', async () => {
  await using workspace = mock.workspace()
  const call = clientOf(workspace.keys)
  await call('POST', '/tasks', { title: 'Ask Zoe', priority: 'high' })
  await call('GET', '/tasks/nothing')
  const [file, archive] = [join(folder, 'clients/reports.usage.yaml'), join(folder, 'calls.har')]
  const written = await run('usage', '--base-url', mock.url, '-w', workspace.id, '--out', file)
  expect(written).toEqual({ status: 0, text: `Wrote ${file}: what reports uses of 2 operations.` })
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('body.priority: { sent: always, kinds: [ string ], words: [ high ] }\n')
  expect(await readUsage(text, file)).toEqual(await workspace.usage('reports'))
  const overHttp = await askAs(undefined, `${mock.url}/_mock/workspaces/${workspace.id}/usage?client=reports`)
  expect(overHttp.body).toEqual(await workspace.usage('reports'))
  writeFileSync(archive, JSON.stringify(workspace.journal.har()))
  const again = await run('usage', '--from', archive, '--client', 'reports')
  expect(`${again.text}\n`).toBe(text)
})

test('what the journal has dropped is known by operation and status only', async () => {
  await using workspace = mock.workspace()
  const call = clientOf(workspace.keys)
  await call('POST', '/tasks', { title: 'Ask Zoe' })
  for (let i = 0; i < 6; i += 1) await call('GET', '/runs?limit=1')
  const { complete, operations } = await workspace.usage('reports')
  expect(complete).toBe(false)
  expect(operations.createTask).toEqual({ sends: 'unknown', replies: { 201: [] }, reads: 'unknown' })
  expect(Object.keys(operations)).toEqual(['createTask', 'listRuns'])
})

test.each([
  ['', 'is no usage file: it has no usage: 1'],
  ['{"log": {"entries": []}}', 'is no usage file: it has no usage: 1'],
  ['usage: [', 'is no usage file: it is no YAML'],
  ['usage: 2', 'it has usage: 2, and this version reads 1'],
  ['usage: 1\nclient: a\ncomplete: true\noperations: []', 'operations must be object'],
  ['usage: 1\nclient: a\ncomplete: true\noperations: {}\nkeys: {}', 'additional properties (keys)'],
  [
    'usage: 1\nclient: a\ncomplete: true\noperations: { listRuns: { sends: all, replies: {}, reads: [] } }',
    'operations.listRuns.sends must be equal to constant (unknown)',
  ],
])('a file that is no usage is refused: %s', async (text, message) => {
  await expect(readUsage(text, 'a.usage.yaml')).rejects.toThrow(message)
})

test('what nests deeply in a member that is undeclared is not followed', async () => {
  await using workspace = mock.workspace()
  const depth = 20_000
  const body = `{"title":"x","more":${'['.repeat(depth)}${']'.repeat(depth)}}`
  await fetch(`${mock.url}/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.keys.admin}`, 'content-type': 'application/json' },
    body,
  })
  const reply = await fetch(`${mock.url}/_mock/workspaces/${workspace.id}/usage?client=deep`)
  expect(reply.status).toBe(200)
})

test('a mock that nobody has called gives no usage', async () => {
  await using workspace = mock.workspace()
  await expect(run('usage', '--base-url', mock.url, '-w', workspace.id)).rejects.toThrow(
    'let the client run first',
  )
})

test('a client that works with the default answers breaks on a stricter mock and on a twin', async () => {
  await using workspace = mock.workspace()
  const call = clientOf(workspace.keys)
  await call('POST', '/tasks', { title: 'Ask Zoe', description: 'Today' })
  await call('GET', '/runs?status=completed&trace=17')
  await call('DELETE', `/tasks/${workspace.workspace.tables.tasks.all()[0]!.id}`)
  const file = join(folder, 'strict.usage.yaml')
  await run('usage', '--base-url', mock.url, '-w', workspace.id, '--out', file)
  const all = '3 of 3 operations were called with made-up values.'
  expect(await run('mock', '--check', file)).toEqual({ status: 0, text: `strict: works; ${all}` })
  const strict = await run('mock', '--check', file, '--gap', 'unknown-query-parameters=refuse')
  expect(strict).toEqual({
    status: 1,
    text: `strict: breaks; ${all}\n  breaks: listRuns (GET /runs): 422 in place of 200, with made-up values`,
  })
  const twin = join(import.meta.dirname, '../evaluation/bench/enterprise.twin.yaml')
  const other = await run('mock', '--check', file, '--twin', twin)
  expect(other.status).toBe(1)
  expect(other.text).toMatch(/breaks: listRuns .*\n.*may break: createTask .*: 422 in place of 201/s)
})

test('a client is checked by an edited contract', async () => {
  await using workspace = mock.workspace()
  const call = clientOf(workspace.keys)
  await call('POST', '/tasks', { title: 'Ask Zoe' })
  await call('GET', '/runs')
  const [file, next] = [join(folder, 'edited.usage.yaml'), join(folder, 'next.json')]
  await run('usage', '--base-url', mock.url, '-w', workspace.id, '--out', file)
  const edited = JSON.parse(JSON.stringify(document))
  edited.components.schemas.TaskCreate.required.push('description')
  delete edited.paths['/runs']
  writeFileSync(next, JSON.stringify(edited))
  const { status, out } = await runProgram(['mock', '--check', file, '--contract', next])
  expect(status).toBe(1)
  expect(out).toContain('breaks: createTask (POST /tasks): 422 in place of 201, without body.description')
  expect(out).toContain('breaks: listRuns: the contract has no such operation')
  writeFileSync(next, '{"openapi": "3.1.0"}')
  expect(await runProgram(['mock', `--contract=${next}`])).toMatchObject({
    status: 2,
    err: expect.stringMatching(/one file of JSON.*not \S+next\.json: it has no operations/),
  })
})

test('what a client reads through the watched fetch is known, and what it reads otherwise is not', async () => {
  await using workspace = mock.workspace()
  const replies = new WatchedReplies()
  const api = clientAs(workspace.keys.admin, workspace.url, replies.fetch)
  const list = await api.GET('/tasks', { params: { query: { limit: 2 } } })
  expect(list.data?.data.map(({ id, title }) => `${id} ${title}`)).toHaveLength(2)
  const page = list.data as Record<string, unknown>
  expect(page.zoe).toBeUndefined()
  await api.GET('/tasks/{task_id}', { params: { path: { task_id: 'nothing' } } })
  await api.GET('/wallet')
  // As some generated clients do.
  const reply = await replies.fetch(`${mock.url}/settings/entitlements`, {
    headers: { authorization: `Bearer ${workspace.keys.admin}` },
  })
  const { plan } = (await reply.clone().json()) as { plan: object }
  expect(plan).toBeDefined()
  await clientOf(workspace.keys)('GET', '/wallet')
  const usage = replies.complete(await workspace.usage('reports'), workspace.coverage())
  const read = async (what: string) =>
    (await askAs(undefined, `${mock.url}/_mock/workspaces/${workspace.id}/${what}`)).body
  const elsewhere = replies.complete({ ...(await read('usage')), client: 'reports' }, await read('coverage'))
  expect(elsewhere).toEqual(usage)
  const { operations } = usage
  expect(operations.listTasks?.reads).toEqual([
    'reply 200.data',
    'reply 200.data[].id',
    'reply 200.data[].title',
  ])
  expect(operations.getTask?.reads).toEqual(['reply 404 as text'])
  expect(operations.getEntitlements?.reads).toEqual(['reply 200.plan'])
  expect(operations.getWallet?.reads).toBe('unknown')
})
