// What a newcomer wants to do, with the clicks counted that it takes from the first screen.
import { execFile } from 'node:child_process'
import { request as send } from 'node:http'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { startMock } from '#mock'
import { sendAs } from '../../testing/send-as.ts'
import { serving } from '../../testing/serving.ts'
import { browserTest, callAs, createTask, expectNoComplaints, type Visit, visit } from './browser.ts'

const run = promisify(execFile)
const clipboard = ({ page }: Visit) => page.evaluate(() => navigator.clipboard.readText())

browserTest(
  'the tasks of a newcomer, each in as few clicks as it deserves',
  async ({ it, workspace, mock }) => {
    const { page } = it
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const start = async (most: number, what: string, act: () => Promise<void>) => {
      await it.go(workspace.id)
      it.clicks = 0
      await act()
      expect(it.clicks, what).toBeLessThanOrEqual(most)
    }

    await start(2, 'copy the address and the key of a member', async () => {
      await it.click('text=Copy address')
      await expect.poll(() => clipboard(it)).toBe(mock.url)
      await it.click('[aria-label="Copy the key member"]')
      await expect.poll(() => clipboard(it)).toBe(workspace.keys.member)
    })

    await callAs(workspace, 'member', 'GET', '/insights/summary')
    await start(1, 'say why the last call was refused, and what would have been accepted', async () => {
      await it.click('a:has-text("Why")')
      await page.locator('text=What would have been accepted').waitFor()
      await expect.poll(() => page.locator('.exchange-body').innerText()).toMatch(/a key of an admin/)
    })

    await callAs(workspace, 'member', 'POST', '/tasks', { title: 'Sent again', priority: 'huge' })
    await start(3, 'change a refused call and send it again', async () => {
      await it.click('a:has-text("Why")')
      await it.click('a:has-text("Edit and send")')
      await page.locator('label:has-text("Body") textarea').fill('{ "title": "Sent again" }')
      await it.click('form button:has-text("Send")')
      await page.locator('.json:has-text("Sent again")').waitFor()
    })

    await start(3, 'start a run that asks, and answer it', async () => {
      await it.click('text=Start a run')
      await it.click('dialog button:has-text("Start")')
      await page.waitForURL(/runs\/run_/)
      await page.locator('.chat').waitFor()
      workspace.clock.advance('10s')
      await page.locator('.answer textarea').fill('The delays of October.')
      await it.click('button:has-text("Answer")')
      await page.locator('.chat-answer').waitFor()
    })

    const [oldest] = workspace.people.waiting().approvals
    await start(3, 'approve what waits longest, as a manager, with a comment', async () => {
      await it.click('.waiting-list button:has-text("Approve")')
      await page.locator('dialog textarea').fill('Fine.')
      await it.choose('Who decides', 'manager')
      await it.click('dialog footer button')
      await expect.poll(() => workspace.workspace.tables.approvals.get(oldest!.id)?.status).toBe('approved')
      expect(workspace.workspace.tables.approvals.get(oldest!.id)?.comment).toBe('Fine.')
    })

    await start(1, 'let a day pass, and have links to what happened', async () => {
      await it.click('button:has-text("+1d")')
      await page.locator('.toast:has-text("1 day passed") li a[href]').first().waitFor()
      await page.locator('.toast a:has-text("See it on a timeline")').waitFor()
    })

    await start(4, 'copy a refused call of one key as curl that works when pasted', async () => {
      await it.click('.rail a:has-text("Journal")')
      await it.choose('Key', 'member')
      await it.choose('Status', '4xx')
      await it.click('.line:has-text("/tasks") [aria-label$="as curl"]')
      await expect.poll(() => clipboard(it)).toMatch(/^curl -X POST/)
      const { stdout } = await run('sh', ['-c', `${await clipboard(it)} -s -w '%{http_code}'`])
      expect(stdout).toMatch(/priority[\s\S]*422$/)
    })

    await start(4, 'have the next two calls refused with 429', async () => {
      await it.click('.rail a:has-text("Faults")')
      await it.click('[aria-label="How many times"]')
      await page.keyboard.type('2')
      await it.click('.preset:has-text("429")')
      await page.locator('td:has-text("2×")').waitFor()
      const reply = await callAs(workspace, 'admin', 'GET', '/agents/')
      expect(reply.status).toBe(429)
    })
    it.clicks = 0
    await it.click('[aria-label^="Take the fault"]')
    await page.locator('text=Nothing goes wrong').first().waitFor()
    expect(it.clicks, 'take the fault away').toBe(1)
    expect((await callAs(workspace, 'admin', 'GET', '/agents/')).status).toBe(200)

    const own = await createTask(workspace, 'member', 'Mine to move')
    await start(2, 'move a task from backlog to to do as the member, who owns it', async () => {
      await it.click('.rail a:has-text("Board")')
      it.clicks += 1
      await page
        .locator('.card:has-text("Mine to move")')
        .dragTo(page.locator('.column[aria-label="To do"] .column-list'))
      await expect.poll(() => workspace.workspace.tables.tasks.get(own)?.status).toBe('todo')
      expect(workspace.journal.list({ console: true, operation: 'setTaskStatus' }).at(-1)?.key).toBe('member')
    })

    await start(3, 'let the next createTask lose its reply after commit, and see it strike', async () => {
      await it.click('.rail a:has-text("Faults")')
      await it.choose('For which requests', 'createTask')
      await it.click('.preset:has-text("Lose the reply")')
      await page.locator('td:has-text("Drop: when after")').waitFor()
      await expect(callAs(workspace, 'admin', 'POST', '/tasks', { title: 'Lost' })).rejects.toThrow()
      await page.locator('td:has-text("used up")').waitFor()
    })

    const before = workspace.clock.now()
    for (const by of ['+1m', '+1h', '+1d']) {
      await page.locator(`.clock-steps button:has-text("${by}")`).click()
      await page.locator('.toast:has-text("passed")').nth(['+1m', '+1h', '+1d'].indexOf(by)).waitFor()
    }
    await start(3, 'take the last three changes back', async () => {
      for (let n = 0; n < 3; n++) await it.press('Control+z')
      await expect.poll(() => workspace.clock.now()).toEqual(before)
    })

    await start(3, 'get a workspace of one’s own with the same data, and its keys', async () => {
      await it.click('.workspace-menu')
      await it.click('.item:has-text("New workspace")')
      await it.click('dialog footer button')
      await page.waitForURL(url => !url.pathname.includes(`/${workspace.id}`))
      await page.locator('.connect').waitFor()
    })

    await start(6, 'save a snapshot with a name, change something, see the difference, restore', async () => {
      await it.click('.rail a:has-text("Snapshots")')
      await it.click('button:has-text("Save now")')
      await page.locator('dialog input').fill('Before the day')
      await it.click('dialog footer button')
      await page.locator('.cards li:has-text("Before the day")').waitFor()
      await callAs(workspace, 'member', 'PATCH', `/tasks/${own}/status`, { status: 'in_review' })
      await it.click('a:has-text("Difference")')
      await page.locator('h1:has-text("What changed since Before the day")').waitFor()
      await page.locator('.changes li:has-text("Mine to move"):has-text("In review")').waitFor()
      await it.click('header button:has-text("Restore")')
      await page.locator('.toast:has-text("Back at Before the day")').waitFor()
    })

    await start(3, 'name the agent that cost most in a week, and see its runs of the week', async () => {
      await it.click('.rail a:has-text("Money")')
      await it.click('a:text-is("7 days")')
      await page.locator('h1:has-text("in 7 days")').waitFor()
      const figure = page.locator('.figure:has-text("Costliest agent") a')
      const name = await figure.innerText()
      await it.click('.figure:has-text("Costliest agent") a')
      await page.locator('h1', { hasText: name }).waitFor()
      await page.locator('.panel:has-text("Runs of the last 7 days") li .number').first().waitFor()
      await page.locator('.figure:has-text("in 7 days")').waitFor()
    })

    await start(5, 'add a person with a key, and use it', async () => {
      await it.click('.rail a:has-text("People")')
      await it.click('button:has-text("New person")')
      await page.locator('dialog label:has(span:text-is("Name")) input').fill('Ada Byron')
      await it.click('dialog footer button')
      await page.locator('dialog:has-text("New key") label:has(span:text-is("Name")) input').fill('ada')
      await it.click('dialog footer button')
      await it.click('tr:has-text("Ada Byron") button:has-text("Copy")')
      await expect.poll(() => clipboard(it)).toMatch(/^awk_/)
      expect((await sendAs(await clipboard(it), `${workspace.url}/agents/`)).status).toBe(200)
    })
  },
)

