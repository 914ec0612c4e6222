// The server as an assistant uses it: a process of its own, through the client of the protocol's SDK.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { type Body, sendAs } from '../../mock/testing/send-as.ts'

const root = join(import.meta.dirname, '../..')
const client = new Client({ name: 'test', version: '1.0.0' })

beforeAll(() =>
  client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--import', './scripts/runtime.js', 'cli/main.ts', 'mcp', '--base-url', 'http://127.0.0.1:1'],
      cwd: root,
    }),
  ),
)
afterAll(() => client.close())

interface Result {
  readonly content: readonly { readonly text: string }[]
  readonly isError?: boolean
}

async function send(name: string, input: Record<string, unknown>): Promise<Result> {
  return (await client.callTool({ name, arguments: input })) as unknown as Result
}

async function failing(name: string, input: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await send(name, input)
  expect(isError).toBe(true)
  return content[0]?.text ?? ''
}

async function call(name: string, input: Record<string, unknown> = {}): Promise<Body> {
  const { content, isError } = await send(name, { more: true, ...input })
  expect(isError, content[0]?.text).toBeFalsy()
  return JSON.parse(content[0]!.text)
}

test('an assistant reaches a finished run, decides an approval, and reads why a call was refused', async () => {
  expect(client.getInstructions()).toContain('mock_script')
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('run_conformance')
  expect(await failing('create_workspace')).toContain('Start one with start_mock.')
  expect(await failing('inject_fault', { on: {}, effects: [] })).toMatch(/Unrecognized key.*\bon\b/)
  const mock = await call('start_mock', { clock: '2026-11-20T09:00:00Z' })
  expect(mock).toMatchObject({ url: expect.stringMatching(/^http:/), clock: 'frozen' })
  const { workspace, roles } = await call('create_workspace')
  const started = await call('call_service', {
    method: 'POST',
    path: `/agents/${roles.agents['agent-that-finishes']}/run`,
    body: { input: { task: 'Check invoice 17' } },
    workspace,
  })
  const passed = await call('advance_clock', { until_idle: true, workspace })
  expect(passed.transitions.map((one: Body) => one.kind)).toContain('run.completed')
  const run = await call('call_service', { path: `/runs/${started.body.run_id}`, workspace })
  expect(run.body.status).toBe('completed')

  await call('trigger_situation', { situation: 'approval-waits', workspace })
  expect(await call('list_waiting', { workspace })).toMatchObject({ approvals: [{ status: 'pending' }] })
  expect(await call('decide_approval', { by: 'manager', workspace })).toMatchObject({
    approval: { status: 'approved' },
  })

  const refused = await call('call_service', {
    method: 'POST',
    path: `/agents/runs/${started.body.run_id}/pause`,
    workspace,
  })
  expect(refused.status).toBe(409)
  expect(await call('explain_exchange', { exchange: refused.exchange })).toMatchObject({
    rule: { code: expect.any(String) },
  })
  const journal = await call('read_journal', { status: '4xx', workspace })
  expect(journal.data.map((one: Body) => one.id)).toEqual([refused.exchange])
  expect(await call('read_journal', { operation: 'startRun', details: true, workspace })).toMatchObject({
    data: [{ request: { body: { input: { task: 'Check invoice 17' } } } }],
  })
  expect(await call('lint_client', { workspace })).toHaveProperty('problems')
})

test('an assistant reads the contract, breaks things, changes the world, and learns what stands still', async () => {
  const described = await call('describe_operation', { operation: 'createTask' })
  expect(described).toMatchObject({
    call: 'POST /tasks',
    scopes: [['tasks:write']],
    body: {
      title: expect.stringContaining('required, string'),
      priority: expect.stringContaining('one of urgent'),
    },
    succeeds_with: 201,
  })
  const before = await call('start_mock', { clock: 'frozen' })
  expect(await failing('start_mock', { clock: 'frozn' })).toContain('clock takes real, x60, frozen')
  expect(await failing('start_mock', { gaps: { nothing: 'x' } })).toContain('nothing')
  // Not lost by that.
  expect(await call('diagnose_workspace')).toMatchObject({ mode: 'frozen' })
  const after = await call('start_mock', { clock: 'frozen' })
  expect(after.left).toBe(`${before.url}, which is stopped`)
  const { workspace } = await call('create_workspace')
  await call('inject_fault', {
    operation: 'listAgents',
    times: 1,
    effects: [{ do: 'reply', status: 503 }],
    workspace,
  })
  expect(await call('call_service', { path: '/agents/', workspace })).toMatchObject({ status: 503 })
  await call('clear_faults', { workspace })
  expect(await failing('inject_fault', { effects: [{ do: 'explode' }], workspace })).toContain(
    'must be one of',
  )
  const part = { agents: { helper: { script: 'ask Which one?; finish Done.' } } }
  expect(await call('change_world', { part, workspace })).toMatchObject({ created: expect.anything() })
  await call('trigger_situation', { situation: 'run-asks', workspace })
  expect(await call('diagnose_workspace', { workspace })).toMatchObject({
    reasons: expect.arrayContaining([expect.objectContaining({ kind: 'question' })]),
  })
})

test('replies are at most 1 kB unless more is asked for, and inputs have no format', async () => {
  for (const [name, input] of [
    ['create_workspace', {}],
    ['describe_operation', { operation: 'createTask' }],
    ['call_service', { path: '/agents/' }],
    ['read_world', {}],
  ] as const) {
    const ask = async (more: boolean) => (await send(name, { ...input, more })).content[0]!.text
    const [short, long] = [await ask(false), await ask(true)]
    expect(short.length, name).toBeLessThanOrEqual(1_000)
    expect(short, name).toContain('more: true returns all')
    expect(short, name).not.toContain('"begins"')
    expect(long.length, name).toBeGreaterThan(1_000)
  }
  const { tools } = await client.listTools()
  expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toContain('"format"')
})

test('wrong input is refused with what is right, and the session goes on', async () => {
  expect(await failing('trigger_situation', { situation: 'run-ask' })).toContain('run-asks')
  expect(await failing('call_service', { path: '/agents/', key: 'nobody' })).toContain('there are admin')
  expect(await failing('advance_clock', { by: 'soon' })).toContain('by must be milliseconds')
})

test('an assistant runs the suite and reads its violations', async () => {
  const only = ['agents/']
  const lawful = await call('run_conformance', { only })
  expect(lawful.counts).toMatchObject({ violated: 0 })
  expect(lawful.counts.met).toBeGreaterThan(5)
  const wrong = { on: { operation: 'listAgents' }, effects: [{ do: 'malform', how: 'empty' }] }
  const { url } = await call('create_workspace', {})
  await sendAs(undefined, `${url}/_mock/workspaces/demo/faults`, wrong)
  const broken = await call('run_conformance', { only, read_only: true })
  expect(broken.violations[0]).toMatchObject({
    id: expect.stringMatching(/^[A-Z]+-\d+$/),
    findings: [expect.any(String)],
    calls: [{ request: { method: 'GET' } }],
  })
})

test('a target file names no environment variable that was not allowed', async () => {
  const file = join(newFolder(), 'target.yaml')
  writeFileSync(file, 'base_url: http://127.0.0.1:1\nkeys: { admin: { env: HOME } }\n')
  expect(await failing('run_conformance', { target: file })).toContain('--target-env HOME')
})
