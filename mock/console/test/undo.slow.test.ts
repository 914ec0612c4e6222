// Undo in a real browser: what this console did goes back and forth, and what others did is lost only on purpose.
import { expect } from 'vitest'
import { browserTest, callAs, createTask } from './browser.ts'

browserTest('undo asks before it takes back acts of others, and redo exists', async ({ it, workspace }) => {
  // Read anew, because a restore begins the tables anew.
  const tasks = () => workspace.workspace.tables.tasks
  const { page } = it
  await it.go(workspace.id)
  await it.click('button:has-text("+1h")')
  await page.locator('.toast:has-text("1 h passed")').waitFor()
  await it.press('Control+z')
  await page.locator('.toast:has-text("Undone")').waitFor()
  expect(workspace.clock.now()).toEqual(new Date('2026-11-20T09:00:00Z'))
  await it.press('Control+Shift+Z')
  await page.locator('.toast:has-text("Done again")').waitFor()
  expect(workspace.clock.now()).toEqual(new Date('2026-11-20T10:00:00Z'))

  const id = await createTask(workspace, 'member', 'Of a client')
  await it.press('Control+z')
  await page.locator('dialog:has-text("POST /tasks (member)")').waitFor()
  expect(await it.violations()).toEqual([])
  await it.click('dialog button:has-text("Keep everything")')
  expect(tasks().get(id)).toBeDefined()
  await it.press('Control+z')
  await it.click('dialog button:has-text("Take them back, too")')
  await expect.poll(() => tasks().get(id)).toBeUndefined()
  expect(workspace.clock.now()).toEqual(new Date('2026-11-20T09:00:00Z'))

  // What was refused is no step: the next undo is of what was done before it.
  const mine = await createTask(workspace, 'member', 'To be moved')
  await it.go(`${workspace.id}/tasks/${mine}`)
  await it.click('button:has-text("+1m")')
  await page.locator('.toast:has-text("passed")').waitFor()
  await it.go(`${workspace.id}/world/agents/reply-drafter`)
  await page.locator('label:has-text("Owner") input').fill('person-nobody')
  await it.click('button:has-text("Save")')
  await page.locator('[role="alert"]').waitFor()
  await page.locator('h1').click()
  await it.press('Control+z')
  await expect.poll(() => workspace.clock.now()).toEqual(new Date('2026-11-20T09:00:00Z'))
  expect(tasks().get(mine)).toBeDefined()
})

browserTest(
  'a step stays while its restore fails, and goes with its snapshot',
  async ({ it, workspace, mock }) => {
    const { page } = it
    const steps = () =>
      page.evaluate(() => {
        const { done, undone } = JSON.parse(sessionStorage.getItem('agent-work-console-steps') ?? '{}')
        return `${done.length} done, ${undone.length} undone`
      })
    await it.go(workspace.id)
    await it.click('button:has-text("+1h")')
    await page.locator('.toast:has-text("1 h passed")').waitFor()
    await page.route('**/restore', route => route.fulfill({ status: 500, body: '{}' }))
    await it.press('Control+z')
    await page.locator('.toast.red').waitFor()
    await page.unroute('**/restore')
    await it.press('Control+z')
    await expect.poll(steps).toBe('0 done, 1 undone')
    expect(workspace.clock.now()).toEqual(new Date('2026-11-20T09:00:00Z'))

    await it.go(workspace.id)
    await it.click('button:has-text("+1h")')
    await page.locator('.toast:has-text("1 h passed")').waitFor()
    const at = `${mock.url}/_mock/workspaces/${workspace.id}/snapshots`
    const { data } = (await fetch(`${at}?automatic=true`).then(reply => reply.json())) as {
      data: { id: string }[]
    }
    for (const { id } of data) await fetch(`${at}/${id}`, { method: 'DELETE' })
    await it.press('Control+z')
    await page.locator('.toast:has-text("no longer kept")').waitFor()
    await expect.poll(steps).toMatch(/^0 done/)
    it.complaints.length = 0
  },
)

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
