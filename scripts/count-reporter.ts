// Ends every test run with one line that people and machines can read, `N passed, N failed`, and names the tests that
// were skipped.
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
    // Written when the process ends, so that it stays the last line whatever the other reporters print.
    process.once('exit', () => {
      for (const line of notes) console.log(line)
      console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
    })
  }
}
