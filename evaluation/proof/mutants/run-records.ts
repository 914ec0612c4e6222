/** Records of runs and the streams of their chats. */
import { requirements } from '#openapi'
import type { Deviation } from '../deployment.ts'
import { GOES_ON } from './act-on-runs.ts'
import {
  after,
  also,
  answers,
  changes,
  counter,
  each,
  handles,
  hides,
  type Loose,
  lives,
  type MutantTable,
  refuses,
  replies,
  reply,
  runIn,
  sends,
  shows,
  streams,
  streamsAs,
  together,
  tried,
  without,
} from './mutant.ts'
import { refusesValue } from './places.ts'

const status = (operation: string, other: number) =>
  replies(operation, answer => (answer.status < 300 ? { ...answer, status: other } : answer))

function finish(run: string, { workspace, tables, now }: Loose) {
  workspace.simulation.cancelWhere(run, 'run.step')
  tables.runs.replace(run, { status: 'completed', summary: 'all done', finishedAt: now, progress: null })
}

/** Records of runs after that move, with these members. */
const movedBy = (move: string, members: object) =>
  after(move, runIn, moved => shows('getRun', ({ id }) => moved.has(id) && members))

/** Refuses a move of runs that were paused and resumed. */
const refusesResumed = (operation: string) =>
  after('resumeRun', runIn, resumed => refuses(operation, ({ path }) => resumed.has(path.run_id), 409))

/** The requirements that a start or a move of a run is served. */
const MOVES = requirements.requirements.flatMap(({ id, reply, operations: [operation = ''] }) =>
  reply === 'status' && id.startsWith('RUN-') ? [[id, operation] as const] : [],
)

