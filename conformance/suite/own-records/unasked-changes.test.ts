import { expect, test } from 'vitest'
import { OwnRecords } from '../../engine/own-records.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lossesIn } from './lost-writes.ts'
import { driftsIn, unfinishedIn } from './unasked-changes.ts'

const TASK = { id: 't1', title: 'one', priority: 'high', tags: ['a'], status: 'backlog' }

test('a member that moves without a request is a drift, and one that a request named is none', () => {
  const moved = { ...TASK, priority: 'low' }
  const without = told(made(TASK), got(TASK), patched({ tags: ['b'] }, moved), got({ ...moved, tags: ['b'] }))
  expect(without.flatMap(driftsIn)).toMatchObject([{ id: 't1', member: 'priority', after: 'updateTask' }])
  const named = told(made(TASK), got(TASK), patched({ priority: 'low' }, moved), got(moved))
  expect(named.flatMap(driftsIn)).toEqual([])
  const refused = told(
    made(TASK),
    got(TASK),
    { ...patched({ priority: 'low' }, {}), status: 422 },
    got(moved),
  )
  expect(refused.flatMap(driftsIn)).toHaveLength(1)
})

test('a reading that lags behind the last write is none', () => {
  const moved = { ...TASK, priority: 'low' }
  const lagging = told(made(TASK), patched({ priority: 'low' }, moved), got(TASK), got(moved))
  expect(lagging.flatMap(driftsIn)).toEqual([])
  // Other fields of an approval were written since.
  const [asked, none] = [{ approval_approver_ids: ['p1'] }, { approval_approver_ids: [] }]
  const later = told(
    made({ ...TASK, ...asked }),
    patched(none, { ...TASK, ...none }),
    patched({ approval_notify_email: true }, { ...TASK, ...none }),
    got({ ...TASK, ...asked }),
    got({ ...TASK, ...none }),
  )
  expect(later.flatMap(driftsIn)).toEqual([])
})

test('of requests that overlap, and of one without an answer, nothing is concluded', () => {
  const moved = { ...TASK, priority: 'low' }
  const [create, write] = [made(TASK), patched({ priority: 'low' }, moved)]
  const during = { ...got(moved), sent: write.sent - 1, ms: 0.5 }
  expect(told(create, during, { ...write, sent: write.sent - 2, ms: 5 }).flatMap(driftsIn)).toEqual([])
  const history = historyOf(made(TASK), got(TASK), got(moved))
  history.noticeFailure({
    operation: 'updateTask',
    key: 'k',
    method: 'PATCH',
    url: URL_OF.updateTask,
    body: '{}',
  })
  expect(history.histories().flatMap(driftsIn)).toEqual([])
})

test('what was sent and reads otherwise is lost, and so is what only other records show', () => {
  const losses = (...exchanges: Exchange[]) =>
    lossesIn(told(...exchanges)).map(({ requirement }) => requirement)
  expect(losses(made(TASK), got(TASK))).toEqual([])
  expect(losses(made(TASK), got({ ...TASK, tags: [] }))).toEqual(['CREATE-30'])
  const { tags: _, ...bare } = TASK
  expect(losses(made(TASK), got(bare))).toEqual([])
  const other = { ...got({ id: 't2', title: 'two', tags: null }) }
  expect(
    losses(
      made(TASK),
      { ...made({ id: 't2', title: 'two' }), requestBody: '{"title":"two"}' },
      other,
      got(bare),
    ),
  ).toEqual(['CREATE-30'])
  expect(losses(made(TASK), patched({ priority: 'low' }, TASK))).toEqual([])
  expect(losses(made(TASK), patched({ priority: 'low' }, TASK), got(TASK))).toEqual(['UPDATE-03'])
  expect(
    losses(
      made({ ...TASK, due_date: '2031-01-01T02:00:00+02:00' }),
      got({ ...TASK, due_date: '2031-01-01T00:00:00Z' }),
    ),
  ).toEqual([])
})

