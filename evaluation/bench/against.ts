// Two versions of the mock in turns: that of the working tree and that of another commit, each answering the same requests.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuse } from '../../flags/script.ts'
import { firstReply, RICH } from './contestants.ts'
import { asksFor } from './operation-requests.ts'
import { cpuSeconds, freePort, Program, root, startNode, stop } from './processes.ts'
import type { LoadReport } from './programs/load.ts'
import { type Ask, wire } from './requests.ts'
import { Recorder } from './results.ts'
import { median, uncertainty } from './statistics.ts'

const CONNECTIONS = 20

/** How many times its uncertainty a ratio has to be away from one. */
const SURE = 3
/** Fewer rounds do not show the noise. */
const LEAST_ROUNDS = 5
/** Smaller differences are not reported. */
const LEAST = 0.03

export interface AgainstOptions {
  /** A git ref: a commit, a tag, a branch. */
  readonly ref: string
  readonly rounds: number
  readonly ms: number
  /** Some requests only. */
  readonly names?: readonly string[]
}

/** Prints for each request how the working tree compares with that commit, and what is beyond noise. */
export async function against({ ref, rounds, ms, names }: AgainstOptions): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  let commit: string
  try {
    commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  } catch {
    refuse(`--against must be a commit that this clone has, got "${ref}".`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'agent-work-bench-against-'))
  const other = join(folder, 'tree')
  git('worktree', 'add', '--detach', other, commit)
  try {
    prepare(other)
    await measure(other, { ref: `${ref} (${commit.slice(0, 7)})`, rounds, ms, ...(names ? { names } : {}) })
  } finally {
    git('worktree', 'remove', '--force', other)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Gives the other version its packages: the same ones, or its own where the lock file differs. */
function prepare(tree: string): void {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lock(tree) === lock(root)) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  else {
    console.log('  its packages differ, so they are installed')
    const options = { cwd: tree, stdio: 'ignore' } as const
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], options)
  }
}

async function measure(tree: string, { ref, rounds, ms, names }: AgainstOptions): Promise<void> {
  const load = new Program('load', 'load')
  const recorder = new Recorder()
  const model = await startTree(root)
  const asks = (await asksFor(model.port)).filter(({ name }) => names === undefined || names.includes(name))
  await stop(model.child)
  console.log(
    `The working tree beside ${ref}: requests a second and processor time for each, as ratios; * moved beyond noise.`,
  )
  try {
    for (const ask of asks) {
      const here = await startTree(root)
      const there = await startTree(tree)
      try {
        // Each with the ids of its own demo, which may have changed between the two.
        const own = new Map<Running, Ask>()
        for (const running of [here, there])
          own.set(running, (await asksFor(running.port)).find(({ name }) => name === ask.name)!)
        for (let round = 0; round <= rounds; round++) {
          const order = round % 2 === 0 ? [here, there] : [there, here]
          const results = new Map<Running, Turn>()
          for (const running of order) results.set(running, await turn(load, running, own.get(running)!, ms))
          const [ours, theirs] = [results.get(here)!, results.get(there)!]
          // The first round warms up.
          if (round === 0) continue
          recorder.add(`${ask.name}/rate`, ours.rate / theirs.rate, '×', 'more')
          recorder.add(`${ask.name}/processor`, ours.cpu / theirs.cpu, '×', 'less')
        }
      } finally {
        await stop(here.child)
        await stop(there.child)
      }
      console.log(
        `  ${ask.name.padEnd(26)} ${said(recorder, `${ask.name}/rate`)}   processor ${said(recorder, `${ask.name}/processor`)}`,
      )
    }
  } finally {
    await load.stop()
  }
}

/** A ratio with how sure it is, and whether it moved beyond noise. */
function said(recorder: Recorder, id: string): string {
  const samples = recorder.samples(id)
  const ratio = median(samples)
  const noise = uncertainty(samples)
  const moved = samples.length >= LEAST_ROUNDS && Math.abs(ratio - 1) > Math.max(LEAST, SURE * noise)
  return `× ${ratio.toFixed(2)} ± ${noise.toFixed(2)}${moved ? ' *' : '  '}`
}

interface Running {
  readonly port: number
  readonly child: ReturnType<typeof startNode>
}

interface Turn {
  readonly rate: number
  readonly cpu: number
}

/** Starts the mock of a tree as `npm start` does there. */
async function startTree(tree: string): Promise<Running> {
  const port = await freePort()
  const args = ['--import', './scripts/runtime.js', 'cli/main.ts', 'mock', '--port', String(port), ...RICH]
  const child = startNode(args, 'server', ['ignore', 'ignore', 'inherit'], tree)
  await firstReply(port, '/_mock/health', child)
  return { port, child }
}

async function turn(load: Program, { port, child }: Running, ask: Ask, ms: number): Promise<Turn> {
  // What runs of its last turn had to do is not charged to this one.
  await (
    await fetch(`http://127.0.0.1:${port}/runs?limit=1`, {
      headers: { authorization: 'Bearer awk_demo_admin' },
    })
  ).text()
  const before = cpuSeconds(child.pid) ?? Number.NaN
  const report = await load.ask<LoadReport>({ port, requests: [wire(ask)], connections: CONNECTIONS, ms })
  if (!Object.keys(report.statuses).every(status => status.startsWith('2')))
    throw new Error(`${ask.name} was answered with ${JSON.stringify(report.statuses)}`)
  const used = (cpuSeconds(child.pid) ?? Number.NaN) - before
  return { rate: report.requests / report.seconds, cpu: used / report.requests }
}
