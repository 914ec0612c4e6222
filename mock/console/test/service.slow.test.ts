// The reference that sends, the search as cards, and the conformance suite begun from the console.
import { expect } from 'vitest'
import { startMock } from '#mock'
import { runSuite } from '../../../cli/run-suite.ts'
import { browserTest, expectNoComplaints, visit } from './browser.ts'

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

browserTest(
  'runs the suite against a copy, shows verdicts, and what changed since another run',
  async ({ browser }) => {
    await using mock = await startMock({ suite: runSuite })
    const it = await visit(browser, mock.url)
    await it.go('demo/conformance')
    const { url } = mock
    const run = async (only: string[]) => {
      await fetch(`${url}/_mock/workspaces/demo/conformance`, {
        method: 'POST',
        body: JSON.stringify({ only }),
      })
    }
    await run(['MODEL'])
    await it.page.locator('h1:has-text("met, 0 violated")').waitFor()
    await run(['KNOW'])
    await it.page.locator('td a:has-text("conf_2")').waitFor()
    await it.page.locator('h1:has-text("met, 0 violated")').waitFor()
    await it.choose('Compare with', 'conf_1')
    await it.page.locator('h2:has-text("What changed")').waitFor()
    expect(await it.violations()).toEqual([])
    expect(mock.journal.list()).toEqual([])
    expectNoComplaints(it)
    await it.page.context().close()
  },
)
