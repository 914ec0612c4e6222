/** States in which a lawful deployment may be, and what its target file may lack. */
import type { Random, Workspace } from '#mock'
import type { OperationId } from '#openapi'
import type { TargetInput } from '../../../conformance/index.ts'
import type { Deviation } from '../deployment.ts'
import { waitsOnTasks } from '../mutants/act-on-runs.ts'
import {
  also,
  by,
  handles,
  inNeighbour,
  requests,
  sends,
  shows,
  together,
  within,
} from '../mutants/mutant.ts'
import { describesKeys, inWorkspace, refuses } from './differences.ts'
import { type Choice, type Difference, dimensions, type Loose } from './dimension.ts'

const PAID = [
  'startRun',
  'retryRun',
  'startWorkflowRun',
  'createChatCompletion',
  'createAgentCompletion',
] as const
const STARTS = ['startRun', 'retryRun', 'createAgentCompletion'] as const

/** Some of the agents, the same for each request. */
const agentsOf = (salt: number, share: number) => (request: Loose, context: Loose) => {
  const run = context.tables.runs.get(request.path.run_id ?? '')
  const id: string = request.path.agent_id ?? run?.agentId ?? request.body?.agentId ?? ''
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, salt % 1009) < 1009 * share
}

/** Agents that differ from the fixtures' description. */
export const agents = (change: (agent: Loose) => object): Difference => ({
  prepare: ({ workspace: { tables } }) => {
    for (const agent of tables.agents.all()) tables.agents.replace(agent.id, change(agent))
  },
})
const scripted = (change: (steps: Loose[], agent: string) => Loose[]) =>
  agents(({ script, id }) => ({ script: change([...script], id) }))
/** Agents that work that many times as long. */
export const paced = (factorOf: (agent: string) => number) =>
  scripted((steps, agent) =>
    steps.map(step => ('seconds' in step ? { ...step, seconds: step.seconds * factorOf(agent) } : step)),
  )

/** An update with null leaves some fields as they were. */
const leavesNulls = (isLeft: (field: string) => boolean): Difference =>
  handles('updateTask', (request, context, handler) => {
    const given = Object.entries(request.body).filter(([name, value]) => value !== null || !isLeft(name))
    return handler({ ...request, body: Object.fromEntries(given) }, context)
  })
/** Fields that are no null at creation. */
const isNeverNull = (field: string): boolean => !/_id$|^due_date$/.test(field)

/** Every clock of the deployment that many hours later. */
const later = (hours: number): Difference => ({
  prepare: (own, neighbour) => {
    for (const { simulation } of [own.workspace, neighbour]) simulation.advance(hours * 3_600_000)
  },
})

/** The hours from nine this morning until three minutes before the month ends. */
function hoursToMonthEnd(): number {
  const now = new Date()
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  return (end - new Date().setUTCHours(9, 0, 0, 0)) / 3_600_000 - 0.05
}

/** A clock that differs by some hours from that of the suite. */
const skewed = (hours: number): Difference => ({
  workspace: { clock: { frozen: new Date(new Date().setUTCMinutes(0, 0, 0) + hours * 3_600_000) } },
})

/** A run that was paused is locked until what it works with is saved. */
function savesPaused(seconds: number): Difference {
  const paused = new Map<string, number>()
  return together(
    also('pauseRun', ({ path }, { now }) => void paused.set(path.run_id, now)),
    refuses(
      ['resumeRun', 'stopRun'],
      'agent_busy',
      409,
      ({ path }, { now }) => now - (paused.get(path.run_id) ?? 0) < 1000 * seconds,
    ),
  )
}

/** A workspace without a history, with one agent and without workflows. */
const poor = (random: Random): Difference => ({
  workspace: { from: 'quiet' },
  prepare: ({ world }) => {
    const agents = world.list('agents')
    const kept = random.pick(agents)
    const no = (all: typeof agents) => Object.fromEntries(all.map(({ handle }) => [handle, null]))
    world.put({ workflows: no(world.list('workflows')) }, { force: true })
    world.put({ agents: no(agents.filter(one => one !== kept)) }, { force: true })
  },
})

