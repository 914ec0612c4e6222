// Forms that are made from schemas, in a real browser.
import { expect } from 'vitest'
import { controlDocument } from '../../control/document.ts'
import { browserTest, expectNoOverflow } from './browser.ts'

browserTest('sets a fault of every kind that the control document has', async ({ it, workspace }) => {
  const { schemas } = controlDocument().components as unknown as {
    schemas: Record<string, { oneOf: { $ref: string }[]; properties: { do: { const: string } } }>
  }
  const kinds = schemas.Effect!.oneOf.map(({ $ref }) => schemas[$ref.split('/').at(-1)!]!.properties.do.const)
  // High enough that no note stands over the button.
  await it.page.setViewportSize({ width: 1280, height: 1_600 })
  await it.go(`${workspace.id}/faults`)
  for (const kind of kinds) {
    await it.choose('What', kind)
    await it.click('button[type=submit]:has-text("Set")')
    await expect.poll(() => workspace.faults.list().at(-1)?.effects[0]?.do).toBe(kind)
  }
  expect(await it.violations()).toEqual([])
})

browserTest('entries of the world are changed, added and deleted', async ({ it, mock }) => {
  await using quiet = mock.workspace({ from: 'quiet' })
  const { page } = it
  await it.go(`${quiet.id}/world/agents/reply-drafter`)
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
    .poll(() => quiet.world.get('agents', 'reply-drafter').entry.script)
    .toEqual([{ do: 'finish', summary: 'Drafted.' }])
  await it.go(`${quiet.id}/world/projects`)
  await it.click('a:has-text("New project")')
  await page.locator('label:has-text("such as quote-writer") input').fill('spring')
  await page.locator('label:has-text("Default: from the handle") input').fill('Spring')
  await page.locator('button:has-text("Save")').click()
  await page.locator('button:has-text("Delete")').click()
  await expect.poll(() => Object.keys(quiet.roles.projects)).not.toContain('spring')
})

browserTest('a rule of the policy says its delay as people do', async ({ it, workspace }) => {
  workspace.people.policy([
    { by: 'manager', after: '2h' },
    { by: 'manager', after: ['5m', '1h'] },
  ])
  await it.go(`${workspace.id}/waiting`)
  await expect
    .poll(() => it.page.locator('ol.cards').innerText())
    .toMatch(/ after 2 h,[\s\S]* after 5 min to 1 h,/)
})
