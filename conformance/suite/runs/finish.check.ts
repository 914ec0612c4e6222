/** A run from its start to its summary, and what can no longer be done with it. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { Missing } from '../../ledger/missing.ts'
import { jsonOf } from '../../reading/event-stream.ts'
import { findNamed, mentions } from '../../reading/find-value.ts'
import { listIn, rowsOfObjects } from '../../reading/list-rows.ts'
import { idOf, recordIn, wordIn } from '../../reading/record.ts'
import { timeOf, tokensOf } from '../../reading/run-status.ts'
import { finishedRun, finisher } from './finished-run.ts'
import { bodyFor, look, type OwnRun, SETTLE, tryStart } from './own-run.ts'
import { refusesMove, type State } from './refused-move.ts'

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
    const view = await look(t, run)
    keepsInput(t, run, view)
    t.expect('RUN-01', view.status !== undefined, `the record carries the status ${view.status}`, read)
    const ended = view.phase !== 'running' && view.phase !== 'waiting' && view.phase !== 'paused'
    if (!ended) {
      const open = `the run to end: it is ${view.status} after ${t.target.pace.runSeconds} s`
      return t.notExercised(['EVENT-01', 'RUN-02', 'RUN-03', 'RUN-04', 'RUN-05', 'STATE-52'], open, read)
    }
    t.met('EVENT-01', `read until it was ${view.status}`, exchange, read)
    if (view.summary === undefined && !declared) {
      return t.notExercised(
        ['RUN-02', 'STATE-52'],
        'an agent that is known to finish: fixture agent-finishes',
        read,
      )
    }
    t.expect(
      'RUN-02',
      view.summary !== undefined,
      `the finished run has ${view.summary === undefined ? 'no' : 'a'} summary`,
      read,
    )
    finishedRecord(t, view, read)
    await refusedAfterEnd(t, run, view.status)
    await listed(t, run)
  },
})

function finishedRecord(t: Trial, view: Awaited<ReturnType<typeof look>>, read: typeof view.exchange) {
  const { record, status, cost } = view
  t.expect('RUN-03', cost !== undefined, `cost_euros reads ${JSON.stringify(record.cost_euros)}`, read)
  const tokens = tokensOf(record)
  if (tokens) t.met('RUN-04', `${tokens.path} reads ${JSON.stringify(tokens.value)}`, read)
  else t.violated('RUN-04', 'no member of the finished run speaks of tokens', read)
  const time = timeOf(record)
  if (time) t.met('RUN-05', `${time.path} reads ${JSON.stringify(time.value)}`, read)
  else t.violated('RUN-05', 'no member of the finished run speaks of time', read)
  const words = ['running', 'paused', 'cancelled', t.target.words.failed]
  t.expect(
    'STATE-52',
    status !== undefined && !words.includes(status),
    `a finished run has the status ${status}`,
    read,
  )
  if (status !== undefined) t.observe('run-status-names', `finished: ${status}`, read)
}

async function refusedAfterEnd(t: Trial, run: OwnRun, word: string | undefined) {
  const state: State = { name: 'a finished run', holds: status => status === word }
  await refusesMove(t, 'STATE-06', run, 'pauseRun', state)
  await refusesMove(t, 'STATE-11', run, 'resumeRun', state)
  await refusesMove(t, 'STATE-18', run, 'cancelRun', state)
  await refusesMove(t, 'STATE-48', run, 'respondToRun', state, { body: { answer: 'too late' } })
  await refusesMove(t, 'STATE-30', run, 'retryRun', state)
  await refusesMove(t, 'STATE-35', run, 'stopRun', state)
}

async function listed(t: Trial, run: OwnRun) {
  const first = await t.call('listRuns')
  if (!t.answered('RUN-13', first)) return
  const rows = listIn(first.json, ['runs'])
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

/** A record that shows an input shows what was sent: the instruction at least, or the mark that every run of ours bears. */
function keepsInput(t: Trial, run: OwnRun, { record, exchange }: Awaited<ReturnType<typeof look>>) {
  if (!('input' in record)) return
  const sent = jsonOf(run.exchange.requestBody ?? '')
  const task = findNamed(sent, 'task')?.value
  const kept = [task, t.context.nonce].some(
    text => typeof text === 'string' && mentions(record.input, text, true),
  )
  const said = `the input that was sent reads ${JSON.stringify(record.input)?.slice(0, 80)}`
  if (typeof task === 'string' && !kept) t.violated('START-02', said, run.exchange, exchange)
}

/** Walks the list by cursor until the run turns up. */
export async function inList(t: Trial, id: string, query: Record<string, string> = {}): Promise<boolean> {
  let cursor: string | undefined
  for (let page = 0; page < 60; page++) {
    const exchange = await t.need('listRuns', {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    })
    const rows = rowsOfObjects(listIn(exchange.json, ['runs']) ?? [])
    if (rows.some(row => idOf(row, 'run') === id || mentions(row, id))) return true
    const next = findNamed(exchange.json, 'next_cursor')?.value
    if (typeof next !== 'string' || next === '' || next === cursor || rows.length === 0) return false
    cursor = next
  }
  throw new Missing('a list of runs of fewer than 60 pages')
}

const bodies = scenario({
  id: 'runs/start-bodies',
  title: 'A run is started with every legal form of the start body',
  requirements: ['START-01', 'START-03', 'START-07', 'START-08', 'START-10'],
  needs,
  cost: { requests: 8, runs: 3, seconds: 10 },
  writes: true,
  async run(t) {
    const agent = await finisher(t)
    const accepted = async (ids: string[], body: unknown) => {
      if (!t.wants(...ids)) return
      const exchange = await tryStart(t, agent.id, body)
      t.refusedByScope(exchange)
      t.expect(
        ids,
        exchange.status === 200,
        `a start with ${JSON.stringify(body)} answered ${exchange.status}`,
        exchange,
      )
    }
    await accepted(['START-01'], {})
    await accepted(['START-03', 'START-08', 'START-10'], {
      input: null,
      origin_chat_id: null,
      attachment_ids: [],
    })
    const [word, chat] = [await triggerSeen(t), (await finishedRun(t)).chatId]
    if (chat && t.wants('START-08')) {
      const started = await tryStart(t, agent.id, { ...bodyFor(t, agent), origin_chat_id: chat })
      const sentence = `a start with the chat of another run as origin_chat_id answered ${started.status}`
      if (started.status === 200) t.met('START-08', sentence, started)
      else t.notExercised('START-08', `${sentence}; which chats may be named is not stated`, started)
    }
    if (word && t.wants('START-07')) {
      const started = await tryStart(t, agent.id, { ...bodyFor(t, agent), triggered_by: word })
      const sentence = `a start with triggered_by ${word} answered ${started.status}`
      if (started.status === 200) t.met('START-07', sentence, started)
      else t.notExercised('START-07', `${sentence}; which values are allowed is not stated`, started)
    }
    if (!word) t.notExercised('START-07', 'a run that shows triggered_by, whose values are not stated')
  },
})

async function triggerSeen(t: Trial): Promise<string | undefined> {
  const runs = rowsOfObjects(listIn((await t.need('listRuns')).json, ['runs']) ?? [])
  return runs.map(row => wordIn(row, 'triggered_by')).find(word => word !== undefined)
}

export const finishScenarios: readonly Scenario[] = [finish, bodies]
