// Takes entries of a world out of a workspace. Who uses an entry is named; on demand, the users let it go first, as they
// would in the app.
import { decideApproval, expireApproval } from '../work/approvals.ts'
import { isEnded } from '../work/run-moves.ts'
import { moveRun } from '../work/runs.ts'
import { assignTask, changeTask, removeTask } from '../work/tasks.ts'
import type { RunRow } from '../world/runs.ts'
import type { WorkflowRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import type { EntryKind } from './put-entries.ts'

export type RemovedKind = EntryKind | 'documents' | 'tasks'

/** One that uses an entry. */
interface User {
  /** What it is, such as `task OPS-12`. */
  readonly name: string
  /** Lets the entry go. Undefined where nothing else could take its place. */
  readonly letGo?: () => void
}

/** What uses an entry, such as `workflow offer`. */
export function usersOf(workspace: Workspace, kind: RemovedKind, id: string): string[] {
  return USERS[kind](workspace, id).map(({ name }) => name)
}

/**
 * Removes an entry that nothing uses, or lets its users go first. Returns the users that cannot do without it, and then
 * nothing has changed.
 */
export function removeEntry(workspace: Workspace, kind: RemovedKind, id: string): string[] {
  const bound = USERS[kind](workspace, id).filter(({ letGo }) => letGo === undefined)
  if (bound.length > 0) return bound.map(({ name }) => name)
  // Letting one go may let others go, too.
  for (const { name } of USERS[kind](workspace, id))
    USERS[kind](workspace, id)
      .find(user => user.name === name)
      ?.letGo?.()
  REMOVE[kind](workspace, id)
  return []
}

const USERS: { readonly [Kind in RemovedKind]: (workspace: Workspace, id: string) => User[] } = {
  teams: ({ tables }, id) => [
    ...tables.people
      .range('listed', null)
      .filter(({ teamIds, managedTeamIds }) => [...teamIds, ...managedTeamIds].includes(id))
      .map(({ id: person, handle, teamIds, managedTeamIds }) => ({
        name: `person ${handle}`,
        letGo: () =>
          void tables.people.replace(person, {
            teamIds: without(teamIds, id),
            managedTeamIds: without(managedTeamIds, id),
          }),
      })),
    ...tables.agents
      .range('newest', null)
      .filter(({ teamId }) => teamId === id)
      .map(({ id: agent, handle }) => ({
        name: `agent ${handle}`,
        letGo: () => void tables.agents.replace(agent, { teamId: null }),
      })),
    ...tables.knowledgeBases
      .all()
      .filter(({ teamIds }) => teamIds.includes(id))
      .map(({ id: base, handle, teamIds }) => {
        const left = without(teamIds, id)
        // Without a team, everybody could search it.
        return left.length === 0
          ? { name: `knowledge base ${handle}, which no other team may search` }
          : {
              name: `knowledge base ${handle}`,
              letGo: () => void tables.knowledgeBases.replace(base, { teamIds: left }),
            }
      }),
  ],

  people(workspace, id) {
    const { tables } = workspace
    const others = tables.people.range('listed', null).filter(person => person.id !== id)
    const heir = others.find(({ role }) => role === 'admin') ?? others[0]
    if (!heir) return [{ name: 'the workspace, which needs somebody' }]
    return [
      ...tables.keys
        .all()
        .filter(({ personId }) => personId === id)
        .map(({ id: key, name }) => ({ name: `key ${name}`, letGo: () => void tables.keys.delete(key) })),
      ...tables.agents
        .range('newest', null)
        .filter(({ ownerId }) => ownerId === id)
        .map(({ id: agent, handle }) => ({
          name: `agent ${handle}`,
          letGo: () => void tables.agents.replace(agent, { ownerId: heir.id }),
        })),
      ...tables.workflows
        .range('newest', null)
        .filter(
          ({ ownerId, steps }) => ownerId === id || steps.some(({ approverIds }) => approverIds.includes(id)),
        )
        .map(({ id: workflow, handle }) => ({
          name: `workflow ${handle}`,
          letGo: () => void giveWorkflowTo(workspace, workflow, id, heir.id),
        })),
      ...tables.tasks
        .range('newest', 'all')
        .filter(task => task.ownerId === id || task.assigneeId === id || task.approverIds.includes(id))
        .map(({ id: task, reference }) => ({
          name: `task ${reference}`,
          letGo: () => {
            const row = tables.tasks.get(task)!
            const assignee = row.assigneeId === id ? ({ assigneeType: null, assigneeId: null } as const) : {}
            tables.tasks.replace(task, {
              ...assignee,
              ownerId: row.ownerId === id ? heir.id : row.ownerId,
              approverIds: without(row.approverIds, id),
            })
          },
        })),
      ...openRuns(workspace, ({ startedBy }) => startedBy === id),
    ]
  },

  keys: () => [],

  models({ tables }, id) {
    const other = tables.models.all().find(model => model.id !== id)
    const agents = tables.agents.range('newest', null).filter(({ model }) => model === id)
    return [
      ...agents.map(({ id: agent, handle }) => ({
        name: `agent ${handle}`,
        ...(other ? { letGo: () => void tables.agents.replace(agent, { model: other.id }) } : {}),
      })),
      ...openRunsWith(tables.runs.range('newest', 'all'), id),
    ]
  },

  agents(workspace, id) {
    const { tables } = workspace
    return [
      ...openRuns(workspace, ({ agentId }) => agentId === id),
      ...tables.workflows
        .range('newest', null)
        .filter(({ steps }) => steps.some(({ agentId }) => agentId === id))
        .map(({ id: workflow, handle, steps }) => {
          const left = steps.filter(({ agentId }) => agentId !== id)
          return left.length === 0
            ? { name: `workflow ${handle}, which would have no step left` }
            : {
                name: `workflow ${handle}`,
                letGo: () => void tables.workflows.replace(workflow, { steps: left }),
              }
        }),
      ...tables.tasks
        .range('newest', 'all')
        .filter(({ assigneeId, agentId }) => assigneeId === id || agentId === id)
        .map(({ id: task, reference, ownerId }) => ({
          name: `task ${reference}`,
          letGo: () => {
            const row = tables.tasks.replace(
              task,
              tables.tasks.get(task)!.agentId === id ? { agentId: null } : {},
            )
            if (row.assigneeId === id)
              assignTask(workspace, row, { assigneeType: null, assigneeId: null }, ownerId)
          },
        })),
      ...tables.clients
        .all()
        .filter(({ agentIds }) => agentIds.includes(id))
        .map(({ id: client, handle, agentIds }) => ({
          name: `client ${handle}`,
          letGo: () => void tables.clients.replace(client, { agentIds: without(agentIds, id) }),
        })),
    ]
  },

  workflows(workspace, id) {
    const { tables } = workspace
    const waiting = tables.workflowRuns
      .range('newest', `workflow:${id}`)
      .filter(({ finishedAt }) => finishedAt === null)
    return [
      ...waiting.map(({ id: run }) => ({
        name: `workflow run ${run}`,
        letGo: () => endWorkflowRun(workspace, run),
      })),
      ...tables.tasks
        .range('newest', 'all')
        .filter(({ workflowId }) => workflowId === id)
        .map(({ id: task, reference }) => ({
          name: `task ${reference}`,
          letGo: () => void tables.tasks.replace(task, { workflowId: null }),
        })),
    ]
  },

  boards(workspace, id) {
    const { tables } = workspace
    const other = tables.boards.range('oldest', null).find(board => board.id !== id)
    return tables.tasks.range('newest', `board:${id}`).map(({ id: task, reference }) => ({
      name: `task ${reference}`,
      ...(other
        ? { letGo: () => void changeTask(workspace, tables.tasks.get(task)!, { boardId: other.id }) }
        : {}),
    }))
  },

  projects: ({ tables }, id) =>
    tables.tasks.range('newest', `project:${id}`).map(({ id: task, reference }) => ({
      name: `task ${reference}`,
      letGo: () => void tables.tasks.replace(task, { projectId: null }),
    })),

  knowledge: () => [],
  documents: () => [],
  clients: () => [],

  tasks: (workspace, id) => openRuns(workspace, ({ taskId }) => taskId === id),
}

const REMOVE: { readonly [Kind in RemovedKind]: (workspace: Workspace, id: string) => void } = {
  teams: ({ tables }, id) => void tables.teams.delete(id),
  people: ({ tables }, id) => void tables.people.delete(id),
  keys: ({ tables }, id) => void tables.keys.delete(id),
  models: ({ tables }, id) => void tables.models.delete(id),
  agents: ({ tables }, id) => void tables.agents.delete(id),
  workflows: ({ tables }, id) => void tables.workflows.delete(id),
  boards: ({ tables }, id) => void tables.boards.delete(id),
  projects: ({ tables }, id) => void tables.projects.delete(id),
  knowledge({ tables }, id) {
    for (const document of tables.documents.range('byKnowledgeBase', id)) tables.documents.delete(document.id)
    tables.knowledgeBases.delete(id)
  },
  documents: ({ tables }, id) => void tables.documents.delete(id),
  clients: ({ tables }, id) => void tables.clients.delete(id),
  tasks: (workspace, id) => removeTask(workspace, workspace.tables.tasks.get(id)!),
}

/** Runs that are under way; letting go stops them. */
function openRuns(workspace: Workspace, uses: (run: RunRow) => boolean): User[] {
  const { runs } = workspace.tables
  return ['running', 'paused']
    .flatMap(status => runs.range('newest', `status:${status}`))
    .filter(uses)
    .map(({ id }) => ({
      name: `run ${id}`,
      letGo: () => {
        const run = runs.get(id)
        if (run && !isEnded(run)) moveRun(workspace, run, 'stop')
        workspace.simulation.settle()
      },
    }))
}

/** Runs that work with a model; they end by themselves, and nothing else can take its place. */
function openRunsWith(runs: readonly RunRow[], model: string): User[] {
  return runs.filter(run => run.model === model && !isEnded(run)).map(({ id }) => ({ name: `run ${id}` }))
}

function endWorkflowRun(workspace: Workspace, id: string): void {
  const { runs, approvals, people } = workspace.tables
  for (const run of runs.range('newest', `workflow-run:${id}`))
    if (!isEnded(run)) moveRun(workspace, run, 'stop')
  const gate = approvals.range('oldest', 'workflow_gate|status:pending').find(row => row.workflowRunId === id)
  const admin = people.range('listed', null).find(({ role }) => role === 'admin')
  if (gate && admin) decideApproval(workspace, gate.id, { by: admin.id, outcome: 'rejected' })
  else if (gate) expireApproval(workspace, gate.id)
  workspace.simulation.settle()
}

function giveWorkflowTo({ tables }: Workspace, id: string, from: string, to: string): WorkflowRow {
  const { ownerId, steps } = tables.workflows.get(id)!
  return tables.workflows.replace(id, {
    ownerId: ownerId === from ? to : ownerId,
    steps: steps.map(step => ({ ...step, approverIds: without(step.approverIds, from) })),
  })
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter(each => each !== id)
}
