// `npm run dev`: the mock, started anew whenever the contract or the mock changes. A change of the contract first
// generates what derives from it; a contract with mistakes leaves the old mock running.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
let mock: ChildProcess | undefined
let pending: NodeJS.Timeout | undefined
const changed = new Set<'contract' | 'mock'>()

generate()
start()
watch(join(root, 'openapi'), { recursive: true }, (_, file) => {
  if (file?.endsWith('.yaml')) note('contract')
})
watch(join(root, 'mock'), { recursive: true }, (_, file) => {
  if (file?.endsWith('.ts') && !file.endsWith('.test.ts')) note('mock')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave)

/** Editors write a file in several steps, so a change counts once it is quiet for a moment. */
function note(what: 'contract' | 'mock'): void {
  changed.add(what)
  clearTimeout(pending)
  pending = setTimeout(renew, 80)
}

function renew(): void {
  const sound = changed.has('contract') ? generate() : true
  changed.clear()
  if (sound) start()
  else console.log('The mock keeps running with the contract from before.')
}

function generate(): boolean {
  return spawnSync(process.execPath, ['scripts/generate.ts'], { cwd: root, stdio: 'inherit' }).status === 0
}

function start(): void {
  const before = mock
  const begin = () => {
    mock = spawn(
      process.execPath,
      ['--import', './scripts/runtime.js', 'mock/cli/main.ts', '--fill', ...process.argv.slice(2)],
      {
        cwd: root,
        stdio: 'inherit',
      },
    )
  }
  if (!before || before.exitCode !== null || before.signalCode !== null) {
    begin()
    return
  }
  // The port is free only when the old process has gone.
  before.once('exit', begin)
  before.kill('SIGTERM')
}

function leave(): void {
  mock?.kill('SIGTERM')
  process.exit(0)
}