/** The person of the first key of one workspace has started the last run of another one, and given a task there. */
function joins({ tables: { people, keys } }: Workspace, { tables }: Workspace) {
  const person = people.get(keys.all()[0]?.personId ?? '')
  const [run] = tables.runs.range('newest', null, { descending: true, limit: 1 })
  if (!person || !run) return
  if (!tables.people.get(person.id)) tables.people.insert({ ...person, role: 'member' })
  tables.runs.replace(run.id, { startedBy: person.id })
  for (const task of tables.tasks.all())
    tables.tasks.replace(task.id, { assigneeType: 'user', assigneeId: person.id })
}

/** The key of the other tenant is of the admin, too, who lists the tasks of both with it. */
function worksInBoth(): Difference {
  let home: Workspace | undefined
  const lists = inNeighbour(
    handles('listTasks', (request, context, handler) => {
      const own = handler(request, context)
      const person = home?.tables.people.get(home.tables.keys.all()[0]?.personId ?? '')
      if (!home || !person) return own
      const { body } = handler(request, by(person, within(home, context)))
      return { ...own, body: { ...own.body, data: [...body.data, ...own.body.data] } }
    }),
  )
  return {
    ...lists,
    prepare: ({ workspace }) => {
      home = workspace
    },
    target: target => {
      const { owner = 'the admin', person_id } = target.keys.admin ?? {}
      return describesKeys((key, name) => {
        const isOfPerson = person_id !== undefined && key.person_id === person_id
        return name === 'admin' || key.tenant !== undefined || isOfPerson ? { ...key, owner } : key
      })(target)
    },
  }
}

const less =
  (target: NonNullable<Difference['target']>, deviation: Difference = {}): Choice =>
  () => ({ ...deviation, target })

/** Keeps one key, and the fixtures that need no other. */
function only({ keys, fixtures = {}, ...target }: TargetInput, name: string): TargetInput {
  const admins = ['pending-approval', 'pending-gate', 'decided-approval']
  const usable = Object.entries(fixtures).filter(
    ([fixture, { key = admins.includes(fixture) ? 'admin' : name }]) => key === name,
  )
  const key = keys[name]
  return { ...target, keys: key ? { [name]: key } : {}, fixtures: Object.fromEntries(usable) }
}

export const withoutFixtures =
  (names: RegExp): NonNullable<Difference['target']> =>
  ({ fixtures = {}, ...target }) => ({
    ...target,
    fixtures: Object.fromEntries(Object.entries(fixtures).filter(([name]) => !names.test(name))),
  })

const empty = (operation: OperationId) => shows(operation, { data: [], total: 0 })

const ALL_BUT_TASKS = [
  'agents',
  'runs',
  'streams',
  'workflows',
  'approvals',
  'analytics',
  'agencies',
  'completions',
  'models',
  'knowledge',
] as const

/** Fixtures whose approvals the target's author reserves for the suite. */
const NOT_RESERVED = withoutFixtures(/^(agent-waits-approval|workflow-with-gate|pending-.*)$/)
const decided = (by: string, least: string, most: string): Deviation => ({
  prepare: own => void own.people.policy([{ by, after: [least, most], reject: 0.3 }]),
})

