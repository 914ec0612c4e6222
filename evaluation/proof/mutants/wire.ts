/** HTTP: statuses, media types, paths and JSON, on every operation. */
import { type OperationId, operationIds, operations, requirements } from '#openapi'
import {
  arrives,
  each,
  type Loose,
  lives,
  type MutantTable,
  refusals,
  refuses,
  replies,
  tried,
} from './mutant.ts'
import { refusesValue } from './places.ts'

const GEN = [
  'listAgents',
  'getTask',
  'listRuns',
  'createTask',
  'getWallet',
  'listModels',
  'getRun',
  'listWorkflows',
  'searchKnowledge',
  'startRun',
] as const
const wire: MutantTable = {
  ...each(GEN, operation => ({
    [`GEN-01 ${operation} answers JSON as text/plain`]: typed(operation, 'text/plain'),
    ...((operation === 'listAgents' || operation === 'getTask') && {
      [`GEN-01 ${operation} answers JSON as text/html`]: typed(operation, 'text/html'),
    }),
  })),
  'GEN-01 a refused status is answered with a page': tried(
    { beside: ['tasks/move-invalid'] },
    spoils(
      /^\/tasks\/[^/]+\/status$/,
      (text, status) => (status === 422 ? '<h1>Unprocessable</h1>' : text),
      'PATCH',
    ),
  ),
  'GEN-01 a refused filter of workflow runs is answered as text/html': tried(
    { beside: ['workflows/runs-invalid'] },
    {
      depart: (head, request) =>
        head.status === 422 && /^\/workflows\/[^/]+\/runs\?/.test(request.url ?? '')
          ? { ...head, headers: { ...head.headers, 'content-type': 'text/html' } }
          : head,
    },
  ),
  'GEN-01 getTask answers JSON that is cut off': spoils(/^\/tasks\/(?!by-number)[^/]+$/, text =>
    text.slice(0, -1),
  ),
  'GEN-01 listTasks answers JSON with a comma too many': spoils(/^\/tasks(\?|$)/, text =>
    text.replace(/\}$/, ',}'),
  ),
  'GEN-01 getWallet answers JSON with a prefix': spoils(/^\/wallet$/, text => `)]}'\n${text}`),
  ...each(
    ['createTask', 'updateTask', 'searchKnowledge', 'setTaskStatus', 'createChatCompletion'],
    operation => ({
      [`GEN-02 ${operation} understands forms only`]: lives(
        'a cap may refuse every creation, and which moves and messages are right is not stated: a refusal may be of that',
        refusesValue({ operation, in: 'body', field: '*' }, () => true),
        /^(create|setTaskStatus)/.test(operation),
      ),
    }),
  ),
  ...each(
    [
      'createTask',
      'updateTask',
      'setTaskAssignee',
      'setTaskStatus',
      'createAgentCompletion',
      'createChatCompletion',
      'searchKnowledge',
    ],
    operation => ({
      [`ERR-11 ${operation} answers 200 to a body that is no JSON`]: refusals(
        operation,
        (answer, { sent }) =>
          sent === undefined && answer.status === 422
            ? { ...answer, status: 200, body: { id: 'x' } }
            : undefined,
      ),
    }),
  ),
  'ERR-11 createTask answers 500 to a body that is no JSON': refusals('createTask', (answer, { sent }) =>
    sent === undefined && answer.status === 422 ? { ...answer, status: 500 } : undefined,
  ),
  ...each(
    operationIds.filter(id => operations[id].path.startsWith('/v1/')),
    id => ({ [`VER-01 ${id} is not under /v1`]: elsewhere(id, bare, prefixed) }),
  ),
  ...each(
    [
      'listAgents',
      'getRun',
      'listTasks',
      'createTask',
      'listWorkflows',
      'getWallet',
      'getInsightsSummary',
      'listPendingApprovals',
      'getAgencyClientUsage',
      'startRun',
    ],
    id => ({ [`VER-02 ${id} is under /v1`]: elsewhere(id, prefixed, bare) }),
  ),
}

/** Replies have another media type. */
function typed(operation: OperationId, type: string) {
  return replies(operation, answer => ({ ...answer, headers: { ...answer.headers, 'content-type': type } }))
}

function prefixed(path: string) {
  return `/v1${path}`
}
function bare(path: string) {
  return path.replace('/v1', '')
}

/** The operation answers only at another path. */
function elsewhere(id: OperationId, to: (path: string) => string, back: (path: string) => string) {
  const { method, path } = operations[id]
  const patternOf = (at: string) => new RegExp(`^${at.replace(/\{\w+\}/g, '[^/]+')}$`)
  const [stated, other] = [patternOf(path), patternOf(to(path))]
  return arrives(
    (sent, at) => sent === method && (stated.test(at) || other.test(at)),
    request =>
      Object.assign(request, {
        url: request.url.replace(/^[^?]*/, at => (other.test(at) ? back(at) : `${at}-nothing-here`)),
      }),
  )
}

/** Corrupts the text of a reply. */
function spoils(path: RegExp, change: (text: string, status: number) => string, method = 'GET') {
  return {
    arrive(request: Loose, response: Loose) {
      if (request.method !== method || !path.test(request.url)) return undefined
      const { writeHead } = response
      const end = response.end.bind(response)
      response.writeHead = (status: number, { 'content-length': _, ...headers }: Loose = {}) =>
        writeHead.call(response, status, headers)
      response.end = (bytes?: Buffer) =>
        end(bytes === undefined ? undefined : change(bytes.toString('utf8'), response.statusCode))
      return undefined
    },
  }
}

/** Rules for all operations are judged by the exchanges of other scenarios. */
const STORIES = [
  'completions/chat',
  'completions/agent',
  'runs/finish',
  'runs/start-access',
  'tasks/move',
  'knowledge/search',
]
/** These operations cost money, so their own scenarios test who may call them. */
const PAID: readonly string[] = ['startRun', 'createChatCompletion', 'createAgentCompletion']

export const wireMutants: MutantTable = each(Object.entries(wire), ([name, made]) => {
  const operation = operationIds.find(id => name.includes(` ${id} `))
  if (!operation) return { [name]: made }
  const beside = PAID.includes(operation) ? STORIES : [`access/${operation}`, ...STORIES]
  return { [name]: tried({ beside }, made) }
})

/** Of these requirements, that they are answered is a part of what is judged. */
const RECORDS = new Set(['AGENT-14', 'APPR-04', 'TASK-34', 'WF-12'])

/** What must be answered. Runs and streams have mutants of their own. */
const SERVED = requirements.requirements.flatMap(({ id, reply, operations: [operation] }) => {
  const isServed = (reply === 'content' || reply === 'status') && !/^RUN-|^EVENT-02$|^COMP-27$/.test(id)
  return isServed || RECORDS.has(id) ? [[id, operation as OperationId] as const] : []
})

export const statusMutants = each(SERVED, ([requirement, operation]) => {
  const stated = operations[operation].successStatus
  const other = stated === 200 ? 202 : 200
  return {
    [`${requirement} ${operation} answers ${other} instead of ${stated}`]: replies(operation, answer =>
      answer.status < 300 && !('stream' in answer)
        ? { ...answer, status: other, ...(answer.body === undefined && { body: { ok: true } }) }
        : answer,
    ),
    [`${requirement} ${operation} answers 500`]: refuses(operation, () => true, 500),
    ...(stated === 200 && {
      [`${requirement} ${operation} answers 204`]: replies(operation, answer =>
        'stream' in answer ? answer : { status: 204, body: undefined },
      ),
    }),
  }
})
