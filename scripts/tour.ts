// `npm run tour`: starts the mock as `npm start` does, and runs the back office of the examples against it.
import { spawn } from 'node:child_process'
import { runBackOffice } from '../examples/back-office.ts'

const mock = spawn(process.execPath, ['cli/main.ts', 'mock', '--port', '0', '--clock', 'x5'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const baseUrl = await new Promise<string>((resolve, reject) => {
  mock.stdout.on('data', (text: Buffer) => {
    const url = /ready at (\S+)/.exec(text.toString())?.[1]
    if (url) resolve(url)
  })
  mock.on('exit', code => reject(new Error(`the mock ended with status ${code} before it was ready`)))
})
console.log(`The mock is at ${baseUrl}; five of its seconds pass in one of ours.\n`)
try {
  await runBackOffice({ baseUrl, key: 'awk_demo_member', say: console.log, pollEvery: 400 })
} finally {
  mock.kill()
}
