import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { bringUpToDate } from './scripts/generate/up-to-date.ts'
import { SlowestFirst } from './scripts/slowest-first.ts'

// Also for `npx vitest`, which preloads nothing.
bringUpToDate()

export default defineConfig({
  test: {
    include: [
      '{openapi,flags,mock,platform,conformance,twin,watch,cli,evaluation,scripts,examples}/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'dist/**'],
    // Many tests wait for browsers and other processes, which a third worker on two cores makes use of.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Every mock is an object of its own, so files can share a process: importing everything for each of them took
    // two fifths of the processor time.
    isolate: false,
    // Node runs the sources as they are; converting them took a tenth of the processor time. So `vi.mock` has no effect.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests make much that lives briefly: with more room for it, less is collected, also in forked processes.
    execArgv: ['--max-semi-space-size=32', '--import', import.meta.resolve('./scripts/own-name.js')],
    globalSetup: './scripts/scratch-folder.ts',
    sequence: { sequencer: SlowestFirst },
    // A timeout is for what hangs. A test that is slow because the machine is busy passes.
    testTimeout: 200_000,
    hookTimeout: 200_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: [process.env.GITHUB_ACTIONS ? 'github-actions' : 'default', './scripts/count-reporter.ts'],
  },
})
