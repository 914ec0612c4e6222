/** Workflows and their runs in forms and orders that the specification leaves open. */
import {
  answers,
  asks,
  changes,
  eachRow,
  handles,
  reply,
  requests,
  rows,
  shows,
  together,
  without,
} from '../mutants/mutant.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'
import { whole } from './forms.ts'
import { paced, withoutFixtures } from './states.ts'

const slow = paced(() => 60)

const START = {
  step_id: 'start',
  position: 0,
  kind: 'trigger',
  name: 'Started',
  status: 'completed',
  cost_euros: 0,
}

const POLICY = { ...START, step_id: 'policy', kind: 'approval', name: 'Spend policy' }

/** The first workflow that is listed is a draft. */
const draft = (): Difference => {
  let first: string | undefined
  const isFirst = ({ path }: Loose) => path.workflow_id === first
  return {
    ...together(
      changes('listWorkflows', ({ data }, { request: { query } }) => {
        if (!query.offset && !(query.page > 1)) first ??= data[0]?.id
      }),
      changes('getWorkflow', ({ steps }, { request }) => isFirst(request) && steps && { steps: [] }),
      changes('listWorkflowRunSteps', (_, { request }) => isFirst(request) && { data: [] }),
    ),
    target: withoutFixtures(/^workflow/),
    profile: { 'workflow-fields': 'lean' },
  }
}

/** A run of a workflow with objections is deleted once it was listed. */
const objectedDeleted = (): Difference => {
  let gone: string | undefined
  let n = 0
  return changes('listWorkflowRuns', (body, { request }) => {
    const data = body.data.filter(({ id }: Loose) => id !== gone)
    if (request.query.had_objection === true && ++n >= 3 && data.length > 1) gone ??= data[0].id
    return { data }
  })
}

/** A workflow whose only step without an agent decides nothing, and is left out where its condition does not hold. */
const conditional = (): Difference => {
  const isGate = ({ kind }: Loose) => kind === 'gate'
  return together(
    // It may hold its steps in another form.
    shows(
      'getWorkflow',
      ({ steps }) =>
        Array.isArray(steps) && {
          steps: steps.map(step =>
            isGate(step) ? { ...step, kind: 'condition', name: 'If it is above 1000 euros' } : step,
          ),
        },
    ),
    rows('listWorkflowRunSteps', data => data.filter(step => !isGate(step))),
  )
}

/** One agent is called otherwise since the workflows were made. */
const renamed = shows('getWorkflow', ({ steps }) => ({
  steps: steps.map(({ agent_id, agent_name, ...step }: Loose) => ({
    ...step,
    agent: agent_id && { id: agent_id, label: `${agent_name} (old)`.replace(/^(\S+) /, '$1-') },
  })),
}))

/** A group and its steps, which say that they are in it. */
const withGroup = (within: object) => (data: Loose[]) => {
  const cost_euros = data.reduce((sum, step) => sum + step.cost_euros, 0)
  const group = { step_id: 'group_1', kind: 'group', name: 'All', status: 'completed', cost_euros }
  return [group, ...data.map(step => ({ ...step, ...within }))]
}

/** Who rejects a gate has objected, whether the run goes on or not. */
const rejected = ({ status, lifecycle = status, had_objection }: Loose) => ({
  had_objection: had_objection || lifecycle === 'cancelled',
})

/** Somebody objects to what a run did, three times while the runs with objections are listed. */
const objectionsCome = (): Difference => {
  let n = 0
  return handles('listWorkflowRuns', (request, context, handler) => {
    const { workflowRuns } = context.tables
    const isOurs = (run: Loose) => run.workflowId === request.path.workflow_id && run.finishedAt !== null
    const fresh =
      request.query.had_objection === true && ++n % 4 === 3 && n < 12
        ? workflowRuns.all().find((run: Loose) => isOurs(run) && !run.hadObjection)
        : undefined
    if (fresh) workflowRuns.replace(fresh.id, { hadObjection: true })
    return handler(request, context)
  })
}

