// What single rules of learning make of a few calls.
import { expect, test } from 'vitest'
import { Refusal } from '#mock'
import { replySchema } from '#mock/dialect'
import type { OperationId } from '#openapi'
import type { Call } from '../recording/calls.ts'
import { privacyOf } from '../recording/privacy.ts'
import { IdMap } from '../replay/id-map.ts'
import type { Pair } from '../replay/mock-replay.ts'
import { type Evidence, newEvidence } from './evidence.ts'
import { inferPace } from './infer-pace.ts'
import { inferRefusals } from './infer-refusals.ts'
import { inferRequestRules } from './infer-request-rules.ts'
import { inferTemplate } from './infer-template.ts'
import { inferWords } from './infer-words.ts'

const evidenceFrom = (calls: readonly Call[] = []) => newEvidence(new IdMap(), privacyOf(calls))

function infer(
  id: OperationId,
  pairs: readonly (readonly [theirs: unknown, ours: unknown])[],
  known = evidenceFrom(),
) {
  const samples = pairs.map(([theirs, ours]) => ({ theirs, ours }))
  return inferTemplate(samples, replySchema(id), `replies.${id}`, known)
}

const of = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one)

test('a list that was empty each time has the rows of the mock, and is doubted', () => {
  const ours = { data: [{ id: 'run_1', status: 'completed' }] }
  const known = evidenceFrom()
  expect(infer('listTaskRuns', of(3, [{ history: [] }, ours] as const), known)).toEqual({ history: 'data' })
  expect(known.unsure).toMatchObject([{ at: 'replies.listTaskRuns.history', guess: 'data', seen: 3 }])
})

test('rows of several shapes are told apart by what was asked for; where nothing tells them apart, ours are served', () => {
  const rows = (labels: readonly string[], groupOf: (label: string) => string) => {
    const pairs = labels.map((label, index) => {
      const data = [{ key: '2026-11-20', name: 'Friday', runs: index, spend_euros: 2 }]
      return [{ stats: [{ [label]: `x${index}`, runs: index }] }, { group_by: groupOf(label), data }] as const
    })
    return infer('getTeamStats', pairs)
  }
  const eight = of(8, 'where')
  expect(rows([...eight, 'alpha', 'beta'], () => 'day')).toEqual({ stats: 'data' })
  expect(rows(eight, () => 'day')).toEqual({
    stats: { is: { where: '~text', runs: 'runs' }, each: 'data' },
  })
  expect(rows([...eight, 'agent_id', 'agent_id'], label => (label === 'where' ? 'team' : 'agent'))).toEqual({
    stats: {
      is: {
        case: 'reply.group_by',
        are: { team: { where: '~text', runs: 'runs' }, agent: { agent_id: 'key', runs: 'runs' } },
      },
      each: 'data',
    },
  })
})

test('runs that succeeded are a count, not a rate', () => {
  const ours = { runs: 12, success_rate: 0.75, by_status: { completed: 9, failed: 3 } }
  const pairs = of(3, [{ total_runs: 20, succeeded: 15, failed: 5 }, ours] as const)
  expect(infer('getWorkflowRunsSummary', pairs)).toEqual({
    total_runs: 'runs',
    succeeded: 'by_status.completed',
    failed: 'by_status.failed',
  })
})

test('words that rarely met are doubted, and none is taken from a word that is more like it', () => {
  const task = (theirs: string, ours: string) =>
    [
      { id: 'x', status: theirs },
      { id: 'task_1', status: ours },
    ] as const
  const wordsFrom = (pairs: readonly (readonly [string, string, number])[]) => {
    const calls = pairs.map(([theirs]) => callOf({ status: 200, json: { status: theirs } }))
    const known = evidenceFrom(calls)
    infer(
      'getTask',
      pairs.flatMap(([theirs, ours, count]) => of(count, task(theirs, ours))),
      known,
    )
    return {
      words: inferWords(known).TaskStatus,
      unsure: known.unsure.filter(({ at }) => at.startsWith('words')),
    }
  }
  expect(wordsFrom([['review', 'todo', 4]]).words).toEqual({ in_review: 'review' })
  expect(wordsFrom([['doing', 'in_progress', 3]]).words).toEqual({ in_progress: 'doing' })
  const seldom = wordsFrom([['doing', 'in_progress', 2]])
  expect(seldom.words).toBeUndefined()
  expect(seldom.unsure).toMatchObject([{ at: 'words.TaskStatus.in_progress', guess: 'doing', seen: 2 }])
})

test('refusals are described once, with what their status or their situation changes', () => {
  const pairs = [
    ...of(4, ['run_not_found', 404, 'missing'] as const),
    ...of(4, ['task_not_found', 404, 'missing'] as const),
    ...of(4, ['transition_refused', 409, 'clash'] as const),
    ...of(4, ['answer_mismatch', 422, 'invalid'] as const),
  ].map(([code, status, kind], index) =>
    pairOf({ code, status, json: { kind, text: `Refused, number ${index}.` }, path: `/runs/${index}` }),
  )
  const calls = pairs.map(({ call }) => call)
  expect(inferRefusals(pairs, calls, evidenceFrom(calls)).refusals).toEqual({
    '*': {
      body: {
        kind: { case: 'status', are: { 404: '=missing', 409: '=clash', 422: '=invalid', '*': '~text' } },
        text: 'message',
      },
    },
  })
})

