// The load test of a busy back office, at the mock and at other mocks on the same contract.
import { type Command, mock, mockoon, prism, start } from './contestants.ts'
import { cpuSeconds, Program, residentBytes } from './processes.ts'
import type { DayOrder, DayReport } from './programs/back-office.ts'
import type { Recorder } from './results.ts'

/** Each contestant serves so many people for a while, with one second of theirs a minute of the mock's clock. */
export async function day(recorder: Recorder, size: { quick: boolean; people: number; ms: number }) {
  const { quick, people, ms } = size
  const contestants: [string, Command][] = [
    ['mock', port => [...mock(port), '--clock', 'x60', '--log', 'off']],
    ['prism', prism],
  ]
  const third = mockoon(quick)
  if (third) contestants.push(['mockoon', third])
  else recorder.note('Mockoon was left out: it was not installed.')
  for (const [name, command] of contestants) {
    const { port, child, stop } = await start(command, '/runs')
    const load = new Program('back-office', 'load')
    const before = cpuSeconds(child.pid) ?? Number.NaN
    const order: DayOrder = { port, people, ms }
    const { requests, seconds, p99, expected } = await load.ask<DayReport>(order)
    const used = (cpuSeconds(child.pid) ?? Number.NaN) - before
    recorder.add(`day/${name}/rate`, requests / seconds, 'requests/s', 'more')
    recorder.add(`day/${name}/p99`, p99, 'ms', 'less')
    recorder.add(`day/${name}/expected`, expected * 100, '%', 'more')
    recorder.add(`day/${name}/cpu`, (used / requests) * 1e6, 'µs/request', 'less')
    recorder.add(`day/${name}/memory`, residentBytes(child.pid) ?? Number.NaN, 'bytes', 'less')
    await load.stop()
    await stop()
    console.log(
      `  ${name.padEnd(8)} ${(requests / seconds).toFixed(0)} requests/s, ${(expected * 100).toFixed(1)} % as expected, p99 ${p99.toFixed(1)} ms, ${((used / requests) * 1e6).toFixed(0)} µs each`,
    )
  }
}
