// What axe does not see: motion, what is announced, and the names of links in lists.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '#mock'
import { launchChromium, noBrowser } from '../../testing/chromium.ts'
import { visit } from './browser.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
let browser: Browser
beforeAll(async () => {
  if (!noBrowser) browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await mock.stop()
})

test.skipIf(noBrowser !== undefined)('nothing moves for readers who asked for less motion', async () => {
  const it = await visit(browser, mock.url)
  await it.go('demo/runs')
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

test.skipIf(noBrowser !== undefined)('a screen is announced when a link leads there', async () => {
  const it = await visit(browser, mock.url)
  await it.go('demo')
  await it.click('.rail a:has-text("Runs")')
  await it.page.locator('[role=status]:text-is("Runs")').waitFor()
})

test.skipIf(noBrowser !== undefined)('links of lists say where they lead without their row', async () => {
  await fetch(`${mock.url}/agents/`, { headers: { authorization: `Bearer ${mock.demo.keys.member}` } })
  const it = await visit(browser, mock.url)
  await it.go('demo/journal')
  await it.page
    .getByRole('link', { name: /^200 GET \/agents\// })
    .first()
    .waitFor()
  await it.go('demo/runs')
  await it.page
    .getByRole('link', { name: /^completed \w+/ })
    .first()
    .waitFor()
  await it.go('demo/people')
  await it.page.getByRole('link', { name: 'Look as member' }).waitFor()
})
