// What stands still, said to a test that fails and on request.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sendAs } from '../testing/send-as.ts'
import { mock, test } from '../testing/test-kit.ts'

const root = join(import.meta.dirname, '../..')

test('says what stands still, and what makes it go on', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  expect(workspace.diagnose().text).toBe(
    `Nothing stands still in ${workspace.id}, at 2026-11-20T09:00:00.000Z.`,
  )
  workspace.trigger('run-works')
  const asking = workspace.trigger('run-asks').run_id!
  workspace.trigger('approval-waits')
  const refused = await sendAs(workspace.keys.member, `${mock.url}/runs/run_none`)
  workspace.people.setBalance(0)
  const { text, reasons } = workspace.diagnose()
  expect(reasons.map(({ kind }) => kind)).toEqual(['clock', 'question', 'approval', 'balance', 'refusal'])
  expect(text).toContain('The clock is frozen, and one event is planned: at 2026-11-20T09:')
  expect(text).toContain('workspace.clock.untilIdle(), or agent-work advance --until-idle')
  expect(text).toContain(`agent-work answer ${asking}`)
  expect(text).toContain(`GET /runs/run_none was refused with 404: `)
  expect(text).toContain(`workspace.explain('${refused.headers.get('x-mock-exchange')}')`)
  const overHttp = await fetch(`${mock.url}/_mock/workspaces/${workspace.id}/diagnosis`)
  expect(await overHttp.json()).toEqual({
    workspace: workspace.id,
    now: '2026-11-20T09:00:00.000Z',
    mode: 'frozen',
    reasons,
  })
  workspace.clock.real()
  expect(workspace.diagnose().reasons.map(({ kind }) => kind)).not.toContain('clock')
})

test('leaves out what the demo has waiting from its beginning', async ({ workspace: demo }) => {
  expect(demo.people.waiting().questions.length).toBeGreaterThan(0)
  const asked = () => demo.diagnose().reasons.filter(({ kind }) => kind === 'question' || kind === 'approval')
  expect(asked()).toEqual([])
  demo.trigger('run-asks')
  expect(asked()).toHaveLength(1)
})

test('a failing test with the fixture prints what stood still, and a passing one nothing', async () => {
  mkdirSync(join(root, 'reports'), { recursive: true })
  const folder = mkdtempSync(join(root, 'reports/failing-'))
  try {
    writeFileSync(
      join(folder, 'client.test.ts'),
      `import { expect } from 'vitest'
import { test } from '${join(root, 'mock/vitest.ts')}'

const start = ({ url, keys, workspace }) =>
  fetch(url + '/agents/' + workspace.roles.agents['agent-that-finishes'] + '/run', {
    method: 'POST', headers: { authorization: 'Bearer ' + keys.member, 'content-type': 'application/json' }, body: '{}',
  })
test('passes', async ({ url, keys, workspace }) => expect((await start({ url, keys, workspace })).ok).toBe(true))
test('waits in vain', async ({ url, keys, workspace }) => {
  await start({ url, keys, workspace })
  throw new Error('timed out')
})
`,
    )
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const printed = await new Promise<string>(resolve =>
      execFile(process.execPath, [vitest, 'run', '--root', folder, '--testTimeout=200000'], (_, out, err) =>
        resolve(out + err),
      ),
    )
    expect(printed.match(/What stands still in ws_/g)).toHaveLength(1)
    expect(printed).toContain('workspace.clock.untilIdle()')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