/** Many runs of a workflow, none with an objection, and pages of a single run. */
const many: Difference = together(
  {
    prepare: ({ workspace: { tables } }) => {
      for (const run of tables.workflowRuns.all().filter(one => one.finishedAt !== null && !one.hadObjection))
        for (let n = 0; n < 12; n++)
          tables.workflowRuns.insert({ ...run, id: `${run.id}_${n}`, createdAt: run.createdAt + n + 1 })
    },
  },
  // Rows that a filter of dates takes from such pages would leave empty ones between others.
  asks('listWorkflowRuns', query => {
    if (query.date_from == null && query.date_to == null) query.limit = 1
  }),
)

/** The data of steps is kept for a week, in a workspace in which the suite starts nothing. */
const keptSteps = (gone: () => Loose): Difference => ({
  ...handles('listWorkflowRunSteps', (request, context, handler) => {
    const run = context.tables.workflowRuns.get(request.path.run_id)
    const isOld = (run?.finishedAt ?? context.now) < context.now - 7 * 86_400_000
    return isOld ? gone() : handler(request, context)
  }),
  target: target => ({ ...target, budget: { runs: 0 } }),
})

/** The status of workflow runs in another form, wherever it is shown. */
const statuses = (form: (status: string) => unknown) =>
  together(
    shows('getWorkflowRun', ({ status }) => ({ status: form(status) })),
    eachRow('listWorkflowRuns', ({ status }) => ({ status: form(status) })),
  )

/** A list of workflow runs that holds only some of those that the query finds. */
const listing = (isListed: (run: Loose, query: Loose) => boolean, asked = (query: Loose): Loose => query) =>
  handles('listWorkflowRuns', (request, context, handler) => {
    const { workflowRuns } = context.tables
    const found = (index: string, bucket: string, range: Loose): Loose[] =>
      workflowRuns.range(index, bucket, range).filter((run: Loose) => isListed(run, request.query))
    const some = {
      count: (index: string, bucket: string, range: Loose) => found(index, bucket, range).length,
      range: (index: string, bucket: string, { skip, limit, ...range }: Loose) =>
        found(index, bucket, range).slice(skip, skip + limit),
    }
    const tables = { ...context.tables, workflowRuns: some }
    return handler({ ...request, query: asked(request.query) }, { ...context, now: context.now, tables })
  })

