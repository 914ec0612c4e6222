// The screen of the world in a real browser: an entry is changed, a mistake is named, and one is added and deleted.
import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { launchChromium, noBrowser } from '../../testing/chromium.ts'
import { expectNoOverflow, visit } from './browser.ts'

test.skipIf(noBrowser !== undefined)('entries of the world are changed, added and deleted', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const workspace = mock.workspace({ from: 'quiet' })
  const browser = await launchChromium()
  try {
    const it = await visit(browser, mock.url)
    const { page } = it
    await it.go(`${workspace.id}/world/agents/reply-drafter`)
    await page.locator('label:has-text("Owner") input').waitFor()
    expect(await it.violations()).toEqual([])
    await expectNoOverflow(it, 'world')
    // What is typed in the form stands in its JSON, and the other way round.
    await page.locator('label:has-text("Description") textarea').fill('Drafts replies.')
    await it.click('button:has-text("JSON")')
    const entry = page.locator('textarea')
    expect(await entry.inputValue()).toContain('"description": "Drafts replies."')
    await entry.fill('{ "owner": "person-bn" }')
    await page.locator('button:has-text("Save")').click()
    await page.locator('[role="alert"]:has-text("did you mean person-ben?")').waitFor()
    await entry.fill('{ "owner": "person-ben", "script": "finish Drafted." }')
    await page.locator('button:has-text("Save")').click()
    await expect
      .poll(() => workspace.world.get('agents', 'reply-drafter').entry.script)
      .toEqual([{ do: 'finish', summary: 'Drafted.' }])
    await it.go(`${workspace.id}/world/projects`)
    await it.click('a:has-text("New project")')
    await page.locator('label:has-text("such as quote-writer") input').fill('spring')
    await page.locator('label:has-text("Default: from the handle") input').fill('Spring')
    await page.locator('button:has-text("Save")').click()
    await page.locator('button:has-text("Delete")').click()
    await expect.poll(() => Object.keys(workspace.roles.projects)).not.toContain('spring')
  } finally {
    await browser.close()
  }
})
