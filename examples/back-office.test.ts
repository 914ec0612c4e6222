import { startMock } from 'agent-work'
import { expect, test } from 'vitest'
import { runBackOffice } from './back-office.ts'

test('the back office sees a task through, from the agent to the bill', async () => {
  await using mock = await startMock({ clock: { scale: 200 } })
  const { roles } = mock.workspace()
  const said: string[] = []
  const { task, run, events } = await runBackOffice({
    baseUrl: mock.url,
    key: roles.keys.member,
    say: line => said.push(line),
    pollEvery: 5,
  })
  expect(task).toMatchObject({ status: 'done', last_run_status: 'completed' })
  expect(run.status).toBe('completed')
  expect(run.summary).toContain('the notice periods')
  expect(run.cost_euros).toBeGreaterThan(0)
  expect(events).toEqual(expect.arrayContaining(['question.asked', 'question.answered', 'run.progress']))
  expect(events.at(-1)).toBe('run.status')
  expect(said.at(-1)).toMatch(/^Moved OPS-\d+ to done/)
})
