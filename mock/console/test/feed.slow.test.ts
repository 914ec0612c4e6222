import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { launchChromium, noBrowser } from '../../testing/chromium.ts'
import { visit } from './browser.ts'

test.skipIf(noBrowser !== undefined)('the feed forgets a future that a snapshot took back', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const workspace = mock.workspace()
  const browser = await launchChromium()
  try {
    const it = await visit(browser, mock.url)
    await it.go(workspace.id)
    const lines = it.page.locator('.feed li')
    const before = workspace.snapshot()
    const headers = {
      authorization: `Bearer ${workspace.keys.admin}`,
      'content-type': 'application/json',
    }
    const call = (method: string, path: string, body?: object) =>
      fetch(mock.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    await call('POST', '/tasks', { title: 'Of the future' })
    workspace.clock.advance('1d')
    await call('GET', '/agents/')
    await it.page.locator('.feed a:has-text("created")').first().waitFor()
    await it.page.locator('.feed a:has-text("/agents/")').first().waitFor()
    workspace.restore(before)
    await expect
      .poll(() => lines.allInnerTexts().then(texts => texts.join()))
      .toMatch(/^\S+\s+201\s+POST \/tasks\s+admin$/)
    await it.go(workspace.id)
    await expect
      .poll(() => lines.allInnerTexts().then(texts => texts.join()))
      .toMatch(/^\S+\s+201\s+POST \/tasks\s+admin$/)
  } finally {
    await browser.close()
  }
})
