// The worked example of docs/clients.md: an edit with six changes, and three clients of which one breaks.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { type Contract, compareContracts, document } from '#openapi'
import { touchOf, type Usage, usageText } from '#openapi/usage'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { sendAs } from '../../mock/testing/send-as.ts'

const root = join(import.meta.dirname, '../..')
const folder = newFolder()

// Loose on purpose: each edit is of one place.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Editable = any

/** Two harmless changes, two risky ones and two that break those who use what they concern. */
function edited(): Contract {
  const contract: Editable = structuredClone(JSON.parse(JSON.stringify(document)))
  const { paths, components } = contract
  const { TaskCreate } = components.schemas
  paths['/tasks'].get.parameters.push({ name: 'priority', in: 'query', schema: { type: 'string' } })
  TaskCreate.properties.effort = { type: 'integer' }
  const { Limit } = components.parameters
  paths['/runs'].get.parameters[2] = { ...Limit, schema: { ...Limit.schema, default: 20 } }
  paths['/tasks/{task_id}/status'].patch.responses[423] = { description: 'The board is locked.' }
  TaskCreate.required.push('description')
  paths['/tasks'].get.parameters.splice(3, 1)
  return contract
}

/** The usage of a client that makes these calls: a method, a path, and a body. */
async function usageAfter(client: string, ...calls: [string, string, object?][]): Promise<Usage> {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  await using workspace = mock.workspace()
  for (const [method, path, body] of calls)
    await sendAs(workspace.keys.admin, mock.url + path, body, { method })
  const usage = await workspace.usage(client)
  writeFileSync(join(folder, `${client}.usage.yaml`), await usageText(usage))
  return usage
}

function diff(...args: string[]) {
  const after = join(folder, 'after.json')
  writeFileSync(after, JSON.stringify(edited()))
  const script = [join(root, 'scripts/contract-diff.ts'), 'openapi/openapi.yaml', after]
  return spawnSync(process.execPath, [...script, ...args], { cwd: root, encoding: 'utf8' })
}

test('of three clients, an edit with six changes breaks the one that sends too little', async () => {
  await usageAfter('billing', ['GET', '/runs?status=completed'], ['GET', '/wallet'])
  await usageAfter('helpdesk', ['POST', '/tasks', { title: 'Printer' }], ['GET', '/tasks?limit=5'])
  const tasks = { title: 'Plan', description: 'The week' }
  await usageAfter('planner', ['POST', '/tasks', tasks], ['PATCH', '/tasks/x/status', { status: 'done' }])
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  const text = diff('--clients', folder)
  expect(text).toMatchObject({ status: 1, stderr: '' })
  expect(page).toContain(text.stdout)
  expect(diff('--clients', folder, '--format', 'markdown').stdout).toContain(
    '| 🔴 breaking | TaskCreate.description is required now. | createTask | **helpdesk** breaks: createTask (POST /tasks): 422 in place of 201, without body.description |',
  )
  const data = JSON.parse(diff('--clients', folder, '--format', 'json').stdout)
  expect(data.clients).toEqual([
    { client: 'billing', impact: 'notices' },
    { client: 'helpdesk', impact: 'breaks' },
    { client: 'planner', impact: 'notices' },
  ])
  rmSync(join(folder, 'helpdesk.usage.yaml'))
  expect(diff('--clients', folder).status).toBe(0)
  expect(diff().status).toBe(1)
})

test('a folder without usage files, and a file that is none, are refused', () => {
  expect(diff('--clients', join(root, 'docs'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no file that ends in .usage.yaml'),
  })
  expect(diff('--clients', join(root, 'package.json'))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is no usage file: it has no usage: 1'),
  })
})

const sends = (places: object) => ({ sends: places, replies: { 200: [], 201: [], 422: [] }, reads: [] })
const text = { sent: 'sometimes', kinds: ['string'] }
const sendsStatus = (word: string) => sends({ 'body.status': { ...text, words: [word] } })

interface Places {
  readonly all: Editable
  readonly operation: Editable
  readonly body: Editable
}
const withoutTags = ({ body }: Places) => delete body.properties.tags
const withoutCancelled = ({ body }: Places) => body.properties.status.enum.pop()
const withoutTitle = ({ all }: Places) => delete all.components.schemas.Task.properties.title
const otherScope = ({ operation }: Places) => (operation.security = [{ apiKey: ['tasks:admin'] }])
const rateLimit = ({ operation }: Places) => (operation['x-rate-limit'] = { requests: 1, window_seconds: 60 })
const oldLimit = ({ all }: Places) => (all.components.parameters.Limit.deprecated = true)
const neededId = ({ all }: Places) => all.components.schemas.AcceptanceCriterion.required.push('id')
const withoutHeaders = ({ all }: Places) => delete all.paths['/runs'].get.responses[200].headers

/** A change of the contract, what a client does that it may concern, and what becomes of the client. */
test.each<[string, (places: Places) => void, object, string | undefined]>([
  ['a removed member that it sends', withoutTags, sends({ 'body.tags': text }), 'breaks'],
  ['a removed member that it does not send', withoutTags, sends({}), undefined],
  ['a lost word that it sends', withoutCancelled, sendsStatus('cancelled'), 'breaks'],
  ['a lost word that it does not send', withoutCancelled, sendsStatus('done'), undefined],
  [
    'a bound on values that nobody knows',
    ({ body }) => (body.properties.title.maxLength = 9),
    sends({ 'body.title': text }),
    'may break',
  ],
  [
    'a lost null that it sends',
    ({ body }) => (body.properties.due_date.type = 'string'),
    sends({ 'body.due_date': { ...text, kinds: ['null'] } }),
    'breaks',
  ],
  ['another scope', otherScope, sends({}), 'breaks'],
  [
    'another scope, where it was always refused',
    otherScope,
    { ...sends({}), replies: { 403: [] } },
    undefined,
  ],
  ['a rate limit', rateLimit, sends({}), 'may break'],
  ['a removed operation', ({ all }) => delete all.paths['/tasks'].post, sends({}), 'breaks'],
  ['a removed member that it reads', withoutTitle, { ...sends({}), reads: ['reply 201.title'] }, 'breaks'],
  ['a removed member that it does not read', withoutTitle, sends({}), undefined],
  ['a removed member that it may read', withoutTitle, { ...sends({}), reads: 'unknown' }, 'may break'],
  ['a removed member that it may send', withoutTags, { ...sends({}), sends: 'unknown' }, 'may break'],
  ['a deprecated parameter', oldLimit, sends({ 'query limit': text }), 'notices'],
  ['a deprecated parameter that it does not send', oldLimit, sends({}), undefined],
  ['a removed header, which no usage knows', withoutHeaders, sends({}), 'may break'],
  [
    'a new required member, which may be among those not declared',
    ({ body }) => body.required.push('tags'),
    sends({ body: text, 'body.*': text }),
    'may break',
  ],
  [
    'no further members',
    ({ body }) => (body.additionalProperties = false),
    sends({ 'body.*': text }),
    'breaks',
  ],
  ['a required member of an object that it does not send', neededId, sends({ body: text }), undefined],
])('a client meets %s', (_, edit, use, impact) => {
  const all: Editable = JSON.parse(JSON.stringify(document))
  edit({ all, operation: all.paths['/tasks'].post, body: all.components.schemas.TaskCreate })
  const usage = {
    usage: 1,
    client: 'a',
    complete: true,
    operations: { createTask: use, listRuns: use },
  } as Usage
  const touches = compareContracts(document, all).flatMap(change => touchOf(change, usage) ?? [])
  expect(touches[0]?.impact).toBe(impact)
})
