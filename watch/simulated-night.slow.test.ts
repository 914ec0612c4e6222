import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Mock, type Profile, startMock } from '#mock'
import type { Usage } from '#openapi/usage'
import { run, type TargetInput } from '../conformance/index.ts'
import { DAY, HOUR, MINUTE } from '../mock/simulation/duration.ts'
import { launchChromium, noBrowser } from '../mock/testing/chromium.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { sendAs } from '../mock/testing/send-as.ts'
import { servingWebhook } from '../mock/testing/serving.ts'
import { pageOf, serveWatch, summaryOf, viewOf, Watch } from './index.ts'

const usage: Usage = {
  usage: 1,
  client: 'billing',
  complete: true,
  operations: { listRuns: { sends: {}, replies: { '200': [], '403': ['scope_missing'] }, reads: [] } },
}
const folder = newFolder()
const ONLY = ['runs/list-cursor', 'agents/list', 'access/listRuns', 'workflows/list']
let night: Awaited<ReturnType<typeof simulateNight>>
/** What `--once` would have printed at the start, and before each event of the night. */
const summaries: ReturnType<typeof summaryOf>[] = []
/** The page at the start, and before each event. */
const pages: string[] = []

beforeAll(async () => {
  night = await simulateNight()
}, 600_000)
afterAll(() => night[Symbol.asyncDispose]())

test('a night with a defect and an outage is four alerts, each sent once', () => {
  expect(headsOf('staging')).toEqual([
    expect.stringMatching(/^staging violates \d+ requirements since 2026-11-24 03:00 UTC$/),
    expect.stringMatching(/^staging meets again \d+ requirements since 2026-11-24 04:05 UTC$/),
    expect.stringMatching(/^staging is down since 2026-11-24 05:10 UTC: .* cannot be reached/),
    expect.stringMatching(/^staging answers again since 2026-11-24 05:20 UTC$/),
  ])
  expect(new Set(night.received.map(({ id }) => id)).size).toBe(6)
})

test('a deployment that answers otherwise than its twin, as it may, is told once, and violates nothing', () => {
  expect(headsOf('production')).toEqual([
    expect.stringMatching(
      /^production answers otherwise than its twin in \d+ places since 2026-11-24 03:00 UTC$/,
    ),
    expect.stringMatching(/^production answers as its twin again in \d+ places since 2026-11-24 04:05 UTC$/),
  ])
  const { text } = night.received.find(one => one.text.startsWith('production'))!
  expect(text).toMatch(/\n {2}listRuns 200: data\[\]\.duration_ms is not in the twin(\n|$)/)
  expect(viewOf(night.watch.history, [], END).deployments[1]?.drift[0]).toMatchObject({
    requirement: 'TWIN',
    verdict: 'alike',
  })
  expect(summaries[2]?.text).toMatch(/\n {2}\d+ differences from its twin$/)
})

test('the history has each verdict since its beginning, with what showed it', () => {
  const { deployments } = viewOf(night.watch.history, [], END)
  const [staging, production] = deployments
  expect(production?.verdicts.filter(one => one.until !== null || one.verdict !== 'met')).toEqual([])
  const broken =
    staging?.verdicts.filter(one => one.verdict === 'violated' && one.requirement !== 'REACHABLE') ?? []
  expect(broken.length).toBeGreaterThan(1)
  for (const { since, until, evidence } of broken) {
    expect(new Date(since).toISOString()).toBe('2026-11-24T03:00:00.000Z')
    expect(new Date(until ?? 0).toISOString()).toBe('2026-11-24T04:05:00.000Z')
    expect(evidence?.exchanges.at(-1)).toMatchObject({ operation: 'listRuns', response: { status: 500 } })
  }
  const listRuns = staging?.operations.find(one => one.operation === 'listRuns')
  expect(listRuns?.failed).toBeGreaterThan(0)
  expect(production?.operations.flatMap(one => one.failed)).not.toContain(1)
})

test('the summary says what is violated or down, and since when', () => {
  expect(summaries.slice(1).map(one => one.exit)).toEqual([0, 1, 0, 4, 0])
  expect(summaries[1]?.text).toMatch(/\n {2}\d+ never exercised: .*TASK \d+/)
  expect(summaries[2]?.text).toMatch(
    /^staging +3 violated, \d+ met.*\n {2}\S+ violated since 2026-11-24 03:00Z: /,
  )
  expect(summaries[4]?.text).toMatch(
    /^staging +down since 2026-11-24 05:10Z: [\s\S]*\nproduction {2}0 violated/,
  )
})

test.skipIf(noBrowser)('the page shows it at each width, in light and dark, and loads nothing', async () => {
  await using browser = await launchChromium()
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await using page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.setContent(pages[2]!)
    expect(await page.textContent('h1')).toBe('staging violates 3 requirements')
    const card = await page.textContent('.cards')
    expect(card).toContain('GET /runs answered 500')
    expect(card).toContain('billing (listRuns)')
    const row = page.locator('.timeline', { hasText: 'violated since' }).first()
    expect(await row.textContent()).toMatch(/violated since \D+\d\d:\d\d, was met 2 times/)
    await row.locator('summary').click()
    expect(await row.locator('.inner').textContent()).toContain('first seen in listRuns')
    expect(await page.locator('.deployment').nth(1).textContent()).toMatch(/\d+ differences from its twin/)
    const drift = page.locator('.timeline', { hasText: 'data[].duration_ms is not in the twin' }).first()
    expect(await drift.textContent()).toContain('drifted since')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(asked.filter(url => !url.startsWith('about:') && !url.startsWith('data:'))).toEqual([])
  }
})

