/** Answers to gaps beyond those in the register, where the specification shows nothing. */
import { setTimeout } from 'node:timers/promises'
import { type Random, Refusal } from '#mock'
import { type GapId, gaps, type OperationId, operationIds, operations } from '#openapi'
import { asks, handles, type Loose, together } from '../mutants/mutant.ts'
import { refusesValue } from '../mutants/places.ts'
import { sentBodies, sentStreams } from './differences.ts'
import { choicesFor, type Difference, type Dimension, dimensions, gapsLike } from './dimension.ts'

type Dialect = NonNullable<Difference['dialect']>
const words = (all: NonNullable<Dialect['words']>): Difference => ({ dialect: { words: all } })
const requests = (all: NonNullable<Dialect['requests']>): Difference => ({ dialect: { requests: all } })
const ids = (form: (kind: string) => string): Difference => ({
  dialect: { ids: Object.fromEntries(KINDS.map(kind => [kind, form(kind)])) },
})
/** Ids of workflow runs are numbers in JSON, with more digits than a number keeps. */
const longNumbers = (): Difference =>
  together(
    { dialect: { ids: { wrun: 'digits15' } } },
    sentBodies(/./, body =>
      JSON.parse(JSON.stringify(body), (_, value: unknown) =>
        typeof value === 'string' && /^\d{15}$/.test(value) ? rawJSON(`7241${value}`) : value,
      ),
    ),
    {
      arrive(request) {
        request.url = request.url?.replaceAll(/\b7241(\d{15})\b/g, '$1')
        return undefined
      },
    },
  )
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }
const KINDS = ['agt', 'run', 'chat', 'task', 'wf', 'wrun', 'appr', 'brd', 'proj', 'usr', 'team', 'kb']

/** Refuses a body in which an item of a list, or an object, lacks a member. */
const demands = (operation: OperationId, member: string, field: string) =>
  refusesValue({ operation, in: 'body', field: member }, value =>
    [value ?? []].flat().some((item: Loose) => typeof item !== 'object' || item === null || !(field in item)),
  )

/** A parameter that has no default. */
const needs = (operation: OperationId, field: string) =>
  refusesValue({ operation, in: 'query', field }, value => value === undefined)

/** Replies to moves of runs and to changes of tasks. */
const moved = (change: (usual: Loose) => Loose) =>
  sentBodies(
    /^((pause|resume|cancel|stop|retry)Run|respondToRun|updateTask|setTask(Assignee|Status))$/,
    change,
  )

/** Moves between some columns only. */
const someMoves = (random: Random) =>
  handles('setTaskStatus', (request, context, handler) => {
    const from = context.tables.tasks.get(request.path.task_id)?.status
    const to = request.body.status
    const isAllowed = from === undefined || from === to || random.fork(`${from} ${to}`).chance(0.6)
    if (isAllowed) return handler(request, context)
    throw new Refusal('transition_refused', `A task does not move from ${from} to ${to}.`)
  })

/** Events of a stream in another form. Those of chat completions have a third party's. */
const streamed = (
  change: (given: Loose) => Loose[],
  operations: readonly OperationId[] = ['streamChat'],
): Difference =>
  sentStreams(operations, async function* (parts) {
    for await (const one of parts) yield* change(one)
  })

/** The stream of a chat, which says nothing for the first seconds. */
const heldBack = (seconds: number): Difference =>
  sentStreams(['streamChat'], async function* (parts) {
    await setTimeout(1000 * seconds)
    yield* parts
  })

type Opening = Omit<Dimension, 'id' | 'lawful'> & { readonly opens: readonly GapId[] }

