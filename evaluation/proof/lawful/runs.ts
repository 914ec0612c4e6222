/** Runs and their chats in forms that the specification leaves open. */
import { Refusal } from '#mock'
import {
  also,
  answers,
  changes,
  handles,
  inNeighbour,
  requests,
  together,
  without,
} from '../mutants/mutant.ts'
import { refusesValue } from '../mutants/places.ts'
import { refuses } from './differences.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'

/** The chat of what was started less than some seconds ago is not yet known where it is followed. */
const lateChat = (kind: string, seconds: number) =>
  handles('streamChat', (request, context, handler) => {
    const chat = context.tables.chats.get(request.path.chat_id)
    if (chat?.kind === kind && context.now - chat.createdAt < 1000 * seconds)
      throw new Refusal('chat_not_found', 'There is no such chat yet.')
    return handler(request, context)
  })

/** The stream of a chat is there while something works in it. */
const briefChat = handles('streamChat', (request, context, handler) => {
  const { runs, workflowRuns } = context.tables
  const works = ({ finishedAt }: Loose) => finishedAt === null
  const id = request.path.chat_id
  const isOpen =
    runs.all().some((run: Loose) => run.chatId === id && works(run)) ||
    workflowRuns.all().some((run: Loose) => run.sharedChatId === id && works(run))
  if (isOpen || context.tables.chats.get(id)?.kind !== 'workflow-run') return handler(request, context)
  throw new Refusal('chat_not_found', 'There is no such chat any more.')
})

/** A move that the state refuses is answered with the status of a success, and does nothing. */
const ignored = (answer: (run: Loose) => object) =>
  handles(
    ['pauseRun', 'resumeRun', 'cancelRun', 'stopRun', 'retryRun', 'respondToRun'],
    (request, context, handler) => {
      try {
        return handler(request, context)
      } catch (problem) {
        if (!(problem instanceof Refusal) || !/^(transition_refused|not_asking)$/.test(problem.code))
          throw problem
        return { status: 200, body: answer(context.tables.runs.get(request.path.run_id)) }
      }
    },
  )

const isNew = (id: string, { now, tables: { runs } }: Loose) => now - runs.get(id)?.createdAt < 5000

const reported = (seconds: number): Difference =>
  changes('getRun', (_, { request: { path }, context: { tables, now } }) => {
    const { status, finishedAt } = tables.runs.get(path.run_id)
    const isDue = /^(cancelled|failed)$/.test(status) && now - finishedAt > 1000 * seconds
    return isDue && { summary: `It was ${status}.` }
  })

const RUN_LISTS = ['listRuns', 'listTaskRuns'] as const
/** Changes every run that is read or listed. */
const eachRun = (change: (run: Loose, context: Loose) => Loose) =>
  together(
    changes('getRun', (run, { context }) => change(run, context)),
    changes(RUN_LISTS, ({ data }, { context }) => ({
      data: data.map((run: Loose) => ({ ...run, ...change(run, context) })),
    })),
  )

/** What the records of ended runs say of the cost, the tokens and the seconds. */
const figuresOf = (of: (run: { status: string; at: number; now: number }) => false | Loose[]): Difference =>
  eachRun(({ status, finished_at }, { now }) => {
    const figures = finished_at && of({ status, at: Date.parse(finished_at), now })
    if (!figures) return {}
    const [cost_euros, tokens, duration_seconds] = figures
    return { cost_euros, tokens, duration_seconds }
  })

/** Runs at work are called so at times, and the filter of their list knows it. */
const called = (word: string, isCalled: (id: string, context: Loose) => boolean): Difference =>
  together(
    eachRun(({ id, status }, context) =>
      status === 'running' && isCalled(id, context) ? { status: word } : {},
    ),
    handles('listRuns', (request, context, handler) => {
      const { status } = request.query
      if (status !== word && status !== 'running') return handler(request, context)
      const query = { ...request.query, status: 'running' }
      const { body, ...answer } = handler({ ...request, query }, context)
      const data = body.data.filter(({ id }: Loose) => isCalled(id, context) === (status === word))
      return { ...answer, body: { ...body, data } }
    }),
  )

