/** A run from its start to its summary, and what is refused after its end. */

import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { jsonOf } from '../../extract/event-stream.ts'
import {
  asId,
  findLike,
  findNamed,
  isNumber,
  isObject,
  type Json,
  mentions,
  places,
} from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, recordIn, wordIn } from '../../extract/record.ts'
import { isEmpty, timeOf, tokensOf } from '../../extract/run-status.ts'
import { isPreview } from '../../extract/same-value.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { judgeRecordId } from '../../rules/same-record.ts'
import { beginningWith, holdsList, isServed, servedBeside, takesNulls } from '../../rules/stated-status.ts'
import type { Fixture } from '../../target/target.ts'
import { finishedRun, finisher, isFailedWord, isFinishedWord } from './finished-run.ts'
import {
  bodyFor,
  type CurrentRun,
  currentRun,
  freeStart,
  isMarked,
  type OwnRun,
  settledRun,
  startedRun,
  tryStart,
} from './own-run.ts'
import { refusesMoves } from './refused-move.ts'
import { refusalsIn } from './state-table.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const

const REPLY_ROWS = ['START-13', 'START-14', 'START-15']

const finish = scenario({
  id: 'runs/finish',
  title: 'A run is started, followed until it has finished, and read',
  requirements: [
    ...['START-02', ...REPLY_ROWS, 'RUN-06', 'RUN-13', 'RUN-25', 'EVENT-01'],
    ...['RUN-01', 'RUN-02', 'RUN-03', 'RUN-04', 'RUN-05', 'STATE-52'],
    ...refusalsIn('finished'),
  ],
  needs,
  cost: { requests: 30, runs: 1, seconds: 20 },
  async run(t) {
    const run = await finishedRun(t)
    const { exchange } = run
    // An empty wallet, a cap or a busy agent may refuse it.
    if (isRefusal(exchange)) {
      const send = beginningWith(exchange, () => tryStart(t, run.agent, bodyFor(t, {})))
      const bare = freeStart(t, run.agent, {})
      await servedBeside(t, 'START-02', 'a start with an input', send, bare, 'accepts-value')
      return t.notExercised('RUN-06', `a start that is served: it answered ${exchange.status}`, exchange)
    }
    t.served(['RUN-06', 'START-02'], exchange)
    if (!isServed(exchange)) return
    carriesRun(t, exchange)
    if (!run.id) return

    // A read may come before the run is known there.
    const path = { run_id: run.id }
    const read = await t.replied('the run to be read', 'getRun', { path }, one => one.status === 200)
    if (!t.answered(['RUN-25', 'START-13'], read)) return
    judgeRecordId(t, 'RUN-25', 'run', run.id, read)
    const view = await settledRun(t, run, one => one.summary !== undefined)
    keepsInput(t, run, view)
    const shows = `the record carries the status ${view.status}`
    t.expect('stated-member', 'RUN-01', view.status !== undefined, shows, read)
    const after = ['RUN-02', 'RUN-03', 'RUN-04', 'RUN-05', 'STATE-52', ...refusalsIn('finished')]
    if (view.phase === 'running' || view.phase === 'waiting' || view.phase === 'paused') {
      const open = `the run to end: it is ${view.status} after ${t.target.pace.runSeconds} s`
      return t.notExercised(['EVENT-01', ...after], open, read)
    }
    t.met('stated-status', 'EVENT-01', `read until it was ${view.status}`, exchange, read)
    const isFinished = isFinishedWord(t, view.status)
    // A failed run may have a summary, too.
    const hasFailed = isFailedWord(t, view.status)
    if (hasFailed || (view.summary === undefined && !isFinished)) {
      const what = `an agent that is known to finish: its run is ${view.status}`
      return t.notExercised(after, lacks.fixture('agent-finishes', what), read)
    }
    const has = `the finished run has ${view.summary === undefined ? 'no' : 'a'} summary`
    t.expect('stated-member', 'RUN-02', view.summary !== undefined, has, read)
    await finishedRecord(t, run)
    await refusesMoves(t, run, { is: 'finished', word: view.status })
    await listed(t, run)
  },
})

