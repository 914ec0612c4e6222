// Ends every test run with a readable line, `N passed, N failed`, and the names of skipped tests.
import type { Reporter, TestModule } from 'vitest/node'

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0
    let failed = errors.length
    const notes: string[] = []
    let skipped = 0
    for (const module of modules) {
      if (module.errors().length > 0) failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed++
        else if (state === 'failed') failed++
        else {
          skipped++
          notes.push(`Skipped: ${module.relativeModuleId} > ${test.fullName}`)
        }
      }
    }
    // Written at exit, so that it is the last line after all other reporters.
    process.once('exit', () => {
      for (const line of notes) console.log(line)
      console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
    })
  }
}
