// Two contracts at once, each served by a mock of this checkout.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Serves documents, given by their names, until a signal arrives or one of the mocks ends, and prints their addresses.
 * Throws if one does not start. `root` is the checkout.
 */
export async function serveEach(root: string, contracts: Readonly<Record<string, object>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  const left = Promise.race(['SIGINT', 'SIGTERM'].map(signal => once(process, signal))).then(() => undefined)
  const mocks = Object.entries(contracts).map(([name, document], index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, JSON.stringify(document))
    return { name, ...startMock(root, file) }
  })
  try {
    const ended = Promise.race(mocks.map(async ({ ended }) => `A mock has ended with ${await ended}.`))
    const lines = mocks.map(async ({ name, address }) => `${name}: ${await address}`)
    void Promise.all(lines).then(all =>
      console.log(`\n${all.join('\n')}\nCtrl-C stops both. Their consoles are at /_mock/console/.`),
    )
    const problem = await Promise.race([ended, left])
    if (problem !== undefined) throw new Error(problem)
  } finally {
    for (const { process } of mocks) process.kill('SIGTERM')
    await Promise.all(mocks.map(({ ended }) => ended))
    rmSync(folder, { recursive: true })
  }
}

interface Mock {
  readonly process: ChildProcessByStdio<null, Readable, null>
  /** Where it listens; it never settles if the mock ends before. */
  readonly address: Promise<string>
  /** How the process has ended. */
  readonly ended: Promise<string>
}

function startMock(cwd: string, contract: string): Mock {
  const args = ['--import', './scripts/runtime.js', 'cli/main.ts', 'mock', '--port', '0', '--contract']
  const child = spawn(process.execPath, [...args, contract], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(([status, signal]) => `status ${status ?? signal}`)
  const address = new Promise<string>(resolve => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (text.length < 10_000) text += part
      const found = /ready at (\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
  })
  return { process: child, address, ended }
}
