import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{openapi,mock,conformance,scripts,examples}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    reporters: [process.env.GITHUB_ACTIONS ? 'github-actions' : 'default', './scripts/count-reporter.ts'],
    coverage: {
      include: ['openapi/**/*.ts', 'mock/**/*.ts', 'conformance/**/*.ts'],
      exclude: ['**/*.test.ts', 'openapi/generated/**'],
    },
  },
})
