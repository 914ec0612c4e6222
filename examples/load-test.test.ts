// The load test for k6 is run once for each kind of user, with a stand-in for k6: every call has to be answered as it expects.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startMock } from '#mock'

/** What the script uses of k6. */
const K6 = `
export const failed = []
const __ENV = process.env
const sleep = seconds => globalThis.k6Sleep(seconds)
const check = (reply, checks) =>
  Object.entries(checks).every(([name, holds]) => holds(reply) || (failed.push(name + ', not ' + reply.status), false))
const http = {
  async asyncRequest(method, url, body, { headers }) {
    const reply = await fetch(url, { method, headers, ...(body ? { body } : {}) })
    const text = await reply.text()
    return { status: reply.status, json: () => JSON.parse(text) }
  },
}
`

test('every call of the load test is answered as it expects', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const folder = mkdtempSync(join(tmpdir(), 'agent-work-load-test-'))
  const source = readFileSync(join(import.meta.dirname, 'load-test/back-office.k6.js'), 'utf8')
  const file = join(folder, 'script.mjs')
  writeFileSync(file, K6 + source.replaceAll(/^import .* from 'k6.*$/gm, ''))
  process.env.BASE_URL = mock.url
  // A second of k6 is a minute of the mock.
  Object.assign(globalThis, { k6Sleep: (seconds: number) => mock.clock.advance(`${seconds}m`) })
  try {
    const script = (await import(pathToFileURL(file).href)) as Record<string, () => Promise<void>> & {
      failed: string[]
      options: { scenarios: Record<string, { exec: string }> }
    }
    for (const { exec } of Object.values(script.options.scenarios)) await script[exec]!()
    expect(script.failed).toEqual([])
    const called = new Set(mock.journal.find().map(({ operation }) => operation))
    expect(called).toContain('getRun')
    expect(called.size).toBeGreaterThanOrEqual(12)
  } finally {
    Reflect.deleteProperty(globalThis, 'k6Sleep')
    Reflect.deleteProperty(process.env, 'BASE_URL')
    rmSync(folder, { recursive: true })
  }
})