browserTest('the board offers no move before it knows whose key makes it', async ({ it, workspace }) => {
  const { page } = it
  const held = Promise.withResolvers<void>()
  await page.route('**/keys', async route => {
    await held.promise
    await route.continue()
  })
  await it.go(workspace.id)
  await it.click('.rail a:has-text("Board")')
  await page.locator('h1:text-is("Board")').waitFor()
  await page.locator('.card, main [aria-busy]').first().waitFor()
  expect(await page.locator('.card').count()).toBe(0)
  held.resolve()
  await page.locator('.card').first().waitFor()
})

browserTest(
  'by keyboard alone: screens, a list, the palette, a move, and Back',
  async ({ it, workspace }) => {
    const { page } = it
    await it.go(workspace.id)
    // Both keys in one turn of the page, because they count together only when they come within a second or so.
    const goTo = async (key: string, url: RegExp) => {
      await page.evaluate(
        keys => {
          for (const key of keys)
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        },
        ['g', key],
      )
      await page.waitForURL(url)
    }
    const choose = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.locator('.palette-input').fill(text)
      await page.locator(`[role=option][aria-selected=true]:has-text("${text}")`).waitFor()
      await page.keyboard.press('Enter')
    }
    await goTo('r', /\/runs$/)
    await page.locator('.line').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/runs\/run_/)
    await page.goBack()
    await page.locator('.line').first().waitFor()
    await choose('OPS-12')
    await page.waitForURL(/tasks\/task_/)
    // What only a text of the world has, found by the server.
    await choose('Clara Hoffmann')
    await page.waitForURL(/\/people/)
    await choose('Look as member')
    await page.waitForURL(/as=member/)
    await choose('Look as everyone')
    await page.waitForURL(url => !url.search.includes('as='))
    await goTo('b', /\/board$/)
    await page.locator('.card a').first().focus()
    await page.keyboard.press('m')
    await page.locator('.menu:popover-open .item').first().waitFor()
    await page.keyboard.press('Escape')
    expect(workspace.journal.list({ console: true })).toEqual([])
  },
)

