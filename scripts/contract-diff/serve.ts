// Two contracts at once: the mock of this checkout beside that of a git ref, which is checked out elsewhere meanwhile.
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Serves both until a signal arrives or one of the mocks ends, and prints their addresses. `root` is the checkout; the other
 * one is a temporary git worktree with the packages of this. Throws if one does not start.
 */
export async function serveBoth(root: string, ref: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  const tree = join(folder, 'checkout')
  const git = (...args: string[]) => execFileSync('git', ['worktree', ...args], { cwd: root, stdio: 'pipe' })
  const left = Promise.race(['SIGINT', 'SIGTERM'].map(signal => once(process, signal))).then(() => undefined)
  const mocks: Mock[] = []
  git('add', '--detach', tree, ref)
  try {
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
    mocks.push(startMock(root), startMock(tree))
    const ended = Promise.race(mocks.map(async ({ ended }) => `A mock has ended with ${await ended}.`))
    void Promise.all(mocks.map(({ address }) => address)).then(([here, there]) => {
      console.log(
        `\nThis checkout: ${here}\n${ref}: ${there}\nCtrl-C stops both. Their consoles are at /_mock/console/.`,
      )
    })
    const problem = await Promise.race([ended, left])
    if (problem !== undefined) throw new Error(problem)
  } finally {
    for (const { process } of mocks) process.kill('SIGTERM')
    await Promise.all(mocks.map(({ ended }) => ended))
    git('remove', '--force', tree)
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

function startMock(cwd: string): Mock {
  const args = ['--import', './scripts/runtime.js', 'cli/main.ts', 'mock', '--fill', '--port', '0']
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
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
