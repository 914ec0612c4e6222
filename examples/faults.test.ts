// Faults: what goes wrong between a client and a service, on purpose and for one client alone.

import { testWith } from 'agent-work/vitest'
import { expect } from 'vitest'

const test = testWith({ workspace: { from: 'quiet' } })

/** What is under test: it creates a task once, whatever becomes of the replies. */
async function createOnce(
  url: string,
  key: string,
  title: string,
  wait: (seconds: number) => void,
): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const response = await fetch(`${url}/tasks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title }),
      })
      if (response.ok) return ((await response.json()) as { id: string }).id
      wait(Number(response.headers.get('retry-after') ?? 2 ** attempt))
    } catch {
      // No reply, or half of one: it may have been created all the same.
      wait(2 ** attempt)
      const list = await fetch(`${url}/tasks?limit=50`, { headers })
      const { data } = (await list.json()) as { data: { id: string; title: string }[] }
      const made = data.find(task => task.title === title)
      if (made) return made.id
    }
  }
  throw new Error('five attempts were not enough')
}

test('a reply that is lost after the task was created does not make two', async ({
  url,
  keys,
  workspace,
}) => {
  workspace.faults.add({
    on: { operation: 'createTask' },
    times: 1,
    effects: [{ do: 'drop', when: 'after' }],
  })
  await createOnce(url, keys.member, 'Once', seconds => workspace.clock.advance(seconds * 1000))
  workspace.journal.verify({ operation: 'createTask', times: 1 })
})

test('a storm of 429 for one key, with Retry-After by the clock', async ({ url, keys, workspace }) => {
  using storm = workspace.faults.add({
    on: { key: 'member' },
    for: '2m',
    effects: [{ do: 'reply', status: 429 }],
  })
  const waited: number[] = []
  const wait = (seconds: number) => {
    waited.push(seconds)
    workspace.clock.advance(seconds * 1000)
  }
  await createOnce(url, keys.manager, 'Not affected', wait)
  expect(waited).toEqual([])
  await createOnce(url, keys.member, 'Affected', wait)
  expect(waited).toEqual([120])
  expect(storm.read()).toMatchObject({ applied: 1, active: false })
})

test('bodies that are cut, slow, late or wrong', async ({ url, keys, workspace }) => {
  const wait = (seconds: number) => void workspace.clock.advance(seconds * 1000)
  for (const effect of [
    { do: 'cut' },
    { do: 'malform', how: 'broken-json' },
    { do: 'trickle', bytes_per_second: 100_000, real_time: true },
    { do: 'delay', takes: { percentiles: { 50: 1, 99: 20 } }, real_time: true },
  ] as const) {
    workspace.faults.add({ on: { operation: 'createTask' }, times: 1, effects: [effect] })
    await createOnce(url, keys.member, JSON.stringify(effect), wait)
  }
  workspace.journal.verify({ operation: 'createTask', times: 4 })
})
