/** Runs: every transition of section 3 broken in several ways, and the rules for starts, retries and answers. */
import { answers, handles, type Loose, lives, type Mutant, mutants, reply, together } from './mutant.ts'

const runOf = (request: Loose, context: Loose) => context.tables.runs.get(request.path.run_id)
const set = (context: Loose, run: Loose, changes: Loose) => {
  context.workspace.simulation.cancelWhere(run.id, 'run.step')
  return context.tables.runs.replace(run.id, changes)
}
const asks = (run: Loose) => run?.status === 'paused' && Boolean(run.progress?.question)
const awaits = (run: Loose) => run?.status === 'paused' && Boolean(run.progress?.approvalId)
const answered = (run: Loose, status = run.status) => reply(200, { id: run.id, status })
const refused = reply(409, { error: { message: 'refused' } })

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

const CHARGED_LATER = 'what a run used may be charged a while after its end'
const GOES_ON = 'how long a run may take is not stated: one that goes on is not one that never ends'
const NO_CHANGE =
  'a call that changes nothing and is answered 200 leaves the state that is stated; it is reported as not exercised'

const moves = REFUSED.flatMap(([requirement, operation, status]) => {
  const after = AFTER[operation] ?? ''
  const when = (act: (run: Loose, context: Loose) => Loose) =>
    handles(operation, (request, context, handler) => {
      const run = runOf(request, context)
      return run?.status === status && !asks(run) && !awaits(run)
        ? act(run, context)
        : handler(request, context)
    })
  return mutants(requirement, {
    [`${operation} answers 200 to a ${status} run and does nothing`]:
      after === status && operation !== 'respondToRun'
        ? lives(
            NO_CHANGE,
            when(run => answered(run)),
          )
        : when(run => answered(run)),
    ...(after === status
      ? {}
      : {
          [`${operation} turns a ${status} run into a ${after} one`]: when((run, context) => {
            set(context, run, { status: after })
            return answered(run, after)
          }),
          [`${operation} refuses a ${status} run and turns it into a ${after} one`]: when((run, context) => {
            set(context, run, { status: after })
            return refused
          }),
        }),
  })
})