/** What the reply to a start carries, whatever the run was started with. */
function carriesRun(t: Trial, exchange: Exchange) {
  const shows = (name: string) =>
    recordIn(exchange.json, ['run'])?.[name] ?? findNamed(exchange.json, name)?.value
  const carries = (id: string, what: string, holds: boolean) =>
    t.expect('stated-member', id, holds, `the start carries ${what}`, exchange)
  const [run, chat] = [asId(shows('run_id')), asId(shows('chat_id'))]
  carries('START-13', `the run_id ${run ?? 'nowhere'}`, run !== undefined)
  carries('START-14', `the chat_id ${chat ?? 'nowhere'}`, chat !== undefined)
  const status = wordIn(recordIn(exchange.json, ['run'])) ?? shows('status')
  carries('START-15', `the status ${JSON.stringify(status)}`, typeof status === 'string')
  if (typeof status === 'string') t.observe('run-start-status', status, exchange)
}

/** What a finished run carries; its cost may be charged a moment later. */
async function finishedRecord(t: Trial, run: OwnRun) {
  const isCharged = (one: CurrentRun) => one.summary !== undefined && !isEmpty(one.record.cost_euros)
  const { record, status, exchange } = await settledRun(t, run, isCharged)
  const costs = `cost_euros reads ${JSON.stringify(record.cost_euros)}`
  t.expect('stated-member', 'RUN-03', !isEmpty(record.cost_euros), costs, exchange)
  const figures = [...places(record)].filter(
    ({ name, value }) => isNumber(value) && !/(^|_)id$|_at$|At$|status|chat|agent/i.test(name),
  )
  const other = (always: RegExp, ...never: RegExp[]) =>
    figures.find(({ path }) => !never.some(one => one.test(path))) ??
    // The form of a described figure is not stated.
    findLike(record, always, value => typeof value === 'string' && /\d/.test(value))
  const money = /cost|euro|price|spend/i
  const tokens = /token|usage|consum/i
  const span = /time|duration|second|_ms|elapsed/i
  for (const [id, what, found, perhaps] of [
    ['RUN-04', 'the tokens used', tokensOf(record), other(tokens, money, span)],
    ['RUN-05', 'the time taken', timeOf(record), other(span, money, tokens)],
  ] as const) {
    if (found) t.met('stated-member', id, `${found.path} reads ${JSON.stringify(found.value)}`, exchange)
    else if (perhaps) t.notExercised(id, lacks.member(id, `${what}: perhaps ${perhaps.path}`), exchange)
    else
      t.violated('stated-member', id, `nothing in the record of the finished run could be ${what}`, exchange)
  }
  const words = ['running', 'paused', 'cancelled']
  const is = `a finished run has the status ${status}`
  t.expect('stated-word', 'STATE-52', status !== undefined && !words.includes(status), is, exchange)
  if (status !== undefined) t.observe('run-status-names', `finished: ${status}`, exchange)
}

async function listed(t: Trial, run: OwnRun) {
  const first = await t.call('listRuns')
  if (!t.answered('RUN-13', first) || !holdsList(t, 'RUN-13', first)) return
  const look = () => inList(t, run.id)
  const found = await t.settled('the run to be listed', look, isListed => isListed !== false)
  const sentence = `a run that was started is ${found ? '' : 'not '}listed`
  if (found === undefined) t.notExercised('RUN-13', SHORTER)
  else t.expect('lists-visible', 'RUN-13', found, sentence)
}

