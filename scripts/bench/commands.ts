// How long the other commands take, and what of each takes longest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mock, start } from './contestants.ts'
import { root } from './processes.ts'
import type { Recorder } from './results.ts'

/** A command that takes longer is ended and noted, so that the rest is measured. */
const LONGEST_MS = 8 * 60_000

export async function commands(recorder: Recorder, { quick }: { quick: boolean }): Promise<void> {
  await time(recorder, 'generate', ['scripts/generate.ts', '--check'])
  const check = await time(recorder, 'check', ['scripts/check.ts', ...(quick ? ['--quick'] : [])])
  for (const [, name = '', seconds = ''] of check.matchAll(/^(?:ok|FAILED) +(.+?) +([\d.]+) s$/gm))
    recorder.add(`commands/check, of that ${name}`, Number(seconds), 's', 'less')
  if (quick) return
  // Runs are waited for, and nobody has to wait for them in real time.
  const running = await start(port => [...mock(port), '--clock', 'x60'])
  try {
    const url = `http://127.0.0.1:${running.port}`
    const suite = ['conformance/cli.ts', 'run', '--base-url', url, '--key', 'admin=awk_demo_admin']
    await time(recorder, 'conformance against the mock', suite)
  } finally {
    await running.stop()
  }
}

async function time(recorder: Recorder, name: string, args: readonly string[]): Promise<string> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.resume()
  const [status] = await once(child, 'exit')
  const seconds = (performance.now() - began) / 1000
  recorder.add(`commands/${name}`, seconds, 's', 'less')
  if (status !== 0) recorder.note(`\`${name}\` ended with ${status}.`)
  console.log(`  ${name.padEnd(30)} ${seconds.toFixed(1)} s`)
  return output
}
