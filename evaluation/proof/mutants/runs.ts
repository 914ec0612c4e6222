/** Runs: every transition of section 3 broken in several ways, and the rules for starts and retries. */
import {
  answered,
  asks,
  awaits,
  becomes,
  GOES_ON,
  instead,
  isIn,
  moved,
  nothing,
  onceRead,
  refused,
  restsPaused,
  retried,
  runOf,
} from './act-on-runs.ts'
import {
  after,
  also,
  answers,
  changes,
  counter,
  each,
  firstOf,
  handles,
  judges,
  type Loose,
  lives,
  type MutantTable,
  refuses,
  reply,
  runIn,
  together,
  tried,
} from './mutant.ts'

const AFTER: Readonly<Record<string, string>> = {
  pauseRun: 'paused',
  resumeRun: 'running',
  cancelRun: 'cancelled',
  stopRun: 'stopped',
  respondToRun: 'running',
}

/** Requirement, operation, and the status in which it must be refused. */
const REFUSED: readonly (readonly [string, string, string])[] = [
  ['STATE-05', 'pauseRun', 'paused'],
  ['STATE-06', 'pauseRun', 'completed'],
  ['STATE-07', 'pauseRun', 'failed'],
  ['STATE-08', 'pauseRun', 'cancelled'],
  ['STATE-09', 'pauseRun', 'stopped'],
  ['STATE-10', 'resumeRun', 'running'],
  ['STATE-11', 'resumeRun', 'completed'],
  ['STATE-12', 'resumeRun', 'failed'],
  ['STATE-13', 'resumeRun', 'cancelled'],
  ['STATE-14', 'resumeRun', 'stopped'],
  ['STATE-17', 'cancelRun', 'paused'],
  ['STATE-18', 'cancelRun', 'completed'],
  ['STATE-19', 'cancelRun', 'failed'],
  ['STATE-20', 'cancelRun', 'cancelled'],
  ['STATE-21', 'cancelRun', 'stopped'],
  ['STATE-35', 'stopRun', 'completed'],
  ['STATE-36', 'stopRun', 'failed'],
  ['STATE-37', 'stopRun', 'cancelled'],
  ['STATE-38', 'stopRun', 'stopped'],
  ['STATE-46', 'respondToRun', 'running'],
  ['STATE-47', 'respondToRun', 'paused'],
  ['STATE-48', 'respondToRun', 'completed'],
]

/** Works for longer than the suite waits. */
const ENDLESS = {
  script: [
    ...Array.from({ length: 400 }, () => ({ do: 'work' as const, seconds: 20 })),
    { do: 'finish' as const, summary: 'All is read.' },
  ],
}

const CHARGED_LATER = 'what a run used may be charged a while after its end'
const ENDS_MEANWHILE = 'a run may end between the reply and the move, and the reply says nothing else'
const NO_CHANGE =
  'that a move is refused in other states is not stated: a call that changes nothing is advice'

const moves = each(REFUSED, ([requirement, operation, status]) => {
  const after = AFTER[operation] ?? ''
  const when = (act: (run: Loose, context: Loose) => Loose) =>
    instead(operation, run => run.status === status && !asks(run) && !awaits(run), act)
  return {
    [`${requirement} ${operation} answers 200 to a ${status} run and does nothing`]: lives(
      NO_CHANGE,
      when(run => answered(run)),
    ),
    ...(after !== status && {
      [`${requirement} ${operation} turns a ${status} run into a ${after} one`]: when(moved(after)),
      [`${requirement} ${operation} refuses a ${status} run and turns it into a ${after} one`]: when(
        moved(after, refused),
      ),
    }),
  }
})

/** Allows a retry from a state that does not allow it. */
const RETRIED = [
  ['STATE-28', 'running'],
  ['STATE-29', 'paused'],
  ['STATE-30', 'completed'],
  ['STATE-31', 'stopped'],
] as const
const retries = each(RETRIED, ([requirement, status]) => {
  const whenever = (act: (run: Loose, again: () => Loose) => Loose) =>
    instead('retryRun', isIn(status), (run, { tables }, _, handled) =>
      act(run, () => {
        tables.runs.replace(run.id, { status: 'failed' })
        const made = handled()
        tables.runs.replace(run.id, { status })
        return made
      }),
    )
  return {
    [`${requirement} a ${status} run can be retried`]: whenever((_, again) => again()),
    [`${requirement} retrying a ${status} run is refused and a new run starts`]: whenever((_, again) => {
      again()
      return refused
    }),
    [`${requirement} retrying a ${status} run answers 200 and starts nothing`]: lives(
      NO_CHANGE,
      whenever(run => reply(200, { run_id: run.id, chat_id: run.chatId, status })),
    ),
  }
})

