// The conformance suite, begun from the console of a mock that the command line started.
import { join } from 'node:path'
import { expect } from 'vitest'
import { startProgram } from '../../testing/program.ts'
import { browserTest, expectNoComplaints, visit } from './browser.ts'

const main = join(import.meta.dirname, '../../../cli/main.ts')

browserTest(
  'runs the suite against a copy, shows verdicts, and what changed since another run',
  async ({ browser }) => {
    const { child, printed } = startProgram(main, ['mock', '--port', '0', '--log', 'json'])
    try {
      const [line] = await printed(/^\{.*\n/m)
      const { url } = JSON.parse(line)
      await using it = await visit(browser, url)
      await it.go('demo/conformance')
      const run = async (only: string[]) => {
        const body = JSON.stringify({ only })
        await fetch(`${url}/_mock/workspaces/demo/conformance`, { method: 'POST', body })
      }
      await run(['MODEL'])
      await it.page.locator('h1:has-text("met, 0 violated")').waitFor()
      await run(['KNOW'])
      await it.page.locator('td a:has-text("conf_2")').waitFor()
      await it.page.locator('h1:has-text("met, 0 violated")').waitFor()
      await it.click('a:has-text("Compare with conf_1")')
      await it.page.locator('[data-value=changed][aria-pressed=true]').waitFor()
      expect(await it.violations()).toEqual([])
      const journal = await fetch(`${url}/_mock/workspaces/demo/journal`)
      expect(await journal.json()).toMatchObject({ data: [] })
      expectNoComplaints(it)
    } finally {
      child.kill()
    }
  },
)