browserTest('live for nine tabs over one stream, and idle without a request', async ({ it, workspace }) => {
  const context = it.page.context()
  await it.page.clock.install()
  await it.go(workspace.id)
  const pages = [it.page]
  for (let n = 0; n < 8; n++) {
    const page = await context.newPage()
    await page.goto(it.page.url())
    await page.locator('.dot.green').waitFor()
    pages.push(page)
  }
  await callAs(workspace, 'member', 'GET', '/agents/')
  await Promise.all(pages.map(page => page.locator('.feed a:has-text("/agents/")').first().waitFor()))
  // What the call made the page ask may still be due; then nothing is asked for a minute.
  await it.page.clock.runFor(1_000)
  const asked: string[] = []
  it.page.on('request', request => asked.push(request.url()))
  await it.page.clock.runFor(60_000)
  expect(asked).toEqual([])
})

browserTest(
  'behind a prefix that a proxy strips, with a control key, and as text that is no markup',
  async ({ browser }) => {
    await using locked = await startMock({ controlKey: 'sesame' })
    await using proxy = await serving((request, response) => {
      const path = (request.url ?? '/').replace(/^\/tools\/mock/, '')
      const forward = send(locked.url + path, { method: request.method, headers: request.headers }, reply => {
        response.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(response)
      })
      response.on('close', () => forward.destroy())
      forward.on('error', () => response.destroy())
      request.pipe(forward)
    })
    const url = `${proxy.url}/tools/mock`
    await using it = await visit(browser, url)
    // Without its slash, because that is how people write it.
    await it.page.goto(url)
    await it.page.waitForURL(`${url}/_mock/console/demo`)
    await it.page.locator('input[type=password]').fill('sesame')
    await it.page.keyboard.press('Enter')
    await it.page.locator('.connect').waitFor()
    const title = '<img src=x onerror=alert(1)>'
    const id = await createTask(locked.demo, 'admin', title)
    await it.page.goto(`${url}/_mock/console/demo/tasks/${id}#key=sesame`)
    await it.page.locator('h1', { hasText: title }).waitFor()
    expect(it.page.url()).not.toContain('sesame')
    expectNoComplaints(it)
  },
)
