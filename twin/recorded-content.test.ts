// What people wrote is kept on request only, in a world file beside the twin, without people and secrets.
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startMock, type WorldSource } from '#mock'
import { askAs } from '../mock/testing/send-as.ts'
import { recordedContent } from './recorded-content.ts'
import { callsOfArchive } from './recording/calls.ts'

test('a browser session becomes a world with its agents, tasks and people, and none of their names', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const [agent] = mock.demo.workspace.tables.agents.range('byHandle', 'agent-that-finishes')
  const { admin } = mock.demo.keys
  const read = async (path: string) => (await askAs(admin, mock.url + path)).body
  const { user_name: name } = await read('/wallet/my-usage')
  const task = { title: `Ask ${name} for the price list`, description: 'Or sales@example.org' }
  await askAs(admin, `${mock.url}/tasks`, task)
  for (const path of ['/agents/', '/workflows/', '/tasks', '/runs', '/wallet']) await read(path)
  await read(`/agents/${agent?.id}`)
  const text = await recordedContent(callsOfArchive(mock.journal.har(), mock.url))
  await using copy = await startMock({ world: parse(text) as WorldSource })
  const { tables } = copy.demo.workspace
  expect(tables.agents.all().map(({ name }) => name)).toContain(agent?.name)
  expect(tables.tasks.all()).toContainEqual(
    expect.objectContaining({
      title: expect.stringMatching(/^Ask person \d+ for the price list$/) as unknown,
      description: 'Or person@example.com',
    }),
  )
  expect(text).toContain(agent?.systemPrompt.slice(0, 30))
  expect(name).not.toBe('')
  for (const word of name.split(' ')) expect(text).not.toContain(word)
})
