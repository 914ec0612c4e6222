// A mock that goes away and comes back under an open console.
import { expect } from 'vitest'
import { startMock } from '#mock'
import { browserTest, visit } from './browser.ts'

browserTest('a screen that was not loaded yet appears once the mock is back', async ({ browser }) => {
  const mock = await startMock()
  const port = Number(new URL(mock.url).port)
  const it = await visit(browser, mock.url)
  await it.go('demo')
  await mock.stop()
  await it.page.locator('.banner.red').waitFor()
  await it.click('.rail a:has-text("Money")')
  await it.page.locator('h1:text-is("This screen cannot be shown")').waitFor()
  await using again = await startMock({ port })
  expect(again.url).toBe(mock.url)
  await it.page.locator('h1:has-text("in 30 days")').waitFor()
  await it.page.context().close()
})

browserTest('a screen that is there says that the world is another one', async ({ browser }) => {
  const mock = await startMock()
  const port = Number(new URL(mock.url).port)
  const it = await visit(browser, mock.url)
  await it.go('demo')
  await mock.stop()
  await it.page.locator('.banner.red').waitFor()
  await using _ = await startMock({ port })
  await it.page.locator('.banner:has-text("this is another world now")').waitFor()
  await it.page.context().close()
})

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
