// Two versions of the mock in turns: that of the working tree and that of another commit, each answering the same requests.
import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuse } from '../../flags/script.ts'
import { checkout, start } from './contestants.ts'
import { asksFor, asksOfAMock } from './operation-requests.ts'
import { Program, root } from './processes.ts'
import { Recorder } from './results.ts'
import { compareMocks } from './turns.ts'

export interface AgainstOptions {
  /** A git ref: a commit, a tag, a branch. */
  readonly ref: string
  readonly quick: boolean
  /** Some requests only; undefined for all. */
  readonly names: readonly string[] | undefined
}

/** Prints for each request how the working tree compares with that commit, and what is beyond noise. */
export async function against({ ref, quick, names }: AgainstOptions): Promise<void> {
  // A clone with its compile cache answers about a tenth fewer requests, and only the working tree has one.
  process.env.NODE_DISABLE_COMPILE_CACHE = '1'
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  let commit: string
  try {
    commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  } catch {
    refuse(`--against must be a commit that this clone has, got "${ref}".`)
  }
  using folder = mkdtempDisposableSync(join(tmpdir(), 'agent-work-bench-against-'))
  const other = join(folder.path, 'tree')
  git('worktree', 'add', '--detach', other, commit)
  try {
    prepare(other)
    await measure(other, { ref: `${ref} (${commit.slice(0, 7)})`, quick, names })
  } finally {
    git('worktree', 'remove', '--force', other)
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

async function measure(tree: string, { ref, quick, names }: AgainstOptions): Promise<void> {
  await using load = new Program('load', 'load')
  const recorder = new Recorder()
  const asks = (await asksOfAMock()).filter(({ name }) => names === undefined || names.includes(name))
  console.log(
    `The working tree beside ${ref}: requests a second and processor time for each, as ratios; * moved beyond noise.`,
  )
  for (const { name } of asks) {
    // Each with the ids of its own demo, which may have changed between the two.
    const startIn = async (folder: string) => {
      const running = await start(checkout, { folder })
      return { ...running, ask: (await asksFor(running.port)).find(ask => ask.name === name)! }
    }
    const mocks = new Map([
      ['there', () => startIn(tree)],
      ['here', () => startIn(root)],
    ])
    await compareMocks(recorder, load, name, mocks, quick)
  }
}
