// What `startMock()` takes in a process that has loaded it already, as in a test run: the first time, and later.
import { startMock } from '#mock'
import { median } from '../statistics.ts'

async function timed(): Promise<number> {
  const began = performance.now()
  const mock = await startMock()
  const ms = performance.now() - began
  await mock.stop()
  return ms
}

const first = await timed()
const later: number[] = []
for (let i = 0; i < 5; i++) later.push(await timed())
process.send?.({ first, later: median(later) })
