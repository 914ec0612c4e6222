// How findings become verdicts, and verdicts an exit status.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { serving } from '../../mock/testing/serving.ts'
import { type Scenario, scenario } from '../engine/scenario.ts'
import type { ProgressEvent } from '../engine/scheduler.ts'
import type { Trial } from '../engine/trial.ts'
import { type Report, type RunOptions, run, type TargetInput } from '../index.ts'
import { requirements } from './contract.ts'
import { Missing } from './missing.ts'

const [first, second, third] = requirements.map(one => one.id) as [string, string, string]
const TODAY = new Date().toISOString().slice(0, 10)
const day = (offset: number) => new Date(Date.parse(TODAY) + offset * 86_400_000).toISOString().slice(0, 10)
const waiver = (requirement: string, until = day(9)) => ({ requirement, reason: 'known', owner: 'us', until })

type Outcome = 'met' | 'violated' | 'not exercised' | 'fault'

type Outcomes = readonly string[] | Readonly<Record<string, Outcome | readonly Outcome[]>>

/** A scenario with these outcomes, in this order, or about these requirements. */
const judges = (id: string, outcomes: Outcomes, more: Partial<Scenario> = {}) =>
  scenario({
    id,
    title: `what ${id} judges`,
    requirements: Array.isArray(outcomes) ? outcomes : Object.keys(outcomes),
    async run(t) {
      await t.call('listTasks')
      const all = Object.entries(outcomes).flatMap(([requirement, of]) =>
        [of].flat().map(outcome => [requirement, outcome] as const),
      )
      for (const [index, [requirement, outcome]] of all.entries()) {
        if (outcome === 'fault') throw new TypeError('oops')
        if (outcome === 'met') t.met('stated-status', requirement, `${index} ${outcome}`)
        if (outcome === 'violated') t.violated('stated-status', requirement, `${index} ${outcome}`)
        if (outcome === 'not exercised') t.notExercised(requirement, `${index} ${outcome}`)
      }
    },
    ...more,
  })

test('what decides stands first, and nothing of the rest is lost or stands twice', async () => {
  const mixed = ['met', 'not exercised', 'violated', 'met', 'violated'] as const
  const report = await against([judges('t/a', { [first]: mixed })])
  expect(rowOf(report, first)).toMatchObject({ verdict: 'violated' })
  expect(sentencesOf(report, first)).toEqual([
    '2 violated',
    '4 violated',
    '0 met',
    '1 not exercised',
    '3 met',
  ])
})

test('calls in which nothing could have been seen meet nothing', async () => {
  const looks = scenario({
    id: 't/looks',
    title: 'looks at an empty list, and at one reply',
    requirements: [first, second, third],
    async run(t) {
      const list = await t.call('listTasks')
      t.met('filter-satisfied', first, 'all tasks fit')
      t.met('scope-needed', second, 'the key is refused', list)
      t.met('same-question', third, 'both lists are the same', list, await t.call('listTasks'))
    },
  })
  const report = await against([looks])
  expect([first, second, third].map(id => rowOf(report, id)?.verdict)).toEqual([
    'not exercised',
    'not exercised',
    'met',
  ])
  expect(sentencesOf(report, first)).toEqual([
    'a list with rows that could have shown otherwise: all tasks fit',
  ])
})

test('a fault of the suite outweighs what was met, a violation outweighs the fault', async () => {
  const fault = judges('t/fault', { [first]: 'fault' })
  const report = await against([judges('t/met', { [first]: 'met' }), fault])
  expect(rowOf(report, first)?.verdict).toBe('harness error')
  expect(rowOf(report, first)?.findings.map(finding => finding.kind)).toEqual(['harness error', 'met'])
  expect(sentencesOf(report, first)[0]).toContain('oops')
  expect(sentencesOf(report, first)[0]).not.toContain('\n')
  expect([report.exit, report.counts.harness_error]).toEqual([5, 1])
  const faults = report.scenarios.map(one => [one.id, one.fault === null])
  expect(Object.fromEntries(faults)).toEqual({ 't/met': true, 't/fault': false })
  expect(report.scenarios.find(one => one.fault)?.fault).toContain('verdict.test.ts')
  const worse = await against([judges('t/met', { [first]: 'violated' }), fault])
  expect([worse.exit, rowOf(worse, first)?.verdict]).toEqual([1, 'violated'])
})

