/** Rules for every operation, judged over all exchanges of the suite run. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import { NoAnswer } from '../../engine/transport.ts'
import type { Trial } from '../../engine/trial.ts'
import { replyList, replyRows } from '../../extract/list-rows.ts'
import {
  allOperations,
  operation,
  requirements,
  scopeOf,
  successRequirement,
} from '../../requirements/contract.ts'
import { type Exchange, isElsewhere, isRefusal, isSuccess } from '../../requirements/exchange.ts'
import { createTask, makeTask } from '../tasks/own-task.ts'

const operationsOf = (id: string) => requirements.find(row => row.id === id)?.operations ?? []

const general = scenario({
  id: 'general/every-operation',
  title: 'Replies are JSON, JSON bodies are understood, paths have the prefix that is stated',
  requirements: ['GEN-01', 'GEN-02', 'VER-01', 'VER-02'],
  cost: { requests: 4 },
  turn: 'overall',
  async run(t) {
    const seen = t.context.observed.successes
    // When run alone, this scenario has no exchanges to judge: it sends a few cheap reads.
    for (const id of seen.size === 0 ? CHEAP : []) if (t.keys.home(scopeOf(id)).length > 0) await t.call(id)
    isAllJson(t)
    await takesJson(t)
    const failed = (id: string) =>
      operationsOf(id).filter(one => t.context.observed.attempts.has(one) && !seen.has(one))
    const understood = operationsOf('GEN-02').flatMap(
      id => seen.get(id)?.find(exchange => exchange.requestBody !== undefined) ?? [],
    )
    const names = understood.map(one => one.operation).join(', ')
    if (failed('GEN-02').length > 0)
      t.notExercised('GEN-02', `an accepted request to ${failed('GEN-02').join(', ')}`)
    else if (understood.length === 0) t.notExercised('GEN-02', 'an accepted request with a body')
    else t.met('stated-status', 'GEN-02', `a JSON body was understood by ${names}`, ...understood.slice(0, 2))
    await prefix(t, 'VER-01', failed('VER-01'), path => path.replace(/^\/v1/, ''))
    await prefix(t, 'VER-02', failed('VER-02'), path => `/v1${path}`)
  },
})

const CHEAP = ['listAgents', 'listRuns', 'listTasks', 'listModels', 'listKnowledgeFolders']

function isAllJson(t: Trial) {
  const { successes, attempts } = t.context.observed
  const bodies = operationsOf('GEN-01')
  const replies = [...successes].flatMap(([id, list]) => (bodies.includes(id) ? [list] : []))
  const typeOf = ({ headers }: Exchange) => headers['content-type'] ?? 'none'
  // Only 422 is stated for every operation; a proxy may send the other refusals. A refusal may have a JSON type of its own.
  const page = [...attempts.values()]
    .flatMap(byStatus => byStatus.get(422) ?? [])
    .find(
      one =>
        one.text.trim() !== '' &&
        !one.truncated &&
        (one.json === undefined || !/json|none/i.test(typeOf(one))),
    )
  const broken = replies.flat().find(exchange => !isJson(exchange))
  const violated = (one: Exchange, what: string) =>
    t.violated('stated-type', 'GEN-01', `${one.method} ${operation(one.operation).path} ${what}`, one)
  const reads = (one: Exchange) =>
    `has the type ${typeOf(one)} and ${one.json === undefined ? 'does not parse' : 'parses'} as JSON`
  if (page) violated(page, `answers 422: the reply ${reads(page)}`)
  const sentence = `JSON from all ${replies.length} operations that were served`
  if (broken) violated(broken, reads(broken))
  else if (!page && replies.length > 0)
    t.met('stated-type', 'GEN-01', sentence, ...replies.slice(0, 2).flatMap(list => list.slice(0, 1)))
}

/** Fully specified bodies are accepted as JSON: tested for operations that refused every body so far. */
async function takesJson(t: Trial) {
  const { readOnly, observed } = t.context
  const untaken = (id: string) => !readOnly && observed.attempts.has(id) && !observed.successes.has(id)
  const send: Record<string, () => Promise<Exchange>> = {
    createTask: () => createTask(t, { title: t.name('sent as JSON') }),
    updateTask: async () =>
      t.call('updateTask', {
        path: { task_id: (await makeTask(t, 'sent as JSON')).id },
        body: { title: t.name('sent as JSON') },
      }),
    searchKnowledge: () => t.call('searchKnowledge', { body: { query: 'invoice' } }),
  }
  for (const [id, request] of Object.entries(send)) {
    if (!untaken(id)) continue
    const exchange = await request()
    const { status, method } = exchange
    const sentence = `${method} ${operation(id).path} answered ${status} to a right body`
    // A quota may refuse a creation, with another status than that of the media type.
    const isForBody = status === 415 || (id !== 'createTask' && [400, 422].includes(status))
    if (isForBody) t.violated('stated-status', 'GEN-02', sentence, exchange)
    else if (status >= 400) t.notExercised('GEN-02', `a body that is accepted: ${sentence}`, exchange)
  }
}

