// People: what is done in the app and never with a key. A test does it, or leaves it to a policy.

import type { MockWorkspace } from 'agent-work'
import { testWith } from 'agent-work/vitest'
import { expect } from 'vitest'

const test = testWith({ workspace: { from: 'quiet' } })

const headers = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

const start = ({ url, keys, roles }: MockWorkspace) =>
  fetch(`${url}/agents/${roles.agents['agent-that-waits-for-approval']}/run`, {
    method: 'POST',
    headers: headers(keys.manager),
    body: '{}',
  })

/** Starts a run, and gives back how to look at its status. */
async function startPayments(workspace: MockWorkspace): Promise<() => Promise<string>> {
  const { run_id } = (await (await start(workspace)).json()) as { run_id: string }
  return async () => {
    const { url, keys } = workspace
    const run = await fetch(`${url}/runs/${run_id}`, { headers: headers(keys.manager) })
    return ((await run.json()) as { status: string }).status
  }
}

test('a person approves, and the run goes on', async ({ workspace }) => {
  const status = await startPayments(workspace)
  workspace.clock.untilIdle()
  expect(await status()).toBe('paused')
  workspace.people.approve('oldest', { by: 'manager', comment: 'Go ahead.' })
  workspace.clock.untilIdle()
  expect(await status()).toBe('completed')
})

test('the manager approves after two hours, and rejects one in five', async ({ workspace }) => {
  workspace.people.policy([{ by: 'manager', after: '2h', reject: 0.2 }])
  const runs = await Promise.all(Array.from({ length: 10 }, () => startPayments(workspace)))
  workspace.clock.untilIdle()
  const statuses = await Promise.all(runs.map(status => status()))
  expect(statuses.filter(status => status === 'failed')).toHaveLength(2)
  expect(statuses.filter(status => status === 'completed')).toHaveLength(8)
})

test('money runs out, and a key is revoked', async ({ url, keys, workspace }) => {
  workspace.people.setBalance(0)
  expect((await start(workspace)).status).toBe(402)
  workspace.people.topUp(50)
  expect((await start(workspace)).status).toBe(200)

  const ask = () => fetch(`${url}/runs`, { headers: headers(keys.member) })
  workspace.people.revokeKey('member', new Date(workspace.clock.now().getTime() + 60_000))
  expect((await ask()).status).toBe(200)
  workspace.clock.advance('1m')
  expect((await ask()).status).toBe(401)
})
