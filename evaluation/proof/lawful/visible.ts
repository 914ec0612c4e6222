/** Which records a reply shows: those of others, and those that somebody deletes. */
import { Refusal } from '#mock'
import type { OperationId } from '#openapi'
import { changes, handles, together } from '../mutants/mutant.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'

/** Everybody sees the runs that they started, and no others; admins as well. */
const ownRuns = (): Difference => ({
  profile: { 'run-visibility': 'starter' },
  ...handles(['getRun', 'listRuns'], (request, { caller, ...context }, handler) =>
    handler(request, { ...context, caller: { ...caller, person: { ...caller.person, role: 'member' } } }),
  ),
})

/** The first record of a list is deleted once it was listed; the list shows it for some more time. */
const deleted = (list: OperationId, read: OperationId, name: string): Difference => {
  let first: { id: string; at: number } | undefined
  return {
    ...together(
      handles(list, (request, context, handler) => {
        const { offset } = request.query
        const isOver = first !== undefined && context.now - first.at > 20_000
        const { page, per_page, limit } = request.query
        const start = offset || ((page ?? 1) - 1) * (per_page ?? limit ?? 50)
        const later = { offset: start + 1, limit: per_page ?? limit, page: undefined, per_page: undefined }
        const query = isOver && offset !== undefined ? { ...request.query, ...later } : request.query
        const reply = handler({ ...request, query }, context)
        const rows: Loose[] = reply.body.data
        if (!offset && rows[0]) first ??= { id: rows[0].id, at: context.now }
        const data = isOver ? rows.filter(({ id }) => id !== first?.id) : rows
        return { ...reply, body: { ...reply.body, data, ...(offset !== undefined && { offset }) } }
      }),
      handles(read, (request, context, handler) => {
        if (request.path[name] === first?.id) throw new Refusal('agent_not_found', 'There is no such record.')
        return handler(request, context)
      }),
    ),
    target: target => ({ ...target, fixtures: {} }),
  }
}

export const visible = [
  ...dimensions('read', {
    own: {
      what: 'runs of others, and their input, which nobody sees',
      lawful: '5: visibility follows the person who owns the key; for runs no detail is stated',
      choices: {
        runs: ownRuns,
        inputs: () =>
          changes('getRun', ({ started_by }, { context: { caller } }) =>
            started_by === caller.person.id ? undefined : { input: null },
          ),
      },
    },
  }),
  ...dimensions('deleted', {
    record: {
      what: 'records that somebody deletes or decides while the suite reads them',
      lawful: '1: a workspace is shared',
      choices: {
        agent: () => deleted('listAgents', 'getAgent', 'agent_id'),
        approval: () => deleted('listPendingApprovals', 'getApproval', 'approval_id'),
        workflow: () => deleted('listWorkflows', 'getWorkflow', 'workflow_id'),
      },
    },
  }),
]