/** An operation that is missing at the stated path and served under the other prefix violates the rule. */
async function prefix(t: Trial, id: string, failed: string[], other: (path: string) => string) {
  const { successes, attempts } = t.context.observed
  const served = operationsOf(id).filter(one => successes.has(one))
  const missing = failed.filter(one => [404, 405].some(status => attempts.get(one)?.has(status)))
  for (const one of missing) {
    const found = await servedAt(t, one, other)
    const { method, path } = operation(one)
    if (found)
      return t.violated('path-prefix', id, `${method} ${path} is not served, ${other(path)} is`, found)
  }
  const sentence = `${served.length} operations are served at their paths`
  if (missing.length > 0) t.notExercised(id, `a request that is served by ${missing.join(', ')}`)
  else if (served.length === 0) t.notExercised(id, 'a request that was served')
  else t.met('path-prefix', id, sentence, ...(successes.get(served[0] ?? '') ?? []).slice(0, 1))
}

/**
 * Repeats a request of the operation at another path. A write sends truncated JSON: if it is refused for that, the path
 * exists, unless an invented path is refused in the same way.
 */
async function servedAt(t: Trial, id: string, other: (path: string) => string) {
  const attempts = t.context.observed.attempts.get(id)
  const before = attempts?.get(404) ?? attempts?.get(405)
  if (!before) return undefined
  const { pathname, search } = new URL(before.url.slice(t.target.baseUrl.length), 'http://any')
  const { method } = before
  const options = { key: t.keys.with(scopeOf(id)), ...(method !== 'GET' && { raw: '{"half' }) }
  const there = await t.context.client.request(method, other(pathname) + search, options)
  if (method === 'GET') return there.status === 200 ? there : undefined
  if (there.status !== 400 && there.status !== 422) return undefined
  const nowhere = await t.context.client.request(method, other('/no-such-path-of-this-service'), options)
  return nowhere.status === there.status ? undefined : there
}

function isJson(exchange: Exchange): boolean {
  const type = exchange.headers['content-type'] ?? ''
  const { replies, successStatus } = operation(exchange.operation)
  const streams = replies[successStatus]?.includes('text/event-stream') && /^text\/event-stream\b/i.test(type)
  return (
    streams || exchange.text === '' || (/^application\/json\b/i.test(type) && exchange.json !== undefined)
  )
}

/** Operations with a required body, except run answers, each sent truncated JSON. */
const malformed = scenario({
  id: 'general/malformed',
  title: 'A body that is not JSON is refused by every operation that takes one',
  requirements: ['ERR-11'],
  cost: { requests: 8 },
  writes: true,
  async run(t) {
    for (const id of operationsOf('ERR-11')) {
      const row = operation(id)
      if (t.keys.home(scopeOf(id)).length === 0) continue
      const path = row.path.includes('{task_id}')
        ? { task_id: (await t.once('malformed-task', () => makeTask(t, 'not to be changed'))).id }
        : {}
      try {
        const raw = '{"title": "half a text", "query": "half'
        const exchange = await t.call(id, { path, raw })
        t.refusedByScope(exchange)
        const refused = isRefusal(exchange)
        const sentence = `${row.method} ${row.path} with half a JSON text answered ${exchange.status}`
        if (exchange.status > 500) t.notExercised('ERR-11', `an answer: ${sentence}`, exchange)
        else t.expect('refuses-invalid', 'ERR-11', refused, sentence, exchange)
        if (refused) t.observe('malformed-json', String(exchange.status), exchange)
      } catch (problem) {
        if (!(problem instanceof NoAnswer)) throw problem
        t.notExercised('ERR-11', `an answer to half a JSON text: ${problem.message}`)
      }
    }
  },
})