test('records inside a record are compared by what both show, and read as another text they are a drift', () => {
  const criteria = (...all: object[]) => ({ ...TASK, acceptance_criteria: all })
  const [one, two] = [
    { text: 'one', done: false },
    { text: 'two', done: false },
  ]
  const drifts = (...exchanges: Exchange[]) => told(...exchanges).flatMap(driftsIn)
  expect(drifts(made(criteria(one)), got(criteria({ id: 1, ...one, done: true })))).toEqual([])
  expect(drifts(made(criteria(one, two)), got(criteria(two, one)))).toEqual([])
  expect(drifts(made(TASK), got(criteria(one)), got(criteria(two)))).toMatchObject([
    { member: 'acceptance_criteria' },
  ])
  const set = (form: object, shown: object) => patched({ acceptance_criteria: [form] }, criteria(shown))
  expect(
    drifts(made(criteria(one)), set({ title: 'Two' }, two), got(criteria(one)), got(criteria(two))),
  ).toEqual([])
  expect(drifts(made(TASK), set(one, one), got(criteria(one)), got(criteria(two)))).toHaveLength(1)
  const run = (input: object) => read({ id: 'r1', status: 'running', input })
  const asked = { task: 'Count.', more: '1' }
  expect(drifts(started(), run(asked), run({ task: 'Count.', language: 'en' }))).toEqual([])
  expect(drifts(started(), run(asked), run({ task: 'Sing.' }))).toMatchObject([{ member: 'input' }])
})

test('a run has its summary once it is called finished, and stays finished', () => {
  const done = { id: 'r1', status: 'completed', summary: 'done', cost_euros: 1, tokens: 9, duration_ms: 5 }
  const { summary: _, ...early } = done
  const runs = (...records: object[]) => told(started(), ...records.map(record => read(record)))
  expect(runs(early, done).flatMap(unfinishedIn)).toMatchObject([{ requirement: 'RUN-02' }])
  expect(runs(done, done).flatMap(unfinishedIn)).toEqual([])
  const [sooner, later] = [early, done].map(record => ({ ...record, status: 'cancelled' }))
  expect(runs(sooner ?? {}, later ?? {}).flatMap(unfinishedIn)).toEqual([])
  const failed = { ...done, status: 'failed' }
  expect(runs(done, { ...done, status: 'running' }, failed).flatMap(driftsIn)).toMatchObject([
    { member: 'status' },
  ])
  expect(runs(done, { ...done, status: 'running' }, done).flatMap(driftsIn)).toEqual([])
})

const URL_OF = {
  createTask: 'http://x/tasks',
  getTask: 'http://x/tasks/t1',
  updateTask: 'http://x/tasks/t1',
  startRun: 'http://x/agents/a1/run',
  getRun: 'http://x/runs/r1',
} as const
let clock = 0

function exchange(operation: keyof typeof URL_OF, json: unknown, body?: unknown): Exchange {
  clock += 10
  return {
    id: clock,
    operation,
    key: 'k',
    method: 'GET',
    url: URL_OF[operation],
    requestHeaders: {},
    requestBody: body === undefined ? undefined : JSON.stringify(body),
    status: 200,
    headers: {},
    text: JSON.stringify(json),
    json,
    chunks: [],
    truncated: false,
    ended: true,
    at: new Date(clock),
    sent: clock,
    ms: 5,
    redirects: [],
  }
}

const made = (record: object) => {
  const { id: _, status: __, ...body } = record as Record<string, unknown>
  return { ...exchange('createTask', record, body), status: 201 }
}
const got = (record: object) => exchange('getTask', record)
const patched = (body: object, record: object) => exchange('updateTask', record, body)
const started = () => exchange('startRun', { run_id: 'r1', chat_id: 'c1', status: 'running' }, {})
const read = (record: object) => exchange('getRun', record)

function historyOf(...exchanges: Exchange[]): OwnRecords {
  const history = new OwnRecords(key => key === 'k')
  for (const one of exchanges) history.notice(one)
  return history
}
const told = (...exchanges: Exchange[]) => historyOf(...exchanges).histories()
