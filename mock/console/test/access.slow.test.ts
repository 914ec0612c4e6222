// What axe does not see: motion, what is announced, and the names of links in lists.
import { expect } from 'vitest'
import { browserTest, callAs } from './browser.ts'

browserTest('nothing moves for readers who asked for less motion', async ({ it, workspace }) => {
  await it.go(`${workspace.id}/runs`)
  const moving = await it.page.evaluate(() => {
    const placeholder = document.createElement('div')
    placeholder.className = 'skeleton'
    document.querySelector('main')!.append(placeholder)
    return [...document.querySelectorAll('*')]
      .filter(element => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
        const durations = `${animationName === 'none' ? '' : animationDuration}, ${transitionDuration}`
        return durations.split(', ').some(duration => Number.parseFloat(duration) > 0.001)
      })
      .map(element => element.className)
  })
  expect(moving).toEqual([])
})

browserTest('a screen is announced when a link leads there', async ({ it, workspace }) => {
  await it.go(workspace.id)
  await it.click('.rail a:has-text("Runs")')
  await it.page.locator('[role=status]:text-is("Runs")').waitFor()
})

browserTest('links of lists say where they lead without their row', async ({ it, workspace }) => {
  await callAs(workspace, 'member', 'GET', '/agents/')
  await it.go(`${workspace.id}/journal`)
  await it.page
    .getByRole('link', { name: /^200 GET \/agents\// })
    .first()
    .waitFor()
  await it.go(`${workspace.id}/runs`)
  await it.page
    .getByRole('link', { name: /^completed \w+/ })
    .first()
    .waitFor()
  await it.go(`${workspace.id}/people`)
  await it.page.getByRole('link', { name: 'Look as member' }).waitFor()
})
