/** Records the independent servers, learns their twins, and prints how alike they are: the table of docs/twin.md. */
import { parse } from 'yaml'
import { run, type TargetInput } from '#conformance'
import { createFetch } from '#mock/browser'
import { fidelity, learn, replayInMock } from '#twin'
import { isHeldOut, recordServer } from './independent-servers/record-server.ts'
import { independentServers } from './independent-servers/start-server.ts'

console.log('| server | statuses, without | members, without | statuses | members | the suite on the twin |')
console.log('|---|---:|---:|---:|---:|---|')
for (const name of independentServers) {
  // A whole run of the suite, with the questions that learning needs.
  const calls = await recordServer(name, { questions: true })
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