export const workflows = [
  ...dimensions('workflow', {
    dates: {
      what: 'which moment of a workflow run its dates filter',
      lawful: '4.4: which moment date_from and date_to are about is not stated',
      choices: {
        end: () =>
          together(
            slow,
            listing(({ finishedAt }, { date_from, date_to }) =>
              finishedAt === null ? date_from == null && date_to == null : true,
            ),
          ),
        // What works has no end yet.
        overlap: () =>
          together(
            slow,
            listing(
              ({ finishedAt }, { date_from }) =>
                date_from == null || finishedAt === null || finishedAt >= Date.parse(date_from),
              ({ date_from: _, ...query }) => query,
            ),
          ),
      },
    },
    'own-usage': {
      what: 'what the usage of workflow runs says of the person who asks',
      lawful: '4.4: members of the usage are not shown',
      choices: {
        own: () =>
          changes('getWorkflowRunUsage', (_, { context: { tables, caller } }) => ({
            own: tables.workflowRuns.all().filter(({ startedBy }: Loose) => startedBy === caller.person.id)
              .length,
          })),
      },
    },
    draft: {
      what: 'a first workflow that has no steps yet',
      lawful: '4.4: that every workflow has steps is not stated',
      choices: { first: draft },
    },
    start: {
      what: 'what the reply to a start shows beside shared_chat_id',
      lawful: '4.4: only shared_chat_id is stated',
      choices: {
        job: () =>
          answers('startWorkflowRun', ({ shared_chat_id }) => ({
            id: 'job-4711',
            status: 'accepted',
            shared_chat_id,
          })),
        step: () =>
          answers('startWorkflowRun', ({ shared_chat_id }) => ({ run_id: 'run_of_step_1', shared_chat_id })),
      },
    },
    steps: {
      what: 'how a workflow holds its steps',
      lawful: '2.5: the fields of a workflow are not shown',
      choices: {
        keyed: () =>
          shows('getWorkflow', ({ steps = [] }) => ({
            steps: Object.fromEntries(steps.map(({ id, ...step }: Loose) => [id, step])),
          })),
        paged: () =>
          shows('getWorkflow', ({ steps = [] }) => ({ steps: { items: steps, total: steps.length } })),
        nested: () =>
          whole(
            'workflow-fields',
            shows('getWorkflow', ({ steps = [] }) => ({
              steps: steps.reduceRight((next: Loose[], step: Loose) => [{ ...step, next }], []),
            })),
          ),
        renamed: () => renamed,
      },
    },
    'run-steps': {
      what: 'which steps a run has beside those of its workflow',
      lawful: '4.4: what a step of a run is, is not stated',
      choices: {
        more: () => rows('listWorkflowRunSteps', data => [START, ...data]),
        policy: () => rows('listWorkflowRunSteps', data => [...data, POLICY]),
        conditional,
        grouped: () => ({
          ...rows('listWorkflowRunSteps', withGroup({ group_id: 'group_1' })),
          profile: { 'workflow-run-step-fields': 'full' },
        }),
        indented: () => ({
          ...rows('listWorkflowRunSteps', withGroup({ depth: 1 })),
          profile: { 'workflow-run-step-fields': 'full' },
        }),
      },
    },
    'kept-steps': {
      what: 'how long the data of steps is kept',
      lawful: '4.4: that it is kept for as long as the run is not stated',
      choices: {
        week: () => keptSteps(() => reply(200, { data: [] })),
        gone: () => keptSteps(() => reply(410, { error: { message: 'These data are not kept.' } })),
      },
    },
    status: {
      what: 'the form of the status of a workflow run',
      lawful: '3: workflow run statuses are not shown',
      choices: {
        number: () => statuses(status => status.length),
        label: () => statuses(status => ({ id: status.length, label: status })),
        elsewhere: () => ({
          ...shows('getWorkflowRun', ({ status }) => ({ status: undefined, lifecycle: status })),
          profile: { 'workflow-run-fields': 'full' },
        }),
      },
    },
    objection: {
      what: 'what a row says of objections',
      lawful: '2.5: the fields of a workflow run are not shown',
      choices: {
        allowed: () =>
          rows('listWorkflowRuns', data =>
            data.map(row => ({ ...without(row, 'had_objection'), objection_allowed: true })),
          ),
        stopped: () => together(eachRow('listWorkflowRuns', rejected), shows('getWorkflowRun', rejected)),
        deleted: objectedDeleted,
        come: objectionsCome,
      },
    },
    many: {
      what: 'many runs on small pages',
      lawful: '8: page sizes are not shown',
      choices: { runs: () => many },
    },
    usage: {
      what: 'the usage of a month in which nothing ran',
      lawful: '2.5: the form of the usage is not shown',
      choices: {
        rows: () => ({
          ...answers('getWorkflowRunUsage', ({ month }) => ({ month, by_workflow: [] })),
          profile: { 'workflow-run-usage-fields': 'full' },
        }),
      },
    },
    others: {
      what: 'other people who start workflows',
      lawful: '1: a workspace is shared',
      choices: {
        gates: () =>
          requests('startWorkflowRun', (_, { caller, tables: { approvals, keys } }) => {
            const person = keys.all().find((key: Loose) => key.name === 'other')?.personId
            const gate = approvals
              .all()
              .find((one: Loose) => one.status === 'pending' && one.kind === 'workflow_gate')
            if (gate)
              approvals.insert({
                ...gate,
                id: `${gate.id}_${approvals.all().length}`,
                workflowId: 'wf_of_others',
                workflowRunId: 'wrun_of_others',
                approverIds: [person, caller.person.id],
              })
          }),
      },
    },
    queue: {
      what: 'what a workflow run that works is called',
      lawful: '3: workflow run statuses are not shown',
      choices: {
        awaiting: () => ({
          dialect: { words: { WorkflowRunStatus: { running: 'awaiting agents' } } },
          ...slow,
        }),
      },
    },
  }),
]
