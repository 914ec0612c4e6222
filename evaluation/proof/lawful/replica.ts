import { Refusal, type Workspace } from '#mock'
import type { OperationId } from '#openapi'
import { handles } from '../mutants/mutant.ts'
import { together } from '../together.ts'
import type { Difference } from './dimension.ts'

/**
 * Operations that read a copy of the workspace, which follows every so many seconds of its clock. Without seconds the
 * copy stays as the workspace was when the deployment opened. `isAsked` says whether the copy answers this request.
 */
export function replicated(
  operations: readonly OperationId[],
  seconds?: number,
  isAsked: () => boolean = () => true,
): Difference {
  let copy: Workspace | undefined
  const copyOf = (workspace: Workspace) => {
    const copied = workspace.fork(workspace.id)
    copied.simulation.setMode({ kind: 'frozen' })
    return copied
  }
  return together(
    {
      prepare: ({ workspace }) => {
        copy = copyOf(workspace)
      },
    },
    handles(operations, (request, context, handler) => {
      if (!copy || (seconds !== undefined && context.now - copy.now() > 1000 * seconds))
        copy = copyOf(context.workspace)
      if (!isAsked()) return handler(request, context)
      try {
        return handler(request, { ...context, workspace: copy, tables: copy.tables, now: copy.now() })
      } catch (problem) {
        // What the copy does not know yet is read from the original.
        if (problem instanceof Refusal) return handler(request, context)
        throw problem
      }
    }),
  )
}
