// The reference that sends, and the search as cards.
import { expect } from 'vitest'
import { browserTest } from './browser.ts'

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