/** What a read makes of a status. */
const seen = (change: (run: Loose) => Loose) =>
  answers(['getRun', 'listRuns'], body => {
    if (Array.isArray(body.data)) return { ...body, data: body.data.map((run: Loose) => change(run) ?? run) }
    return change(body)
  })
const shown = (from: string, to: string) =>
  seen(run => (run.status === from ? { ...run, status: to } : undefined))

/** A run in that state becomes something else by itself, some time after. */
const later =
  (is: (run: Loose) => boolean, changes: Loose, seconds = 2) =>
  () => {
    const since = firstOf()
    return onceRead((run, { now }) => is(run) && now - since(run.id, now) > seconds * 1000, changes)
  }

/** The move is served and lost: the run works on, and ends some seconds later. The reply may say that it is there. */
const lost = (operation: string, said?: string) => () => {
  const since = new Map<string, number>()
  return together(
    instead(operation, isIn('running'), (run, context) => {
      since.set(run.id, context.now)
      return answered(run, said)
    }),
    onceRead((run, { now }) => run.status === 'running' && now - (since.get(run.id) ?? now) > 8000, {
      status: 'completed',
      summary: 'Done.',
    }),
  )
}

/** Works for long enough to be paused. */
const MINUTE = {
  script: [
    { do: 'work' as const, seconds: 60 },
    { do: 'finish' as const, summary: 'All is read.' },
  ],
}

/** Requirement, move, the call that the run has had before, the state that refuses the move, and the one it leads to. */
const WITH_HISTORY = [
  ['STATE-06', 'pauseRun', 'respondToRun', 'completed', 'paused'],
  ['STATE-11', 'resumeRun', 'pauseRun', 'completed', 'running'],
  ['STATE-19', 'cancelRun', 'retryRun', 'failed', 'cancelled'],
  ['STATE-37', 'stopRun', 'pauseRun', 'cancelled', 'stopped'],
  ['STATE-46', 'respondToRun', 'resumeRun', 'running', 'failed'],
] as const

