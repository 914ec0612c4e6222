import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Mock, type MockWorkspace, startMock, type WorldSource } from '../index.ts'
import { askAs, sendAs } from '../testing/send-as.ts'
import { readWorldText } from '../world-file/index.ts'

const COMPANY = {
  company: { name: 'Contoso', time_zone: 'Europe/Madrid', balance_euros: 250 },
  teams: { sales: 'Sales', it: 'IT' },
  people: {
    ana: { name: 'Ana Ruiz', role: 'admin', teams: ['it'] },
    ben: { name: 'Ben Ito', teams: ['sales'], manages: ['sales'] },
    eve: { teams: ['sales'] },
  },
  keys: { ci: { of: 'ana', secret: 'awk_demo_continuous' }, ben: 'ben', eve: { of: 'eve', scopes: 'read' } },
  models: { big: { in: 2.5, out: 10 } },
  agents: {
    'quote-writer': { owner: 'ben', script: 'work 5s; ask Which price list?; finish Used {{answer}}' },
    poster: { script: 'work 2s; finish Posted.' },
  },
  workflows: {
    offer: {
      owner: 'ben',
      steps: [{ agent: 'poster' }, { gate: 'Release', approvers: ['ben'] }, { agent: 'poster' }],
    },
  },
  boards: { sales: { prefix: 'SAL' } },
  projects: { spring: 'Spring' },
  tasks: [
    { title: 'First offer', assignee: 'quote-writer', project: 'spring', criteria: ['It has a price'] },
    { title: 'Its annex', parent: 'First offer', owner: 'eve', status: 'in_review', approvers: ['ana'] },
  ],
  knowledge: {
    prices: { documents: [{ title: 'Spring list', text: 'Chairs cost 40 euros.\n\nTables cost 90.' }] },
  },
  clients: { fabrikam: { agents: ['quote-writer'] } },
  policies: [{ on: ['question'], after: '10m', answer: 'The spring list.' }],
} as const satisfies WorldSource

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ world: COMPANY, clock: { frozen: '2026-11-20T09:00:00Z' } })
})
afterAll(() => mock.stop())

const call = ({ id }: Pick<MockWorkspace, 'id'>, method: string, path: string, body?: unknown) =>
  askAs(undefined, `${mock.url}/_mock/workspaces/${id}/world${path}`, body, { method })

const get = async (path: string, key: string) => (await askAs(key, mock.url + path)).body

test('a company of three people, two agents and a gate works over HTTP', async () => {
  const roles = mock.demo.roles as unknown as Record<string, Record<string, string>>
  const start = (path: string) => askAs('awk_demo_continuous', mock.url + path, {})
  expect((await get('/wallet', 'awk_demo_continuous')).balance_euros).toBe(250)
  expect((await get('/v1/models', 'awk_demo_continuous')).data.map(({ id }: { id: string }) => id)).toEqual([
    'big',
  ])
  expect((await get('/tasks/by-number/SAL-1', 'awk_demo_continuous')).title).toBe('First offer')
  const { body: asked } = await start(`/agents/${roles.agents?.['quote-writer']}/run`)
  await start(`/workflows/${roles.workflows?.offer}/run`)
  mock.clock.advance('1m')
  expect((await get('/workflows/approvals/pending', 'awk_demo_ben')).data).toHaveLength(1)
  expect((await get('/workflows/approvals/pending', 'awk_demo_eve')).data).toHaveLength(0)
  mock.clock.advance('10m')
  expect(await get(`/runs/${asked.run_id}`, 'awk_demo_continuous')).toMatchObject({
    status: 'completed',
    summary: 'Used The spring list.',
  })
  expect((await start('/v1/agent/chat/completions')).status).toBe(422)
})

