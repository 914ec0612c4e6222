import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as browserDoor from '#mock/browser'
import { launchChromium, noBrowser } from '../mock/testing/chromium.ts'
import { type Serving, serving } from '../mock/testing/serving.ts'
import { browserBundle } from './browser-bundle.ts'

/** What the test uses of the type of that name, which Node's types do not have. */
interface ServiceWorkers extends EventTarget {
  readonly controller: unknown
  register(script: string, options: { type: 'module' }): Promise<unknown>
}

const worker = `import { createFetch } from './index.js'
const mock = createFetch({ url: location.origin + '/api', clock: { frozen: '2026-11-20T09:00:00Z' } })
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  if (new URL(event.request.url).pathname.startsWith('/api/')) event.respondWith(mock(event.request))
})
`

const html = `<!doctype html><title>A page</title>
<script type="module">import { createFetch } from './index.js'; Object.assign(globalThis, { createFetch })</script>`

let files: Record<string, string>
let server: Serving
let browser: Browser
let url: string

beforeAll(async () => {
  files = { ...(await browserBundle()), 'worker.js': worker, '': html }
  server = await serving(({ url = '' }, response) => {
    const text = files[url.slice(1)]
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text)
  })
  url = server.url
  if (!noBrowser) browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await server[Symbol.asyncDispose]()
})

test('is not large, and names the licenses of what is in it', () => {
  const { 'licenses.txt': licenses, ...chunks } = Object.fromEntries(
    Object.entries(files).filter(([name]) => name.includes('.')),
  )
  const size = (text: string) => `${Math.round(gzipSync(text).length / 1000)} kB`
  console.log(
    Object.entries(chunks)
      .map(([name, code]) => `${name}: ${size(code)} compressed`)
      .join('\n'),
  )
  expect(gzipSync(chunks['index.js']!).length).toBeLessThan(355_000)
  expect(licenses).toContain('ajv')
})

test.skipIf(noBrowser !== undefined)(
  'a page starts a run, follows its stream and moves the clock, without a server',
  async () => {
    await using page = await browser.newPage()
    await page.goto(url)
    const seen = await page.evaluate(async () => {
      const { createFetch } = globalThis as unknown as typeof browserDoor
      const mock = createFetch({ clock: { frozen: '2026-11-20T09:00:00Z' } })
      const workspace = mock.workspace({ from: 'quiet' })
      const { keys, roles, clock } = workspace
      const headers = { authorization: `Bearer ${keys.member}`, 'content-type': 'application/json' }
      const started = await mock(`/agents/${roles.agents['agent-that-finishes']}/run`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ input: { task: 'Check invoice 17' } }),
      })
      const { run_id, chat_id } = (await started.json()) as Record<string, string>
      const stream = await mock(`/chats/${chat_id}/stream`, { headers })
      clock.untilIdle()
      const events = [...(await stream.text()).matchAll(/^event: (.+)$/gm)].map(([, kind]) => kind)
      const run = (await (await mock(`/runs/${run_id}`, { headers })).json()) as { status: string }
      const refused = await mock('/tasks', { method: 'POST', headers, body: '{}' })
      return {
        events,
        status: run.status,
        refused: refused.status,
        rule: workspace.explain(refused.headers.get('x-mock-exchange')!).rule?.requirements.length,
        requests: mock.coverage().areas.length > 0,
      }
    })
    expect(seen).toMatchObject({ status: 'completed', refused: 422, requests: true })
    expect(seen.rule).toBeGreaterThan(0)
    expect(seen.events).toContain('message.completed')
  },
)

test.skipIf(noBrowser !== undefined)('a service worker answers the page that fetches as ever', async () => {
  await using page = await browser.newPage()
  await page.goto(url)
  const seen = await page.evaluate(async () => {
    const { serviceWorker } = navigator as unknown as { serviceWorker: ServiceWorkers }
    await serviceWorker.register('/worker.js', { type: 'module' })
    if (!serviceWorker.controller)
      await new Promise(resolve => serviceWorker.addEventListener('controllerchange', resolve))
    const headers = { authorization: 'Bearer awk_demo_member' }
    const listed = await fetch('/api/runs?limit=2', { headers })
    const { data } = (await listed.json()) as { data: unknown[] }
    const unknown = await fetch('/api/runs', { headers: { authorization: 'Bearer none' } })
    return { status: listed.status, runs: data.length, unknown: unknown.status }
  })
  expect(seen).toEqual({ status: 200, runs: 2, unknown: 401 })
})