/** An instruction that the record shows is the one that was sent, but for its blanks; it may be hidden or cut. */
function keepsInput(t: Trial, run: OwnRun, { record, exchange }: CurrentRun) {
  const sent = findNamed(jsonOf(run.exchange.requestBody ?? ''), 'task')?.value
  const shown = findNamed(record.input, 'task')?.value
  const isShown = typeof sent === 'string' && typeof shown === 'string' && /\s/.test(shown)
  const [text = '', whole = ''] = [shown, sent].map(one => String(one).replaceAll(/\s+/g, ' ').trim())
  const kept =
    isShown && (mentions(record.input, sent, true) || text.includes(whole) || isPreview(text, whole))
  const sentence = `the input that was sent reads ${t.quote(record.input)}`
  if (isShown && !kept) t.violated('keeps-value', 'START-02', sentence, run.exchange, exchange)
}

/**
 * A start carries the run whatever it was started with. An input is kept beside other members as it is alone: where the
 * record of another run shows it, that of this one does.
 */
async function startsAsAlone(t: Trial, agent: Fixture, started: Exchange) {
  if (!isServed(started)) return
  carriesRun(t, started)
  const run = startedRun(started, agent.id)
  const sent = jsonOf(started.requestBody ?? '')
  if (!run || !isObject(sent) || !isMarked(t, sent.input) || !t.wants('START-02')) return
  const plain = await finishedRun(t)
  if (!plain.id) return
  const alone = await currentRun(t, plain)
  const [name] = Object.entries(alone.record).flatMap(([one, value]) => (isMarked(t, value) ? one : []))
  if (name === undefined) return
  const { record, exchange } = await settledRun(t, run, one => isMarked(t, one.record[name]))
  const sentence = `beside ${Object.keys(sent).join()}, the input that was sent reads ${t.quote(record[name])}`
  // A record need not show it.
  if (record[name] === null || isObject(record[name]))
    t.expect(
      'keeps-value',
      'START-02',
      isMarked(t, record[name]),
      sentence,
      started,
      exchange,
      alone.exchange,
    )
}

const MANY_PAGES = 60
export const SHORTER = `a list of runs of fewer than ${MANY_PAGES} pages`

/** Walks the list by cursor until it finds the run; undefined where the list goes on. */
export async function inList(
  t: Trial,
  id: string,
  query: Record<string, string> = {},
  isRow = (row: Json) => idOf(row, 'run') === id || mentions(row, id),
): Promise<boolean | undefined> {
  const ask = (paging: Paging) => t.need('listRuns', { query: { ...query, ...paging } })
  for await (const { rows, isLast } of pagesOf(MANY_PAGES, ask)) {
    if (rows.some(isRow)) return true
    if (isLast) return false
  }
  return undefined
}

const bodies = scenario({
  id: 'runs/start-bodies',
  title: 'A run is started with every legal form of the start body',
  requirements: ['START-01', 'START-02', 'START-03', 'START-07', 'START-08', 'START-10', ...REPLY_ROWS],
  needs,
  cost: { requests: 9, runs: 4, seconds: 10 },
  async run(t) {
    const agent = await finisher(t)
    const accepted = async (id: string, body: object) => {
      const send = () => tryStart(t, agent.id, body)
      const what = `a start with ${JSON.stringify(body)}`
      const reply = await servedBeside(t, id, what, send, freeStart(t, agent.id), 'accepts-value')
      await startsAsAlone(t, agent, reply)
    }
    if (t.wants('START-01', ...REPLY_ROWS)) await accepted('START-01', {})
    if (t.wants('START-02', 'START-03', 'START-07', 'START-08', 'START-10', ...REPLY_ROWS)) {
      const word = await triggers(t, agent)
      const bodyWith = (more: Json) => ({ ...more, ...(word !== undefined && { triggered_by: word }) })
      const send = (more: Json) => () => tryStart(t, agent.id, bodyWith(more))
      const control = (more: Json) => freeStart(t, agent.id, bodyWith(more))
      const empty = { attachment_ids: [] }
      const together = await takesNulls(t, NULLABLE, 'a start', send, { empty, control })
      if (isServed(together)) carriesRun(t, together)
      else {
        await accepted('START-03', { input: null })
        await accepted('START-10', { attachment_ids: [] })
        await accepted('START-08', { ...bodyFor(t, agent), origin_chat_id: null })
      }
    }
    const file = t.target.fixtures.get('attachment')?.id
    // `general/written` judges whether the value is kept.
    if (file) await accepted('START-10', { ...bodyFor(t, agent), attachment_ids: [file] })
    if (t.wants('START-02', 'START-08', ...REPLY_ROWS)) await origins(t, agent)
  },
})