const records: MutantTable = {
  ...each(
    MOVES.filter(([, operation]) => /^(stop|cancel|pause)/.test(operation)),
    ([requirement, operation]) => ({
      [`${requirement} ${operation} is refused once the run was resumed`]: refusesResumed(operation),
    }),
  ),
  'START-03 a start with input null is refused by an agent that does one run at a time': tried(
    { beside: ['runs/start-invalid', 'runs/finish', 'runs/start-access'] },
    {
      ...refusesValue({ operation: 'startRun', in: 'body', field: 'input' }, input => input === null),
      profile: { 'start-run-on-busy-agent': 'refuse' },
    },
  ),
  'START-03 input null is refused beside a trigger': refuses(
    'startRun',
    ({ body }) => body?.input === null && body.triggered_by !== undefined,
  ),
  'START-03 input null answers 500 beside a trigger': refuses(
    'startRun',
    ({ body }) => body?.input === null && body.triggered_by !== undefined,
    500,
  ),
  'START-13 a start shows no run_id': hides('startRun', 'run_id'),
  'START-13 a start shows the id of a run that is not there': shows('startRun', {
    run_id: 'run_that_never_was00',
  }),
  'START-14 a start shows no chat_id': hides('startRun', 'chat_id'),
  'START-14 a start shows chat_id null': shows('startRun', { chat_id: null }),
  ...each(
    [
      ['START-13', 'run_id'],
      ['START-14', 'chat_id'],
      ['START-15', 'status'],
    ],
    ([requirement, member]) => ({
      [`${requirement} ${member} is null where a run starts without an input`]: shows(
        'startRun',
        (_, { sent }) => !sent?.input && { [member]: null },
      ),
    }),
  ),
  'START-15 a start from a chat shows no status': answers('startRun', (body, { sent }) =>
    sent?.origin_chat_id ? without(body, 'status') : undefined,
  ),
  'START-15 a start shows no status': hides('startRun', 'status'),
  'START-15 a start shows a number as status': shows('startRun', { status: 1 }),
  'START-16 a start answers when the run is over': lives(
    'a run may be over before the reply to its start is read',
    also('startRun', (_, context, { body: { run_id } }) => finish(run_id, context)),
  ),
  'START-16 a start shows the end of its run': changes('startRun', ({ run_id }, { context }) => {
    finish(run_id, context)
    return { status: 'completed' }
  }),
  'RUN-01 a record has no status': hides('getRun', 'status'),
  'RUN-01 the status of a run that waits for an approval is null': tried(
    { beside: ['runs/wait-for-approval'] },
    shows('getRun', ({ status, approval_id }) => status === 'paused' && approval_id && { status: null }),
  ),
  'RUN-01 the status of a record is a number': shows('getRun', { status: 3 }),
  'RUN-02 a finished run has no summary': hides('getRun', 'summary'),
  'RUN-02 the summary of a finished run is null': shows('getRun', { summary: null }),
  'RUN-02 the summary of a finished run is empty': shows('getRun', { summary: '' }),
  'RUN-03 a record has no cost_euros': hides('getRun', 'cost_euros'),
  'RUN-03 cost_euros is null': shows('getRun', { cost_euros: null }),
  'RUN-04 a record shows no tokens': hides('getRun', 'tokens'),
  ...each(['triggered_by', 'origin_chat_id'], name => ({
    [`START-02 the input is lost beside ${name}`]: sends(
      'startRun',
      body => body[name] && body.input && { input: null },
    ),
  })),
  'RUN-04 tokens is null': shows('getRun', { tokens: null }),
  'RUN-02 summary of a run that was answered is null': tried(
    { scenarios: ['runs/ask-'] },
    movedBy('respondToRun', { summary: null }),
  ),
  ...each(
    [
      ['RUN-03', 'cost_euros'],
      ['RUN-04', 'tokens'],
    ],
    ([requirement, member]) => ({
      [`${requirement} ${member} of a run that was answered is null`]: tried(
        { beside: ['runs/finish', 'runs/ask-text'] },
        movedBy('respondToRun', { [member]: null }),
      ),
    }),
  ),
  ...each(
    [
      ['RUN-03', 'cost_euros', 'cancelled'],
      ['RUN-04', 'tokens', 'failed'],
      ['RUN-05', 'duration_seconds', 'cancelled'],
    ],
    ([requirement, member, word]) => ({
      [`${requirement} ${member} of a run that is ${word} is null`]: tried(
        { beside: ['runs/finish', 'runs/cancel', 'runs/fail'] },
        shows('getRun', ({ status }) => status === word && { [member]: null }),
      ),
    }),
  ),
  'RUN-05 a record shows no time': hides(
    'getRun',
    'duration_seconds',
    'created_at',
    'updated_at',
    'finished_at',
  ),
  'RUN-05 a record shows a duration of null': answers('getRun', body => ({
    ...without(body, 'created_at', 'updated_at', 'finished_at'),
    duration_seconds: null,
  })),
  ...each(MOVES, ([requirement, operation]) => ({
    [`${requirement} ${operation} answers 201`]: status(operation, 201),
    [`${requirement} ${operation} answers 202`]: status(operation, 202),
  })),
  ...each(
    MOVES.filter(([, operation]) => /^(stop|pause|resume|retry)/.test(operation)),
    ([requirement, operation]) => ({
      [`${requirement} ${operation} wants a body`]: refuses(operation),
      [`${requirement} ${operation} is served for a run that is not there`]: handles(
        operation,
        (request, context, handler) => {
          const { run_id } = request.path
          return context.tables.runs.get(run_id) ? handler(request, context) : reply(200, { run_id })
        },
      ),
    }),
  ),
  'RUN-25 a run is read as another': shows('getRun', { id: 'run_0000000000000000' }),
  'RUN-25 a run that ended more than a week ago is not found': refuses(
    'getRun',
    ({ path }, { tables, now }) => {
      const ended = tables.runs.get(path.run_id)?.finishedAt
      return ended && ended < now - 7 * 86_400_000
    },
    404,
  ),
  'RUN-25 getRun answers 404': refuses('getRun', () => true, 404),
  'RUN-25 getRun answers 203': status('getRun', 203),
  'EVENT-01 a run never ends for who reads it': lives(
    GOES_ON,
    shows('getRun', { status: 'running', summary: null, finished_at: null }),
  ),
  'EVENT-01 a run can be read only twice': lives(GOES_ON, () => {
    const reads = counter()
    return refuses('getRun', ({ path }) => reads(path.run_id) > 2, 404)
  }),
}

