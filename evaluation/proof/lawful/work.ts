/** Runs, workflows and approvals in forms and orders that the specification leaves open. */
import { Refusal } from '#mock'
import type { OperationId } from '#openapi'
import {
  also,
  answers,
  asks,
  changes,
  eachRow,
  handles,
  onlyRows,
  requests,
  rows,
  shows,
  without,
} from '../mutants/mutant.ts'
import { together } from '../together.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'
import { agents, paced } from './states.ts'

/** What was made less than some seconds ago is not yet known where it is read. */
const notYet = (operation: OperationId, madeAt: (path: Loose, tables: Loose) => number, seconds: number) =>
  handles(operation, (request, context, handler) => {
    if (context.now - madeAt(request.path, context.tables) < 1000 * seconds)
      throw new Refusal('run_not_found', 'There is no such thing yet.')
    return handler(request, context)
  })

const chatMade =
  (kinds: readonly string[]) =>
  ({ chat_id }: Loose, { chats }: Loose) => {
    const chat = chats.get(chat_id)
    return chat && kinds.includes(chat.kind) ? chat.createdAt : 0
  }

const START = {
  step_id: 'start',
  position: 0,
  kind: 'trigger',
  name: 'Started',
  status: 'completed',
  cost_euros: 0,
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

const reported = (seconds: number): Difference =>
  changes('getRun', (_, { request: { path }, context: { tables, now } }) => {
    const { status, finishedAt } = tables.runs.get(path.run_id)
    const isDue = /^(cancelled|failed)$/.test(status) && now - finishedAt > 1000 * seconds
    return isDue && { summary: `It was ${status}.` }
  })

const withGroup = (data: Loose[]): Loose[] => {
  const cost_euros = data.reduce((sum, step) => sum + step.cost_euros, 0)
  const group = { step_id: 'group_1', kind: 'group', name: 'All', status: 'completed', cost_euros }
  return [group, ...data.map(step => ({ ...step, group_id: 'group_1' }))]
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

/** The status of workflow runs in another form, wherever it is shown. */
const statuses = (form: (status: string) => unknown) =>
  together(
    shows('getWorkflowRun', ({ status }) => ({ status: form(status) })),
    eachRow('listWorkflowRuns', ({ status }) => ({ status: form(status) })),
  )

const prompts = (change: (prompt: string) => string) =>
  agents(({ systemPrompt }) => ({ systemPrompt: change(systemPrompt) }))
const preview = (cut: (prompt: string) => string) =>
  changes('listAgents', (_, { request: { query }, again }) => {
    const cutRow = (row: Loose) => ({
      ...row,
      config: { ...row.config, system_prompt: cut(row.config.system_prompt) },
    })
    return (
      query.view === 'summary' && { data: again({ query: { ...query, view: undefined } }).data.map(cutRow) }
    )
  })
const slow = paced(() => 60)

/** The prompts are changed once; the summary view follows 20 seconds later. */
const edited = (): Difference => {
  let at: number | undefined
  const isShown = (summary: boolean, now: number) => at !== undefined && (!summary || now - at > 20_000)
  return handles(['listAgents', 'getAgent'], (request, context, handler) => {
    const isSummary = request.query.view === 'summary'
    if (isSummary) at ??= context.now
    const reply = handler({ ...request, query: { ...request.query, view: undefined } }, context)
    const change = (row: Loose) => {
      const prompt = `${isShown(isSummary, context.now) ? 'Now' : 'Once'} ${row.config.system_prompt}`
      const system_prompt = isSummary ? prompt.slice(0, 200) : prompt
      return { ...row, config: { ...row.config, system_prompt } }
    }
    const { data } = reply.body
    return { ...reply, body: data ? { ...reply.body, data: data.map(change) } : change(reply.body) }
  })
}

const graphemes = (text: string): string =>
  [...new Intl.Segmenter().segment(text)]
    .slice(0, 200)
    .map(({ segment }) => segment)
    .join('')

/** What the records of ended runs say of the cost, the tokens and the seconds. */
const figuresOf = (of: (run: { status: string; at: number; now: number }) => false | Loose[]): Difference => {
  const shown = ({ status, finished_at }: Loose, now: number) => {
    const figures = finished_at && of({ status, at: Date.parse(finished_at), now })
    if (!figures) return {}
    const [cost_euros, tokens, duration_seconds] = figures
    return { cost_euros, tokens, duration_seconds }
  }
  return together(
    changes('getRun', (run, { context: { now } }) => shown(run, now)),
    changes(['listRuns', 'listTaskRuns'], ({ data }, { context: { now } }) => ({
      data: data.map((run: Loose) => ({ ...run, ...shown(run, now) })),
    })),
  )
}

export const work = [
  ...dimensions('run', {
    figures: {
      what: 'how and when a record writes what a run used, and how much',
      lawful: '2.2: the tokens and the time are described, not named; when they are booked is not stated',
      choices: {
        texts: () => ({
          ...answers('getRun', ({ tokens, duration_seconds, ...run }) => ({
            ...without(run, 'created_at', 'updated_at', 'finished_at'),
            token_count: tokens && `${tokens.total}`.replace(/(\d)(\d{3})$/, '$1,$2'),
            duration:
              duration_seconds === null
                ? null
                : `${Math.floor(duration_seconds / 60)} min ${duration_seconds % 60} s`,
          })),
          profile: { 'run-fields': 'full' },
        }),
        late: () => figuresOf(({ at, now }) => now - at < 20_000 && [null, null, null]),
        nothing: () => figuresOf(({ status }) => status !== 'completed' && [0, { total: 0 }, 0]),
      },
    },
  }),
  ...dimensions('chat', {
    late: {
      what: 'when the chat of a new run can be followed',
      lawful: '2.2: a run executes asynchronously; that its chat is there at once is not stated',
      choices: {
        run: () => notYet('streamChat', chatMade(['run']), 12),
        workflow: () => notYet('streamChat', chatMade(['workflow-run']), 12),
      },
    },
  }),
  ...dimensions('workflow', {
    dates: {
      what: 'which moment of a workflow run its dates filter',
      lawful: '4.4: which moment date_from and date_to are about is not stated',
      choices: {
        end: () =>
          together(
            slow,
            onlyRows(
              'listWorkflowRuns',
              ({ finished_at }, { query }) =>
                finished_at !== null || !(query.has('date_from') || query.has('date_to')),
            ),
          ),
      },
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
          shows('getWorkflow', ({ steps }) => ({
            steps: Object.fromEntries(steps.map(({ id, ...step }: Loose) => [id, step])),
          })),
        paged: () => shows('getWorkflow', ({ steps }) => ({ steps: { items: steps, total: steps.length } })),
        renamed: () => renamed,
      },
    },
    'run-steps': {
      what: 'which steps a run has beside those of its workflow',
      lawful: '4.4: what a step of a run is, is not stated',
      choices: {
        more: () => rows('listWorkflowRunSteps', data => [START, ...data]),
        conditional,
        grouped: () => ({
          ...rows('listWorkflowRunSteps', withGroup),
          profile: { 'workflow-run-step-fields': 'full' },
        }),
      },
    },
    status: {
      what: 'the form of the status of a workflow run',
      lawful: '3: workflow run statuses are not shown',
      choices: {
        number: () => statuses(status => status.length),
        label: () => statuses(status => ({ id: status.length, label: status })),
      },
    },
    objection: {
      what: 'what a row says of objections',
      lawful: '2.5: the fields of a workflow run are not shown',
      choices: {
        allowed: () =>
          rows('listWorkflowRuns', data =>
            data.map(row => ({ objection_allowed: true, ...without(row, 'had_objection') })),
          ),
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
  ...dimensions('run', {
    reports: {
      what: 'runs that were cancelled or have failed, and get a summary some seconds later',
      lawful: '2.2: a finished run carries a summary; that another one carries none is not stated',
      choices: { late: () => reported(20) },
    },
    words: {
      what: 'one word for runs that have failed and that were stopped',
      lawful: '3: the names of these states are not shown; what failed can be retried',
      choices: {
        shared: () =>
          together(
            also('stopRun', ({ path }, { tables }) => tables.runs.replace(path.run_id, { status: 'failed' })),
            { dialect: { words: { RunStatus: { completed: 'OK', failed: 'ERR' } } } },
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
  ...dimensions('agent', {
    edited: {
      what: 'a view of agents that follows later than the other',
      lawful: '4: that all replies are of the same moment is not stated',
      choices: { summary: edited },
    },
    previews: {
      what: 'what a character of a preview is',
      lawful: '8: 200 characters; what counts as a character is not stated',
      choices: {
        graphemes: () =>
          together(
            prompts(text => text.replaceAll(/[aeiou]/g, '$&\u0301')),
            preview(graphemes),
          ),
        trimmed: () =>
          together(
            prompts(text => `\n\n  ${text}`),
            preview(text => text.trim().slice(0, 200)),
          ),
      },
    },
  }),
]