test('workspaces are made of it, of the demo, and of a world in a request; secrets are used once', async () => {
  const create = (from: unknown) => askAs(undefined, `${mock.url}/_mock/workspaces`, { from })
  const own = (await create('world')).body
  expect(own.roles.people).toHaveProperty('ana')
  expect(own.keys.ci).not.toBe('awk_demo_continuous')
  expect((await create('demo')).body.roles.people).toHaveProperty('person-admin')
  const inline = await create({
    world: { people: { zoe: { role: 'admin' } }, keys: { z: { of: 'zoe', secret: 'awk_demo_z' } } },
  })
  expect(inline.body.keys).toEqual({ z: 'awk_demo_z' })
  const again = await create({
    world: 'people: { zoe: { role: admin } }\nkeys: { z: { of: zoe, secret: awk_demo_z } }',
  })
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'key_secret_taken' } } })
  const wrong = await create({
    world: 'agents:\n  helper: { system_prompt: { file: /etc/passwd }, ownr: zoe }',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.body.error.issues.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('world.yaml:2:36: agents.helper.system_prompt.file: files are not read here'),
    expect.stringContaining(
      'world.yaml:2:51: agents.helper.ownr: there is no member ownr here; did you mean owner?',
    ),
  ])
})

test('ids follow from seed, kind and handle: one more agent renames nothing', async () => {
  await using other = mock.workspace({
    from: { world: { ...COMPANY, keys: {}, agents: { first: {}, ...COMPANY.agents } } },
  })
  for (const [handle, id] of Object.entries(mock.demo.roles.agents))
    expect(other.world.get('agents', handle).id).toBe(id)
})

test('entries are read, created, changed and deleted, each by the schema of the file', async () => {
  await using workspace = mock.workspace()
  const agents = await call(workspace, 'GET', '/agents')
  expect(agents.body.data.map(({ handle }: { handle: string }) => handle).sort()).toEqual([
    'poster',
    'quote-writer',
  ])
  const made = await call(workspace, 'PUT', '/agents/helper', { owner: 'eve', script: 'finish Helped.' })
  expect(made).toMatchObject({
    status: 200,
    body: { handle: 'helper', entry: { owner: 'eve', team: 'sales', model: 'big' } },
  })
  const changed = await call(workspace, 'PUT', `/agents/${made.body.id}`, { name: 'Helping hand' })
  expect(changed.body).toMatchObject({ id: made.body.id, entry: { name: 'Helping hand', owner: 'ana' } })
  expect((await call(workspace, 'PUT', '/agents/helper', { owner: 'evee' })).body.error.message).toContain(
    'did you mean eve?',
  )
  expect((await call(workspace, 'GET', '/agents/helpr')).body.error.message).toContain('there are')
  expect((await call(workspace, 'PUT', '/keys/new', { of: 'eve', scopes: ['runs:read'] })).status).toBe(200)
  expect((await get('/runs', workspace.keys.new!)).data).toEqual([])
  expect((await call(workspace, 'DELETE', '/keys/new')).status).toBe(204)
  const document = { knowledge: 'prices', title: 'Autumn list', text: 'Lamps cost 20 euros.' }
  expect((await call(workspace, 'PUT', '/documents/new', document)).body).toMatchObject({
    handle: 'prices.autumn-list',
  })
  const search = await askAs(workspace.keys.ci, `${mock.url}/v1/knowledge/search`, { query: 'lamps' })
  expect(JSON.stringify(search.body)).toContain('Lamps cost 20 euros.')
  const moved = await call(workspace, 'PUT', '/tasks/SAL-2', {
    title: 'The offer',
    status: 'todo',
    assignee: 'eve',
  })
  expect(moved.body).toMatchObject({ entry: { title: 'The offer', status: 'todo', assignee: 'eve' } })
  for (const kind of ['teams', 'people', 'models', 'workflows', 'boards', 'projects', 'knowledge', 'clients'])
    expect((await call(workspace, 'GET', `/${kind}`)).body.data.length, kind).toBeGreaterThan(0)
})

