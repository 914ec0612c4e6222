// Runs the conformance suite against a mock, with the target file that the mock provides.

import { startMock } from 'agent-work'
import { type Report, run, type TargetInput } from 'agent-work/conformance'
import { parse } from 'yaml'

/** Runs a selection of the suite: requirement ids, prefixes of them, or scenarios. */
export async function pointTheSuite(only: readonly string[]): Promise<Report> {
  await using mock = await startMock({ clock: { scale: 240 } })
  const file = await (await fetch(`${mock.url}/_mock/target.yaml`)).text()
  return await run(parse(file) as TargetInput, { only, journal: false })
}

if (import.meta.main) {
  const { counts } = await pointTheSuite(process.argv.slice(2))
  console.log(counts)
}
