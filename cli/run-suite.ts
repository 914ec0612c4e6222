// The conformance suite for the console of a mock.
import type { TargetInput } from '#conformance'
import type { RunSuite } from '../mock/control/conformance-runs.ts'

export const runSuite: RunSuite = async (target, { only, progress, ...options }) => {
  const { run, targetInText } = await import('#conformance')
  const input = typeof target === 'string' ? targetInText(target) : (target as unknown as TargetInput)
  return run(input, {
    ...options,
    ...(only && { only }),
    // Whoever may use the console need not know the variables of the process.
    env: {},
    progress(event) {
      if (event.kind === 'waiting') return
      const { done, total } = event
      progress({ done, total, ...(event.kind === 'begin' && { doing: event.scenario }) })
    },
  })
}
