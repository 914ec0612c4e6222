// Every screen in a real browser: usable by everybody, on a desk and on a phone, and without a word of complaint.
import { expect } from 'vitest'
import type { MockWorkspace } from '#mock'
import { screens } from '../shell/screens.ts'
import { browserTest, callAs, expectNoComplaints, expectNoOverflow, type Visit, visit } from './browser.ts'

/** The paths of every screen of a workspace that has seen work. */
async function pathsOf(workspace: MockWorkspace): Promise<string[]> {
  await callAs(workspace, 'member', 'GET', '/agents/?view=summary')
  await callAs(workspace, 'member', 'POST', '/tasks', { priority: 'huge' })
  const { id: snapshot } = workspace.snapshot('before')
  await callAs(workspace, 'member', 'POST', '/tasks', { title: 'Made since' })
  workspace.faults.add({
    on: { operation: 'createTask' },
    times: 1,
    effects: [{ do: 'drop', when: 'after' }],
  })
  workspace.people.policy([{ by: 'manager', after: '2h', reject: 0.2 }])
  const { tables, id } = workspace.workspace
  const paused = tables.runs.all().find(({ progress }) => progress?.question)!
  const waiting = tables.workflowRuns.all().find(({ status }) => status === 'waiting')!
  const task = tables.tasks.all().find(({ approvalId }) => approvalId)!
  return [
    ...screens.map(screen => screen.id),
    `waiting?approval=${tables.approvals.all()[0]!.id}`,
    'runs?view=timeline',
    'runs?text=contracts',
    `runs/${paused.id}`,
    `runs/${paused.id}?tab=timeline`,
    `runs/${paused.id}?tab=audience`,
    `runs/${paused.id}?tab=compare`,
    'runs/none',
    `tasks/${task.id}`,
    `workflows/${waiting.workflowId}/runs/${waiting.id}`,
    `agents/${tables.agents.all()[0]!.id}`,
    `journal/${id}.2`,
    `journal/${id}.1?tab=reply`,
    `journal/${id}.1?tab=compare`,
    'try/search',
    'reference/createTask',
    'reference/listTasks',
    `snapshots/${snapshot}/difference`,
    'world/agents/reply-drafter',
    'gaps?text=error-body',
    'gaps?gap=error-body',
    'gaps?only=replies',
  ].map(path => `${id}/${path}`)
}

async function look(it: Visit, path: string): Promise<void> {
  await it.follow(path)
  await it.page.locator(':is(main .panel, main .notice, main .board, main .tiles):visible').first().waitFor()
  expect(await it.violations(), path).toEqual([])
  await expectNoOverflow(it, path)
}

browserTest('every screen by day on a desk', { timeout: 600_000 }, async ({ it, mock, workspace }) => {
  await using empty = mock.workspace({ from: 'empty' })
  await it.go(workspace.id)
  for (const path of await pathsOf(workspace)) await look(it, path)
  for (const screen of ['', 'waiting', 'runs', 'journal', 'snapshots', 'client'])
    await look(it, `${empty.id}/${screen}`)
  for (const path of ['workspaces', 'unmatched', 'go/nothing']) await look(it, path)
})

browserTest(
  'one screen of each kind by night on a phone',
  { timeout: 600_000 },
  async ({ browser, mock, workspace }) => {
    await using it = await visit(browser, mock.url, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    await it.go(workspace.id)
    for (const path of await pathsOf(workspace)) if (!/[?]|none/.test(path)) await look(it, path)
    expectNoComplaints(it)
  },
)

browserTest('each thing is read once', async ({ it, mock, workspace }) => {
  const { page } = it
  await page.clock.install()
  const paths = await pathsOf(workspace)
  let asked: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (!/assets|console/.test(pathname))
      asked.push(`${request.method()} ${pathname}${search} ${request.headers()['x-mock-profile'] ?? ''}`)
  })
  const listed = 'GET /_mock/workspaces '
  for (const path of paths) {
    asked = []
    await it.go(path)
    await page.locator('.clock-time').waitFor()
    // Whatever is read again is read again soon.
    await page.clock.runFor(1_000)
    // The list of workspaces is told to have changed a while after this one was made.
    const own = asked.filter(one => one !== listed)
    expect(own.toSorted(), path).toEqual([...new Set(own)].toSorted())
  }
  asked = []
  mock.workspace()
  await expect.poll(() => page.clock.runFor(1_000).then(() => asked)).toEqual([listed])
})

browserTest(
  'dialogs, menus and the palette, and a width of 320 pixels',
  async ({ it, browser, mock, workspace }) => {
    await it.page.emulateMedia({ colorScheme: 'dark' })
    for (const [path, selector] of [
      ['', 'text=Start a run'],
      ['', '.clock-now'],
      ['', '.as-menu'],
      ['', '.search-button'],
      ['waiting', 'button:has-text("Approve")'],
      ['board', 'text=New task'],
      ['people', 'text=New key'],
    ] as const) {
      await it.go(`${workspace.id}/${path}`)
      await it.click(selector)
      await it.page
        .locator('dialog[open] :is(button, input), .menu:popover-open :is(button, a)')
        .first()
        .waitFor()
      expect(await it.violations(), `${path} ${selector}`).toEqual([])
    }
    await using small = await visit(browser, mock.url, { viewport: { width: 320, height: 640 } })
    await small.go(workspace.id)
    for (const path of ['', 'runs', 'board', 'journal', 'money', 'faults', 'waiting']) {
      await small.follow(`${workspace.id}/${path}`)
      await expectNoOverflow(small, path)
    }
    expectNoComplaints(small)
  },
)
