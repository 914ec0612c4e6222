import { expect } from 'vitest'
import { browserTest, callAs } from './browser.ts'

browserTest('the feed forgets a future that a snapshot took back', async ({ it, workspace }) => {
  await it.go(workspace.id)
  const lines = it.page.locator('.feed li')
  const before = workspace.snapshot()
  await callAs(workspace, 'admin', 'POST', '/tasks', { title: 'Of the future' })
  workspace.clock.advance('1d')
  await callAs(workspace, 'admin', 'GET', '/agents/')
  await it.page.locator('.feed a:has-text("created")').first().waitFor()
  await it.page.locator('.feed a:has-text("/agents/")').first().waitFor()
  workspace.restore(before)
  const expectOneCall = async () => {
    await expect
      .poll(() => lines.allInnerTexts().then(texts => texts.join()))
      .toMatch(/^\S+\s+201\s+POST \/tasks\s+admin$/)
  }
  await expectOneCall()
  await it.go(workspace.id)
  await expectOneCall()
})
