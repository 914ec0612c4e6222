// Explanations: why a reply is what it is, how things came to their state, and what they take now.

import { testWith } from 'agent-work/vitest'
import { expect } from 'vitest'

const test = testWith({ workspace: { from: 'quiet' } })

test('an explanation has the rule, the history, and the calls to make', async ({ url, keys, workspace }) => {
  const post = (path: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.member}`, 'content-type': 'application/json' },
      body: '{}',
    })
  const started = await post(`/agents/${workspace.roles.agents['agent-that-is-slow']}/run`)
  const { run_id } = (await started.json()) as { run_id: string }
  await post(`/agents/runs/${run_id}/pause`)

  const refused = await post(`/agents/runs/${run_id}/cancel`)
  const why = workspace.explain(refused)
  expect(why.rule).toMatchObject({ code: 'transition_refused', section: '3' })
  expect(why.rule?.requirements).toContainEqual({
    id: 'STATE-17',
    statement: 'A paused run cannot be cancelled: its status does not change.',
  })
  const [run] = why.resources
  expect(run?.history.map(({ to, by }) => `${to} by ${by?.exchange}`)).toEqual([
    `running by ${workspace.id}.1`,
    `paused by ${workspace.id}.2`,
  ])
  expect(run?.next[0]?.curl).toBe(
    `curl -X POST '${url}/agents/runs/${run_id}/resume' -H "Authorization: Bearer $AGENT_WORK_KEY"`,
  )
})

test('a key that is wrong is found, though it belongs to nobody', async ({ url, keys, workspace }) => {
  const response = await fetch(`${url}/runs`, { headers: { authorization: `Bearer "${keys.member}"` } })
  expect(response.status).toBe(401)
  expect(workspace.explain(response).story).toBe(
    `The key member of the workspace ${workspace.id} came with quotes or brackets around it.`,
  )
})