const states: MutantTable = {
  ...each(WITH_HISTORY, ([requirement, move, before, from, to]) => ({
    [`${requirement} ${move} turns a ${from} run that has had a ${before} into a ${to} one`]: after(
      before,
      runIn,
      seen =>
        together(
          { prepare: ({ world }) => void world.put({ agents: { 'agent-that-finishes': MINUTE } }) },
          instead(move, run => run.status === from && seen.has(run.id), moved(to)),
        ),
    ),
  })),
  'STATE-23 a cancelled retry cannot be retried': instead(
    'retryRun',
    run => run.status === 'cancelled' && run.retryOf,
    () => refused,
  ),
  'STATE-25 a retry clears the end of the original run': retried('original', () => ({ finishedAt: null })),
  'CANCEL-01 a cancel without a body is refused as invalid': refuses(
    'cancelRun',
    ({ body }) => body === undefined,
  ),
  'CANCEL-02 a cancel without an object as body is refused as invalid': refuses(
    'cancelRun',
    ({ body }) => body === undefined || body === null,
  ),
  'CANCEL-02 a cancel with null is answered 200 and the run works on': instead(
    'cancelRun',
    (_, { body }) => body === null,
    run => answered(run),
  ),
  'CANCEL-03 false counts as no body': judges('cancelRun', (raw, contract) =>
    contract(raw.body === false ? { ...raw, body: undefined } : raw),
  ),
  'STATE-01 a working run is called in_progress': shown('running', 'in_progress'),
  'STATE-01 a working run is called RUNNING': shown('running', 'RUNNING'),
  'STATE-02 pauseRun answers 200 and the run works on': nothing('pauseRun', isIn('running')),
  'STATE-02 pauseRun answers 200 and the run works on to its end': lives(ENDS_MEANWHILE, lost('pauseRun')),
  'STATE-02 pauseRun answers paused and the run works on to its end': lost('pauseRun', 'paused'),
  'STATE-02 a paused run is called suspended': shown('paused', 'suspended'),
  'STATE-02 pauseRun cancels the run': becomes('pauseRun', 'cancelled'),
  'STATE-02 pauseRun finishes the run': becomes('pauseRun', 'completed'),
  'STATE-03 a paused run works on by itself': later(restsPaused, { status: 'running' }),
  'STATE-03 a paused run ends by itself': later(restsPaused, {
    status: 'completed',
    summary: 'over',
    finishedAt: 0,
  }),
  'STATE-04 resumeRun answers 200 and the run stays paused': nothing('resumeRun', isIn('paused')),
  'STATE-04 the second resume answers 200 and the run stays paused': () => {
    const resumed = new Set<string>()
    return together(
      { prepare: ({ world }) => void world.put({ agents: { 'agent-that-is-slow': ENDLESS } }) },
      also('resumeRun', ({ path }, _, answer) => void (answer.status < 300 && resumed.add(path.run_id))),
      instead(
        'resumeRun',
        run => run.status === 'paused' && resumed.has(run.id),
        run => answered(run, 'running'),
      ),
    )
  },
  'STATE-04 resumeRun cancels the run': becomes('resumeRun', 'cancelled'),
  'STATE-04 a resumed run has finished at once': lives(
    'a run that works may finish at any moment: how long it goes on after a resume is not stated',
    becomes('resumeRun', 'completed', { summary: 'Done.' }),
  ),
  'STATE-04 a resumed run is paused again': after('resumeRun', runIn, resumed =>
    onceRead(
      ({ id, status, updatedAt }, { now }) =>
        status === 'running' && resumed.has(id) && now - updatedAt > 2000,
      { status: 'paused' },
    ),
  ),
  'STATE-15 cancelRun answers 200 and the run works on': nothing('cancelRun', isIn('running')),
  'STATE-15 cancelRun answers 200 and the run works on to its end': lives(ENDS_MEANWHILE, lost('cancelRun')),
  'STATE-15 cancelRun answers cancelled and the run works on to its end': lost('cancelRun', 'cancelled'),
  'STATE-15 a cancelled run is called canceled': shown('cancelled', 'canceled'),
  'STATE-15 a cancelled run is called failed': shown('cancelled', 'failed'),
  'STATE-15 a cancelled run is finished a while later': later(isIn('cancelled'), { status: 'completed' }, 8),
  'STATE-15 a cancelled run works on later': later(isIn('cancelled'), { status: 'running' }, 1),
  'STATE-16 cancelling writes no message into the chat': lives(
    'the events of a chat are not stated, so neither is how a message shows in them',
    handles('cancelRun', (request, context, handler) => {
      const { chats, runs } = context.tables
      const answer = handler(request, context)
      const chat = chats.get(runs.get(request.path.run_id).chatId)
      const last = chat.parts.at(-1)
      const posted = last.posted.filter((one: Loose) => one.type !== 'message.completed')
      chats.replace(chat.id, { parts: [...chat.parts.slice(0, -1), { ...last, posted }] })
      return answer
    }),
  ),
  ...each(['STATE-22', 'STATE-23'], requirement => {
    const status = requirement === 'STATE-22' ? 'failed' : 'cancelled'
    const when = (act: (run: Loose, made: () => Loose) => Loose) =>
      instead('retryRun', isIn(status), (run, _, __, handled) => act(run, handled))
    return {
      [`${requirement} a ${status} run cannot be retried`]: when(() => refused),
      ...(requirement === 'STATE-23' && {
        [`${requirement} a cancelled run can be retried once only`]: () => {
          const retried = new Set<string>()
          return when((run, made) => {
            if (retried.has(run.id)) return refused
            retried.add(run.id)
            return made()
          })
        },
      }),
      [`${requirement} a second retry answers with the run of the first`]: () => {
        const fresh = new Map<string, Loose>()
        return when((run, made) => {
          const answer = fresh.get(run.id) ?? made()
          fresh.set(run.id, answer)
          return answer
        })
      },
      [`${requirement} retrying a ${status} run answers with the same run`]: when(run =>
        reply(200, { run_id: run.id, chat_id: run.chatId, status: 'running' }),
      ),
      [`${requirement} retrying a ${status} run names a run that is not there`]: when(() =>
        reply(200, { run_id: 'run_that_never_was00', chat_id: 'chat_that_never_was0', status: 'running' }),
      ),
    }
  }),
  'STATE-24 a retry goes on in the chat of the original': changes(
    'retryRun',
    ({ run_id }, { request, context }) => {
      const { chatId } = runOf(request, context)
      context.tables.runs.replace(run_id, { chatId })
      return { chat_id: chatId }
    },
  ),
  'STATE-25 a retry ends the original run again': retried('original', (_, __, { now }) => ({
    finishedAt: now,
  })),
  'STATE-25 a retry clears the error of the original run': after('retryRun', runIn, originals =>
    changes(
      'getRun',
      ({ id, status }) =>
        status === 'failed' && { error: originals.has(id) ? null : { message: 'It broke.' } },
    ),
  ),
  'STATE-25 a retry sets the original running': retried('original', () => ({ status: 'running' })),
  'STATE-25 a retry clears the cost of the original': lives(
    CHARGED_LATER,
    retried('original', ({ micros }) => ({ micros: micros + 50_000 })),
  ),
  'STATE-25 a retry gives the original a summary': lives(
    'a run that failed or was cancelled may get a summary a while after its end',
    retried('original', () => ({ summary: 'tried again' })),
  ),
  'STATE-25 a retry adds to the tokens of the original': lives(
    CHARGED_LATER,
    retried('original', ({ tokensIn }) => ({ tokensIn: tokensIn + 100 })),
  ),
  'STATE-25 a retry takes the chat of the original away': retried('original', (_, { chatId }) => ({
    chatId,
  })),
  'STATE-26 a retry is done by another agent': retried('fresh', ({ agentId }, _, { tables }) => ({
    agentId: tables.agents.all().find((agent: Loose) => agent.id !== agentId && agent.visibility === 'shared')
      .id,
  })),
  'STATE-26 a retry is done by the agent that the task has by then': retried(
    'fresh',
    ({ agentId, taskId }, _, { tables }) => {
      const { assigneeType, assigneeId } = tables.tasks.get(taskId ?? '') ?? {}
      return { agentId: assigneeType === 'agent' ? assigneeId : agentId }
    },
  ),
  'STATE-27 a retry has no input': retried('fresh', () => ({ input: null })),
  'STATE-27 the retry of a retry has no input': also('retryRun', (request, context, { body }) => {
    if (runOf(request, context)?.retryOf) context.tables.runs.replace(body.run_id, { input: null })
  }),
  'STATE-27 a retry has another task': retried('fresh', (_, { input }) => ({
    input: { ...input, task: 'Something else.' },
  })),
  'STATE-27 a retry loses all but the task': retried('fresh', (_, { input }) => ({
    input: { task: input?.task ?? '' },
  })),
  'STATE-27 a retry adds to the input': retried('fresh', (_, { input }) => ({
    input: { ...input, attempt: '2' },
  })),
  'STATE-32 stopRun answers 200 and the run works on': nothing('stopRun', isIn('running')),
  'STATE-32 stopRun only pauses a running run': instead('stopRun', isIn('running'), moved('paused')),
  'STATE-32 a stopped run works on later': later(isIn('stopped'), { status: 'running' }, 2),
  'STATE-32 a run that was resumed and stopped finishes a while later': tried(
    { beside: ['runs/neighbours'] },
    after('resumeRun', runIn, resumed =>
      later(
        run => run.status === 'stopped' && resumed.has(run.id),
        { status: 'completed', summary: 'Done.' },
        30,
      )(),
    ),
  ),
  'STATE-33 stopRun answers 200 to a paused run, which stays paused': nothing('stopRun', isIn('paused')),
  'STATE-33 stopRun refuses a paused run': instead('stopRun', isIn('paused'), () => refused),
  'STATE-33 a run that was stopped while paused can be resumed': () => {
    const stopped = new Set<string>()
    return together(
      instead('stopRun', isIn('paused'), ({ id }, _, __, handled) => stopped.add(id) && handled()),
      instead('resumeRun', ({ id }) => stopped.has(id), moved('running')),
    )
  },
  'STATE-34 a stopped run goes on costing': changes('getRun', ({ status, cost_euros }, { context }) =>
    status === 'stopped' ? { cost_euros: cost_euros + (context.now % 1e7) / 1e6 } : undefined,
  ),
  'STATE-34 a stopped run is paid back a little later': () => {
    const times = counter()
    return changes(
      'getRun',
      ({ id, status, cost_euros }) =>
        status === 'stopped' && times(id) > 2 && { cost_euros: cost_euros + 0.5 },
    )
  },
  'STATE-39 a run that asks works on by itself': later(asks, { status: 'running' }, 1),
  'STATE-39 a run that asks fails by itself': later(asks, { status: 'failed' }, 1),
  'STATE-50 a run that waits for an approval works on by itself': later(awaits, { status: 'running' }, 1),
  'STATE-50 a run that waits for an approval ends by itself': later(
    awaits,
    { status: 'completed', summary: 'done' },
    1,
  ),
  'STATE-51 a failed run is called cancelled': shown('failed', 'cancelled'),
  'STATE-51 a failed run is called paused': lives(GOES_ON, shown('failed', 'paused')),
  'STATE-51 a failed run is called running': lives(GOES_ON, shown('failed', 'running')),
  'STATE-52 a finished run is called cancelled': shown('completed', 'cancelled'),
  'STATE-52 a finished run is called failed': lives(
    'an agent that is declared to finish may fail, and a failed run may have a summary',
    shown('completed', 'failed'),
  ),
  'STATE-52 a finished run is called running': lives(GOES_ON, shown('completed', 'running')),
}

export const runMutants: MutantTable = { ...moves, ...retries, ...states }
