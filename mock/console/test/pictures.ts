// `npm run console:pictures`: the pictures of the console in docs/pictures, made from a mock that has seen some work.
// Reduce them to 256 colours before you commit them, as `pngquant` does: the package holds them.
import { join } from 'node:path'
import { startMock } from '#mock'
import { launchChromium } from '../../testing/chromium.ts'
import { sendAs } from '../../testing/send-as.ts'

type Pictures = readonly (readonly [name: string, path: string])[]

const folder = join(import.meta.dirname, '../../../docs/pictures')

await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
const { keys, agents, boards } = mock.demo.roles
const ask = (key: string, method: string, path: string, body?: object) =>
  sendAs(key, mock.url + path, body, { method })

// A client at work.
await ask(keys.member, 'GET', '/agents/?view=summary')
const created = await ask(keys.member, 'POST', '/tasks', {
  title: 'Check invoice 17',
  priority: 'high',
  board_id: boards['board-ops'],
})
const task = (await created.json()) as { id: string }
mock.clock.advance('2s')
const started = await ask(keys.member, 'POST', `/agents/${agents['agent-that-asks-text']}/run`, {
  input: { task: 'Write a briefing on the delays of Alster Packaging.' },
})
const { run_id } = (await started.json()) as { run_id: string }
await ask(keys.admin, 'POST', `/agents/${agents['agent-that-uses-tools']}/run`, {
  input: { task: 'Where is order SO-20418?' },
})
mock.clock.advance('8s')
await ask(keys.member, 'GET', `/runs/${run_id}`)
await ask(keys.member, 'PATCH', `/tasks/${task.id}/status`, { status: 'todo' })
mock.clock.advance('40s')
await ask(keys.member, 'GET', '/insights/summary')
await ask(keys.member, 'POST', `/agents/runs/${run_id}/retry`)
const refused = mock.journal.list({ refusal: 'transition_refused' }).at(-1)

const today: Pictures = [
  ['console-now', 'demo'],
  ['console-why', `demo/journal/${refused?.id}`],
  ['console-board', 'demo/board'],
  ['console-money', 'demo/money'],
  ['console-timeline', 'demo/runs?view=timeline&from=2026-11-19T21:00:00Z&to=2026-11-20T09:05:00Z'],
]
const inAYear: Pictures = [['console-year', 'demo/money']]

const browser = await launchChromium()
const written = await take(today)
mock.clock.advance('365d')
console.log(`Wrote ${[...written, ...(await take(inAYear))].length} pictures to docs/pictures.`)
await browser.close()

/** Takes each picture by day and by night. */
async function take(pictures: Pictures): Promise<string[]> {
  const files: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    for (const [name, path] of pictures) {
      const page = await context.newPage()
      await page.goto(`${mock.url}/_mock/console/${path}`)
      await page.locator('main .panel, main .board').first().waitFor()
      await page.waitForTimeout(1_200)
      const file = join(folder, `${name}-${colorScheme}.png`)
      await page.screenshot({ path: file })
      files.push(file)
      await page.close()
    }
    await context.close()
  }
  return files
}