test('whatever is thrown is a fault, and what the scenario had found before it stays', async () => {
  for (const thrown of [
    'a text',
    new Error('with a stack'),
    Object.assign(new Error('no stack'), { stack: undefined }),
  ]) {
    const run = async (t: Trial) => {
      t.met('stated-status', first, 'seen before', await t.call('listTasks'))
      throw thrown
    }
    const report = await against([judges('t/a', [first, second], { run })])
    expect(report.exit).toBe(5)
    expect(rowOf(report, first)?.verdict).toBe('met')
    expect(rowOf(report, second)?.verdict).toBe('harness error')
    expect(sentencesOf(report, second)[0]).toContain(thrown instanceof Error ? thrown.message : thrown)
    expect(report.scenarios[0]?.fault).toContain(thrown instanceof Error ? thrown.message : thrown)
  }
})

test('a waiver holds on its last day, hides nothing but a violation, and outlives a part of the suite', async () => {
  const waivedBy = async (outcome: Outcome, waived: ReturnType<typeof waiver>) => {
    const report = await against([judges('t/a', { [first]: outcome })], {}, { waivers: [waived] })
    return [rowOf(report, first)?.verdict, report.waivers.map(one => one.state), report.exit]
  }
  expect(await waivedBy('violated', waiver(first, TODAY))).toEqual(['waived', ['in use'], 0])
  expect(await waivedBy('violated', waiver(first, day(-1)))).toEqual(['violated', ['expired'], 1])
  expect(await waivedBy('met', waiver(first))).toEqual(['met', ['no longer needed'], 1])
  expect(await waivedBy('met', waiver(first, day(-1)))).toEqual(['met', ['expired'], 1])
  expect(await waivedBy('not exercised', waiver(first))).toEqual(['not exercised', ['in use'], 3])
  expect(await waivedBy('met', waiver(third))).toEqual(['met', [], 0])
})

test('the exit status is that of the gravest thing', async () => {
  const made = judges('t/left', [second], { run: leaveSomething })
  const all: [number, Scenario[], Partial<TargetInput>?, RunOptions?][] = [
    [0, [judges('t/a', { [first]: 'met' })]],
    [3, [judges('t/a', { [first]: 'met', [second]: 'not exercised' })]],
    [3, [judges('t/a', { [first]: 'not exercised' })], {}, { allowNotExercised: ['all'] }],
    [0, [judges('t/a', { [first]: 'violated' })], { waivers: [waiver(first)] }],
    [3, [judges('t/a', { [first]: 'violated', [second]: 'not exercised' })], { waivers: [waiver(first)] }],
    [6, [judges('t/a', { [first]: 'not exercised' }), made]],
    [5, [judges('t/a', { [first]: 'fault' }), made]],
    [5, [judges('t/a', { [first]: 'fault' }), judges('t/b', { [second]: 'met' })], {}, { only: ['t/'] }],
    [1, [judges('t/a', { [first]: 'met', [second]: 'fault' })], { waivers: [waiver(first)] }],
    [1, [judges('t/a', { [first]: 'violated', [second]: 'fault' }), made]],
  ]
  for (const [exit, scenarios, target, options] of all) {
    const report = await against(scenarios, options, target)
    expect([exit, report.outcome, report.exit]).toEqual([exit, report.outcome, exit])
    expect(report.outcome).toMatch(/\w{3}/)
    if (report.leftovers.length > 0) expect(report.leftovers).toMatchObject([{ kind: 'task', id: 'tsk_1' }])
  }
})

