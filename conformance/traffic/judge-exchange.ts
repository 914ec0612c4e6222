/** Judges requirements by a single exchange of observed traffic. Inconclusive exchanges yield no finding. */

import { isEventStream, isFramed, jsonOf } from '../extract/event-stream.ts'
import { findNamed, isObject, mentions } from '../extract/find-value.ts'
import { idOf, recordIn, wordIn } from '../extract/record.ts'
import { readRun, timeOf, tokensOf } from '../extract/run-status.ts'
import { isPriority } from '../extract/task-record.ts'
import {
  operation,
  refusalsOf,
  requirements,
  subjectsOf,
  successRequirement,
} from '../requirements/contract.ts'
import { type Exchange, isSuccess, pathParameter } from '../requirements/exchange.ts'
import type { Finding } from '../requirements/verdict.ts'
import { invalidBy } from './certainly-invalid.ts'

/** An observation about a requirement. */
export type Seen = Pick<Finding, 'requirement' | 'sentence'> & { kind: 'met' | 'violated' }

/** What the judges look at. */
export type Judged = Pick<
  Exchange,
  | 'operation'
  | 'url'
  | 'requestHeaders'
  | 'requestBody'
  | 'status'
  | 'headers'
  | 'text'
  | 'json'
  | 'truncated'
  | 'ended'
>
type Judge = (one: Judged) => Seen[]

/** The requirements that this exchange alone can judge. */
export function judgeExchange(one: Judged): Seen[] {
  const judges: Judge[] = isSuccess(one)
    ? [statusStated, jsonReply, refusedNot, listedValues, authorized, ...(judgesOf[one.operation] ?? [])]
    : [refusedRight, turnedAway]
  return judges.flatMap(judge => judge(one))
}

const bodyOf = ({ requestBody = '' }: Judged) => jsonOf(requestBody)
const queryOf = ({ url }: Judged) => new URL(url).searchParams

function see(requirement: string, isMet: boolean, sentence: string): Seen[] {
  return [{ requirement, kind: isMet ? 'met' : 'violated', sentence }]
}

function statusStated({ operation: id, status }: Judged): Seen[] {
  const row = successRequirement(id)
  if (!row) return []
  const { successStatus } = operation(id)
  if (status !== successStatus) return see(row.id, false, `it answered ${status}, stated is ${successStatus}`)
  // Where more than the status is stated, the status alone does not meet the requirement.
  return row.reply === 'status' ? see(row.id, true, `it answered ${status}`) : []
}

const jsonOperations = new Set(requirements.find(({ id }) => id === 'GEN-01')?.operations)

function jsonReply({ operation: id, headers, text, truncated }: Judged): Seen[] {
  const type = headers['content-type'] ?? ''
  if (!jsonOperations.has(id) || isEventStream(headers) || text === '' || truncated) return []
  const isJson = /^application\/json\b/i.test(type) && jsonOf(text) !== undefined
  return see('GEN-01', isJson, `${id} answers with the type ${type || 'none'}`)
}

/** The stated rules that a request breaks. */
export function mistakesIn(one: Judged): { id: string; wrong: string }[] {
  const sent = { query: queryOf(one), body: bodyOf(one) }
  return (['body', 'query'] as const)
    .flatMap(where => refusalsOf(one.operation, where))
    .flatMap(({ id, subject }) => {
      const wrong = invalidBy(one.operation, subject, sent)
      return wrong === undefined ? [] : { id, wrong }
    })
}

