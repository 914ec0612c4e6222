import { expect, test } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

test('lets no window of that length hold more than allowed, and serves waiters in order', async () => {
  let now = 0
  const lanes = new RateLimiter(() => now)
  lanes.limit('wallet', { requests: 3, seconds: 60 })
  const sent: number[] = []
  const wait = async (ms: number) => {
    now += ms
  }
  for (let index = 0; index < 8; index++) {
    await lanes.enter('wallet', wait)
    sent.push(now)
    now += 1000
  }
  for (const at of sent)
    expect(sent.filter(one => one > at - 60_000 && one <= at).length).toBeLessThanOrEqual(3)
})

test('a lane without a limit never waits', async () => {
  const lanes = new RateLimiter(() => 0)
  await lanes.enter('other', () => Promise.reject(new Error('waited')))
})
