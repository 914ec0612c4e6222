// Who may call what, and sees what of it (section 5), key by key.
import { expect } from 'vitest'
import { type OperationRow, operationIds, operations, SCOPES, type Schemas, type Scope } from '#openapi'
import { sendAs } from '../testing/send-as.ts'
import { type KeyName, startTestKit, type TestKit, test } from '../testing/test-kit.ts'

const rows = operationIds.map(id => operations[id] as OperationRow)

test('a key stands behind the word Bearer, however that is written, and nowhere else', async ({ kit }) => {
  const secret = kit.roles.keys.admin
  for (const header of [`Bearer ${secret}`, `bearer ${secret}`, `BEARER   ${secret}  `])
    expect([header, (await get(kit, '/agents/', header)).status]).toEqual([header, 200])
  const wrong = [undefined, '', 'Bearer', 'Bearer ', secret, `Basic ${secret}`, `Bearer${secret}`]
  for (const header of [
    ...wrong,
    `Bearer ${secret} ${secret}`,
    `Token Bearer ${secret}`,
    `Bearer ${secret},x`,
  ]) {
    const { status, error } = await get(kit, '/agents/', header)
    const code = header?.endsWith(',x') ? 'key_unknown' : 'key_missing'
    expect([header, status, error?.code]).toEqual([header, 401, code])
  }
})

test('a key is refused from the instant on at which it is revoked', async ({ kit }) => {
  const key = keyNamed(kit, 'member')
  for (const [after, status] of [
    [1, 200],
    [0, 401],
    [-1, 401],
  ] as const) {
    kit.workspace.tables.keys.replace(key.id, { revokedAt: kit.workspace.now() + after })
    const answer = await get(kit, '/agents/', `Bearer ${key.secret}`)
    expect([after, answer.status, answer.error?.code]).toEqual([
      after,
      status,
      status === 401 ? 'key_revoked' : undefined,
    ])
  }
})

test('every operation refuses the key that has all scopes but its own, and takes the one that has no other', async () => {
  await using kit = await startTestKit()
  const key = keyNamed(kit, 'no-scope')
  const codeWith = async (operation: OperationRow, scopes: readonly Scope[]) => {
    kit.workspace.tables.keys.replace(key.id, { scopes })
    const path = operation.path.replaceAll(/\{\w+\}/g, 'nothing')
    const { method } = operation
    const body = ['POST', 'PATCH'].includes(method) ? { body: '{}' } : {}
    const headers = { 'content-type': 'application/json' }
    const response = await kit.fetch('no-scope', path, { method, headers, ...body })
    return response.headers.get('content-type')?.includes('json')
      ? (((await response.json()) as Partial<Schemas['Error']>).error?.code ?? 'served')
      : 'served'
  }
  for (const operation of rows) {
    const own = operation.scopes.flat() as Scope[]
    const others = SCOPES.filter(scope => !own.includes(scope))
    const expected = own.length === 0 ? expect.not.stringMatching('scope_missing') : 'scope_missing'
    expect([operation.id, await codeWith(operation, others)]).toEqual([operation.id, expected])
    for (const scopes of operation.scopes as readonly Scope[][])
      expect([operation.id, await codeWith(operation, scopes)]).not.toEqual([operation.id, 'scope_missing'])
  }
})

