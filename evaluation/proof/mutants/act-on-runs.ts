/** What a mutant does to a run. */
import type { Deviation } from '../deployment.ts'
import { also, handles, type Loose, reply, requests, together } from './mutant.ts'

/** Why a run that is not seen to end is no violation. */
export const GOES_ON = 'how long a run may take is not stated: one that goes on is not one that never ends'

export const runOf = (request: Loose, context: Loose) => context.tables.runs.get(request.path.run_id)
const set = (context: Loose, run: Loose, changes: Loose) => {
  context.workspace.simulation.cancelWhere(run.id, 'run.step')
  return context.tables.runs.replace(run.id, changes)
}
export const isIn = (status: string) => (run: Loose) => run?.status === status
export const asks = (run: Loose) => run?.status === 'paused' && Boolean(run.progress?.question)
export const awaits = (run: Loose) => run?.status === 'paused' && Boolean(run.progress?.approvalId)
export const restsPaused = (run: Loose) => run?.status === 'paused' && !asks(run) && !awaits(run)
export const answered = (run: Loose, status = run.status) => reply(200, { id: run.id, status })
export const refused = reply(409, { error: { message: 'refused' } })

/** Acts on the runs that are meant, and leaves the others to the handler. */
export const instead = (
  operation: string,
  is: (run: Loose, request: Loose) => unknown,
  act: (run: Loose, context: Loose, request: Loose, handled: () => Loose) => Loose,
) =>
  handles(operation, (request, context, handler) => {
    const run = runOf(request, context)
    const handled = () => handler(request, context)
    return run && is(run, request) ? act(run, context, request, handled) : handled()
  })

/** Sets runs that are meant to something else when they are read. */
export const onceRead = (is: (run: Loose, context: Loose) => unknown, changes: Loose) =>
  requests('getRun', (request, context) => {
    const run = runOf(request, context)
    if (run && is(run, context)) set(context, run, changes)
  })

/** Sets a run to another status, and answers that it has it. */
export const moved = (status: string, answer?: Loose) => (run: Loose, context: Loose) => {
  set(context, run, { status })
  return answer ?? answered(run, status)
}

export const nothing = (operation: string, is: (run: Loose) => boolean) =>
  instead(operation, is, run => answered(run))

export const becomes = (operation: string, status: string, more: object = {}) =>
  also(operation, (request, context) => void set(context, runOf(request, context), { status, ...more }))

/** Changes the original or the new run of a retry. */
export const retried = (
  which: 'original' | 'fresh',
  change: (original: Loose, fresh: Loose, context: Loose) => Loose,
) =>
  also('retryRun', (request, context, { body }) => {
    const [original, fresh] = [runOf(request, context), context.tables.runs.get(body.run_id)]
    context.tables.runs.replace({ original, fresh }[which].id, change(original, fresh, context))
  })

/** No agent waits for an approval by itself; a run of a task that requires one does. */
export const waitsOnTasks: Deviation = together(
  {
    workspace: { from: 'quiet' },
    prepare: ({ world }) =>
      void world.put({ agents: { 'agent-that-waits-for-approval': null } }, { force: true }),
  },
  handles('setTaskAssignee', (request, context, handler) => {
    const { agents, tasks } = context.tables
    const agent = agents.get(request.body.id)
    const isWaiting = agent && tasks.get(request.path.task_id)?.requiresApproval
    const wait = { do: 'await-approval', title: 'May the agent do this?', description: 'A task.' }
    if (isWaiting) agents.replace(agent.id, { script: [wait, ...agent.script] })
    const answer = handler(request, context)
    if (isWaiting) agents.replace(agent.id, { script: agent.script })
    return answer
  }),
)
