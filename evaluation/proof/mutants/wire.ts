/** HTTP: statuses, media types, paths and JSON, on every operation. */
import { type OperationId, operationIds, operations } from '#openapi'
import { arrives, judges, type Loose, type Mutant, mutants, refusals, replies } from './mutant.ts'

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
const wire = [
  ...GEN.flatMap(operation =>
    mutants('GEN-01', {
      [`${operation} answers JSON as text/plain`]: replies(operation, answer => ({
        ...answer,
        headers: { ...answer.headers, 'content-type': 'text/plain' },
      })),
      ...(operation === 'listAgents' || operation === 'getTask'
        ? {
            [`${operation} answers JSON as text/html`]: replies(operation, answer => ({
              ...answer,
              headers: { ...answer.headers, 'content-type': 'text/html' },
            })),
          }
        : {}),
    }),
  ),
  ...mutants(
    'GEN-01',
    {
      'a refused status is answered with a page': spoils(
        /^\/tasks\/[^/]+\/status$/,
        (text, status) => (status === 422 ? '<h1>Unprocessable</h1>' : text),
        'PATCH',
      ),
    },
    { beside: ['tasks/move-invalid'] },
  ),
  ...mutants('GEN-01', {
    'getTask answers JSON that is cut off': spoils(/^\/tasks\/(?!by-number)[^/]+$/, text =>
      text.slice(0, -1),
    ),
    'listTasks answers JSON with a comma too many': spoils(/^\/tasks(\?|$)/, text =>
      text.replace(/\}$/, ',}'),
    ),
    'getWallet answers JSON with a prefix': spoils(/^\/wallet$/, text => `)]}'\n${text}`),
  }),
  ...(
    ['createTask', 'updateTask', 'searchKnowledge', 'setTaskStatus', 'createChatCompletion'] as const
  ).flatMap(operation =>
    mutants(
      'GEN-02',
      {
        [`${operation} understands forms only`]: judges(operation, () => ({
          ok: false,
          issues: [
            { in: 'body', field: '', message: 'body must be a form', expected: 'a form', received: null },
          ],
        })),
      },
      /^(create|setTaskStatus)/.test(operation)
        ? {
            lives:
              'a cap may refuse every creation, and which moves and messages are right is not stated: a refusal may be of that',
          }
        : {},
    ),
  ),
  ...(
    [
      'createTask',
      'updateTask',
      'setTaskAssignee',
      'setTaskStatus',
      'createAgentCompletion',
      'createChatCompletion',
      'searchKnowledge',
    ] as const
  ).flatMap(operation =>
    mutants('ERR-11', {
      [`${operation} answers 200 to a body that is no JSON`]: refusals(operation, (answer, { sent }) =>
        sent === undefined && answer.status === 422
          ? { ...answer, status: 200, body: { id: 'x' } }
          : undefined,
      ),
    }),
  ),
  ...mutants('ERR-11', {
    'createTask answers 500 to a body that is no JSON': refusals('createTask', (answer, { sent }) =>
      sent === undefined && answer.status === 422 ? { ...answer, status: 500 } : undefined,
    ),
  }),
  ...operationIds
    .filter(id => operations[id].path.startsWith('/v1/'))
    .flatMap(id => mutants('VER-01', { [`${id} is not under /v1`]: elsewhere(id, bare, prefixed) })),
  ...(
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
    ] as const
  ).flatMap(id => mutants('VER-02', { [`${id} is under /v1`]: elsewhere(id, prefixed, bare) })),
]

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
const besideOf = (mutant: Mutant): Mutant => {
  const operation = operationIds.find(id => mutant.what.startsWith(`${id} `))
  if (!operation) return mutant
  return { ...mutant, beside: PAID.includes(operation) ? STORIES : [`access/${operation}`, ...STORIES] }
}

export const wireMutants: readonly Mutant[] = wire.map(besideOf)
