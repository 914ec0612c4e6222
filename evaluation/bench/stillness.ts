// What the mock uses when nobody asks, and whether it keeps what it was asked.
import { mock, start } from './contestants.ts'
import { asksFor } from './operation-requests.ts'
import { Program, residentBytes } from './processes.ts'
import type { LoadOrder, LoadReport } from './programs/load.ts'
import { wire } from './requests.ts'
import type { Recorder } from './results.ts'

const POINTS = 20

/** A soak that takes longer is ended and noted, so that the rest is measured. */
const LONGEST_MS = 8 * 60_000

export async function stillness(recorder: Recorder, quick: boolean) {
  const [seconds, requests] = quick ? [3, 20_000] : [20, 1_000_000]
  await using running = await start(mock)
  await using load = new Program('load', 'load')
  await new Promise(resolve => setTimeout(resolve, 1_000))
  const before = running.cpu()
  if (Number.isNaN(before)) {
    recorder.note('This system does not tell what a process uses, so stillness was not measured.')
    return
  }
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  const idle = (running.cpu() - before) / seconds
  recorder.add('stillness/processor when idle', idle * 100, '%')
  console.log(`  idle: ${(idle * 100).toFixed(2)} % of a core over ${seconds} s`)

  const asks = (await asksFor(running.port)).filter(ask => !ask.writes)
  const order: LoadOrder = { port: running.port, requests: asks.map(ask => wire(ask)), connections: 50 }
  const curve: number[] = []
  const began = performance.now()
  for (let point = 0; point <= POINTS && performance.now() - began < LONGEST_MS; point++) {
    if (point > 0) await load.ask<LoadReport>({ ...order, count: requests / POINTS })
    const megabytes = residentBytes(running.child) / 1e6
    curve.push(megabytes)
    const done = Math.round((point * requests) / POINTS)
    recorder.add(`stillness/memory after ${done} requests`, megabytes, 'MB')
  }
  const done = ((curve.length - 1) * requests) / POINTS
  if (done < requests) recorder.note(`The soak was ended after ${done} of ${requests} requests.`)
  recorder.add('stillness/requests a second', done / ((performance.now() - began) / 1000), '1/s')
  // The first quarter warms up: code is compiled and the journal fills.
  const growth = (curve.at(-1) ?? Number.NaN) / (curve[POINTS / 4] ?? Number.NaN)
  recorder.add('stillness/memory, last to first quarter', growth, '×')
  console.log(`  ${done} requests: ${curve.map(megabytes => megabytes.toFixed(0)).join(' ')} MB`)
}
