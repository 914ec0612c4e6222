// The mock proves itself: thousands of calls, legal and not, and what must hold after each of them.
import { expect } from 'vitest'
import type { OperationId, Schemas } from '#openapi'
import { Random } from '../simulation/random.ts'
import { foundIn, Invariants, idsOf } from './invariants.ts'
import { Walk } from './random-walk.ts'
import { asJson } from './send-as.ts'
import { startTestKit, type TestKit, test } from './test-kit.ts'

const CALLS = Number(process.env.WALK_CALLS ?? 1500)
const SEED = process.env.WALK_SEED ?? 'walk'

test(`a walk of ${CALLS} calls finds no state outside the table, no cent lost, nothing of another company, and no bug`, async () => {
  await using kit = await startTestKit()
  const walk = new Walk(kit, SEED)
  const invariants = new Invariants(kit.workspace)
  const foreign = idsOf(kit.foreign)
  const statuses = new Map<number, number>()
  for (let number = 1; number <= CALLS; number++) {
    const { operation, key, path, body } = walk.next()
    const replay = `call ${number}: ${operation.method} ${path} as ${key} with ${JSON.stringify(body)}\nreplay: WALK_SEED=${SEED} WALK_CALLS=${number} npx vitest run mock/testing/random-walk.test.ts`
    try {
      const leave = new AbortController()
      const response = await kit.fetch(key, path, {
        method: operation.method,
        signal: leave.signal,
        ...(body === undefined ? {} : asJson(body)),
      })
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) leave.abort()
      else if (response.ok) expect(foundIn(await response.text(), foreign), replay).toEqual([])
      expect(response.status, replay).toBeLessThan(500)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      expect(invariants.check(operation.id as OperationId), replay).toEqual([])
      kit.advance(walk.pause())
      expect(invariants.check(null), replay).toEqual([])
    } catch (error) {
      throw new Error(`${replay}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  // A walk that is only ever refused, or never, proves little.
  for (const status of [200, 201, 204, 401, 403, 404, 409, 422])
    expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
})

test('a walk over the pages of runs neither loses nor repeats one while new ones arrive', async ({ kit }) => {
  const random = new Random(SEED)
  const start = () => kit.startRun('agent-that-finishes', { input: { mock_script: 'finish Done.' } })
  for (const query of [
    {},
    { status: 'completed' as const },
    { agent_id: kit.agent('agent-that-finishes') },
  ]) {
    for (let i = 0; i < 25; i++) await start()
    kit.advance(1)
    const before = await pages(kit, query, () => 200)
    const seen = await pages(kit, query, () => random.int(1, 9), start)
    expect(before.length).toBeGreaterThan(20)
    expect(new Set(seen).size).toBe(seen.length)
    expect(before.filter(id => !seen.includes(id))).toEqual([])
  }
})

/** The ids of all pages; `between` is done after each. */
async function pages(kit: TestKit, filter: object, limit: () => number, between?: () => Promise<unknown>) {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const query = { ...filter, limit: `${limit()}`, ...(cursor === null ? {} : { cursor }) }
    const page: Schemas['RunPage'] = (await kit.ask(`GET /runs?${new URLSearchParams(query)}`)).body
    ids.push(...page.data.map(run => run.id))
    cursor = page.next_cursor
    await between?.()
  } while (cursor !== null)
  return ids
}
