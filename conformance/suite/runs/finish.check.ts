/** A run from its start to its summary, and what is refused after its end. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { jsonOf } from '../../extract/event-stream.ts'
import { findNamed, mentions, type Place } from '../../extract/find-value.ts'
import { replyList, replyRows } from '../../extract/list-rows.ts'
import { idOf, recordIn, wordIn } from '../../extract/record.ts'
import { endOf, timeOf, tokensOf } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import type { Fixture } from '../../target/target.ts'
import { type Paging, pagesOf } from '../list-pages.ts'
import { finishedRun, finisher } from './finished-run.ts'
import { bodyFor, type CurrentRun, currentRun, type OwnRun, SETTLE, startedRun, tryStart } from './own-run.ts'
import { refusesAnswers, refusesMove, type State } from './refused-move.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const

const finish = scenario({
  id: 'runs/finish',
  title: 'A run is started, followed until it has finished, and read',
  requirements: [
    ...['START-02', 'START-13', 'START-14', 'START-15', 'RUN-06', 'RUN-13', 'RUN-25', 'EVENT-01'],
    ...['RUN-01', 'RUN-02', 'RUN-03', 'RUN-04', 'RUN-05', 'STATE-52'],
    ...['STATE-06', 'STATE-11', 'STATE-18', 'STATE-30', 'STATE-35', 'STATE-48'],
  ],
  needs,
  cost: { requests: 30, runs: 1, seconds: 20 },
  writes: true,
  async run(t) {
    const declared = t.target.fixtures.has('agent-finishes')
    const run = await finishedRun(t)
    const { exchange } = run
    if (!t.served(['RUN-06', 'START-02'], exchange)) return
    t.expect(
      'START-13',
      run.id !== '',
      run.id ? `the start carries run_id ${run.id}` : 'the start carries no run_id',
      exchange,
    )
    t.expect(
      'START-14',
      run.chatId !== undefined,
      `the start carries ${run.chatId ? `chat_id ${run.chatId}` : 'no chat_id'}`,
      exchange,
    )
    const status = wordIn(recordIn(exchange.json, ['run'])) ?? findNamed(exchange.json, 'status')?.value
    t.expect(
      'START-15',
      typeof status === 'string',
      `the start carries the status ${JSON.stringify(status)}`,
      exchange,
    )
    if (typeof status === 'string') t.observe('run-start-status', status, exchange)
    if (!run.id) return

    const read = await t.call('getRun', { path: { run_id: run.id } })
    if (!t.served(['RUN-25', 'START-13'], read)) return
    t.expect(
      'RUN-25',
      mentions(read.json, run.id),
      `the record ${mentions(read.json, run.id) ? 'shows' : 'does not show'} the id ${run.id}`,
      read,
    )
    const view = await currentRun(t, run)
    keepsInput(t, run, view)
    t.expect('RUN-01', view.status !== undefined, `the record carries the status ${view.status}`, read)
    const ended = view.phase !== 'running' && view.phase !== 'waiting' && view.phase !== 'paused'
    if (!ended) {
      const open = `the run to end: it is ${view.status} after ${t.target.pace.runSeconds} s`
      return t.notExercised(['EVENT-01', 'RUN-02', 'RUN-03', 'RUN-04', 'RUN-05', 'STATE-52'], open, read)
    }
    t.met('EVENT-01', `read until it was ${view.status}`, exchange, read)
    // A service that calls a run finished must show its summary.
    if (view.summary === undefined && !declared && endOf(view.status) !== 'finished') {
      return t.notExercised(
        ['RUN-02', 'STATE-52'],
        lacks.fixture('agent-finishes', 'an agent that is known to finish'),
        read,
      )
    }
    t.expect(
      'RUN-02',
      view.summary !== undefined,
      `the finished run has ${view.summary === undefined ? 'no' : 'a'} summary`,
      read,
    )
    finishedRecord(t, run, view, read)
    await refusedAfterEnd(t, run, view.status)
    await listed(t, run)
  },
})

function finishedRecord(t: Trial, run: OwnRun, view: CurrentRun, read: typeof view.exchange) {
  const { record, status, cost } = view
  t.expect('RUN-03', cost !== undefined, `cost_euros reads ${JSON.stringify(record.cost_euros)}`, read)
  const tokens = tokensOf(record)
  if (tokens) t.met('RUN-04', `${tokens.path} reads ${JSON.stringify(tokens.value)}`, read)
  else t.violated('RUN-04', 'no member of the finished run speaks of tokens', read)
  const time = timeOf(record)
  if (time) t.met('RUN-05', `${time.path} reads ${JSON.stringify(time.value)}`, read)
  else t.violated('RUN-05', 'no member of the finished run speaks of time', read)
  lasted(t, run, view, time)
  const words = ['running', 'paused', 'cancelled', t.target.words.failed]
  t.expect(
    'STATE-52',
    status !== undefined && !words.includes(status),
    `a finished run has the status ${status}`,
    read,
  )
  if (status !== undefined) t.observe('run-status-names', `finished: ${status}`, read)
}

/** No run takes longer than it existed, and a run that was seen at work for seconds took some time. */
function lasted(t: Trial, run: OwnRun, view: CurrentRun, time: Place | undefined) {
  const took = Number(time?.value)
  if (!time || !Number.isFinite(took) || took > 1e12) return
  const reads = t.context.ownRecords.histories().find(({ id }) => id === run.id)?.views ?? []
  const [atWork, done] = [
    reads.findLast(one => wordIn(one.record) === 'running'),
    reads.find(one => wordIn(one.record) === view.status),
  ]
  if (!done) return
  const there = (done.exchange.sent + done.exchange.ms - run.exchange.sent) / 1000
  const worked = atWork ? (atWork.exchange.sent - run.exchange.sent - run.exchange.ms) / 1000 : 0
  const inSeconds = /sec/i.test(time.name) ? took : took / 1000
  const sentence = `${time.path} reads ${took}; between start and end were ${there.toFixed(1)} s`
  // A member whose name has no unit may count milliseconds.
  if (inSeconds > 2 * there * t.target.pace.clockScale + 30) t.violated('RUN-05', sentence, view.exchange)
  if (took === 0 && worked > 3) t.violated('RUN-05', sentence, view.exchange)
}

