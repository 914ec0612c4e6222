// What the tests of the console stand on: a page that nobody has anything to complain of.
/* oxlint-disable no-empty-pattern -- fixtures that need no other begin with an empty pattern */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { type Mock, type MockWorkspace, startMock } from '#mock'
import { launchChromium, noBrowser } from '../../testing/chromium.ts'
import { sendAs } from '../../testing/send-as.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

export type Visit = Awaited<ReturnType<typeof visit>>

interface Fixtures {
  /** One for all tests of the process, as is the mock. */
  browser: Browser
  mock: Mock
  workspace: MockWorkspace
  /** A page of the test's own, which has nothing to complain of in the end. */
  it: Visit
}

/** A test in a real browser, with a workspace of its own. */
export const browserTest = base
  .extend<Fixtures>({
    browser: [
      // biome-ignore lint/correctness/noEmptyPattern: the fixtures of vitest need it
      async ({}, use) => {
        const browser = await launchChromium()
        await use(browser)
        await browser.close()
      },
      { scope: 'worker' },
    ],
    mock: [
      // biome-ignore lint/correctness/noEmptyPattern: likewise
      async ({}, use) => {
        await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
        await use(mock)
      },
      { scope: 'worker' },
    ],
    workspace: async ({ mock }, use) => {
      await using workspace = mock.workspace()
      await use(workspace)
    },
    it: async ({ browser, mock }, use) => {
      await using it = await visit(browser, mock.url)
      await use(it)
      expectNoComplaints(it)
    },
  })
  .skipIf(noBrowser !== undefined)

/** A refused look is no mistake of the page, but browsers say so in their console. */
export function expectNoComplaints({ complaints }: Visit): void {
  expect(complaints.filter(complaint => !/status of 4\d\d/.test(complaint))).toEqual([])
}

/** A call of a client. */
export function callAs(
  workspace: MockWorkspace,
  key: 'admin' | 'member',
  method: string,
  path: string,
  body?: unknown,
) {
  return sendAs(workspace.keys[key], workspace.url + path, body, { method })
}

/** A task of a client on the board that everybody sees; its id. */
export async function createTask(workspace: MockWorkspace, key: 'admin' | 'member', title: string) {
  const task = { title, board_id: workspace.roles.boards['board-ops'] }
  const reply = await callAs(workspace, key, 'POST', '/tasks', task)
  return ((await reply.json()) as { id: string }).id
}

/** A new browser context at the console of a mock, until the end of the block. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // Colors are judged as they stay, not on their way.
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('console', message => complaints.push(`console: ${message.text()}`))
  page.on('pageerror', error => complaints.push(`error: ${error.message}`))
  page.on('request', request => {
    const to = new URL(request.url())
    if (to.protocol !== 'data:' && to.origin !== new URL(url).origin)
      complaints.push(`request to ${to.origin}`)
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', event => console.error(`policy: ${event.violatedDirective}`))
  })
  const it = {
    page,
    [Symbol.asyncDispose]: () => context.close(),
    /** How often somebody clicked or pressed a chord; typing is free. */
    clicks: 0,
    /** Everything that went wrong so far: console messages, errors, refused policies, requests to elsewhere. */
    complaints,
    /** Loads a path of the console and waits until it is live. */
    async go(path: string) {
      await page.goto(`${url}/_mock/console/${path}`)
      await page.locator('h1').first().waitFor()
      await page.locator('.dot.green').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy]'))
    },
    /** Goes there as a link would, without loading the console anew. */
    async follow(path: string) {
      await page.evaluate(
        to => {
          history.pushState(null, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        },
        `${new URL(url).pathname.replace(/\/$/, '')}/_mock/console/${path}`,
      )
      await page.waitForFunction(
        () => !document.querySelector('[aria-busy]') && document.querySelector('h1') !== null,
      )
    },
    async click(selector: string) {
      it.clicks += 1
      await page.locator(selector).first().click()
    },
    async press(chord: string) {
      it.clicks += 1
      await page.keyboard.press(chord)
    },
    /** Chooses in a list, which is one click. */
    async choose(label: string, option: string) {
      it.clicks += 1
      await page
        .locator(`select[aria-label="${label}"], label:has-text("${label}") select`)
        .first()
        .selectOption(option)
    },
    /** What axe finds wrong on the page as it is. */
    async violations(): Promise<string[]> {
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
      return page.evaluate(async tags => {
        const { axe } = globalThis as unknown as { axe: typeof Axe }
        const { violations } = await axe.run(document, {
          runOnly: tags,
          rules: { 'label-content-name-mismatch': { enabled: true } },
          resultTypes: ['violations'],
        })
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
      }, rules)
    },
  }
  return it
}

/** Nothing on the page is wider than the page. */
export async function expectNoOverflow({ page }: Visit, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(over, `${where} is ${over} px too wide`).toBeLessThanOrEqual(0)
}
