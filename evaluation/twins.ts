/** Records the independent servers, learns their twins, and prints how alike they are: the table of docs/twin.md. */
import { parse } from 'yaml'
import { run, type TargetInput } from '#conformance'
import { createFetch } from '#mock/browser'
import { type Call, type Calls, fidelity, learn, recordCalls, replayInMock } from '#twin'
import { start as startEnterprise } from './independent-servers/enterprise/index.ts'
import { start as startFastapiLike } from './independent-servers/fastapi-like/index.ts'
import { start as startTiny } from './independent-servers/tiny/index.ts'

const SERVERS = { 'fastapi-like': startFastapiLike, enterprise: startEnterprise, tiny: startTiny }

console.log('| server | statuses, without | members, without | statuses | members | the suite on the twin |')
console.log('|---|---:|---:|---:|---:|---|')
for (const [name, start] of Object.entries(SERVERS)) {
  const calls = await recorded(start)
  const before = fidelity(await replayInMock(calls)).byCall
  const part = await learn(calls, { from: call => !isHeldOut(call) })
  const pairs = await replayInMock(calls, { twin: part.twin })
  const after = fidelity(pairs.filter(({ call }) => isHeldOut(call))).byCall
  const { twin } = await learn(calls)
  using mock = createFetch({ twin, clock: { scale: 300 } })
  const target = parse(await (await mock('/_mock/target.yaml')).text()) as TargetInput
  const { counts } = await run(target, { fetch: mock, journal: false, skipRateLimit: true })
  const shares = [before.statuses, before.members, after.statuses, after.members].map(one => one.toFixed(3))
  const cells = [name, ...shares, `${counts.met} met, ${counts.violated} violated`]
  console.log(`| ${cells.join(' | ')} |`)
}
process.exit()

/** A whole run of the suite, with the questions that learning needs. */
async function recorded(start: typeof startTiny): Promise<Calls> {
  const server = await start({ timeScale: 100 })
  const pace = { concurrency: 24, clock_scale: 100, poll_seconds: 0.05, analytics_per_minute: 900 }
  const budget = { runs: 200, minutes: 10 }
  const target = { ...(server.target as TargetInput), name: 'staging', pace, budget }
  try {
    return (await recordCalls(target, { journal: false, questions: true })).calls
  } finally {
    await server.stop()
  }
}

/** A fifth of the scenarios. */
function isHeldOut({ scenario }: Call): boolean {
  return [...scenario].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7) % 5 === 2
}