export const states = [
  ...dimensions('state', {
    // First, because the others change what is there.
    content: {
      what: 'what the workspace holds',
      lawful: '1: how much a workspace holds is not stated',
      choices: { quiet: () => ({ workspace: { from: 'quiet' } }), poor },
    },
    wallet: {
      what: 'an empty wallet',
      lawful: '4.6: what happens to work beyond the balance is not stated',
      choices: {
        empty: () => ({ prepare: own => void own.people.setBalance(0) }),
        'nearly-empty': () => ({ prepare: own => void own.people.setBalance(0.02) }),
        refuses: random => refuses(PAID, 'balance_exhausted', random.pick([400, 402, 403, 409, 422])),
        searches: random => {
          let left = random.int(8, 20)
          return refuses('searchKnowledge', 'balance_exhausted', 402, () => left-- < 0)
        },
      },
    },
    quota: {
      what: 'a quota of the plan that is used up',
      lawful: '4.6: plans have caps; what happens beyond them is not stated',
      choices: {
        // When the others have prepared it: no agent can be changed in a world that its plan does not allow.
        plan: () => ({ prepare: own => queueMicrotask(() => own.people.setPlan('starter')) }),
        workflows: random =>
          refuses('startWorkflowRun', 'workflow_run_limit_reached', random.pick([402, 403, 409])),
        runs: random => refuses(STARTS, 'task_limit_reached', random.pick([402, 403, 409, 423])),
        tasks: random => refuses('createTask', 'task_limit_reached', random.pick([402, 403, 409])),
        completions: random => refuses('createChatCompletion', 'task_limit_reached', random.pick([402, 403])),
      },
    },
    busy: {
      what: 'agents that already work or are switched off',
      lawful: '3: whether an agent can be started at any time is not stated',
      choices: {
        some: random =>
          refuses(STARTS, 'agent_busy', random.pick([409, 423]), agentsOf(random.int(0, 1e6), 0.4)),
        all: random => refuses(STARTS, 'agent_busy', random.pick([403, 409, 423])),
        often: random => refuses(STARTS, 'agent_busy', random.pick([409, 423]), () => random.chance(0.3)),
      },
    },
    locks: {
      what: 'runs that are locked for a moment',
      lawful: '7: which states refuse a request for a time is not stated',
      choices: {
        often: random => refuses(['pauseRun', 'respondToRun'], 'agent_busy', 423, () => random.chance(0.3)),
        'after-a-pause': () => savesPaused(25),
      },
    },
    pace: {
      what: 'how long the work of agents takes',
      lawful: '2.2: runs execute asynchronously; how long they take is not stated',
      choices: {
        instant: () => paced(() => 0.01),
        fast: () => paced(() => 0.2),
        slow: () => paced(() => 4),
        each: random => paced(agent => random.fork(agent).pick([0.1, 0.5, 1, 3])),
      },
    },
    asking: {
      what: 'agents that ask again as soon as they are answered',
      lawful: '3: an answered run resumes; that it asks nothing else is not stated',
      choices: {
        twice: () => scripted(steps => steps.flatMap(step => (/^ask/.test(step.do) ? [step, step] : [step]))),
      },
    },
    failing: {
      what: 'agents that fail',
      lawful: '3: a run may fail',
      choices: {
        some: random => scripted((steps, agent) => (random.fork(agent).chance(0.3) ? failing(steps) : steps)),
        all: () => scripted(failing),
        resumed: random => failsResumed(random.int(1, 20)),
      },
    },
    defaults: {
      what: 'what a new task has where nothing is given',
      lawful: '2.1: only the title is required; defaults are not shown',
      choices: {
        some: () =>
          sends('createTask', body => ({
            ...{ priority: 'medium', tags: ['new'], approval_notify_in_app: true },
            ...body,
          })),
      },
    },
    nulls: {
      what: 'what null does in an update of a task',
      lawful: '2.1: every field of an update is nullable; that null clears a field is not stated',
      choices: { 'left-out': () => leavesNulls(() => true), some: () => leavesNulls(isNeverNull) },
    },
    belonging: {
      what: 'a person who belongs to two tenants',
      lawful: '5: a key is of a person; that a person is of one tenant is not stated',
      choices: {
        admin: () => ({ prepare: ({ workspace }, neighbour) => joins(workspace, neighbour) }),
        keys: worksInBoth,
      },
    },
    decisions: {
      what: 'people who decide approvals in the app',
      lawful: '4.5: approvals are decided by people in the app',
      choices: {
        soon: less(NOT_RESERVED, decided('manager', '2s', '1m')),
        later: less(NOT_RESERVED, decided('admin', '1m', '20m')),
        'of-tasks': less(NOT_RESERVED, together(waitsOnTasks, decided('manager', '2s', '1m'))),
        'of-tasks-by-nobody': less(NOT_RESERVED, waitsOnTasks),
      },
    },
    skew: {
      what: 'a clock that differs from that of the suite',
      lawful: '2: how exact times are is not stated',
      choices: {
        behind: random => skewed(random.pick([-1, -5, -14])),
        ahead: random => skewed(random.pick([1, 5, 14])),
      },
    },
    hour: {
      what: 'the hour of the deployment',
      lawful: '1: nothing is stated about when it is used',
      choices: {
        noon: () => later(3),
        midnight: () => later(14.95),
        night: () => later(15.2),
        'month-end': () => later(hoursToMonthEnd()),
      },
    },
  }),
  ...dimensions('target', {
    lacks: {
      what: 'what the author of the target file has or names',
      lawful: '1: what a workspace holds is not stated',
      weight: 2,
      choices: {
        'no-fixtures': less(target => ({ ...target, fixtures: {} })),
        'admin-only': less(target => only(target, 'admin')),
        'member-only': less(target => only(target, 'member')),
        'manager-only': less(target => only(target, 'manager')),
        'read-only': less(target => only(target, 'read-only')),
        'bare-key': less(({ keys, ...target }) => ({
          ...target,
          fixtures: {},
          keys: { key: { value: keys.admin?.value ?? '' } },
        })),
        'bare-keys': less(describesKeys(({ scopes: _, ...key }) => key)),
        roles: less(describesKeys(({ role: _, ...key }) => key)),
        people: less(describesKeys(({ person_id: _, ...key }) => key)),
        'no-neighbour': less(({ keys, ...target }) => ({
          ...target,
          keys: Object.fromEntries(Object.entries(keys).filter(([, { tenant }]) => tenant === undefined)),
        })),
        'no-members': less(({ members: _, ...target }) => target),
        'no-budget': less(target => ({ ...target, budget: { runs: 0 } })),
        'small-budget': less(target => ({ ...target, budget: { runs: 3 } })),
        'no-agents': less(withoutFixtures(/^agent-/)),
        'only-tasks': less(target => ({ ...target, absent: [...ALL_BUT_TASKS] })),
        'no-workflows': less(withoutFixtures(/^workflow(-with-gate)?$/), empty('listWorkflows')),
        // A run that waits for an approval would create one.
        'no-approvals': less(withoutFixtures(/^(agent-waits|pending)-approval$/)),
        'no-gates': less(withoutFixtures(/^(workflow-with|pending)-gate$/)),
        'no-knowledge': less(
          withoutFixtures(/^knowledge-(hit|second|private)$/),
          together(empty('listKnowledgeFolders'), empty('searchKnowledge')),
        ),
        'no-history': less(withoutFixtures(/^(task-with-runs|old-done-task|archived-task)$/)),
      },
    },
  }),
]

/** Runs that fail so many seconds after they were resumed. */
function failsResumed(seconds: number): Difference {
  const since = new Map<string, number>()
  return together(
    handles('resumeRun', (request, context, handler) => {
      const { run_id } = request.path
      const isPaused = context.tables.runs.get(run_id)?.status === 'paused'
      const answer = handler(request, context)
      if (isPaused) since.set(run_id, context.now)
      return answer
    }),
    inWorkspace(workspace =>
      requests('getRun', ({ path }, { now }) => {
        const { tables, simulation } = workspace()
        const run = tables.runs.get(path.run_id)
        if (run?.status !== 'running' || now - (since.get(run.id) ?? now) <= 1000 * seconds) return
        simulation.cancelWhere(run.id, 'run.step')
        tables.runs.replace(run.id, { status: 'failed' })
      }),
    ),
  )
}

const FAILURE = { do: 'fail', code: 'tool_failed', message: 'The ledger cannot be reached.' }
function failing(steps: Loose[]) {
  return [...steps.filter(step => step.do !== 'finish' && step.do !== 'fail'), FAILURE]
}