async function refusedAfterEnd(t: Trial, run: OwnRun, word: string | undefined) {
  const state: State = { name: 'a finished run', holds: status => status === word }
  await refusesMove(t, 'STATE-06', run, 'pauseRun', state)
  await refusesMove(t, 'STATE-11', run, 'resumeRun', state)
  await refusesMove(t, 'STATE-18', run, 'cancelRun', state)
  await refusesAnswers(t, run, state)
  await refusesMove(t, 'STATE-30', run, 'retryRun', state)
  await refusesMove(t, 'STATE-35', run, 'stopRun', state)
}

async function listed(t: Trial, run: OwnRun) {
  const first = await t.call('listRuns')
  if (!t.answered('RUN-13', first)) return
  const rows = replyList(first)
  if (
    !t.expect(
      'RUN-13',
      rows !== undefined,
      rows ? 'the reply holds a list' : 'there is no list in the reply',
      first,
    )
  )
    return
  const found = await t.until('the run to be listed', SETTLE, async () =>
    (await inList(t, run.id)) ? true : undefined,
  )
  t.expect('RUN-13', found === true, `a run that was just started is ${found ? '' : 'not '}listed`)
}

/** An input that the record shows is what was sent: at least the instruction, or the mark in every run of the suite. */
function keepsInput(t: Trial, run: OwnRun, { record, exchange }: CurrentRun) {
  if (!('input' in record)) return
  const sent = jsonOf(run.exchange.requestBody ?? '')
  const task = findNamed(sent, 'task')?.value
  const kept = [task, t.context.nonce].some(
    text => typeof text === 'string' && mentions(record.input, text, true),
  )
  const sentence = `the input that was sent reads ${JSON.stringify(record.input)?.slice(0, 80)}`
  if (typeof task === 'string' && !kept) t.violated('START-02', sentence, run.exchange, exchange)
}