test('a fault of a scenario whose verdicts others decide is no clean run', async () => {
  const broken = judges('t/a', { [first]: ['met', 'fault'] })
  expect(await against([broken])).toMatchObject({ exit: 5, counts: { met: 1, harness_error: 0 } })
})

test('what may stay unexercised is named by its id or by the beginning before a dash', async () => {
  const [area = ''] = second.split('-')
  const exitWith = async (...allowNotExercised: string[]) => {
    const scenarios = [judges('t/a', { [first]: 'met', [second]: 'not exercised' })]
    return (await against(scenarios, { allowNotExercised })).exit
  }
  expect(await exitWith()).toBe(3)
  for (const allowed of ['all', second, area])
    expect([allowed, await exitWith(allowed)]).toEqual([allowed, 0])
  for (const other of [first, area.slice(0, -1), `${second}x`, second.slice(0, -1)])
    expect([other, await exitWith(other)]).toEqual([other, 3])
  expect(await exitWith(second, 'NOTHING')).toBe(0)
})

test('long scenarios begin first, those alone after them, the last after the limited, the overall after all', async () => {
  const order: string[] = []
  let together = 0
  const one = (id: string, more: Partial<Scenario>) =>
    judges(id, [first], {
      ...more,
      async run(t) {
        order.push(id)
        together++
        await t.call('listTasks')
        if (more.turn === 'alone' || more.turn === 'overall') expect(together).toBe(1)
        t.met('stated-status', first, 'seen')
        together--
      },
    })
  const scenarios = [
    one('t/overall', { turn: 'overall' }),
    one('t/alone', { turn: 'alone' }),
    one('t/short', { cost: { seconds: 1 } }),
    one('t/none', {}),
    one('t/long', { cost: { seconds: 9 } }),
    one('t/end', { turn: 'overall' }),
  ]
  const events: ProgressEvent[] = []
  const options = { progress: (event: ProgressEvent) => void events.push(event) }
  const began = performance.now()
  const report = await against(scenarios, options, { pace: { concurrency: 1 } })
  const whole = (performance.now() - began) / 1000
  expect(order).toEqual(['t/long', 't/short', 't/none', 't/alone', 't/overall', 't/end'])
  expect(report.exit).toBe(0)
  expect(report.scenarios.map(({ id, title }) => [id, title])).toEqual(
    order.map(id => [id, `what ${id} judges`]),
  )
  for (const { seconds } of report.scenarios) expect(seconds).toBeLessThanOrEqual(Math.ceil(whole))
  expect(events.map(event => event.kind)).toEqual(order.flatMap(() => ['begin', 'end']))
  const counted = events.flatMap(event => (event.kind === 'waiting' ? [] : [[event.done, event.total]]))
  expect(counted).toEqual(
    order.flatMap((_, index) => [
      [index, 6],
      [index + 1, 6],
    ]),
  )
  expect(events.filter(event => event.kind === 'begin')).toMatchObject(
    order.map(scenario => ({ scenario, title: `what ${scenario} judges` })),
  )
})

test('limited endpoints wait for each other and hold nothing else up; who uses up their limits comes after them', async () => {
  const order: string[] = []
  const free = Promise.withResolvers<void>()
  const one = (id: string, more: Partial<Scenario>, wait?: Promise<void>) =>
    judges(id, [first], {
      ...more,
      async run(t) {
        await wait
        order.push(id)
        t.met('stated-status', first, 'seen')
      },
    })
  const scenarios = [
    one('t/last', { turn: 'last' }),
    one('t/slow', { cost: { analytics: { getWallet: 1 } } }, free.promise),
    one('t/quick', { cost: { analytics: { getWallet: 1 } } }),
    one('t/none', {}),
    one('t/alone', { turn: 'alone' }),
    judges('t/free', [first], { turn: 'alone', run: async () => free.resolve() }),
    one('t/overall', { turn: 'overall' }),
  ]
  await against(scenarios, {}, { pace: { concurrency: 1 } })
  expect(order.toSorted()).toEqual(['t/alone', 't/last', 't/none', 't/overall', 't/quick', 't/slow'])
  expect(order.slice(-3)).toEqual(['t/slow', 't/last', 't/overall'])
})

