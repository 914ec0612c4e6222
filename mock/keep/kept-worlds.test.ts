import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { randomProfile } from '../profile/random-profile.ts'
import { newFolder } from '../testing/new-folder.ts'
import { Walk } from '../testing/random-walk.ts'
import { sendAs } from '../testing/send-as.ts'
import { START } from '../testing/test-kit.ts'

/** `KEPT_WORLDS=50 npx vitest run mock/keep/kept-worlds.test.ts` walks through more of them. */
const WORLDS = Number(process.env.KEPT_WORLDS ?? 2)
const CALLS = 120
const CALLS_BETWEEN_RESTARTS = 24

test.for(Array.from({ length: WORLDS }, (_, index) => index))(
  'world %i answers the same bytes, stopped and started again or not',
  async index => {
    const folder = newFolder()
    const seed = `world ${index}`
    const profile = randomProfile(seed)
    const options = { seed, profile, clock: { frozen: START } }
    const kept = { ...options, keep: join(folder, 'world.db') }
    await using steady = await startMock(options)
    let restarted = await startMock(kept)
    const foreign = steady.registry.get('second-tenant')!.workspace
    const walk = new Walk({ workspace: steady.demo.workspace, foreign }, seed)
    for (let number = 1; number <= CALLS; number++) {
      const { operation, key, path, body } = walk.next()
      const secret = steady.demo.roles.keys[key]
      const [one, other] = await Promise.all(
        [steady, restarted].map(mock => call(mock, operation.method, path, secret, body)),
      )
      expect(other, `call ${number} of world ${index}: ${operation.method} ${path}`).toEqual(one)
      // Rate windows start anew with a restart, so these are over before it.
      const isRestart = number % CALLS_BETWEEN_RESTARTS === 0
      const pause = isRestart ? 61_000 : walk.pause()
      for (const mock of [steady, restarted]) mock.demo.workspace.simulation.advance(pause)
      if (!isRestart) continue
      await restarted.stop()
      restarted = await startMock(kept)
    }
    await restarted.stop()
  },
)

/** Status, headers and body; the number of the exchange counts from the start of the process. */
async function call(mock: Mock, method: string, path: string, secret: string, body: unknown) {
  const leave = new AbortController()
  const reply = await sendAs(secret, mock.url + path, body, { method, signal: leave.signal })
  const headers = [...reply.headers].filter(([name]) => !['x-mock-exchange', 'connection'].includes(name))
  const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? '' : await reply.text()
  leave.abort()
  return { status: reply.status, headers, text: text.replaceAll(mock.url, '') }
}