/** Walks the list by cursor until it finds the run. */
export async function inList(t: Trial, id: string, query: Record<string, string> = {}): Promise<boolean> {
  const ask = (paging: Paging) => t.need('listRuns', { query: { ...query, ...paging } })
  for await (const { rows, isLast } of pagesOf(60, ask)) {
    if (rows.some(row => idOf(row, 'run') === id || mentions(row, id))) return true
    if (isLast) return false
  }
  throw new Missing('a list of runs of fewer than 60 pages')
}

const bodies = scenario({
  id: 'runs/start-bodies',
  title: 'A run is started with every legal form of the start body',
  requirements: ['START-01', 'START-03', 'START-07', 'START-08', 'START-10'],
  needs,
  cost: { requests: 8, runs: 4, seconds: 10 },
  writes: true,
  async run(t) {
    const agent = await finisher(t)
    const accepted = async (ids: string[], body: unknown) => {
      if (!t.wants(...ids)) return
      const first = await tryStart(t, agent.id, body)
      // A service may refuse a busy agent with 422; by now it may be free.
      const exchange = first.status === 422 ? await tryStart(t, agent.id, body) : first
      t.refusedByScope(exchange)
      t.expect(
        ids,
        exchange.status === 200,
        `a start with ${JSON.stringify(body)} answered ${exchange.status}`,
        exchange,
      )
    }
    await accepted(['START-01'], {})
    await accepted(['START-03', 'START-10'], { input: null, attachment_ids: [] })
    const file = t.target.fixtures.get('attachment')?.id
    // `general/written` judges whether the value is kept.
    if (file) await accepted(['START-10'], { ...bodyFor(t, agent), attachment_ids: [file] })
    if (t.wants('START-08')) await origins(t, agent)
    if (t.wants('START-07')) await triggers(t, agent)
  },
})

/** Null is accepted, and so is the chat of an ended run; which other chats are valid is not stated. */
async function origins(t: Trial, agent: Fixture) {
  const none = await tryStart(t, agent.id, { ...bodyFor(t, agent), origin_chat_id: null })
  if (none.status !== 200)
    return t.violated('START-08', `a start with origin_chat_id null answered ${none.status}`, none)
  const chats = [startedRun(none, agent.id)?.chatId, (await finishedRun(t)).chatId]
  const refused: Exchange[] = []
  for (const chat of new Set(chats.flatMap(one => one ?? []))) {
    const started = await tryStart(t, agent.id, { ...bodyFor(t, agent), origin_chat_id: chat })
    const sentence = `a start with the chat of another run as origin_chat_id answered ${started.status}`
    if (started.status === 200) return t.met('START-08', sentence, started)
    if (started.status >= 500) return t.violated('START-08', sentence, started)
    refused.push(started)
  }
  const sentence = `the chats of ${refused.length} runs of the same person are refused as origin_chat_id`
  if (refused.length > 1) t.violated('START-08', sentence, none, ...refused)
  else t.notExercised('START-08', `two chats of runs: ${sentence}`, ...refused)
}

/** Common words for what starts a run; the valid ones are not stated. */
const TRIGGERS = ['api', 'manual', 'user', 'schedule', 'webhook', 'agent', 'workflow', 'task', 'chat']

/** One accepted word is enough; a field that accepts none, not even those that runs show, has no use. */
async function triggers(t: Trial, agent: Fixture) {
  const runs = replyRows(await t.need('listRuns'))
  const seen = new Set(runs.flatMap(row => wordIn(row, 'triggered_by') ?? []))
  const answered: string[] = []
  const refused: Exchange[] = []
  for (const word of new Set([...seen, ...TRIGGERS])) {
    const started = await tryStart(t, agent.id, { ...bodyFor(t, agent), triggered_by: word })
    if (started.status === 200)
      return t.met('START-07', `a start with triggered_by ${word} answered 200`, started)
    answered.push(`${word} ${started.status}`)
    refused.push(started)
  }
  const all = `no word is taken for triggered_by: ${answered.join(', ')}`
  const control = await tryStart(t, agent.id, bodyFor(t, agent))
  if (control.status === 200) t.violated('START-07', all, control, ...refused.slice(0, 2))
  else t.notExercised('START-07', `${all}; without it a start answered ${control.status}`, control)
}

export const finishScenarios: readonly Scenario[] = [finish, bodies]
