// The tests that matter for the file that is being mutated; `npm run mutate` names them.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(',').filter(Boolean),
    // The machine may be busy, and a test that is only slow must not pass for one that saw the mutant.
    testTimeout: 10_000,
  },
})
