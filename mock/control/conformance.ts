// Runs of the conformance suite, for the console.
import type { ControlFunctions } from './control-function.ts'

export const conformance = {
  listConformanceRuns: (_, { conformance, hosted }) => ({
    is_available: conformance.suite !== undefined,
    data: conformance.of(hosted.workspace.id).map(({ run }) => run),
  }),

  startConformanceRun: ({ body = {} }, context) => context.conformance.start(body, context),

  readConformanceRun({ path }, { conformance, hosted }) {
    const { run, report } = conformance.require(hosted.workspace.id, path.run_id)
    return { run, report }
  },

  stopConformanceRun: ({ path }, { conformance, hosted }) =>
    conformance.stop(hosted.workspace.id, path.run_id),
} satisfies Partial<ControlFunctions>
