// Every screen in a real browser: usable by everybody, on a desk and on a phone, and without a word of complaint.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '#mock'
import { launchChromium, noBrowser } from '../../testing/chromium.ts'
import { expectNoOverflow, type Visit, visit } from './browser.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
const empty = mock.workspace({ from: 'empty' })
let browser: Browser
beforeAll(async () => {
  if (!noBrowser) browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await mock.stop()
})

const { tables } = mock.demo.workspace
const paused = tables.runs.all().find(({ progress }) => progress?.question)!
const waiting = tables.workflowRuns.all().find(({ status }) => status === 'waiting')!
const task = tables.tasks.all().find(({ approvalId }) => approvalId)!

const full = [
  '',
  '/waiting',
  `/waiting?approval=${tables.approvals.all()[0]!.id}`,
  '/runs',
  '/runs?view=timeline',
  '/runs?text=contracts',
  `/runs/${paused.id}`,
  `/runs/${paused.id}?tab=timeline`,
  `/runs/${paused.id}?tab=audience`,
  '/board',
  `/tasks/${task.id}`,
  '/workflows',
  `/workflows/${waiting.workflowId}/runs/${waiting.id}`,
  '/agents',
  `/agents/${tables.agents.all()[0]!.id}`,
  '/journal',
  '/journal/demo.2',
  '/journal/demo.1?tab=reply',
  '/client',
  '/faults',
  '/try/search',
  '/people',
  '/money',
  '/snapshots',
  '/snapshots/snap_1/difference',
  '/world/agents/reply-drafter',
  '/gaps?text=error-body',
  '/gaps?gap=error-body',
]
const others = [
  ...['', '/waiting', '/runs', '/journal', '/snapshots', '/client'].map(path => empty.id + path),
  'workspaces',
  'unmatched',
  'go/nothing',
  'demo/runs/none',
]

async function look(it: Visit, path: string): Promise<void> {
  await it.follow(path)
  await it.page.locator(':is(main .panel, main .notice, main .board, main .tiles):visible').first().waitFor()
  expect(await it.violations(), path).toEqual([])
  await expectNoOverflow(it, path)
}

/** A refused look is no mistake of the page, but browsers say so in their console. */
const expected = (complaint: string) => /status of 40\d/.test(complaint)

test.skipIf(noBrowser !== undefined)(
  `every screen by day on a desk and by night on a phone${noBrowser ? ` (${noBrowser})` : ''}`,
  { timeout: 600_000 },
  async () => {
    const key = { authorization: `Bearer ${mock.demo.keys.member}` }
    await fetch(`${mock.url}/agents/?view=summary`, { headers: key })
    await fetch(`${mock.url}/tasks`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: '{"priority":"huge"}',
    })
    mock.demo.snapshot('before')
    await fetch(`${mock.url}/tasks`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: '{"title":"Made since"}',
    })
    mock.faults.add({ on: { operation: 'createTask' }, times: 1, effects: [{ do: 'drop', when: 'after' }] })
    mock.people.policy([{ by: 'manager', after: '2h', reject: 0.2 }])
    const desk = visit(browser, mock.url, { colorScheme: 'light' })
    const phone = visit(browser, mock.url, { colorScheme: 'dark', viewport: { width: 390, height: 844 } })
    const paths = [...full.map(path => `demo${path}`), ...others]
    // Each is seen on a desk; on a phone, one of each kind.
    const onPhone = paths.filter(path => !/[?]|none|nothing/.test(path))
    for (const [it, list] of [
      [await desk, paths],
      [await phone, onPhone],
    ] as const) {
      await it.go('demo')
      for (const path of list) await look(it, path)
      expect(it.complaints.filter(complaint => !expected(complaint))).toEqual([])
    }
  },
)

test.skipIf(noBrowser !== undefined)(
  'dialogs, menus and the palette, and a width of 320 pixels',
  async () => {
    const it = await visit(browser, mock.url, { colorScheme: 'dark' })
    for (const [path, selector] of [
      ['demo', 'text=Start a run'],
      ['demo', '.clock-now'],
      ['demo', '.as-menu'],
      ['demo', '.search-button'],
      ['demo/waiting', 'button:has-text("Approve")'],
      ['demo/board', 'text=New task'],
      ['demo/people', 'text=New key'],
    ] as const) {
      await it.go(path)
      await it.click(selector)
      await it.page
        .locator('dialog[open] :is(button, input), .menu:popover-open :is(button, a)')
        .first()
        .waitFor()
      expect(await it.violations(), `${path} ${selector}`).toEqual([])
    }
    const small = await visit(browser, mock.url, { viewport: { width: 320, height: 640 } })
    await small.go('demo')
    for (const path of [
      'demo',
      'demo/runs',
      'demo/board',
      'demo/journal/demo.2',
      'demo/money',
      'demo/faults',
      'demo/waiting',
    ]) {
      await small.follow(path)
      await expectNoOverflow(small, path)
    }
    expect([...it.complaints, ...small.complaints].filter(complaint => !expected(complaint))).toEqual([])
  },
)
