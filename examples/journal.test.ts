// The journal: what a client asked for, verified, waited for, exported, and sent again in other names.

import { VerificationError } from 'agent-work'
import { testWith } from 'agent-work/vitest'
import { expect } from 'vitest'

const test = testWith({ workspace: { from: 'quiet' } })

/** What is under test: it files a complaint, and starts an agent when it is urgent. */
async function fileComplaint(url: string, key: string, agent: string, text: string, urgent: boolean) {
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/tasks', { title: text, priority: urgent ? 'urgent' : 'low', tags: ['complaint'] })
  if (urgent) await post(`/agents/${agent}/run`, { input: { task: text } })
}

test('verifies what was asked, and says what came close', async ({ url, keys, workspace }) => {
  const agent = workspace.roles.agents['agent-that-finishes']
  const { journal } = workspace
  await fileComplaint(url, keys.member, agent, 'The parcel is wet', true)
  journal.verify({
    operation: 'createTask',
    body: { priority: 'urgent' },
    times: 1,
    before: { operation: 'startRun' },
  })
  journal.verify({ operation: 'startRun', body: { 'input.task': { $contains: 'parcel' } } })

  await fileComplaint(url, keys.member, agent, 'The invoice is late', false)
  const expected = () =>
    journal.verify({ operation: 'createTask', body: { title: 'The invoice is late', priority: 'high' } })
  expect(expected).toThrow(VerificationError)
  expect(expected).toThrow('body.priority is "low", expected "high"')
})

test('waits until something is asked', async ({ url, keys, workspace }) => {
  const agent = workspace.roles.agents['agent-that-finishes']
  const filed = fileComplaint(url, keys.member, agent, 'The box is empty', true)
  const [exchange] = await workspace.journal.waitFor({ operation: 'startRun' }, { within: '1m' })
  expect(exchange).toMatchObject({ call: expect.stringContaining('-> 200'), key: 'member' })
  await filed
})

test('shows what other keys would have got, and exports without secrets', async ({
  url,
  keys,
  workspace,
}) => {
  await fileComplaint(url, keys.member, workspace.roles.agents['agent-that-finishes'], 'It hums', true)
  const replays = await workspace.journal.replayAs({ as: ['itself', 'read-only'] })
  expect(replays.map(({ as, calls }) => [as, calls.map(({ is }) => is)])).toEqual([
    ['itself', [201, 200]],
    ['read-only', [403, 403]],
  ])
  const archive = JSON.stringify(workspace.journal.har())
  expect(archive).toContain('Bearer [key member]')
  expect(archive).not.toContain(keys.member)
})
