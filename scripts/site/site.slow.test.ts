import { extname, join, posix } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFetch } from '../../mock/browser.ts'
import { launchChromium, noBrowser } from '../../mock/testing/chromium.ts'
import { serving } from '../../mock/testing/serving.ts'
import { blocksOf, pagesOf } from '../docs/blocks.ts'
import { requestsIn } from './page/curl.ts'
import { siteFiles } from './site.ts'

const root = join(import.meta.dirname, '../..')
const files = await siteFiles(root, { alone: true })
const pages = Object.entries(files).filter(([name]) => name.endsWith('.html')) as [string, string][]

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const server = await serving(({ url }, response) => {
  const name = new URL(url!, 'http://localhost').pathname.slice(1)
  const file = files[name]
  response.writeHead(file === undefined ? 404 : 200, {
    'content-type': types[extname(name)] ?? 'application/json',
  })
  response.end(file)
})
afterAll(() => server[Symbol.asyncDispose]())

test('every link of every page leads to a page, a picture or a heading of the site', () => {
  const broken = pages.flatMap(([name, html]) =>
    [...html.matchAll(/(?:href|src|srcset)="([^"]+)"/g)].flatMap(([, href = '']) => {
      if (/^[a-z]+:/i.test(href)) return []
      const [target = '', hash] = href.split('#')
      const there = target === '' ? name : posix.join(posix.dirname(name), target)
      const file = files[there]
      const hasHeading = hash === undefined || String(file).includes(`id="${hash}"`)
      return file !== undefined && hasHeading ? [] : [`${name}: ${href}`]
    }),
  )
  expect(broken).toEqual([])
  expect(pages.length).toBeGreaterThan(20)
})

test('what a page offers to run is accepted by the mock in the page', async () => {
  const texts = pagesOf(root).flatMap(page => blocksOf(root, page).map(({ text }) => text))
  const requests = texts.flatMap(requestsIn)
  expect(requests.length).toBeGreaterThan(8)
  for (const { line, path, method, headers, body } of requests) {
    const mock = createFetch({ url: 'http://127.0.0.1:4010' })
    // Pages on worlds speak of an agent of their own.
    if (path.endsWith('/agents/poster')) mock.demo.world.put({ agents: { poster: {} } })
    const reply = await mock(path, { method, headers, ...(body === undefined ? {} : { body }) })
    expect([line, reply.status < 400, reply.ok ? '' : await reply.text()]).toEqual([line, true, ''])
    mock.stop()
  }
})

test.skipIf(noBrowser)('a reader searches, and runs a block in the page without any server', async () => {
  await using browser = await launchChromium()
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  await page.goto(`${server.url}/index.html`)
  await page.click('.run')
  await page.waitForSelector('.where')
  expect(await page.locator('.status').allTextContents()).toEqual(['200', '200', '200'])
  expect(await page.locator('.replies').textContent()).toContain('"status": "completed"')
  await page.click('#open-console')
  const shown = page.frameLocator('dialog.console iframe')
  await shown.getByRole('navigation').getByRole('link', { name: 'Journal' }).click()
  await shown.locator('#main', { hasText: '/runs' }).waitFor()
  // Its screens have addresses that a server of files knows, for a reload as for another tab.
  const frame = page.frames()[1]!
  await Promise.all([page.waitForEvent('framenavigated'), frame.evaluate('location.reload()')])
  await shown.locator('#main', { hasText: '/runs' }).waitFor()
  const tab = await browser.newPage()
  await tab.goto(frame.url())
  await tab.frameLocator('dialog.console iframe').getByRole('heading', { name: 'Journal' }).waitFor()
  await tab.close()
  await page.click('dialog.console button')
  await page.fill('#search', 'my run does not end')
  await page.waitForSelector('#found a')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/troubles.html#my-run-does-not-end')
  expect(problems).toEqual([])
})

test('the navigation has every page of docs', () => {
  const names = pagesOf(root).flatMap(path => /^docs\/(.+)\.md$/.exec(path)?.[1] ?? [])
  expect(names.filter(name => !(`${name}.html` in files))).toEqual([])
})
