// The conformance suite, begun from the console.
import { expect } from 'vitest'
import { startMock } from '#mock'
import { browserTest, expectNoComplaints, visit } from '../mock/console/test/browser.ts'
import { runSuite } from './run-suite.ts'

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
