// The load test for k6 is run once for each kind of user, with a stand-in for what it uses of k6: every call has to be
// answered as it expects.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '#mock'

interface Reply {
  readonly status: number
  readonly json: () => unknown
}

type Script = {
  readonly options: { readonly scenarios: Record<string, { readonly exec: string }> }
} & Record<string, () => Promise<void>>

test('every call of the load test is answered as it expects', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const failed: string[] = []
  const k6 = {
    __ENV: { BASE_URL: mock.url },
    // A second of k6 is a minute of the mock.
    sleep: (seconds: number) => mock.clock.advance(`${seconds}m`),
    check: (reply: Reply, checks: Record<string, (reply: Reply) => boolean>) =>
      Object.entries(checks).every(([name, holds]) => {
        const isRight = holds(reply)
        if (!isRight) failed.push(`${name}, not ${reply.status}`)
        return isRight
      }),
    http: {
      async asyncRequest(method: string, url: string, body: string | null, { headers }: { headers: object }) {
        const reply = await fetch(url, { method, headers: { ...headers }, body })
        const text = await reply.text()
        return { status: reply.status, json: () => JSON.parse(text) as unknown }
      },
    },
  }
  Object.assign(globalThis, { [Symbol.for('agent-work k6')]: k6 })
  const file = readFileSync(join(import.meta.dirname, 'load-test/back-office.k6.js'), 'utf8')
  const text = `const { __ENV, sleep, check, http } = globalThis[Symbol.for('agent-work k6')]
${file.replaceAll(/^import .* from 'k6.*$/gm, '')}`
  const script = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Script
  for (const { exec } of Object.values(script.options.scenarios)) await script[exec]!()
  expect(failed).toEqual([])
  const called = new Set(mock.journal.find().map(({ operation }) => operation))
  expect(called).toContain('getRun')
  expect(called.size).toBeGreaterThanOrEqual(12)
})