test.skipIf(noBrowser)('before the first pass the page says that none has ended', async () => {
  await using browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent(pages[0]!)
  expect(await page.textContent('h1')).toBe('No pass has ended yet')
  const cards = await page.locator('.deployment').allTextContents()
  expect(cards).toHaveLength(2)
  for (const card of cards) expect(card).toMatch(/no pass yet/)
  expect(cards.join()).not.toContain('conforms')
})

test.skipIf(noBrowser)(
  'beyond loopback the page asks for the key, and without it nothing is told',
  async () => {
    await using served = await serveWatch(night.watch, { port: 0, host: '0.0.0.0' })
    const url = served.url.replace('0.0.0.0', '127.0.0.1')
    for (const path of ['/view.json', '/metrics', '/junit.xml'])
      expect((await fetch(url + path)).status).toBe(401)
    const key = String(served.controlKey)
    const metrics = await (await sendAs(key, `${url}/metrics`)).text()
    expect(metrics).toContain('agent_work_watch_up{deployment="staging"} 1')
    const headers = { origin: 'https://evil.example', 'x-mock-control-key': key }
    expect((await fetch(`${url}/view.json`, { headers })).status).toBe(403)
    await using browser = await launchChromium()
    const page = await browser.newPage()
    await page.goto(url)
    await page.fill('input[type=password]', key)
    await page.click('button')
    await page.waitForSelector('.deployment')
    expect(await page.textContent('h1')).toBe('Nothing contradicts the specification')
  },
)

const headsOf = (name: string) =>
  night.received.flatMap(({ text }) => (text.startsWith(name) ? text.split('\n')[0] : []))

const SCALE = 300

const START = Date.UTC(2026, 10, 24, 1)
const BREAKS = START + HOUR + 10 * MINUTE
const MENDS = START + 2 * HOUR + 30 * MINUTE
const GOES_DOWN = START + 3 * HOUR + 20 * MINUTE
const COMES_BACK = GOES_DOWN + HOUR
const END = COMES_BACK + 10 * MINUTE

/** Lives through the night, with some scenarios of the suite in each pass. */
async function simulateNight() {
  let now = START
  /** Bodies that the webhook got, with their idempotency keys. */
  const received: { id: string; text: string }[] = []
  const webhook = await servingWebhook<{ text: string }>((id, { text }) => void received.push({ id, text }))
  // The suite waits a moment before it asks a failing operation again: on a clock that runs, that is nothing.
  const clock = { scale: SCALE }
  let staging = await startMock({ port: 0, clock })
  let production = await startMock({ port: 0, clock })
  const changeProduction = async (profile: Partial<Profile>) => {
    const port = Number(new URL(production.url).port)
    await production.stop()
    production = await startMock({ port, clock, profile })
  }
  const deployments = await Promise.all(
    Object.entries({ staging, production }).map(async ([name, mock]) => ({
      name,
      file: `${name}.yaml`,
      target: { ...(await targetOf(mock)), name, pace: { clock_scale: SCALE } },
      ...(mock === production && { twin: { twin: 1 } as const }),
    })),
  )
  const watch = new Watch({
    deployments,
    store: join(folder, 'night.db'),
    webhook: webhook.url,
    pace: { every: HOUR, fullEvery: DAY, repeatAfter: 5 * MINUTE, readOnly: true },
    env: {},
    onPass: () => {},
    now: () => now,
    judge: (target, options) => run(target, { ...options, only: options.only ?? ONLY }),
  })
  const events: [at: number, happen: () => unknown][] = [
    [
      BREAKS,
      async () => {
        staging.demo.faults.add({ on: { operation: 'listRuns' }, effects: [{ do: 'reply', status: 500 }] })
        await changeProduction({ 'time-field': 'duration_ms' })
      },
    ],
    [
      MENDS,
      async () => {
        staging.demo.faults.clear()
        await changeProduction({})
      },
    ],
    [GOES_DOWN, () => staging.stop()],
    [
      COMES_BACK,
      async () => {
        staging = await startMock({ port: Number(new URL(staging.url).port), clock })
      },
    ],
    [END, () => {}],
  ]
  const look = () => {
    const view = viewOf(watch.history, [usage], now)
    summaries.push(summaryOf(view))
    pages.push(pageOf(view))
  }
  look()
  for (const [at, happen] of events) {
    for (;;) {
      const next = Math.min(...watch.tasks.map(task => task.next()))
      if (next >= at) break
      now = Math.max(now, next)
      for (const task of watch.tasks) if (task.next() <= now) await task.run()
    }
    now = at
    look()
    await happen()
  }
  return {
    watch,
    received,
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await webhook[Symbol.asyncDispose]()
      await Promise.all([staging.stop(), production.stop()])
    },
  }
}

async function targetOf(mock: Mock): Promise<TargetInput> {
  return parse(await (await fetch(`${mock.url}/_mock/target.yaml`)).text()) as TargetInput
}
