import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../mock/testing/new-folder.ts'

const folder = newFolder()

// A worker that takes a piece and never answers.
writeFileSync(join(folder, 'worker.js'), `process.on('message', () => console.log('worker', process.pid))`)
writeFileSync(
  join(folder, 'script.js'),
  `const { share } = await import('${new URL('./worker-pool.ts', import.meta.url)}')
const how = { program: new URL('./worker.js', import.meta.url), workers: 1, width: 1, after: () => {} }
await share(['a', 'b'], how).catch(error => console.log(error.message))`,
)

/** Starts the script below a shell, and waits for its worker. */
async function started() {
  const node = `${process.execPath} ${join(folder, 'script.js')}; true`
  const shell = spawn('sh', ['-c', node], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const over = once(
    shell.stdout.on('data', text => (said += text)),
    'close',
  )
  await once(shell.stdout, 'data')
  const worker = Number(/worker (\d+)/.exec(said)?.[1])
  // The output is closed when the last process that holds it has ended.
  return { shell, worker, rest: () => over.then(() => said.replace(/^worker \d+\n/, '')) }
}

test('a script whose parent is killed ends, and its workers with it', async () => {
  const { shell, rest } = await started()
  shell.kill('SIGKILL')
  expect(await rest()).toBe('')
})

test('no process takes the place of a worker that was killed', async () => {
  const { worker, rest } = await started()
  process.kill(worker, 'SIGTERM')
  expect(await rest()).toBe('a process that shares the work was ended by SIGTERM\n')
})
