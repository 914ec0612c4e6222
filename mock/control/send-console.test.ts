import { afterAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { askPlainly } from '../testing/serving.ts'

const mock = await startMock()
afterAll(() => mock.stop())

const ask = (path: string, headers: Record<string, string> = {}, url = mock.url) =>
  askPlainly(url + path, { headers })

const browser = { accept: 'text/html,application/xhtml+xml' }

test('shows browsers the way to the console, and everybody else the refusal of before', async () => {
  for (const [path, location] of [
    ['/', undefined],
    ['/_mock', './_mock/console/'],
    ['/_mock/', './console/'],
  ] as const) {
    const shown = await ask(path, browser)
    if (location) expect(shown).toMatchObject({ status: 303, headers: { location, vary: 'Accept' } })
    else expect(shown).toMatchObject({ status: 200, text: expect.stringContaining('_mock/console/') })
    const reply = await ask(path)
    expect(reply.status).toBe(404)
    expect(JSON.parse(reply.text)).toHaveProperty('error.code')
    expect((await ask(path, { ...browser, authorization: 'Bearer x' })).status).toBe(404)
  }
  expect((await ask('/')).headers['x-mock-advice']).toContain('/_mock/console/')
})

test('serves the page at every depth with addresses relative to it, under a strict policy', async () => {
  for (const [path, up] of [
    ['/_mock/console/', './'],
    ['/_mock/console/demo', './'],
    ['/_mock/console/demo/runs/run_1?tab=events', '../../'],
  ] as const) {
    const { text, headers } = await ask(path)
    expect(text, path).toContain(`src="${up}assets/app.js"`)
    expect(text).not.toMatch(/(src|href)="(\/|http)/)
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'.*require-trusted-types-for 'script'/,
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('an asset is sent once, and what is no asset is not there', async () => {
  const { headers, text } = await ask('/_mock/console/assets/app.js')
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(text).toContain('licenses.txt')
  expect((await ask('/_mock/console/assets/app.js', { 'if-none-match': String(headers.etag) })).status).toBe(
    304,
  )
  expect((await ask('/_mock/console/assets/none.js')).status).toBe(404)
  expect((await ask('/_mock/console/assets/..%2fpage.html')).text).not.toContain('{{up}}')
})

test('files are sent compressed to whoever accepts that', async () => {
  const path = '/_mock/console/assets/app.js'
  const plain = await ask(path)
  const packed = await ask(path, { 'accept-encoding': 'gzip, deflate, br' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2)
  const unpacked = await fetch(mock.url + path, { headers: { 'accept-encoding': 'gzip' } })
  expect(await unpacked.text()).toBe(plain.text)
  const refused = await ask(path, { 'accept-encoding': 'br, gzip;q=0' })
  expect(refused.headers['content-encoding']).toBeUndefined()
})

test('a workspace knows where a browser shows it', async () => {
  await using workspace = mock.workspace()
  expect(workspace.consoleUrl).toBe(`${mock.url}/_mock/console/${workspace.id}`)
  const { status } = await ask(workspace.consoleUrl.slice(mock.url.length))
  expect(status).toBe(200)
})

test('can be switched off', async () => {
  await using plain = await startMock({ console: false })
  expect((await ask('/_mock/console/', browser, plain.url)).status).toBe(404)
  expect((await ask('/', browser, plain.url)).status).toBe(404)
})

test('an address deeper than any screen is none, and keeps no page in memory', async () => {
  const page = (slashes: number) => ask(`/_mock/console/${'/'.repeat(slashes)}`, browser)
  expect((await page(4)).status).toBe(200)
  expect((await page(2_000)).status).toBe(404)
})