/** Each says which gaps it answers in a way of its own. */
const OPENINGS: Readonly<Record<string, Opening>> = {
  words: {
    what: 'words for states',
    opens: gapsLike(/-status-names$/),
    choices: {
      nouns: () =>
        words({
          RunStatus: { completed: 'success', failed: 'crash', stopped: 'killed' },
          TaskStatus: {
            todo: 'planned',
            in_progress: 'active',
            in_review: 'checking',
            cancelled: 'rejected',
          },
          WorkflowRunStatus: {
            running: 'active',
            waiting: 'gate',
            completed: 'success',
            failed: 'crash',
            cancelled: 'withdrawn',
          },
          StepStatus: {
            pending: 'later',
            running: 'active',
            waiting: 'gate',
            completed: 'success',
            failed: 'crash',
          },
          ApprovalStatus: { pending: 'asked', approved: 'yes', rejected: 'no', expired: 'late' },
        }),
      capitals: () =>
        words({
          RunStatus: { completed: 'DONE', failed: 'FAILED', stopped: 'STOPPED' },
          TaskStatus: {
            todo: 'TODO',
            in_progress: 'IN PROGRESS',
            in_review: 'IN REVIEW',
            cancelled: 'DROPPED',
          },
          WorkflowRunStatus: { running: 'RUNNING', waiting: 'WAITING', completed: 'DONE', failed: 'FAILED' },
          ApprovalStatus: { pending: 'PENDING', approved: 'APPROVED', rejected: 'REJECTED' },
        }),
      opaque: () =>
        words({
          RunStatus: { completed: 's4', failed: 's5', stopped: 's6' },
          TaskStatus: { todo: 'c2', in_progress: 'c3', in_review: 'c4', cancelled: 'c6' },
          WorkflowRunStatus: { running: 'w1', waiting: 'w2', completed: 'w3', failed: 'w4', cancelled: 'w5' },
          StepStatus: { pending: 'p1', running: 'p2', waiting: 'p3', completed: 'p4', failed: 'p5' },
          ApprovalStatus: { pending: 'a1', approved: 'a2', rejected: 'a3', expired: 'a4' },
        }),
    },
  },
  'start-status': {
    what: 'the status in the reply to a start',
    opens: ['run-start-status'],
    choices: choicesFor(['accepted', 'starting', 'created', '1'], status =>
      sentBodies(/^(start|retry)Run$/, usual => ({ ...usual, status })),
    ),
  },
  ids: {
    what: 'form of ids',
    opens: ['id-format'],
    choices: {
      hex: () => ids(() => 'hex24'),
      urns: () => ids(kind => `urn:${kind}:{uuid}`),
      letters: () => ids(kind => `${kind.toUpperCase()}-{letters20}`),
      numbers: longNumbers,
    },
  },
  'reply-to-moves': {
    what: 'replies to moves of runs and to changes of tasks',
    opens: ['transition-reply-body', 'task-reply-body'],
    choices: {
      empty: () => moved(() => ({})),
      null: () => moved(() => null),
      message: () => moved(() => ({ message: 'Done.', code: 200 })),
      wrapped: () => moved(usual => ({ success: true, data: usual })),
    },
  },
  bounds: {
    what: 'bounds of parameters and members',
    opens: [
      'limit-below-one',
      'limit-above-maximum',
      'page-size-maximum',
      'days-bounds-spend',
      'top-k-bounds',
      'temperature-bounds',
      'max-steps-bounds',
      'done-since-days-bounds',
      'negative-offset',
      'task-limit-bounds',
    ],
    choices: {
      narrow: () =>
        requests({
          limit: { most: 50 },
          topK: { least: 1, most: 10 },
          temperature: { least: 0, most: 1 },
          maxSteps: { least: 1, most: 5 },
          done_since_days: { least: 1, most: 365 },
          offset: { most: 1000 },
          max_runs_per_hour: { least: 1, most: 60 },
          budget_euros: { least: 1, most: 1000 },
          'getSpendByAgent days': { least: 1, most: 30 },
          'getTeamStats days': { least: 7, most: 31 },
          'getSpendOverTime days': { least: 2, most: 60 },
        }),
      texts: () =>
        requests({ title: { least: 1, most: 120 }, description: { most: 1000 }, query: { least: 3 } }),
      work: () => requests({ max_runs_per_hour: { most: 2 }, budget_euros: { least: 20, most: 5000 } }),
      // Raised in place of refused.
      raised: () =>
        asks(['getSpendByAgent', 'getSpendOverTime', 'getTeamStats'], query => {
          query.days &&= Math.max(14, query.days)
        }),
    },
  },
  defaults: {
    what: 'defaults of parameters',
    opens: [
      'page-size-default',
      'offset-default',
      'period-default',
      'group-by-default',
      'tz-default',
      'hybrid-default',
      'days-default',
    ],
    choices: {
      other: () =>
        requests({
          'listRuns limit': { without: 13 },
          period: { without: '90d' },
          group_by: { without: 'day' },
          tz: { without: 'Asia/Tokyo' },
          days: { without: 14 },
          hybrid: { without: false },
          topK: { without: 3 },
        }),
      month: () =>
        requests({
          'listTasks limit': { without: 3 },
          period: { without: 'month' },
          group_by: { without: 'agent' },
        }),
      none: () =>
        together(
          needs('getInsightsSummary', 'period'),
          needs('getTeamStats', 'group_by'),
          needs('getDashboardStats', 'tz'),
          ...operationIds
            .filter(id => operations[id].queryParams.some(({ name }) => name === 'days'))
            .map(id => needs(id, 'days')),
        ),
    },
  },
  structures: {
    what: 'members that the inner structure of requests demands',
    opens: [
      'acceptance-criterion-fields',
      'ui-message-fields',
      'chat-message-fields',
      'output-spec-fields',
      'cancel-request-fields',
      'workflow-start-fields',
    ],
    choices: {
      criteria: () =>
        together(
          demands('createTask', 'acceptance_criteria', 'weight'),
          demands('updateTask', 'acceptance_criteria', 'weight'),
        ),
      messages: () =>
        together(
          demands('createAgentCompletion', 'messages', 'id'),
          demands('createChatCompletion', 'messages', 'name'),
        ),
      start: () => demands('startWorkflowRun', '*', 'inputs'),
      output: () => demands('createAgentCompletion', 'output', 'version'),
    },
  },
  values: {
    what: 'values of texts whose list is not shown',
    opens: ['triggered-by-values', 'image-response-format', 'update-priority-words'],
    choices: {
      none: () =>
        together(
          refusesValues('startRun', 'triggered_by'),
          refusesValues('createAgentCompletion', 'imageResponseFormat'),
        ),
    },
  },
  'task-moves': {
    what: 'moves of tasks that are allowed',
    opens: ['task-moves'],
    choices: { some: someMoves },
  },
  events: {
    what: 'events of a stream',
    opens: ['chat-event-kinds', 'chat-stream-heartbeat', 'agent-completion-stream'],
    choices: {
      named: () =>
        streamed(
          one => [{ ...one, event: `agent.${one.event ?? 'message'}` }],
          ['streamChat', 'createAgentCompletion'],
        ),
      wrapped: () =>
        streamed(one => ('data' in one ? [{ data: { kind: one.event, payload: one.data } }] : [one])),
      more: () =>
        streamed(one => [
          { comment: 'still here' },
          { event: 'usage', data: { cost_euros: 0.01, status: 'ok' } },
          one,
        ]),
      text: () => streamed(one => ('data' in one ? [{ data: String(one.event ?? 'update') }] : [one])),
      late: random => heldBack(random.int(3, 9)),
    },
  },
}

/** Refuses any given value of a member, because none of those that are sent is in its list. */
function refusesValues(operation: OperationId, member: string) {
  return refusesValue({ operation, in: 'body', field: member }, value => typeof value === 'string')
}

const silenceOf = ([first]: readonly GapId[]) => {
  const gap = gaps.find(({ id }) => id === first)
  return gap ? `${gap.section}: ${gap.silence}` : ''
}

export const unstated = dimensions(
  'open',
  Object.fromEntries(
    Object.entries(OPENINGS).map(([name, opening]) => [
      name,
      { ...opening, lawful: silenceOf(opening.opens) },
    ]),
  ),
)
