/** What plans, boards and people do not permit, and requests that would change nothing. */
import { describesKeys, refuses, sent } from './differences.ts'
import { dimensions, type Loose } from './dimension.ts'

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null
export const forbids = (
  operations: string | readonly string[],
  status: number,
  isRefused?: (request: Loose, context: Loose) => boolean,
) => refuses(operations, 'transition_refused', status, isRefused)
const ofOthers = forbids(
  'listTasks',
  403,
  ({ query: { owner } }, { caller }) => isGiven(owner) && owner !== 'me' && owner !== caller.person.id,
)

export const permissions = dimensions('task', {
  rules: {
    what: 'what plans, boards and people do not permit',
    lawful: '4.6: plans have caps and features; 7: with what they refuse is not stated',
    choices: {
      approvals: () =>
        forbids(['createTask', 'updateTask'], 403, ({ body }) => body?.requires_approval === true),
      budgets: () =>
        forbids('updateTask', 402, ({ body }) => isGiven(body?.budget_euros ?? body?.max_runs_per_hour)),
      overdue: () => forbids('createTask', 422, ({ body }, { now }) => Date.parse(body?.due_date) < now),
      projects: () => forbids('listTasks', 403, ({ query }) => isGiven(query.project_id)),
      // Closed projects, which old tasks are of.
      closed: () => ({
        ...forbids(['createTask', 'updateTask'], 422, ({ body }) => isGiven(body?.project_id)),
        prepare({ workspace: { tables } }) {
          const [project] = tables.projects.all()
          for (const { id } of project ? tables.tasks.all() : [])
            tables.tasks.replace(id, { projectId: project?.id ?? null })
        },
        target({ fixtures: { project: _, ...fixtures } = {}, ...target }) {
          return { ...target, fixtures }
        },
      }),
      // A sub-task has none of its own, and what a person has is handed back before an agent gets it.
      depth: () =>
        forbids('createTask', 409, ({ body }, { tables }) =>
          isGiven(tables.tasks.get(body?.parent_task_id ?? '')?.parentTaskId),
        ),
      handover: () =>
        forbids(
          'setTaskAssignee',
          422,
          ({ path, body }, { tables }) =>
            body.type === 'agent' && tables.tasks.get(path.task_id)?.assigneeType === 'user',
        ),
      teams: () => forbids(['getTeamStats', 'getUsageByTeam', 'getSpendByTeam'], 402),
      // A request that names no window is served.
      history: () => ({
        arrive({ url = '' }, response) {
          if (!/[?&](days=(3[1-9]|[4-8]\d|90)|period=90d)\b/.test(url)) return undefined
          response.writeHead(403).end()
          return true
        },
      }),
      objections: () => forbids('listWorkflowRuns', 403, ({ query }) => isGiven(query.had_objection)),
      tests: () => forbids('startWorkflowRun', 403, ({ query }) => query.test === true),
      owners: () => ofOthers,
      'owners-unnamed': () => ({
        ...ofOthers,
        target: describesKeys(({ person_id: _, ...key }) => key),
      }),
    },
  },
  'nothing-to-do': {
    what: 'requests that would change nothing',
    lawful: '3: which moves are allowed is not shown; 2.1: that nobody can be taken away from is not stated',
    choices: {
      moves: () =>
        forbids(
          'setTaskStatus',
          409,
          ({ path, body }, { tables }) =>
            body.position === undefined && tables.tasks.get(path.task_id)?.status === body.status,
        ),
      assignees: () =>
        forbids(
          'setTaskAssignee',
          409,
          ({ path, body }, { tables }) =>
            body.type === null && !isGiven(tables.tasks.get(path.task_id)?.assigneeId),
        ),
      again: () => {
        const last = new Map<string, string>()
        return forbids(['updateTask', 'setTaskStatus', 'setTaskAssignee'], 409, ({ path, body }) => {
          const isSame = last.get(path.task_id) === JSON.stringify(body)
          last.set(path.task_id, JSON.stringify(body))
          return isSame
        })
      },
      unknown: () =>
        sent((message, { refusal, operation }) =>
          refusal &&
          operation &&
          /not_found/.test(refusal.code) &&
          !/^(get|list|start|delete|stream)/.test(operation.id)
            ? {
                status: 200,
                headers: { ...message.headers, 'content-type': 'application/json' },
                body: { ok: false, request_id: 'req_82f1' },
              }
            : message,
        ),
    },
  },
})