test('as many scenarios as the target allows go on side by side', async () => {
  for (const concurrency of [1, 3]) {
    let now = 0
    let most = 0
    const scenarios = ['a', 'b', 'c', 'd', 'e'].map(name =>
      judges(`t/${name}`, [first], {
        async run(t) {
          most = Math.max(most, ++now)
          await t.call('listTasks')
          t.met('stated-status', first, 'seen')
          now--
        },
      }),
    )
    await against(scenarios, {}, { pace: { concurrency } })
    expect(most).toBe(concurrency)
  }
})

test('what may not write, got no answer or was not come to is not exercised, and says so', async () => {
  const writes = judges('t/a', [first], { writes: true })
  const reads = judges('t/b', { [second]: 'met' })
  const readOnly = await against([writes, reads], { readOnly: true })
  expect(sentencesOf(readOnly, first)[0]).toContain('read-only')
  expect([rowOf(readOnly, first)?.verdict, rowOf(readOnly, second)?.verdict]).toEqual([
    'not exercised',
    'met',
  ])
  const silent = judges('t/a', [first], {
    run: async t => void (await t.call('getTask', { path: { task_id: 'cut' } })),
  })
  const unheard = await against([silent])
  expect([rowOf(unheard, first)?.verdict, unheard.exit]).toEqual(['not exercised', 3])
  expect(sentencesOf(unheard, first)[0]).toContain('no answer: ')
  const short = await against([judges('t/a', { [first]: 'met', [second]: [] })])
  expect(sentencesOf(short, second)[0]).toMatch(/\w{3}/)
  expect(rowOf(short, second)?.findings).toMatchObject([{ kind: 'not exercised', exchanges: [] }])
  expect(rowOf(short, first)?.findings).toHaveLength(1)
})

test('a scenario that is stopped before it begins gives no verdict, and the run is incomplete', async () => {
  const stop = new AbortController()
  const stopping = judges('t/a', [first], {
    cost: { seconds: 9 },
    run: async t => {
      t.met('stated-status', first, 'seen', await t.call('listTasks'))
      stop.abort()
    },
  })
  const after = [judges('t/b', { [second]: 'met' }), judges('t/c', { [third]: 'met' }, { turn: 'alone' })]
  const options = { signal: stop.signal, allowNotExercised: ['all'] }
  const report = await against([stopping, ...after], options, { pace: { concurrency: 1 } })
  const verdicts = [first, second, third].map(id => rowOf(report, id)?.verdict)
  expect(verdicts).toEqual(['met', 'not exercised', 'not exercised'])
  expect(sentencesOf(report, second)[0]).toMatch(/\w{3}/)
  expect(report.exit).toBe(3)
  expect(report.outcome).toMatch(/stopped before its end; \d+ requirements? (was|were) not exercised/)
})