const NULLABLE = { input: 'START-03', origin_chat_id: 'START-08', attachment_ids: 'START-10' }

/**
 * The chat of an ended run is a chat of the caller; which other chats are valid is not stated, so two are tried in turns.
 * That a run can be started from the chat of another one is not stated either, only that the id is no invalid value.
 */
async function origins(t: Trial, agent: Fixture) {
  const plain = await tryStart(t, agent.id, bodyFor(t, agent))
  const chats = [startedRun(plain, agent.id)?.chatId, (await finishedRun(t)).chatId]
  const [one, other] = new Set(chats.flatMap(chat => chat ?? []))
  if (one === undefined) return t.notExercised('START-08', 'the chat of a run', plain)
  const tried = { now: other ?? one, next: one }
  const send = () => {
    Object.assign(tried, { now: tried.next, next: tried.now })
    return tryStart(t, agent.id, { ...bodyFor(t, agent), origin_chat_id: tried.now })
  }
  const what = 'a start with the chat of another run as origin_chat_id'
  const control = async (refused: Exchange) =>
    refused.status === 422 && other !== undefined ? freeStart(t, agent.id)(refused) : undefined
  await startsAsAlone(t, agent, await servedBeside(t, 'START-08', what, send, control, 'accepts-value'))
}

/** Common words for what starts a run; the valid ones are not stated. */
const TRIGGERS = ['api', 'manual', 'user', 'schedule', 'webhook', 'agent', 'workflow', 'task', 'chat']

/** The first accepted word is enough; the list of valid ones may have none of those that are tried. */
async function triggers(t: Trial, agent: Fixture): Promise<string | undefined> {
  const runs = replyRows(await t.need('listRuns'))
  const seen = new Set(runs.flatMap(row => wordIn(row, 'triggered_by') ?? []))
  const refused: Exchange[] = []
  for (const word of new Set([...seen, ...TRIGGERS])) {
    const started = await tryStart(t, agent.id, { ...bodyFor(t, agent), triggered_by: word })
    const sentence = `a start with triggered_by ${word} answered ${started.status}`
    if (isServed(started)) {
      t.met('accepts-value', 'START-07', sentence, started)
      await startsAsAlone(t, agent, started)
      await observeNewRun(t, agent, started, word)
      return word
    }
    if (!isRefusal(started)) {
      t.violated('accepts-value', 'START-07', sentence, started)
      return undefined
    }
    refused.push(started)
  }
  const all = refused.map(({ status }) => status).join(', ')
  const lack = `a word for triggered_by that is valid: the starts answered ${all}`
  t.notExercised('START-07', lack, ...refused.slice(0, 1))
  return undefined
}

/** Whether a run can be read at once, and shows the word that was sent, is not stated. */
async function observeNewRun(t: Trial, agent: Fixture, started: Exchange, word: string) {
  const run = startedRun(started, agent.id)
  if (!run) return
  const read = await t.call('getRun', { path: { run_id: run.id } })
  t.observe('read-after-write', read.status === 200 ? 'at once' : `${read.status} at first`, started, read)
  const shown = wordIn(recordIn(read.json, ['run']), 'triggered_by')
  if (shown !== undefined) t.observe('triggered-by-values', `${word} is shown as ${shown}`, started, read)
}

export const finishScenarios: readonly Scenario[] = [finish, bodies]