/** Allows a retry from a state that does not allow it. */
const retries = (
  [
    ['STATE-28', 'running'],
    ['STATE-29', 'paused'],
    ['STATE-30', 'completed'],
    ['STATE-31', 'stopped'],
  ] as const
).flatMap(([requirement, status]) => {
  const whenever = (act: (run: Loose, again: () => Loose) => Loose) =>
    handles('retryRun', (request, context, handler) => {
      const run = runOf(request, context)
      if (run?.status !== status) return handler(request, context)
      return act(run, () => {
        context.tables.runs.replace(run.id, { status: 'failed' })
        const made = handler(request, context)
        context.tables.runs.replace(run.id, { status })
        return made
      })
    })
  return mutants(requirement, {
    [`a ${status} run can be retried`]: whenever((_, again) => again()),
    [`retrying a ${status} run is refused and a new run starts`]: whenever((_, again) => {
      again()
      return refused
    }),
    [`retrying a ${status} run answers 200 and starts nothing`]: whenever(run =>
      reply(200, { run_id: run.id, chat_id: run.chatId, status }),
    ),
  })
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
    const since = new Map<string, number>()
    return handles('getRun', (request, context, handler) => {
      const run = runOf(request, context)
      if (run && is(run)) {
        if (!since.has(run.id)) since.set(run.id, context.now)
        if (context.now - since.get(run.id)! > seconds * 1000) set(context, run, changes)
      }
      return handler(request, context)
    })
  }

const nothing = (operation: string, is: (run: Loose) => boolean = () => true) =>
  handles(operation, (request, context, handler) => {
    const run = runOf(request, context)
    return run && is(run) ? answered(run) : handler(request, context)
  })

const becomes = (operation: string, status: string) =>
  handles(operation, (request, context, handler) => {
    const answer = handler(request, context)
    set(context, runOf(request, context), { status })
    return answer
  })

const states = [
  ...mutants('STATE-01', {
    'a working run is called in_progress': shown('running', 'in_progress'),
    'a working run is called RUNNING': shown('running', 'RUNNING'),
  }),
  ...mutants('STATE-02', {
    'pauseRun answers 200 and the run works on': nothing('pauseRun', run => run.status === 'running'),
    'a paused run is called suspended': shown('paused', 'suspended'),
    'pauseRun cancels the run': becomes('pauseRun', 'cancelled'),
    'pauseRun finishes the run': becomes('pauseRun', 'completed'),
  }),
  ...mutants('STATE-03', {
    'a paused run works on by itself': later(run => run.status === 'paused' && !asks(run) && !awaits(run), {
      status: 'running',
    }),
    'a paused run ends by itself': later(run => run.status === 'paused' && !asks(run) && !awaits(run), {
      status: 'completed',
      summary: 'over',
      finishedAt: 0,
    }),
  }),
  ...mutants('STATE-04', {
    'resumeRun answers 200 and the run stays paused': nothing('resumeRun', run => run.status === 'paused'),
    'resumeRun cancels the run': becomes('resumeRun', 'cancelled'),
    'a resumed run has finished at once': handles('resumeRun', (request, context, handler) => {
      const answer = handler(request, context)
      set(context, runOf(request, context), { status: 'completed', summary: 'Done.' })
      return answer
    }),
    'a resumed run is paused again': (() => {
      const resumed = new Set<string>()
      return together(
        handles('resumeRun', (request, context, handler) => {
          resumed.add(request.path.run_id)
          return handler(request, context)
        }),
        handles('getRun', (request, context, handler) => {
          const run = runOf(request, context)
          if (run?.status === 'running' && resumed.has(run.id) && context.now - run.updatedAt > 2000)
            set(context, run, { status: 'paused' })
          return handler(request, context)
        }),
      )
    })(),
  }),
  ...mutants('STATE-15', {
    'cancelRun answers 200 and the run works on': nothing('cancelRun', run => run.status === 'running'),
    'a cancelled run is called canceled': shown('cancelled', 'canceled'),
    'a cancelled run is called failed': shown('cancelled', 'failed'),
    'a cancelled run is finished a while later': later(
      run => run.status === 'cancelled',
      { status: 'completed' },
      8,
    ),
    'a cancelled run works on later': later(run => run.status === 'cancelled', { status: 'running' }, 1),
  }),
  ...mutants('STATE-16', {
    'cancelling writes no message into the chat': lives(
      'the events of a chat are not stated, so neither is how a message shows in them',
      handles('cancelRun', (request, context, handler) => {
        const before = new Set(context.tables.chatEvents.all().map((row: Loose) => row.id))
        const answer = handler(request, context)
        for (const row of context.tables.chatEvents.all())
          if (!before.has(row.id)) {
            const last = row.posted.at(-1)
            const posted = row.posted.map((one: Loose) => (/^message/.test(one.event.type) ? last : one))
            context.tables.chatEvents.replace(row.id, { posted })
          }
        return answer
      }),
    ),
  }),
  ...(['STATE-22', 'STATE-23'] as const).flatMap(requirement => {
    const status = requirement === 'STATE-22' ? 'failed' : 'cancelled'
    const when = (act: (run: Loose, made: () => Loose, context: Loose) => Loose) =>
      handles('retryRun', (request, context, handler) => {
        const run = runOf(request, context)
        return run?.status === status
          ? act(run, () => handler(request, context), context)
          : handler(request, context)
      })
    return mutants(requirement, {
      [`a ${status} run cannot be retried`]: when(() => refused),
      ...(requirement === 'STATE-23' && {
        'a cancelled run can be retried once only': () => {
          const retried = new Set<string>()
          return when((run, made) => {
            if (retried.has(run.id)) return refused
            retried.add(run.id)
            return made()
          })
        },
      }),
      [`retrying a ${status} run answers with the same run`]: when(run =>
        reply(200, { run_id: run.id, chat_id: run.chatId, status: 'running' }),
      ),
      [`retrying a ${status} run names a run that is not there`]: when(() =>
        reply(200, { run_id: 'run_that_never_was00', chat_id: 'chat_that_never_was0', status: 'running' }),
      ),
    })
  }),
  ...(() => {
    const retried = (act: (original: Loose, fresh: Loose, context: Loose, answer: Loose) => Loose) =>
      handles('retryRun', (request, context, handler) => {
        const answer = handler(request, context)
        const fresh = context.tables.runs.get(answer.body.run_id)
        return act(runOf(request, context), fresh, context, answer) ?? answer
      })
    return [
      ...mutants('STATE-24', {
        'a retry goes on in the chat of the original': retried((original, fresh, context, answer) => {
          context.tables.runs.replace(fresh.id, { chatId: original.chatId })
          return reply(200, { ...answer.body, chat_id: original.chatId })
        }),
      }),
      ...mutants('STATE-25', {
        'a retry sets the original running': retried(
          (original, _, context) => void context.tables.runs.replace(original.id, { status: 'running' }),
        ),
        'a retry clears the cost of the original': lives(
          CHARGED_LATER,
          retried(
            (original, _, context) =>
              void context.tables.runs.replace(original.id, { micros: original.micros + 50_000 }),
          ),
        ),
        'a retry gives the original a summary': retried(
          (original, _, context) => void context.tables.runs.replace(original.id, { summary: 'tried again' }),
        ),
        'a retry adds to the tokens of the original': lives(
          CHARGED_LATER,
          retried(
            (original, _, context) =>
              void context.tables.runs.replace(original.id, { tokensIn: original.tokensIn + 100 }),
          ),
        ),
        'a retry takes the chat of the original away': retried(
          (original, fresh, context) =>
            void context.tables.runs.replace(original.id, { chatId: fresh.chatId }),
        ),
      }),
      ...mutants('STATE-26', {
        'a retry is done by another agent': retried((original, fresh, context) => {
          const other = context.tables.agents
            .all()
            .find((agent: Loose) => agent.id !== original.agentId && agent.visibility === 'shared')
          context.tables.runs.replace(fresh.id, { agentId: other.id })
        }),
      }),
      ...mutants('STATE-27', {
        'a retry has no input': retried(
          (_, fresh, context) => void context.tables.runs.replace(fresh.id, { input: null }),
        ),
        'a retry has another task': retried(
          (_, fresh, context) =>
            void context.tables.runs.replace(fresh.id, {
              input: { ...fresh.input, task: 'Something else.' },
            }),
        ),
        'a retry loses all but the task': retried(
          (_, fresh, context) =>
            void context.tables.runs.replace(fresh.id, { input: { task: fresh.input?.task ?? '' } }),
        ),
        'a retry adds to the input': retried(
          (_, fresh, context) =>
            void context.tables.runs.replace(fresh.id, { input: { ...fresh.input, attempt: '2' } }),
        ),
      }),
    ]
  })(),
  ...mutants('STATE-32', {
    'stopRun answers 200 and the run works on': nothing('stopRun', run => run.status === 'running'),
    'stopRun only pauses a running run': handles('stopRun', (request, context, handler) => {
      const run = runOf(request, context)
      if (run?.status !== 'running') return handler(request, context)
      set(context, run, { status: 'paused' })
      return answered(run, 'paused')
    }),
    'a stopped run works on later': later(run => run.status === 'stopped', { status: 'running' }, 2),
  }),
  ...mutants('STATE-33', {
    'stopRun answers 200 to a paused run, which stays paused': nothing(
      'stopRun',
      run => run.status === 'paused',
    ),
    'stopRun refuses a paused run': handles('stopRun', (request, context, handler) =>
      runOf(request, context)?.status === 'paused' ? refused : handler(request, context),
    ),
    'a run that was stopped while paused can be resumed': (() => {
      const stopped = new Set<string>()
      return together(
        handles('stopRun', (request, context, handler) => {
          if (runOf(request, context)?.status === 'paused') stopped.add(request.path.run_id)
          return handler(request, context)
        }),
        handles('resumeRun', (request, context, handler) => {
          const run = runOf(request, context)
          if (!stopped.has(request.path.run_id)) return handler(request, context)
          set(context, run, { status: 'running' })
          return answered(run, 'running')
        }),
      )
    })(),
  }),
  ...mutants('STATE-34', {
    'a stopped run goes on costing': handles('getRun', (request, context, handler) => {
      const answer = handler(request, context)
      if (answer.body.status !== 'stopped') return answer
      return {
        ...answer,
        body: { ...answer.body, cost_euros: answer.body.cost_euros + (context.now % 1e7) / 1e6 },
      }
    }),
    'a stopped run is paid back a little later': lives(
      CHARGED_LATER,
      (() => {
        const reads = new Map<string, number>()
        return handles('getRun', (request, context, handler) => {
          const answer = handler(request, context)
          if (answer.body.status !== 'stopped') return answer
          const n = (reads.get(request.path.run_id) ?? 0) + 1
          reads.set(request.path.run_id, n)
          return n > 2
            ? { ...answer, body: { ...answer.body, cost_euros: answer.body.cost_euros + 0.5 } }
            : answer
        })
      })(),
    ),
  }),
  ...mutants('STATE-39', {
    'a run that asks works on by itself': later(asks, { status: 'running' }, 1),
    'a run that asks fails by itself': later(asks, { status: 'failed' }, 1),
  }),
  ...mutants('STATE-50', {
    'a run that waits for an approval works on by itself': later(awaits, { status: 'running' }, 1),
    'a run that waits for an approval ends by itself': later(
      awaits,
      { status: 'completed', summary: 'done' },
      1,
    ),
  }),
  ...mutants('STATE-51', {
    'a failed run is called cancelled': shown('failed', 'cancelled'),
    'a failed run is called paused': lives(GOES_ON, shown('failed', 'paused')),
    'a failed run is called running': lives(GOES_ON, shown('failed', 'running')),
  }),
  ...mutants('STATE-52', {
    'a finished run is called cancelled': seen(run =>
      run.status === 'completed' ? { ...run, status: 'cancelled' } : undefined,
    ),
    'a finished run is called failed': seen(run =>
      run.status === 'completed' ? { ...run, status: 'failed' } : undefined,
    ),
    'a finished run is called running': lives(
      GOES_ON,
      seen(run => (run.status === 'completed' ? { ...run, status: 'running' } : undefined)),
    ),
  }),
]

const kind = (request: Loose, context: Loose) => runOf(request, context)?.progress?.question?.kind
const questions = [
  ...mutants('STATE-25', {
    'a retry clears the end of the original run': handles('retryRun', (request, context, handler) => {
      const answer = handler(request, context)
      context.tables.runs.replace(request.path.run_id, { finishedAt: null })
      return answer
    }),
  }),
  ...mutants('STATE-40', {
    'an answer is taken and the run stays paused': nothing(
      'respondToRun',
      run => run.progress?.question?.kind === 'text',
    ),
    'an answer cancels the run': becomes('respondToRun', 'cancelled'),
    'an answer ends the run': lives(
      'a run may fail as soon as it goes on, and what a failed run is called is not stated',
      becomes('respondToRun', 'stopped'),
    ),
  }),
  ...mutants('STATE-41', {
    'values are taken and the run stays paused': nothing(
      'respondToRun',
      run => run.progress?.question?.kind === 'fields',
    ),
    'values are refused': handles('respondToRun', (request, context, handler) =>
      kind(request, context) === 'fields' && request.body?.values ? refused : handler(request, context),
    ),
  }),
  ...mutants('STATE-42', {
    'the answer does not reach the agent': handles('respondToRun', (request, context, handler) =>
      handler(
        { ...request, body: { ...request.body, ...(request.body?.answer && { answer: 'yes' }) } },
        context,
      ),
    ),
  }),
  ...mutants('STATE-43', {
    'the values do not reach the agent': handles('respondToRun', (request, context, handler) =>
      handler(
        {
          ...request,
          body: { ...request.body, ...(request.body?.values && { values: { amount: 0, currency: 'CHF' } }) },
        },
        context,
      ),
    ),
  }),
  ...mutants('STATE-44', {
    'values answer a free-text question': handles('respondToRun', (request, context, handler) =>
      kind(request, context) === 'text' && request.body?.values && !request.body.answer
        ? handler({ ...request, body: { answer: 'from values' } }, context)
        : handler(request, context),
    ),
    'values end a free-text question': handles('respondToRun', (request, context, handler) => {
      const run = runOf(request, context)
      if (kind(request, context) !== 'text' || !request.body?.values || request.body.answer)
        return handler(request, context)
      set(context, run, { status: 'failed' })
      return refused
    }),
  }),
  ...mutants('STATE-45', {
    'an answer alone answers a question with fields': handles('respondToRun', (request, context, handler) =>
      kind(request, context) === 'fields' && request.body?.answer && !request.body.values
        ? handler({ ...request, body: { values: { amount: 1, currency: 'EUR' } } }, context)
        : handler(request, context),
    ),
  }),
  ...mutants('STATE-49', {
    'answer sets a run going that waits for an approval': handles(
      'respondToRun',
      (request, context, handler) => {
        const run = runOf(request, context)
        if (!awaits(run) || !request.body?.answer) return handler(request, context)
        set(context, run, { status: 'running' })
        return answered(run, 'running')
      },
    ),
    'decisions set a run going that waits for an approval': handles(
      'respondToRun',
      (request, context, handler) => {
        const run = runOf(request, context)
        if (!awaits(run) || !request.body?.decisions) return handler(request, context)
        set(context, run, { status: 'running' })
        return refused
      },
    ),
  }),
  ...mutants('RESPOND-06', {
    'decisions are refused beside an answer': handles('respondToRun', (request, context, handler) =>
      request.body?.decisions ? reply(422, { error: {} }) : handler(request, context),
    ),
  }),
  ...mutants('APPR-09', {
    'resumeRun decides what a run waits for': handles('resumeRun', (request, context, handler) => {
      const run = runOf(request, context)
      if (!awaits(run)) return handler(request, context)
      context.tables.approvals.replace(run.progress.approvalId, { status: 'approved' })
      set(context, run, { status: 'running' })
      return answered(run, 'running')
    }),
    'respondToRun with decisions decides what a run waits for': handles(
      'respondToRun',
      (request, context, handler) => {
        const run = runOf(request, context)
        if (!awaits(run) || !request.body?.decisions) return handler(request, context)
        context.tables.approvals.replace(run.progress.approvalId, { status: 'rejected' })
        return refused
      },
    ),
  }),
]

export const runMutants: readonly Mutant[] = [...moves, ...retries, ...states, ...questions]
