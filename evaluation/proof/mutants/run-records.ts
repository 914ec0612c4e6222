/** Records of runs and the streams of their chats. */
import { issue } from '#openapi'
import {
  answers,
  handles,
  judges,
  type Loose,
  lives,
  type Mutant,
  mutants,
  replies,
  reply,
  without,
} from './mutant.ts'

const gone = (operation: string, ...names: string[]) => answers(operation, body => without(body, ...names))
const status = (operation: string, other: number) =>
  replies(operation, answer => (answer.status < 300 ? { ...answer, status: other } : answer))

const records = [
  ...mutants(
    'START-03',
    {
      'a start with input null is refused by an agent that does one run at a time': {
        ...judges('startRun', (raw, contract) =>
          raw.body?.input === null
            ? { ok: false, issues: [issue('body', 'input', 'an object', null)] }
            : contract(raw),
        ),
        profile: { 'start-run-on-busy-agent': 'refuse' },
      },
    },
    { beside: ['runs/start-invalid', 'runs/finish', 'runs/start-access'] },
  ),
  ...mutants('START-13', {
    'a start shows no run_id': gone('startRun', 'run_id'),
    'a start shows the id of a run that is not there': answers('startRun', body => ({
      ...body,
      run_id: 'run_that_never_was00',
    })),
  }),
  ...mutants('START-14', {
    'a start shows no chat_id': gone('startRun', 'chat_id'),
    'a start shows chat_id null': answers('startRun', body => ({ ...body, chat_id: null })),
  }),
  ...mutants('START-15', {
    'a start shows no status': gone('startRun', 'status'),
    'a start shows a number as status': answers('startRun', body => ({ ...body, status: 1 })),
  }),
  ...mutants('START-16', {
    'a start answers when the run is over': lives(
      'a run may be over before the reply to its start is read',
      handles('startRun', (request, context, handler) => {
        const answer = handler(request, context)
        context.workspace.simulation.cancelWhere(answer.body.run_id, 'run.step')
        context.tables.runs.replace(answer.body.run_id, {
          status: 'completed',
          summary: 'all done',
          finishedAt: context.now,
          progress: null,
        })
        return answer
      }),
    ),
  }),
  ...mutants('RUN-01', {
    'a record has no status': gone('getRun', 'status'),
    'the status of a record is a number': answers('getRun', body => ({ ...body, status: 3 })),
  }),
  ...mutants('RUN-02', {
    'a finished run has no summary': gone('getRun', 'summary'),
    'the summary of a finished run is null': answers('getRun', body => ({ ...body, summary: null })),
    'the summary of a finished run is empty': answers('getRun', body => ({ ...body, summary: '' })),
  }),
  ...mutants('RUN-03', {
    'a record has no cost_euros': gone('getRun', 'cost_euros'),
    'cost_euros is null': answers('getRun', body => ({ ...body, cost_euros: null })),
  }),
  ...mutants('RUN-04', {
    'a record shows no tokens': gone('getRun', 'tokens'),
    'tokens is null': answers('getRun', body => ({ ...body, tokens: null })),
  }),
  ...mutants('RUN-05', {
    'a record shows no time': gone('getRun', 'duration_seconds', 'created_at', 'updated_at', 'finished_at'),
    'a record shows a duration of null': answers('getRun', body => ({
      ...without(body, 'created_at', 'updated_at', 'finished_at'),
      duration_seconds: null,
    })),
  }),
  ...(
    [
      ['RUN-06', 'startRun'],
      ['RUN-07', 'respondToRun'],
      ['RUN-08', 'stopRun'],
      ['RUN-09', 'cancelRun'],
      ['RUN-10', 'pauseRun'],
      ['RUN-11', 'resumeRun'],
      ['RUN-12', 'retryRun'],
    ] as const
  ).flatMap(([requirement, operation]) =>
    mutants(requirement, {
      [`${operation} answers 201`]: status(operation, 201),
      [`${operation} answers 202`]: status(operation, 202),
    }),
  ),
  ...(['stopRun', 'pauseRun', 'resumeRun', 'retryRun'] as const).flatMap((operation, n) =>
    mutants(['RUN-08', 'RUN-10', 'RUN-11', 'RUN-12'][n]!, {
      [`${operation} wants a body`]: handles(operation, () => reply(422, { error: {} })),
    }),
  ),
  ...mutants('RUN-25', {
    'a run is read as another': answers('getRun', body => ({
      ...without(body, 'id'),
      id: 'run_0000000000000000',
    })),
    'getRun answers 404': handles('getRun', () => reply(404, { error: {} })),
    'getRun answers 203': status('getRun', 203),
  }),
  ...mutants(
    'EVENT-01',
    {
      'a run never ends for who reads it': answers('getRun', body => ({
        ...body,
        status: 'running',
        summary: null,
        finished_at: null,
      })),
      'a run can be read only twice': (() => {
        const reads = new Map<string, number>()
        return handles('getRun', (request, context, handler) => {
          const n = (reads.get(request.path.run_id) ?? 0) + 1
          reads.set(request.path.run_id, n)
          return n > 2 ? reply(404, { error: {} }) : handler(request, context)
        })
      })(),
    },
    { lives: 'how long a run may take is not stated: one that goes on is not one that never ends' },
  ),
]

