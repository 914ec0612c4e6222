import { afterEach, expect, test } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { askAs } from '../testing/send-as.ts'
import type { RunSuite } from './conformance-runs.ts'

type Report = Awaited<ReturnType<RunSuite>>

const report: Report = {
  target: { name: 'staging' },
  outcome: 'Nothing contradicts the specification.',
  problems: [],
  exit: 0,
  seconds: 1,
  counts: { met: 1, violated: 1, not_exercised: 0, waived: 0, harness_error: 0 },
  sections: { '2.1': 'Tasks' },
  requirements: (['met', 'violated'] as const).map((verdict, at) => ({
    id: `TASK-0${at}`,
    section: '2.1',
    statement: 'It is so.',
    operations: ['getTask'],
    verdict,
    findings: [{ kind: verdict, sentence: 'Seen.', exchanges: [`x${at}`] }],
  })),
  causes: [
    {
      what: 'GET /tasks/1 answered 200',
      severity: 'high',
      violations: [{ id: 'TASK-01', sentence: 'Seen.' }],
      exchange: 'x2',
    },
  ],
  advice: [{ id: 'advice/one', reading: 'It is implied.', seen: 'It is not so.', exchanges: ['x3'] }],
  not_shown: [],
  exchanges: Object.fromEntries(
    ['x0', 'x1', 'x2', 'x3'].map(id => [
      id,
      { operation: 'getTask', key: 'admin', curl: 'curl', response: { status: 200, body: '' } },
    ]),
  ),
}

let mock: Mock | undefined
afterEach(async () => {
  await mock?.stop()
})

async function started(suite?: RunSuite, teamKeys: Record<string, string> = {}) {
  mock = await startMock({ ...(suite ? { suite } : {}), teamKeys })
  const { url } = mock
  return (method: string, path = '', body?: object, headers: Record<string, string> = {}) =>
    askAs(undefined, `${url}/_mock/workspaces/demo/conformance${path}`, body, { method, headers })
}

/** A suite whose run ends when the test says so. */
function heldSuite() {
  const seen: Parameters<RunSuite>[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Report>()
  const suite: RunSuite = (...asked) => {
    seen.push(asked)
    return promise
  }
  return { suite, seen, end: (how: Report | Error) => (how instanceof Error ? reject(how) : resolve(how)) }
}

test('a mock that a program started says that it does not have the suite', async () => {
  const ask = await started()
  expect((await ask('GET')).body).toEqual({ is_available: false, data: [] })
  const { status, body } = await ask('POST', '', {})
  expect([status, body.error.code]).toEqual([409, 'suite_not_here'])
})

test('runs against a copy, reports progress and the report, and removes the copy', async () => {
  const { suite, seen, end } = heldSuite()
  const ask = await started(suite)
  const { body: run } = await ask('POST', '', { quick: true })
  expect(run).toMatchObject({ ended_at: null, outcome: null })
  const [target, { quick, progress }] = seen[0]!
  expect(quick).toBe(true)
  expect(JSON.stringify(target)).toContain('clock_scale')
  expect(mock!.registry.size).toBe(3)
  expect((await ask('POST', '', {})).body.error.code).toBe('suite_busy')
  progress({ done: 1, total: 2, doing: 'tasks/create' })
  expect((await ask('GET')).body.data).toMatchObject([{ done: 1, total: 2, doing: 'tasks/create' }])
  end(report)
  await expect.poll(async () => (await ask('GET')).body.data[0].ended_at).toMatch(/Z$/)
  const { body } = await ask('GET', `/${run.id}`)
  expect(body.run).toMatchObject({ outcome: report.outcome, counts: report.counts, doing: null })
  expect(body.report.requirements).toEqual(report.requirements)
  expect(body.report).toMatchObject({ causes: report.causes, advice: report.advice })
  expect(Object.keys(body.report.exchanges)).toEqual(['x1', 'x2', 'x3'])
  expect(mock!.registry.size).toBe(2)
})

test('a run ends with the reason where the suite refuses its target, and is forgotten when it is deleted', async () => {
  const { suite, seen, end } = heldSuite()
  const ask = await started(suite)
  const { body: run } = await ask('POST', '', { target: 'base_url: http://127.0.0.1:1' })
  expect(seen[0]![0]).toBe('base_url: http://127.0.0.1:1')
  expect((await ask('DELETE', `/${run.id}`)).status).toBe(204)
  expect(seen[0]![1].signal.aborted).toBe(true)
  end(new Error('keys must be a map'))
  await expect.poll(async () => (await ask('GET')).body.data[0].outcome).toBe('keys must be a map')
  expect((await ask('GET', `/${run.id}`)).body.report).toBeNull()
  await ask('DELETE', `/${run.id}`)
  expect((await ask('GET', `/${run.id}`)).status).toBe(404)
})

test('a team cannot have the mock send requests to a target', async () => {
  const { suite, seen } = heldSuite()
  const ask = await started(suite, { blue: 'blue-key' })
  const headers = { 'x-mock-control-key': 'blue-key' }
  const { status } = await ask('POST', '', { target: 'base_url: http://127.0.0.1:1' }, headers)
  expect([status, seen]).toEqual([409, []])
})