/** An agent that works under a word of its own while it waits for a tool, four seconds of 24. */
const isAtTool = (now: number) => Math.floor(now / 4000) % 6 === 0
const tools = together(
  called('awaiting_tool', (_, { now }) => isAtTool(now)),
  handles('pauseRun', (request, context, handler) => {
    const { status } = context.tables.runs.get(request.path.run_id) ?? {}
    if (status === 'running' && isAtTool(context.now))
      throw new Refusal('transition_refused', 'It waits for a tool.')
    return handler(request, context)
  }),
)

/** An agent that has part of its work done by another run, which it starts at the worst moment. */
const delegates: Difference = {
  ...together(
    requests('retryRun', ({ path }, { tables: { runs }, now }) => {
      const run = runs.get(path.run_id)
      const part = { id: `${run?.id}_part`, status: 'completed', summary: 'Looked it up.' }
      if (run?.status === 'running' && !runs.get(part.id))
        runs.insert({ ...run, ...part, createdAt: now, finishedAt: now })
    }),
    eachRun(({ id }) => (id.endsWith('_part') ? { parent_run_id: id.replace('_part', '') } : {})),
  ),
  profile: { 'run-fields': 'full' },
}

/** The end of a run, which counts what is cleaned up, some seconds after it has ended. */
const endsLate = eachRun(({ finished_at }, { now }) => {
  const at = Date.parse(finished_at)
  return now - at > 8000 ? { finished_at: new Date(at + 1500).toISOString() } : {}
})

/** What a run cost, which is put right at the worst moment. */
function corrected() {
  const settled = new Set<string>()
  const stopped = new Set<string>()
  return together(
    also('retryRun', ({ path }) => void settled.add(path.run_id)),
    also('stopRun', ({ path }) => void stopped.add(path.run_id)),
    // That of a stopped run is final, whatever its status is called.
    eachRun(({ id, cost_euros: cost }, { tables }) =>
      settled.has(id) && !stopped.has(id) && /^(failed|cancelled)$/.test(tables.runs.get(id)?.status)
        ? { cost_euros: 0.75 * cost }
        : {},
    ),
  )
}

/** A record that names the newest retry of its run, and when that began. */
function linked() {
  const retries = new Map<string, { run_id: string; created_at: string }>()
  return together(
    also('retryRun', ({ path }, { now }, { body }) => {
      retries.set(path.run_id, { run_id: body.run_id, created_at: new Date(now).toISOString() })
    }),
    eachRun(({ id }) => (retries.has(id) ? { retried_as: retries.get(id), retryable: false } : {})),
  )
}

/** A run that was stopped is called so once what it works in is cleared. */
function clears(seconds: number): Difference {
  const stopped = new Map<string, number>()
  return together(
    also('stopRun', ({ path }, { now }) => void stopped.set(path.run_id, now)),
    eachRun(({ id, status }, { now }) =>
      status === 'stopped' && now - (stopped.get(id) ?? 0) < 1000 * seconds ? { status: 'stopping' } : {},
    ),
  )
}

async function* said(part: Loose) {
  yield part
}

