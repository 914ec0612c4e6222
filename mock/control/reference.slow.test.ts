import { afterAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { launchChromium, noBrowser } from '../testing/chromium.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())

test.skipIf(noBrowser !== undefined)(
  'the reference fits desk and phone, asks nothing of the network, and finds operations',
  async () => {
    const chrome = await launchChromium()
    try {
      for (const [path, width] of [
        ['/_mock/reference', 1280],
        ['/_mock/reference', 390],
        ['/_mock/reference/control', 390],
      ] as const) {
        const page = await chrome.newPage({ viewport: { width, height: 800 } })
        const problems: string[] = []
        page.on('pageerror', error => problems.push(String(error)))
        page.on('request', request => {
          if (request.url() !== mock.url + path) problems.push(request.url())
        })
        await page.goto(mock.url + path)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        const shown = page.locator('.operation:visible')
        const all = await shown.count()
        await page.fill('input[type=search]', 'run')
        expect(await shown.count()).toBeLessThan(all)
        await page.fill('input[type=search]', 'nothing is called that')
        expect(await shown.count()).toBe(0)
        expect(problems).toEqual([])
        await page.close()
      }
    } finally {
      await chrome.close()
    }
  },
)