test('a text that may not be empty has a least length', () => {
  const created = (body: object, own: Parameters<typeof pairOf>[0]) =>
    pairOf({ operation: 'createTask', method: 'POST', path: '/tasks', body: JSON.stringify(body), ...own })
  const title = (text: string, status: number) =>
    created({ title: text }, { status, text: 'title is too short', ours: 201 })
  const pairs = [title('', 422), title(' ', 422), title('a', 201), title('a task', 201)]
  // A number is no text, and refused for that.
  const number = created({ title: 5 }, { status: 422, text: 'title must be a text' })
  expect(inferRequestRules([...pairs, number])).toEqual({ 'createTask title': { least: 1 } })
})

test('bounds lie between what was taken and what was refused, fractions included', () => {
  const score = (minScore: number, status: number) =>
    pairOf({
      operation: 'searchKnowledge',
      method: 'POST',
      body: JSON.stringify({ minScore }),
      status,
      text: 'minScore',
      path: '/v1/knowledge/search',
      ours: 200,
    })
  const pairs = [score(-1, 422), score(0, 200), score(0.9, 200), score(2, 422)]
  expect(inferRequestRules(pairs)).toEqual({ 'searchKnowledge minScore': { least: 0, most: 1 } })
})

test('a call may have any number of parameters', { timeout: 20_000 }, () => {
  // With the square of their number this would take minutes.
  const query = Array.from({ length: 200_000 }, (_, n) => `p${n}=1`).join('&')
  expect(inferRequestRules([pairOf({ operation: 'listRuns', path: '/runs', query })])).toBeDefined()
})

test('the lengths of words and of dates are no bounds', () => {
  const asked = (query: string, status: number) =>
    pairOf({ operation: 'getTeamStats', query, status, text: 'group_by from', ours: 200, path: '/' })
  const group = (word: string, status: number) => asked(`group_by=${word}`, status)
  const words = [group('', 422), group('team', 200), group('agent', 200), group('a'.repeat(200), 422)]
  expect(inferRequestRules(words)).toEqual({})
})

test('of two members with the same values, the one with the nearer name is the source', () => {
  const task = (title: string) =>
    [
      { id: 'x', task_description: title, task_title: title },
      { id: 'task_1', title, description: title },
    ] as const
  const texts = ['Weekly report of sales', 'Weekly report of stock', 'Weekly report of returns']
  expect(infer('getTask', texts.map(task))).toMatchObject({
    task_description: 'description or ~text',
    task_title: 'title',
  })
})

test('the pace is the median and the 95th percentile of each operation, within what was recorded', () => {
  const times = (operation: OperationId, ms: readonly number[], own: Partial<Call> = {}) =>
    ms.map(ms => callOf({ operation, ms, ...own }))
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(
    inferPace([
      ...times('getRun', hundred),
      ...times('listRuns', [900, 900, 900, 900]),
      ...times('streamChat', hundred, { isStream: true }),
      callOf({ operation: 'getTask' }),
    ]),
  ).toEqual({ '*': { median: 52, p95: 99 }, getRun: { median: 50, p95: 95 } })
  expect(inferPace([callOf({})])).toEqual({})
})

test('a limit is what replies say within the stated bounds, or what a minute served that began unused', () => {
  const minute = (served: number, headers = {}) => [
    ...Array.from({ length: served }, (_, second) =>
      callOf({ operation: 'getWallet', ms: 1, at: 100_000 + second * 1000, replyHeaders: headers }),
    ),
    callOf({ operation: 'getWallet', status: 429, at: 140_000, replyHeaders: headers }),
  ]
  const learned = (calls: Call[]) => {
    const unsure: Evidence['unsure'] = []
    const { perMinute } = inferPace(calls, unsure).getWallet ?? {}
    return [perMinute, unsure.find(({ at }) => at === 'pace.getWallet.perMinute')?.because]
  }
  expect(learned(minute(12))).toEqual([12, undefined])
  expect(learned(minute(12, { 'x-ratelimit-limit': '24' }))).toEqual([24, undefined])
  expect(learned(minute(12, { 'x-ratelimit-limit': '500' }))).toEqual([undefined, 'the replies show 500'])
  expect(learned(minute(5))).toEqual([undefined, 'the replies show 5'])
  const unknown = '429 to getWallet in one, after a number of requests that is unknown'
  expect(
    learned([callOf({ operation: 'getWallet', ms: 1, at: 99_000, key: 'other' }), ...minute(12)]),
  ).toEqual([undefined, unknown])
  expect(learned(minute(12).slice(0, -1))).toEqual([undefined, undefined])
})

function callOf(own: Partial<Call>): Call {
  return {
    id: '#1',
    scenario: 'one',
    operation: 'getRun',
    params: {},
    key: 'admin',
    method: 'GET',
    path: '/runs/1',
    query: '',
    headers: {},
    body: undefined,
    replyHeaders: { 'content-type': 'application/json' },
    status: 200,
    text: '',
    json: undefined,
    isStream: false,
    whole: true,
    wasLeft: false,
    ...own,
  }
}

function pairOf({ code, ours, ...call }: Partial<Call> & { code?: Refusal['code']; ours?: number }): Pair {
  const status = ours ?? call.status ?? 200
  const refusal = code && new Refusal(code, 'Refused.')
  return { call: callOf(call), status, headers: {}, text: '', json: undefined, refusal, isUnmet: false }
}