test('a part is done as a whole or not at all', async () => {
  await using workspace = mock.workspace()
  const before = await workspace.world.text()
  const part = {
    people: { zoe: { role: 'admin' } },
    agents: { poster: { owner: 'zoe' }, lost: { owner: 'nobody' } },
  }
  const refused = await call(workspace, 'PATCH', '', part)
  expect(refused).toMatchObject({ status: 422, body: { error: { param: 'body.agents.lost.owner' } } })
  expect(await workspace.world.text()).toBe(before)
  const { lost: _, ...agents } = part.agents
  const done = await call(workspace, 'PATCH', '', { ...part, agents, tasks: [{ title: 'More' }] })
  expect(done.body).toEqual({
    created: ['people.zoe', 'tasks.SAL-3'],
    changed: ['agents.poster'],
    deleted: [],
  })
  expect(workspace.world.get('agents', 'poster').entry).toMatchObject({ owner: 'zoe', team: 'it' })
  const text = await call(workspace, 'PATCH', '', 'people:\n  zoe: null\nagents:\n  poster: { owner: ana }')
  expect(text.body.error.message).toContain('people.zoe is used by agent poster')
  const noMap = await call(workspace, 'PATCH', '', 'zoe')
  expect([noMap.status, noMap.body.error?.message]).toEqual([
    422,
    'world.yaml:1:1: a world is a map of members such as people and agents.',
  ])
  expect(workspace.world.put({ agents: { poster: { owner: 'ana' } } }).changed).toEqual(['agents.poster'])
  expect(workspace.world.put({ people: { zoe: null } }).deleted).toEqual(['people.zoe'])
  expect(() => workspace.world.put({ history: { days: 3 } })).toThrow(
    'the past is made when a workspace starts',
  )
})

test('what is used is not deleted, but on demand its users do what they would in the app', async () => {
  await using workspace = mock.workspace()
  const { id } = workspace.world.get('agents', 'quote-writer')
  await sendAs(workspace.keys.ci, `${mock.url}/agents/${id}/run`, {})
  const [run] = workspace.workspace.tables.runs.range('byAgent', id, { descending: true })
  const refused = await call(workspace, 'DELETE', '/agents/quote-writer')
  expect(refused.body.error.message).toBe(
    `agents.quote-writer is used by run ${run?.id}, task SAL-1, client fabrikam. Change that first, or add ?force=true to do what the app would.`,
  )
  expect((await call(workspace, 'DELETE', '/agents/quote-writer?force=true')).status).toBe(204)
  expect((await get(`/runs/${run?.id}`, workspace.keys.ci!)).status).toBe('stopped')
  expect((await get('/tasks/by-number/SAL-1', workspace.keys.ci!)).assignee_id).toBeNull()
  for (const [kind, handle] of [
    ['workflows', 'offer'],
    ['agents', 'poster'],
    ['people', 'eve'],
    ['teams', 'sales'],
    ['projects', 'spring'],
    ['knowledge', 'prices'],
    ['clients', 'fabrikam'],
    ['tasks', 'SAL-2'],
  ] as const)
    workspace.world.delete(kind, handle, { force: true })
  workspace.world.put({ boards: { other: {} }, models: { small: { in: 1, out: 1 } } })
  workspace.world.delete('boards', 'sales', { force: true })
  workspace.world.delete('models', 'big')
  expect((await call(workspace, 'DELETE', '/people/ben')).status).toBe(409)
  for (const path of [
    '/agents/',
    '/runs',
    '/tasks',
    '/workflows/',
    '/approvals/pending/list',
    '/v1/knowledge/folders',
  ])
    expect((await get(path, workspace.keys.ci!)).data, path).toBeInstanceOf(Array)
  await readWorldText(await workspace.world.text())
})

test('from a world to a mock to a world, nothing is lost', async () => {
  const first = await mock.demo.world.text()
  await using again = await startMock({
    world: parse(first) as WorldSource,
    clock: { frozen: '2026-11-20T09:00:00Z' },
  })
  expect(await again.demo.world.text()).toBe(first)
  expect(first).toContain('awk_demo_continuous')
  for (const from of ['demo', 'quiet', 'empty'] as const) {
    await using shipped = mock.workspace({ from })
    const text = await shipped.world.text()
    await using copy = mock.workspace({ from: { world: parse(text) as WorldSource } })
    expect(await copy.world.text(), from).toBe(text)
  }
})

test('a world is changed where ids of two kinds are equal', async () => {
  const ids = {
    usr: 'digits6',
    team: 'digits6',
    agt: 'digits6',
    brd: 'digits6',
    wf: 'digits6',
    kb: 'digits6',
  }
  await using twin = await startMock({ twin: { twin: 1, dialect: { ids } } })
  const own = twin.workspace({ from: 'quiet' })
  const [first] = own.world.list('people')
  expect(own.world.list('teams').map(({ id }) => id)).toContain(first!.id)
  own.world.put({ people: { zoe: { name: 'Zoe', teams: ['team-finance'] } } })
  expect(own.world.list('keys').find(({ handle }) => handle === 'admin')!.entry.of).toBe('person-admin')
})
