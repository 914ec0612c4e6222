import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/contract-diff.ts')
const worktrees = () => execFileSync('git', ['worktree', 'list'], { cwd: root, encoding: 'utf8' })

test('this checkout and another are served side by side, and nothing of the other stays', async () => {
  const before = worktrees()
  const both = spawn(process.execPath, [script, 'HEAD', '--serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let text = ''
    for await (const part of both.stdout.setEncoding('utf8')) {
      text += part
      if (text.includes('Ctrl-C')) break
    }
    const [, here, there] = /^This checkout: (http:\S+)\nHEAD: (http:\S+)$/m.exec(text) ?? []
    expect(here).not.toBe(there)
    for (const address of [here, there])
      expect(await (await fetch(`${address}/_mock/ready`)).json()).toEqual({ status: 'ready' })
    expect(worktrees()).not.toBe(before)
  } finally {
    both.kill('SIGTERM')
    expect(await once(both, 'exit')).toEqual([0, null])
  }
  expect(worktrees()).toBe(before)
})

test('a file has no mock', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, 'openapi/openapi.yaml', '--serve'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('--serve takes one git ref')
})
