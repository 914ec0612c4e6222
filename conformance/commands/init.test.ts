import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startDeployments } from '../../evaluation/proof/deployments.ts'
import { run } from '../index.ts'
import { readTarget } from '../target/target.ts'
import type { TargetInput } from '../target/target-schema.ts'
import { init } from './init.ts'

const deployments = await startDeployments(300)
afterAll(() => deployments[Symbol.asyncDispose]())

test('writes a target from a key and an address alone, with what it finds by looking', async () => {
  using deployment = deployments.open()
  const { base_url, keys } = deployment.target
  const value = keys.admin?.value ?? ''
  const before = deployment.tenants.home.tables.tasks.size + deployment.tenants.home.tables.runs.size
  const text = await init({ base_url, keys: { admin: { value, role: 'admin' } } }, {})
  expect(deployment.tenants.home.tables.tasks.size + deployment.tenants.home.tables.runs.size).toBe(before)
  expect(text).not.toContain(value)
  const written = parse(text) as TargetInput
  expect(written.keys.admin).toMatchObject({
    env: 'KEY_ADMIN',
    role: 'admin',
    person_id: keys.admin?.person_id,
  })
  expect(written.members).toMatchObject({
    'ANA-08': 'success_rate',
    'WALLET-09': 'headline.subscription_euros',
  })
  expect(Object.keys(written.fixtures ?? {})).toEqual(
    expect.arrayContaining(['agent-finishes', 'agent-fails', 'workflow', 'board', 'team', 'model']),
  )
  expect(written.fixtures?.board).toHaveProperty('prefix')
  expect(text).toMatch(/agent-fails: \{ id: .* \} # of \d+ past runs/)
  expect(readTarget(written, { KEY_ADMIN: value }).members.get('ANA-16')).toEqual(['runs'])
})

test('adds to a target that exists, and keeps everything in it, comments too', async () => {
  using deployment = deployments.open()
  const { base_url, keys } = deployment.target
  const source = `# Ours; ask the platform team.
base_url: ${base_url}
keys:
  # The first one is under test.
  admin: { value: ${keys.admin?.value}, role: admin, scopes: all, owner: ada, tenant: home }
  old: { env: OLD_KEY, revoked: true } # revoked in May
fixtures:
  board: { id: ours, prefix: OURS } # not to be replaced
waivers:
  - { requirement: WF-05, reason: release 9, owner: team-api, until: 2027-02-28 }
`
  const input = parse(source) as TargetInput
  const text = await init(input, { OLD_KEY: 'sk-old-0123456789' }, source)
  for (const line of source.split('\n').filter(one => one.includes('#')))
    expect(text).toContain(line.slice(line.indexOf('#')))
  const { fixtures, keys: kept, waivers } = parse(text) as TargetInput
  expect(kept).toEqual({
    admin: { ...input.keys.admin, person_id: keys.admin?.person_id },
    old: { env: 'OLD_KEY', revoked: true },
  })
  expect(fixtures?.board).toEqual({ id: 'ours', prefix: 'OURS' })
  expect(fixtures?.workflow).toBeDefined()
  expect(waivers).toEqual(input.waivers)
})

test('what it writes is believed without a false alarm', async () => {
  using deployment = deployments.open()
  const { base_url, keys, pace = {} } = deployment.target
  const { admin = {}, manager = {}, member = {} } = keys
  const bare = { admin, manager, member } as TargetInput['keys']
  const written = parse(await init({ base_url, keys: bare }, {})) as TargetInput
  const report = await run(
    { ...written, keys: bare, pace },
    {
      journal: false,
      skipRateLimit: true,
      only: ['runs/', 'tasks/', 'analytics/', 'knowledge/', 'workflows/'],
    },
  )
  const violated = report.requirements.filter(row => row.verdict === 'violated')
  expect(violated.map(row => `${row.id} ${row.findings[0]?.sentence}`)).toEqual([])
})