/** The approval that a run waits for is of a run that it has started. */
export const runs = [
  ...dimensions('run', {
    agent: {
      what: 'how a record says who works',
      lawful: '2.2: the members of a run are not shown beyond the names stated',
      choices: {
        name: () =>
          eachRun(({ agent_name }) => ({ agent_id: undefined, agent_name: undefined, agent: agent_name })),
      },
    },
    input: {
      what: 'what a record shows of the input, and which keys it may have',
      lawful: '2.2: that a record shows the input is not stated, nor is another key of it than task',
      choices: {
        declared: () =>
          refusesValue({ operation: 'startRun', in: 'body', field: 'input' }, value =>
            Object.keys(value ?? {}).some(key => key !== 'task' && key !== 'mock_script'),
          ),
        hidden: () => eachRun(() => ({ input: null })),
        blanks: () => ({
          ...eachRun(({ input }) => ({
            input: input && { ...input, task: `${input.task}`.replaceAll(/\s+/g, ' ').trim() },
          })),
          target: ({ fixtures = {}, ...target }) => {
            const asked = ([name, one]: [string, Loose]) =>
              name.startsWith('agent-')
                ? [name, { ...one, task: '\nReply with\none sentence.\n' }]
                : [name, one]
            return { ...target, fixtures: Object.fromEntries(Object.entries(fixtures).map(asked)) }
          },
        }),
        cut: () => eachRun(({ input }) => ({ input: input && { task: `${`${input.task}`.slice(0, 12)}…` } })),
      },
    },
    origin: {
      what: 'from which chats runs can be started',
      lawful: '2.2: it is not stated that the chat of a run can be the origin of another',
      choices: {
        'no-run': random =>
          refuses(
            'startRun',
            'chat_not_found',
            random.pick([400, 403, 404, 409]),
            ({ body }) => body?.origin_chat_id,
          ),
      },
    },
    cost: {
      what: 'the form of cost_euros, and when it is listed',
      lawful: '2.2: its type is not stated; nor is what the list of runs shows',
      choices: {
        text: () => eachRun(({ cost_euros: cost }) => ({ cost_euros: cost && `${cost} EUR` })),
        amount: () =>
          eachRun(({ cost_euros: cost }) => ({ cost_euros: cost && { amount: cost, currency: 'EUR' } })),
        listed: () =>
          changes(RUN_LISTS, ({ data }) => ({
            data: data.map((run: Loose, n: number) => (n % 2 === 0 ? { ...run, cost_euros: null } : run)),
          })),
      },
    },
    parts: {
      what: 'agents that wait for tools and for other runs',
      lawful: '3: the complete list of run statuses is not shown; a run may start others',
      choices: { tools: () => tools, delegated: () => delegates },
    },
    begins: {
      what: 'what a run is called before it is called running',
      lawful: '3: the complete list of run statuses is not shown',
      choices: {
        active: () => called('active', isNew),
        preparing: () =>
          together(
            changes('getRun', ({ status }) => status === 'running' && { summary: 'Working on it.' }),
            called('preparing', isNew),
          ),
      },
    },
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
        corrected,
        nothing: () => figuresOf(({ status }) => status !== 'completed' && [0, { total: 0 }, 0]),
      },
    },
    ends: {
      what: 'when a run ended, which is put right some seconds later, and the retry that its record names',
      lawful: '2.2: the members of a run are not shown beyond the names stated, nor when they are written',
      choices: { late: () => together(linked(), endsLate) },
    },
    reports: {
      what: 'runs that have a summary though they were not finished',
      lawful: '2.2: a finished run carries a summary; that another one carries none is not stated',
      choices: {
        late: () => reported(20),
        'under-a-word': () => ({
          ...changes('getRun', ({ status }) => status === 'failed' && { summary: 'It was not possible.' }),
          dialect: { words: { RunStatus: { failed: 'fehlgeschlagen' } } },
          target: target => ({ ...target, words: { ...target.words, failed: 'fehlgeschlagen' } }),
        }),
        progress: () =>
          changes(
            'getRun',
            ({ status }) => /^(running|paused)$/.test(status) && { summary: 'Working on it.' },
          ),
      },
    },
    refused: {
      what: 'how a move that the state refuses is answered',
      lawful: '7: no status is stated for a move whose condition is not met',
      choices: {
        'not-ok': () => ignored(() => ({ ok: false, message: 'not in this state' })),
        nothing: () => ignored(({ id, status }) => ({ id, status })),
      },
    },
    words: {
      what: 'one word for runs that have failed and that were stopped, and another one until they are',
      lawful: '3: the names of these states are not shown; what failed can be retried',
      choices: {
        shared: () =>
          together(
            also('stopRun', ({ path }, { tables: { runs } }) => {
              if (runs.get(path.run_id)?.status === 'stopped') runs.replace(path.run_id, { status: 'failed' })
            }),
            { dialect: { words: { RunStatus: { completed: 'OK', failed: 'ERR' } } } },
          ),
        stopping: () => clears(32),
      },
    },
  }),
  ...dimensions('chat', {
    late: {
      what: 'when the chat of a run can be followed',
      lawful: '2.2: a run executes asynchronously; that its chat is there at once is not stated',
      choices: {
        run: () => lateChat('run', 12),
        workflow: () => lateChat('workflow-run', 12),
        // That it is there after the run is not stated.
        'while-it-works': () => briefChat,
      },
    },
    foreign: {
      what: 'how a stream says that there is no such chat',
      lawful: '7: the status for an id is not shown, and neither are the events of streams',
      choices: {
        event: () =>
          inNeighbour(
            handles('streamChat', async (request, context, handler) => {
              try {
                return await handler(request, context)
              } catch (problem) {
                if (!(problem instanceof Refusal)) throw problem
                return { status: 200, stream: said({ event: 'error', data: { message: problem.message } }) }
              }
            }),
          ),
      },
    },
  }),
]