/** An empty list is a finding only where another reply shows that there are models. */
const models = scenario({
  id: 'general/served-models',
  title: 'A model that answers is in the list of models',
  requirements: ['MODEL-01'],
  needs: { capability: 'models' },
  cost: {},
  turn: 'overall',
  async run(t) {
    const [listed] = t.context.observed.successes.get('listModels') ?? []
    const [completed] = t.context.observed.successes.get('createChatCompletion') ?? []
    const none = listed && replyList(listed)?.length === 0
    const sentence = 'no model is listed, and one completes a chat'
    if (none && completed) t.violated('lists-visible', 'MODEL-01', sentence, listed, completed)
    else t.notExercised('MODEL-01', 'a list without the models that answer: none was seen')
  },
})

/** The requirement to report when one reply lists a record twice. */
const LISTED: Readonly<Record<string, string>> = {
  listAgents: 'AGENT-03',
  listRuns: 'RUN-13',
  listTasks: 'TASK-12',
  listTaskRuns: 'TASK-41',
  listWorkflows: 'WF-01',
  listWorkflowRuns: 'WF-21',
}

const once = scenario({
  id: 'general/listed-once',
  title: 'No reply lists the same record twice',
  requirements: Object.values(LISTED),
  cost: {},
  turn: 'overall',
  async run(t) {
    for (const [id, requirement] of Object.entries(LISTED)) {
      const page = t.context.observed.repeats.get(id)
      const { method, path } = operation(id)
      if (page)
        t.violated('pages-continue', requirement, `${method} ${path} lists a record twice in one reply`, page)
      else t.notExercised(requirement, 'a record that one reply lists twice: none was seen')
    }
  },
})

/** The requirement that states the success status, by read. */
const READS = new Map(
  allOperations.flatMap(({ id, method }) => {
    const stated = method === 'GET' ? successRequirement(id)?.id : undefined
    return stated === undefined ? [] : [[id, stated] as const]
  }),
)

const statuses = scenario({
  id: 'general/stated-success',
  title: 'Whatever else is asked for, a read that is served answers 200, and a list is served at all',
  requirements: [...new Set(READS.values())],
  cost: { requests: 2 },
  turn: 'overall',
  async run(t) {
    const { attempts } = t.context.observed
    for (const [id, requirement] of READS) {
      const replies = [...(attempts.get(id)?.values() ?? [])]
      const { method, path, pathParams, rateLimit } = operation(id)
      // One that fails whenever it is asked for leaves other checks without what they begin with.
      const hasFailed = pathParams.length === 0 && !rateLimit && replies.some(isFailure)
      const last = hasFailed
        ? await t.replied('the list to be served', id, {}, one => !isFailure(one))
        : undefined
      if (last && isFailure(last)) t.answered(requirement, last)
      // Under an id that is not there a success may say so.
      const isThere = (one: Exchange) => pathParams.length === 0 || replyRows(one).length > 0
      const isOther = (one: Exchange) => isSuccess(one) && one.status !== 200 && !isElsewhere(one)
      const other = replies.find(one => isOther(one) && isThere(one))
      const sentence = `${method} ${path} answered ${other?.status}, 200 is stated`
      if (other) t.violated('stated-status', requirement, sentence, other)
      else t.notExercised(requirement, 'a read with another success status: none was seen')
    }
  },
})

const isFailure = ({ status }: Exchange) => status >= 500

export const generalScenarios: readonly Scenario[] = [malformed, general, models, once, statuses]