/** A request that must be refused was served. */
function refusedNot(one: Judged): Seen[] {
  const { status, requestBody = '' } = one
  const isNoJson = requestBody.trim() !== '' && bodyOf(one) === undefined && !/^\s*[[{"]/.test(requestBody)
  return [
    ...mistakesIn(one).flatMap(({ id, wrong }) =>
      see(id, false, `${wrong} was served with ${status}, not refused with 422`),
    ),
    ...(isNoJson ? see('ERR-11', false, `a body that is no JSON was served with ${status}`) : []),
  ]
}

/** A request with exactly one error was refused for it. */
function refusedRight(one: Judged): Seen[] {
  if (one.status !== 422) return []
  const [only, ...more] = mistakesIn(one)
  return only && more.length === 0 ? see(only.id, true, 'it was refused with 422') : []
}

/** Query values that must be accepted, where nothing more is stated about them. */
function listedValues(one: Judged): Seen[] {
  if (!['getInsightsSummary', 'listAgents'].includes(one.operation)) return []
  return subjectsOf(one.operation)
    .filter(
      ({ subject }) => subject.case === 'accepts-listed' && queryOf(one).get(subject.field) === subject.value,
    )
    .flatMap(({ id, subject }) => see(id, true, `${subject.field}=${subject.value} was served`))
}

function authorized({ requestHeaders: { authorization } }: Judged): Seen[] {
  if (authorization === undefined) return see('AUTH-02', false, 'a request without a key was served')
  if (!/^bearer\b/i.test(authorization))
    return see('AUTH-05', false, 'a key without Bearer before it was served')
  return see('AUTH-01', true, 'a bearer key was accepted')
}

function turnedAway({ requestHeaders: { authorization }, status }: Judged): Seen[] {
  return authorization === undefined && (status === 401 || status === 403)
    ? see('AUTH-02', true, `a request without a key was refused with ${status}`)
    : []
}

/** A text member of that name in the reply's record. */
const hasText =
  (requirement: string, name: string): Judge =>
  ({ json }) => {
    const value = findNamed(json, name, 3)?.value
    return see(
      requirement,
      typeof value === 'string' && value !== '',
      `${name} reads ${JSON.stringify(value)}`,
    )
  }

/** The record requested by its id, or by another of its names. */
const sameId =
  (requirement: string, kind: string): Judge =>
  one => {
    const record = recordIn(one.json, [kind])
    const id = idOf(record, kind)
    const asked = pathParameter(one, `${kind}_id`)
    if (id === undefined || asked === undefined) return []
    return see(requirement, id === asked || mentions(record, asked), `${asked} was asked for, ${id} came`)
  }

const stream: Judge = ({ status, headers, text, ended }) => {
  const type = headers['content-type'] ?? ''
  const opened = see('EVENT-02', status === 200 && isEventStream(headers), `it has the type ${type}`)
  return text === '' && !ended
    ? opened
    : [...opened, ...see('EVENT-03', isFramed(text), 'the text of the stream')]
}

const runRecord: Judge = ({ json }) => {
  const run = readRun(json)
  if (!run) return []
  const { status, summary, record, cost } = run
  const carries = see('RUN-01', status !== undefined, `the record carries the status ${status}`)
  // Only a summary proves that the run has finished rather than failed.
  if (summary === undefined) return carries
  const place = (found: { path: string } | undefined) => found?.path ?? 'no member'
  return [
    ...carries,
    ...see('RUN-02', true, 'the run has a summary'),
    ...see('RUN-03', cost !== undefined, `cost_euros reads ${JSON.stringify(record.cost_euros)}`),
    ...see('RUN-04', tokensOf(record) !== undefined, `${place(tokensOf(record))} speaks of tokens`),
    ...see('RUN-05', timeOf(record) !== undefined, `${place(timeOf(record))} speaks of time`),
  ]
}

const deprecation: Judge = one => {
  const isAsked = queryOf(one).has('offset')
  const deprecation = one.headers.deprecation
  if (isAsked)
    return see('VER-03', deprecation === 'true', `the header Deprecation is ${deprecation ?? 'missing'}`)
  return see('VER-05', deprecation === undefined, `the header Deprecation is ${deprecation ?? 'missing'}`)
}

const taskRecord: Judge = ({ json }) => {
  const task = recordIn(json, ['task'])
  if (!task) return []
  const priority = task.priority ?? undefined
  return [
    ...see('TASK-04', 'last_run_status' in task || 'lastRunStatus' in task, 'last_run_status of the task'),
    ...(typeof priority === 'string'
      ? see('TASK-06', isPriority(priority), `the priority is ${priority}`)
      : []),
  ]
}

const createdTask: Judge = one => {
  const task = recordIn(one.json, ['task'])
  const body = bodyOf(one)
  const status = wordIn(task)
  const hasOwnStatus = isObject(body) && body.status !== undefined && body.status !== null
  return [
    ...(idOf(task, 'task') === undefined ? see('TASK-02', false, 'the reply has no id') : []),
    // Other words may mean the backlog.
    ...(!hasOwnStatus && /back.?log/i.test(status ?? '')
      ? see('TASK-01', true, `the status is ${status}`)
      : []),
  ]
}

const models: Judge = ({ json }) => {
  const data = isObject(json) && json.object === 'list' && Array.isArray(json.data) ? json.data : undefined
  const fits = data?.every(row => isObject(row) && typeof row.id === 'string') ?? false
  return see('MODEL-01', fits, 'the list of models')
}

const judgesOf: Readonly<Record<string, readonly Judge[]>> = {
  createTask: [createdTask],
  getTask: [taskRecord, sameId('TASK-34', 'task')],
  deleteTask: [({ text }) => (text === '' ? [] : see('TASK-36', false, 'the reply has a body'))],
  startRun: [hasText('START-14', 'chat_id'), hasText('START-15', 'status')],
  getRun: [runRecord, sameId('RUN-25', 'run')],
  listRuns: [deprecation],
  streamChat: [stream],
  startWorkflowRun: [hasText('WF-15', 'shared_chat_id')],
  getAgent: [sameId('AGENT-14', 'agent')],
  getApproval: [sameId('APPR-04', 'approval')],
  listModels: [models],
}
