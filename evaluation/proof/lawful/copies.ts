/** Operations that are answered from a copy: of the workspace, or of an earlier reply. */
import { Refusal, type Workspace } from '#mock'
import type { OperationId } from '#openapi'
import { handles, type Loose, together } from '../mutants/mutant.ts'
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
        // When the others have prepared it, too.
        queueMicrotask(() => {
          copy = copyOf(workspace)
        })
      },
    },
    handles(operations, (request, context, handler) => {
      if (!copy || (seconds !== undefined && context.now - copy.now() > 1000 * seconds))
        copy = copyOf(context.workspace)
      // Another difference has chosen the rows already.
      const isChosen = context.tables !== context.workspace.tables
      if (isChosen || !isAsked()) return handler(request, context)
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

/** Replies that a cache keeps for some seconds, each under its address and the person who asks. */
export const cached = (operations: readonly OperationId[], seconds: number): Difference =>
  together(
    ...operations.map(operation => {
      const kept = new Map<string, { at: number; reply: Loose }>()
      return handles(operation, (request, context, handler) => {
        const name = JSON.stringify([request.path, request.query, context.caller.person.id])
        const known = kept.get(name)
        if (known && context.now - known.at <= 1000 * seconds) return structuredClone(known.reply)
        const reply = handler(request, context)
        kept.set(name, { at: context.now, reply: structuredClone(reply) })
        return reply
      })
    }),
  )
