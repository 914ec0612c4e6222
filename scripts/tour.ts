// `npm run tour`: starts the mock as `npm start` does, and runs the back office of the examples against it.
import { runBackOffice } from '../examples/back-office.ts'
import { startMockProcess } from './mock-process.ts'

const mock = await startMockProcess('--clock', 'x5')
console.log(`The mock is at ${mock.url}; five of its seconds pass in one of ours.\n`)
try {
  await runBackOffice({ baseUrl: mock.url, key: 'awk_demo_member', say: console.log, pollEvery: 400 })
} finally {
  mock.child.kill()
}
