// Runs the load test in examples/ without k6: a stand-in for what that script uses of it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the script uses of k6, in front of it. */
const K6 = `
const { __ENV, sleep, check, http } = globalThis[Symbol.for('agent-work k6')]
`

export interface LoadTest {
  readonly scenarios: Readonly<Record<string, { exec: string; vus: number }>>
  /** What a user of that kind does once. */
  readonly run: (exec: string) => Promise<void>
  /** The checks that failed. */
  readonly failed: string[]
}

/** The load test against a server. A user who sleeps does so before the next call; `sleep` takes the seconds. */
export async function loadTest(
  variables: Readonly<Record<string, string>>,
  sleep: (seconds: number) => unknown,
): Promise<LoadTest> {
  const failed: string[] = []
  const users = new AsyncLocalStorage<{ sleeps: number }>()
  const awake = async () => {
    const user = users.getStore()
    if (!user || user.sleeps === 0) return
    const { sleeps } = user
    user.sleeps = 0
    await sleep(sleeps)
  }
  const k6 = {
    __ENV: variables,
    sleep: (seconds: number) => {
      users.getStore()!.sleeps += seconds
    },
    check: (reply: { status: number }, checks: Record<string, (reply: { status: number }) => boolean>) =>
      Object.entries(checks).every(([name, holds]) => {
        const isRight = holds(reply)
        if (!isRight) failed.push(`${name}, not ${reply.status}`)
        return isRight
      }),
    http: {
      async asyncRequest(method: string, url: string, body: string | null, { headers }: { headers: object }) {
        await awake()
        const reply = await fetch(url, { method, headers: { ...headers }, ...(body ? { body } : {}) })
        const text = await reply.text()
        return { status: reply.status, json: () => JSON.parse(text) as unknown }
      },
    },
  }
  Object.assign(globalThis, { [Symbol.for('agent-work k6')]: k6 })
  const path = join(import.meta.dirname, '../../examples/load-test/back-office.k6.js')
  const text = K6 + readFileSync(path, 'utf8').replaceAll(/^import .* from 'k6.*$/gm, '')
  const script = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    options: Pick<LoadTest, 'scenarios'>
  } & Record<string, () => Promise<void>>
  const run = (exec: string) =>
    users.run({ sleeps: 0 }, async () => {
      await script[exec]!()
      await awake()
    })
  return { scenarios: script.options.scenarios, run, failed }
}
