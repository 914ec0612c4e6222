// Health, version, metrics and documents of the mock, and the target file for the conformance suite.
import { referencePage, referencePageOf } from '#openapi'
import { contractFor } from '../profile/profiled-contract.ts'
import { ServerAnswer } from '../server/refuse.ts'
import type { ControlFunctions } from './control-function.ts'
import { controlDocument, controlRows } from './document.ts'
import type { Readiness } from './generated/control.gen.ts'
import { metricsOf } from './metrics.ts'
import { targetFile } from './target-file.ts'

export const about = {
  getHealth: (_, { workspaces }) => ({ status: 'ok', workspaces: workspaces.registry.size }),

  getReadiness(_, { workspaces }) {
    const { traffic, keeper } = workspaces.registry
    if (traffic.isStopping) throw new ServerAnswer(503, { status: 'stopping' } satisfies Readiness)
    const problem = keeper?.check()
    if (problem)
      throw new ServerAnswer(503, { status: 'keep_failed', reason: problem.message } satisfies Readiness)
    return { status: 'ready' }
  },

  getMetrics: (_, { workspaces }) => metricsOf(workspaces),

  getTarget(_, { workspaces, hosted: { workspace }, baseUrl }) {
    const other = workspaces.registry.get('second-tenant')?.workspace
    return targetFile({ baseUrl, workspace, other: other === workspace ? undefined : other })
  },

  getServiceDocument: (_, { workspaces }) => ({ ...contractFor(workspaces.registry.profile) }),

  getWorkspaceDocument: (_, { hosted }) => ({ ...contractFor(hosted.workspace.profile) }),

  getControlDocument: () => ({ ...controlDocument() }),

  showReference: (_, { workspaces }) => referencePage(contractFor(workspaces.registry.profile)),

  showControlReference: () => referencePageOf(controlDocument(), controlRows),
} satisfies Partial<ControlFunctions>