async function* all(parts: AsyncIterable<Loose>) {
  const kept: Loose[] = []
  for await (const part of parts) kept.push(part)
  yield* kept
}

const streamed = (operation: string, change: (stream: AsyncIterable<Loose>, answer: Loose) => Loose) =>
  replies(operation, answer =>
    'stream' in answer ? { ...answer, ...change(answer.stream, answer) } : answer,
  )

const head = (type: string) => (given: Loose) => ({
  ...given,
  headers: {
    ...given.headers,
    ...(String(given.headers['content-type'] ?? '').startsWith('text/event-stream') && {
      'content-type': type,
    }),
  },
})

const streams = [
  ...mutants('EVENT-02', {
    'the stream of a chat is called text/plain': { depart: head('text/plain') },
    'the stream of a chat is called application/json': { depart: head('application/json') },
    'the stream of a chat answers 404': handles('streamChat', () => reply(404, { error: {} })),
    'the stream of a chat answers 201': {
      depart: given =>
        /event-stream/.test(String(given.headers['content-type'])) ? { ...given, status: 201 } : given,
    },
    'the stream of a chat is a JSON list': handles('streamChat', () => reply(200, [])),
  }),
  ...mutants('EVENT-03', {
    'the stream of a chat is lines of JSON': {
      arrive(request, response) {
        if (!/^\/chats\//.test(request.url ?? '')) return undefined
        const write = response.write.bind(response) as (text: string) => boolean
        response.write = ((text: string) =>
          write(text.replace(/^(event|id):.*\n/gm, '').replace(/^data: /gm, ''))) as never
        return undefined
      },
    },
  }),
  ...mutants('EVENT-04', {
    'the stream of a chat is held back until its end': streamed('streamChat', stream => ({
      stream: all(stream),
    })),
  }),
  ...mutants('EVENT-05', {
    'the shared chat of a workflow run cannot be followed': handles(
      'streamChat',
      (request, context, handler) =>
        context.tables.chats.get(request.path.chat_id)?.kind === 'workflow-run'
          ? reply(404, { error: {} })
          : handler(request, context),
    ),
    'the shared chat of a workflow run is answered with JSON': handles(
      'streamChat',
      (request, context, handler) =>
        context.tables.chats.get(request.path.chat_id)?.kind === 'workflow-run'
          ? reply(200, { data: [] })
          : handler(request, context),
    ),
    'a workflow start shows a chat that is not there': answers('startWorkflowRun', body => ({
      ...body,
      shared_chat_id: 'chat_never_was_there',
    })),
  }),
]

export const runRecordMutants: readonly Mutant[] = [...records, ...streams]
