// What each step of a request costs.
import { asksOfAMock } from './operation-requests.ts'
import { Program } from './processes.ts'
import type { LoadReport } from './programs/load.ts'
import type { Ready, StepTimes } from './programs/timed-steps.ts'
import { wire } from './requests.ts'
import type { Recorder } from './results.ts'
import { CONNECTIONS } from './turns.ts'

/** Each request has a mock of its own, as in the throughput table. */
export async function budget(recorder: Recorder, quick: boolean): Promise<void> {
  const [rounds, ms] = quick ? [2, 1_000] : [7, 2_000]
  await using load = new Program('load', 'load')
  for (const ask of await asksOfAMock()) {
    await using server = new Program('timed-steps', 'server')
    const { port } = await server.hear<Ready>()
    for (let round = 0; round <= rounds; round++) {
      const order = { port, requests: [wire(ask)], connections: CONNECTIONS, ms }
      const { requests } = await load.ask<LoadReport>(order)
      const { steps, processor } = await server.ask<StepTimes>({})
      // The first round warms up.
      if (round === 0) continue
      const add = (what: string, µs: number) => recorder.add(`budget/${ask.name}/${what}`, µs, 'µs')
      let rest = processor / requests
      for (const [name, µs] of Object.entries(steps)) {
        add(name, µs)
        rest -= µs
      }
      add('outside of the steps', rest)
    }
    const all = (what: string) => recorder.median(`budget/${ask.name}/${what}`).toFixed(1)
    console.log(
      `  ${ask.name.padEnd(28)} handle ${all('handle')}, send ${all('send')}, outside ${all('outside of the steps')} µs`,
    )
  }
}
