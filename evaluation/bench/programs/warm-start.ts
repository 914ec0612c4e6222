// What `startMock()` takes in a process that has loaded it already, as in a test run: the first time, with a first look at
// the demo, and later.
import { startMock } from '#mock'
import { median } from '../statistics.ts'

const began = performance.now()
const mock = await startMock()
const first = performance.now() - began
if (!mock.demo.keys.admin) throw new Error('the demo has no keys')
const demo = performance.now() - began
await mock.stop()
const later: number[] = []
for (let i = 0; i < 5; i++) later.push(await again())
process.send?.({ first, demo, later: median(later) })

async function again(): Promise<number> {
  const began = performance.now()
  const mock = await startMock()
  void mock.demo.keys
  const ms = performance.now() - began
  await mock.stop()
  return ms
}