test('members are refused workspace-wide analytics and nothing else; managers and admins are not', async () => {
  for (const answer of ['admin-and-insights', 'all-but-own'] as const) {
    await using kit = await startTestKit({ profile: { 'workspace-wide-endpoints': answer } })
    for (const operation of rows.filter(row => row.method === 'GET' && !row.path.includes('{'))) {
      const wide =
        answer === 'admin-and-insights'
          ? operation.path === '/insights/summary' || operation.path.startsWith('/admin/')
          : operation.scopes[0]?.includes('analytics:read') && operation.id !== 'getMyUsage'
      const statuses = ['member', 'manager', 'admin'].map(key => kit.fetch(key as KeyName, operation.path))
      const [member, manager, admin] = await Promise.all(statuses)
      expect([operation.id, member?.status]).toEqual([operation.id, wide ? 403 : member?.status])
      const refusal = wide ? ((await member?.json()) as Schemas['Error']) : undefined
      if (wide) expect(refusal?.error.code).toBe('role_insufficient')
      else expect([operation.id, member?.status]).not.toEqual([operation.id, 403])
      for (const other of [manager, admin])
        expect([operation.id, other?.status]).not.toEqual([operation.id, 403])
    }
  }
})

test('a private agent is there for its owner alone, in every way to ask for it', async ({ kit }) => {
  const agent_id = kit.agent('agent-private-to-other')
  const path = { agent_id }
  const { run_id } = await kit.startRun('agent-private-to-other', { key: 'other' })
  for (const key of ['other', 'admin', 'manager', 'outsider-manager', 'member'] as const) {
    const sees = key === 'other'
    const client = kit.as(key)
    const agent = await client.GET('/agents/{agent_id}', { params: { path } })
    expect([key, agent.response.status, agent.error?.error.code]).toEqual(
      sees ? [key, 200, undefined] : [key, 404, 'agent_not_found'],
    )
    if (!sees) expect(agent.error?.error.param).toBe('agent_id')
    const read = await client.GET('/runs/{run_id}', { params: { path: { run_id } } })
    expect([key, read.response.status, read.error?.error.code]).toEqual(
      sees ? [key, 200, undefined] : [key, 404, 'run_not_found'],
    )
    if (!sees) expect(read.error?.error.param).toBe('run_id')
    const { data: agents } = await client.GET('/agents/', { params: { query: { limit: 200 } } })
    expect([key, agents?.data.some(one => one.id === agent_id)]).toEqual([key, sees])
    const { data: runs } = await client.GET('/runs', { params: { query: { agent_id, limit: 1 } } })
    expect([key, runs?.data.length]).toEqual([key, sees ? 1 : 0])
  }
})

test('whoever started a run sees it even when its agent is made private or is gone; others do not', async () => {
  await using kit = await startTestKit()
  const agent_id = kit.agent('agent-that-finishes')
  const { run_id } = await kit.startRun('agent-that-finishes')
  const readers = async () => {
    const seen: string[] = []
    for (const key of ['admin', 'manager', 'member', 'other'] as const)
      if ((await kit.fetch(key, `/runs/${run_id}`)).status === 200) seen.push(key)
    return seen
  }
  expect(await readers()).toEqual(['admin', 'manager', 'member', 'other'])
  kit.workspace.tables.agents.replace(agent_id, { visibility: 'private' })
  expect(await readers()).toEqual(['manager', 'member'])
  kit.workspace.tables.agents.delete(agent_id)
  expect(await readers()).toEqual(['member'])
})

test('the explanation of an unknown agent offers those that the caller sees, and nobody else’s private one', async ({
  workspace,
}) => {
  const { agents } = workspace.roles
  const offered = async (key: KeyName) => {
    const { accepted } = workspace.explain(
      await sendAs(workspace.keys[key], `${workspace.url}/agents/nothing`),
    )
    return Object.values(agents).filter(id => accepted.some(line => line.includes(id)))
  }
  expect(await offered('other')).toContain(agents['agent-private-to-other'])
  expect(await offered('member')).not.toContain(agents['agent-private-to-other'])
  expect(await offered('member')).toContain(agents['agent-that-finishes'])
})

function keyNamed(kit: TestKit, name: KeyName) {
  return kit.workspace.tables.keys.all().find(key => key.name === name)!
}

async function get(kit: TestKit, path: string, authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization }
  const response = await fetch(kit.url + path, { headers })
  const { error } = (await response.json()) as Partial<Schemas['Error']>
  return { status: response.status, error }
}
