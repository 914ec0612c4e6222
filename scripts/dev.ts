// `npm run dev`: restarts the mock whenever the contract or the mock changes. Changes of the contract or the console
// first regenerate files; if that fails, the old mock keeps running.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { watch } from 'chokidar'
import { agentWork } from './mock-process.ts'

const root = join(import.meta.dirname, '..')
const args = [...agentWork, 'mock', '--fill', '--watch', ...process.argv.slice(2)]
let mock: ChildProcess | undefined
let pending: NodeJS.Timeout | undefined
const changed = new Set<'generated' | 'mock'>()

/** Files that generation writes. */
const ignored = (path: string) => /generated|requirement-ids/.test(path)

watch(['openapi', 'mock'], { cwd: root, ignoreInitial: true, ignored })
  .on('all', (_, path) => {
    if (path.endsWith('.test.ts')) return
    if (path.endsWith('.yaml') || path.startsWith('mock/console/')) note('generated')
    else if (path.endsWith('.ts')) note('mock')
  })
  // Changes before this event would be missed.
  .once('ready', () => {
    generate()
    restart()
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)

/** Editors write a file in several steps, and a checkout changes many files, so it waits until changes stop. */
function note(what: 'generated' | 'mock'): void {
  changed.add(what)
  clearTimeout(pending)
  pending = setTimeout(renew, 80)
}

function renew(): void {
  const isSound = changed.has('generated') ? generate() : true
  changed.clear()
  if (isSound) restart()
  else console.log('The mock keeps running as it was before this change.')
}

function generate(): boolean {
  return spawnSync(process.execPath, ['scripts/generate.ts'], { cwd: root, stdio: 'inherit' }).status === 0
}

/** Starts the mock once the old one has ended and released the port. */
function restart(): void {
  if (mock && mock.exitCode === null && mock.signalCode === null) {
    if (mock.listenerCount('exit') === 0) mock.once('exit', start)
    mock.kill('SIGTERM')
  } else start()
}

function start(): void {
  mock = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
}

function leave(): void {
  mock?.kill('SIGTERM')
  process.exit(0)
}
