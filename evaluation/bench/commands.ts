// How long the other commands take, and what of each takes longest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, start } from './contestants.ts'
import { cpuSeconds, residentBytes, root } from './processes.ts'
import type { Recorder } from './results.ts'

/** A command that takes longer is ended and noted, so that the rest is measured. */
const LONGEST_MS = 8 * 60_000

export async function commands(recorder: Recorder, { quick }: { quick: boolean }): Promise<void> {
  await time(recorder, 'generate', ['scripts/generate.ts', '--check'])
  // The whole check takes longer than all the rest of a quick look.
  if (!quick) {
    const { output } = await time(recorder, 'check', ['scripts/check.ts'])
    for (const [, step = '', seconds = ''] of output.matchAll(/^(?:ok|FAILED) +(.+?) +([\d.]+) s$/gm))
      recorder.add(`commands/check, of that ${step}`, Number(seconds), 's')
  }
  await suite(recorder)
}

/** The whole suite against a mock whose clock runs a hundred times as fast, for runs and rate limits are waited for. */
async function suite(recorder: Recorder): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-work-bench-'))
  const running = await start(port => [...mock(port), '--clock', 'x100'])
  try {
    const reply = await fetch(`http://127.0.0.1:${running.port}/_mock/target.yaml`)
    const target = join(folder, 'target.yaml')
    writeFileSync(target, await reply.text())
    const { output, processor, memory } = await time(
      recorder,
      'conformance',
      ['cli/main.ts', 'conformance', 'run', '--target', target],
      [0, INCOMPLETE],
    )
    for (const [, number = '', verdict = ''] of output.matchAll(/(\d+) (met|violated|not exercised)/g))
      recorder.add(`commands/conformance, ${verdict}`, Number(number), 'requirements')
    const met = recorder.median('commands/conformance, met')
    recorder.add('commands/conformance, processor time of a requirement', (processor / met) * 1000, 'ms')
    recorder.add('commands/conformance, memory', memory, 'bytes')
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The suite's status when it could not exercise everything, as against any mock. */
const INCOMPLETE = 3

async function time(
  recorder: Recorder,
  name: string,
  args: readonly string[],
  expected: readonly number[] = [0],
): Promise<{ output: string; processor: number; memory: number }> {
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
  // The system discards a process's usage when the process ends.
  let [processor, memory] = [0, 0]
  const looking = setInterval(() => {
    processor = cpuSeconds(child.pid) ?? processor
    memory = Math.max(memory, residentBytes(child.pid) ?? 0)
  }, 50)
  const [status] = (await once(child, 'close')) as [number]
  clearInterval(looking)
  const seconds = (performance.now() - began) / 1000
  recorder.add(`commands/${name}`, seconds, 's')
  if (!expected.includes(status)) recorder.note(`\`${name}\` ended with ${status}.`)
  console.log(`  ${name.padEnd(30)} ${seconds.toFixed(1)} s`)
  return { output, processor, memory }
}
