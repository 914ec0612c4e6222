// A mock that goes away and comes back under an open console.
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { startMock } from '#mock'
import { browserTest, visit } from './browser.ts'

browserTest('a screen that was not loaded yet appears once the mock is back', async ({ browser }) => {
  await using it = await whileAway(browser)
  await it.click('.rail a:has-text("Money")')
  await it.page.locator('h1:text-is("This screen cannot be shown")').waitFor()
  await using _ = await startMock({ port: it.port })
  await it.page.locator('h1:has-text("in 30 days")').waitFor()
})

browserTest('a screen that is there says that the world is another one', async ({ browser }) => {
  await using it = await whileAway(browser)
  await using _ = await startMock({ port: it.port })
  await it.page.locator('.banner:has-text("this is another world now")').waitFor()
})

browserTest(
  'a screen that can never be fetched says so, and loads nothing anew',
  async ({ it, workspace, mock }) => {
    let loads = 0
    it.page.on('load', () => {
      loads += 1
    })
    await it.page.route('**/assets/money.js', route => route.abort())
    await it.page.goto(`${mock.url}/_mock/console/${workspace.id}/money`)
    await it.page.locator('.dot.green').waitFor()
    await it.page.locator('h1:text-is("This screen cannot be shown")').waitFor()
    await it.click('.rail a:has-text("Runs")')
    await it.page.locator('h1:text-is("Runs")').waitFor()
    await it.click('.rail a:has-text("Money")')
    await it.page.locator('h1:text-is("This screen cannot be shown")').waitFor()
    expect(loads).toBe(1)
    it.complaints.length = 0
  },
)

browserTest('a screen that breaks says so, and the others go on', async ({ it, workspace, mock }) => {
  await it.page.route('**/assets/money.js', route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("no money") }',
    }),
  )
  await it.go(workspace.id)
  await it.click('.rail a:has-text("Money")')
  await it.page.locator('[role=alert]:has-text("no money")').waitFor()
  expect(await it.violations()).toEqual([])
  await it.click('.rail a:has-text("Runs")')
  await it.page.locator('h1:text-is("Runs")').waitFor()
  // Also when it is the first screen, which breaks before and after the connection is there.
  await it.page.goto(`${mock.url}/_mock/console/${workspace.id}/money`)
  await it.page.locator('.dot.green').waitFor()
  await it.page.locator('[role=alert]:has-text("no money")').waitFor()
  it.complaints.length = 0
})

/** A console whose mock has gone away, and the port at which it was. */
async function whileAway(browser: Browser) {
  const mock = await startMock()
  const it = await visit(browser, mock.url)
  await it.go('demo')
  await mock.stop()
  await it.page.locator('.banner.red').waitFor()
  return Object.assign(it, { port: Number(new URL(mock.url).port) })
}
