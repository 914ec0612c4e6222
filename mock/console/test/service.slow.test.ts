// The reference that sends, a search as cards, and things beside each other.
import { expect } from 'vitest'
import { browserTest, callAs } from './browser.ts'

browserTest(
  'sends an operation of the reference as it stands, as the key that is looked through',
  async ({ it, workspace }) => {
    await it.go(`${workspace.id}/reference?as=member`)
    await it.click('a:has-text("Create a task")')
    await it.click('form button:has-text("Send")')
    await it.page.locator('.panel:has(h2:text-is("Answer")) .http:text-is("201")').waitFor()
    const [sent] = workspace.journal.list({ console: true, operation: 'createTask' })
    expect(sent?.key).toBe('member')
    await it.go(`${workspace.id}/reference/getRun`)
    await it.click('form button:has-text("Send")')
    await it.page.locator('.panel:has(h2:text-is("Answer")) .http:text-is("200")').waitFor()
  },
)

browserTest('shows what a search found as cards', async ({ it, workspace }) => {
  await it.go(`${workspace.id}/try/search`)
  await it.click('form button:has-text("Send")')
  await it.page.locator('ol.cards > li .strong').first().waitFor()
})

browserTest('compares two calls, and two runs', async ({ it, workspace }) => {
  for (const title of ['First', 'Second']) await callAs(workspace, 'member', 'POST', '/tasks', { title })
  const last = workspace.journal.list({ operation: 'createTask' }).at(-1)
  await it.go(`${workspace.id}/journal/${last?.id}?tab=compare`)
  await it.page.locator('tr:has-text("body.title"):has-text("Second"):has-text("First")').waitFor()
  const agent = workspace.roles.agents['agent-that-finishes']
  for (const task of ['Count', 'Sort'])
    await callAs(workspace, 'member', 'POST', `/agents/${agent}/run`, { input: { task } })
  const run = workspace.workspace.tables.runs.all().find(({ input }) => input?.task === 'Sort')
  await it.go(`${workspace.id}/runs/${run?.id}?tab=compare`)
  await it.page.locator('tr:has-text("input.task"):has-text("Sort"):has-text("Count")').waitFor()
})

browserTest('shows a reply in the words of the workspace beside the default', async ({ it, mock }) => {
  await using other = mock.workspace({ profile: { 'error-body': 'problem' } })
  await it.go(`${other.id}/gaps?only=replies`)
  await it.choose('Operation', 'getRun')
  await it.page.locator('p:has-text("Different here"):has-text("body.error")').waitFor()
})

browserTest(
  'a run that starts while somebody scrolls takes none out of the list',
  async ({ it, workspace }) => {
    await it.go(`${workspace.id}/runs`)
    const showsRows = (count: number) =>
      it.page.locator(`[aria-rowcount="${count + 1}"]`).waitFor({ state: 'attached' })
    await it.page.locator('.lines').evaluate(lines => lines.scrollTo(0, lines.scrollHeight))
    await showsRows(200)
    const agent = workspace.roles.agents['agent-that-finishes']
    await callAs(workspace, 'member', 'POST', `/agents/${agent}/run`, { input: { task: 'Count' } })
    await showsRows(201)
  },
)

browserTest('a long reply leaves the heading of its call whole', async ({ it, workspace }) => {
  await callAs(workspace, 'member', 'GET', '/agents/')
  await it.go(`${workspace.id}/journal/${workspace.id}.1?tab=reply`)
  const heading = it.page.locator('.exchange-head')
  const hidden = await heading.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(hidden).toBe(0)
})