async function* all(parts: AsyncIterable<Loose>) {
  const kept: Loose[] = []
  for await (const part of parts) kept.push(part)
  yield* kept
}

async function* silent(parts: AsyncIterable<Loose>) {
  for await (const part of parts) yield { comment: String(part.event ?? 'still here') }
}

/** The stream of a chat is written otherwise. */
const streamed = (change: (text: string) => string): Deviation => ({
  arrive(request, response) {
    if (!/^\/chats\//.test(request.url ?? '')) return undefined
    const write = response.write.bind(response) as (text: string) => boolean
    response.write = ((text: string) => write(change(text))) as never
    return undefined
  },
})

/** Sends nothing, not even a comment, and is closed when the stream is. */
async function* empty(stream: AsyncIterable<Loose>) {
  yield* (await Array.fromAsync(stream)).slice(0, 0)
}

const isShared = ({ path }: Loose, { tables }: Loose) =>
  tables.chats.get(path.chat_id)?.kind === 'workflow-run'

/** A deviation that depends on the chats of retries. */
const withRetries = (then: (chats: ReadonlySet<string>) => Deviation) =>
  after('retryRun', (_, { body }) => body.chat_id, then)
const retriesUnfollowed = withRetries(chats =>
  refuses('streamChat', ({ path }) => chats.has(path.chat_id), 404),
)

const chats: MutantTable = {
  'EVENT-02 the stream of a chat is called text/plain': streamsAs('text/plain'),
  'EVENT-02 the stream of a chat is called application/json': streamsAs('application/json'),
  'EVENT-02 the stream of a chat answers 404': refuses('streamChat', () => true, 404),
  'EVENT-02 the stream of a chat answers 201': {
    depart: given =>
      /event-stream/.test(String(given.headers['content-type'])) ? { ...given, status: 201 } : given,
  },
  'EVENT-02 the stream of a chat is a JSON list': handles('streamChat', () => reply(200, [])),
  'EVENT-02 the stream of a chat is that of the newest chat of a run': handles(
    'streamChat',
    (request, context, handler) => {
      const newest = context.tables.chats.all().findLast(({ kind }: Loose) => kind === 'run')
      return handler({ ...request, path: { chat_id: newest?.id ?? request.path.chat_id } }, context)
    },
  ),
  'EVENT-02 the chat of a retry cannot be followed': retriesUnfollowed,
  'EVENT-02 the chat of a retry that has finished at once cannot be followed': () =>
    together(
      also('retryRun', (_, context, { body }) => finish(body.run_id, context)),
      retriesUnfollowed(),
    ),
  'EVENT-03 the stream of a chat is lines of JSON': streamed(text =>
    text.replace(/^(event|id):.*\n/gm, '').replace(/^data: /gm, ''),
  ),
  'EVENT-03 the events of a chat are not closed by an empty line': streamed(text =>
    text.replaceAll('\n\n', '\n'),
  ),
  'EVENT-04 the stream of a chat is held back until its end': streams('streamChat', all),
  'EVENT-04 the stream of a chat says nothing': streams('streamChat', silent),
  'EVENT-04 the stream of the chat of a retry says nothing': withRetries(chats =>
    replies('streamChat', (answer, { path }) =>
      'stream' in answer && chats.has(path.chat_id) ? { ...answer, stream: silent(answer.stream) } : answer,
    ),
  ),
  'EVENT-04 the stream of a chat is empty': streams('streamChat', empty),
  'EVENT-05 the shared chat of a workflow run cannot be followed': refuses('streamChat', isShared, 404),
  'EVENT-05 the shared chat of a workflow run is answered with JSON': handles(
    'streamChat',
    (request, context, handler) =>
      isShared(request, context) ? reply(200, { data: [] }) : handler(request, context),
  ),
  'EVENT-05 a workflow start shows a chat that is not there': shows('startWorkflowRun', {
    shared_chat_id: 'chat_never_was_there',
  }),
}

export const runRecordMutants: MutantTable = { ...records, ...chats }