test('all that a scenario lacks is named at once, and only that', async () => {
  const needs = { scopes: ['runs:read', 'tasks:read'], fixtures: ['agent-slow', 'workflow'] } as const
  const lacking = async (more: Partial<Scenario>, target: Partial<TargetInput> = {}) => {
    const report = await against([judges('t/a', { [first]: 'met' }, more)], {}, target)
    return rowOf(report, first)?.verdict === 'met' ? 'nothing' : sentencesOf(report, first)[0]
  }
  const keys = {
    some: { value: 'sk-one', scopes: ['tasks:read'] as 'tasks:read'[], role: 'member' as const },
    gone: { value: 'sk-two', scopes: 'all' as const, role: 'admin' as const, revoked: true },
  }
  expect(await lacking({ needs }, { keys })).toBe(
    'fixture agent-slow, fixture workflow, a key with scope runs:read',
  )
  const fixtures = { 'agent-slow': { id: 'a' }, workflow: { id: 'w' } }
  expect(await lacking({ needs }, { fixtures })).toBe('nothing')
  expect(await lacking({ needs: { fixtures: ['workflow'] } }, { fixtures })).toBe('nothing')
  expect(await lacking({ needs: { scopes: ['tasks:read'], role: 'admin' } }, { keys })).toBe(
    'a key with scope tasks:read of a person with role admin',
  )
  expect(await lacking({ needs: { scopes: ['tasks:read'], role: 'member' } }, { keys })).toBe('nothing')
  const divided = { ...keys, other: { value: 'sk-three', scopes: ['runs:read'] as 'runs:read'[] } }
  expect(await lacking({ needs: { scopes: ['tasks:read', 'runs:read'] } }, { keys: divided })).toBe('nothing')
  expect(await lacking({ needs: { capability: 'tasks' } }, { absent: ['runs'] })).toBe('nothing')
  expect(await lacking({ needs: { ...needs, capability: 'runs' } }, { absent: ['runs'] })).toContain('runs')
  expect(await lacking({ needs: { ...needs, capability: 'runs' } }, { absent: ['runs'] })).not.toContain(
    'fixture',
  )
  expect(await lacking({ run: () => Promise.reject(new Missing('a thing of its own')) })).toBe(
    'a thing of its own',
  )
})

test('runs that a scenario started end with it, and only those', async () => {
  stopped.length = 0
  const starts = (id: string, more: Partial<Scenario> = {}) =>
    judges(id, [first], {
      ...more,
      async run(t) {
        mark = t.context.nonce
        const key = t.keys.with('agents:run')
        const send = () => t.call('listTasks', { key })
        await t.make('run', 'a run', key, send, () => `run_${id.at(-1)}`, 'agt_1')
        await t.make('task', 'a task', key, send, () => `tsk_${id.at(-1)}`)
        expect(stopped).not.toContain(`/agents/agt_1/runs/run_${id.at(-1)}/stop`)
        t.met('stated-status', first, 'seen')
      },
    })
  const after = judges('t/z', [second], {
    turn: 'overall',
    run: async t => {
      expect(stopped.toSorted()).toEqual(['/agents/agt_1/runs/run_a/stop', '/agents/agt_1/runs/run_b/stop'])
      t.met('stated-status', second, 'both had ended before this began', await t.call('listTasks'))
    },
  })
  expect((await against([starts('t/a'), starts('t/b'), after])).counts).toMatchObject({ met: 2 })
  expect(stopped).toHaveLength(4)
})

/** What all things of the tiny server bear. */
let mark = ''

/** What the tiny server was asked to stop or delete. */
const stopped: string[] = []

function answer(request: IncomingMessage, response: ServerResponse) {
  const { method, url = '' } = request
  if (url.startsWith('/tasks/cut')) return request.socket.destroy()
  if (method === 'POST' || method === 'DELETE') stopped.push(url)
  const status = url.startsWith('/no-such') ? 404 : method === 'DELETE' && url === '/tasks/tsk_1' ? 500 : 200
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: [], status: 'running', title: mark }))
}

async function leaveSomething(t: Trial) {
  mark = t.context.nonce
  const [key, id] = [t.keys.with('tasks:write'), () => 'tsk_1']
  await t.make('task', 'a task', key, () => t.call('listTasks'), id)
  t.met('stated-status', second, 'seen')
}

async function against(
  scenarios: Scenario[],
  options: RunOptions = {},
  target: Partial<TargetInput> = {},
): Promise<Report> {
  await using server = await serving(answer)
  const keys = { key: { value: 'sk-canary-4711', scopes: 'all' as const } }
  const only = scenarios.map(one => one.id)
  return await run(
    { base_url: server.url, keys, ...target, pace: { timeout_seconds: 30, late_seconds: 1, ...target.pace } },
    { journal: false, scenarios, only, ...options },
  )
}

const rowOf = (report: Report, id: string) => report.requirements.find(row => row.id === id)
const sentencesOf = (report: Report, id: string) =>
  (rowOf(report, id)?.findings ?? []).map(finding => finding.sentence)
