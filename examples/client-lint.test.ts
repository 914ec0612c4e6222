// Client lint: what a client does against the advice of the specification, found before the service has to say so.

import { testWith } from 'agent-work/vitest'
import { expect } from 'vitest'

const test = testWith({ workspace: { from: 'quiet' } })

/** What is under test: it waits for a run, looking every so many seconds. */
async function waitForRun(url: string, key: string, id: string, pause: () => void): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/runs/${id}`, { headers: { authorization: `Bearer ${key}` } })
    const { status } = (await response.json()) as { status: string }
    if (status !== 'running') return
    pause()
  }
}

test('a client that polls calmly passes, one that hurries does not', async ({ url, keys, workspace }) => {
  const start = async () => {
    const response = await fetch(`${url}/agents/${workspace.roles.agents['agent-that-finishes']}/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.member}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return ((await response.json()) as { run_id: string }).run_id
  }
  await waitForRun(url, keys.member, await start(), () => workspace.clock.advance('3s'))
  expect(workspace.lint()).toMatchObject({ passed: true })

  await waitForRun(url, keys.member, await start(), () => workspace.clock.advance('200ms'))
  const { passed, problems } = workspace.lint()
  expect(passed).toBe(false)
  expect(problems[0]).toMatchObject({
    rule: 'polls-too-fast',
    section: '6',
    todo: expect.stringContaining('Wait two seconds'),
    examples: [{ what: expect.stringContaining('as little as 0.2 s apart') }],
  })
})
