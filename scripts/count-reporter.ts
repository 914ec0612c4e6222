// Ends every test run with a readable line, `N passed, N failed`, and the names of skipped tests.
import type { Reporter, TestModule } from 'vitest/node'

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const broken = modules.filter(module => module.errors().length > 0)
    const passed = tests.filter(test => test.result().state === 'passed').length
    const failures = tests.filter(test => test.result().state === 'failed')
    const failed = errors.length + broken.length + failures.length
    const skipped = tests.filter(test => !/^(passed|failed)$/.test(test.result().state))
    // Written at exit, so that it is the last line after all other reporters.
    process.once('exit', () => {
      for (const { module, fullName } of skipped)
        console.log(`Skipped: ${module.relativeModuleId} > ${fullName}`)
      console.log(
        `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
      )
    })
  }
}
