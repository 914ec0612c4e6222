// The watch with a suite that says what the test wants, on a clock that the test moves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { CleanupJournal } from '../conformance/engine/cleanup-journal.ts'
import { Redactor } from '../conformance/engine/redactor.ts'
import type { Report, TargetInput } from '../conformance/index.ts'
import { makeReport } from '../conformance/report/make-report.ts'
import { readTarget } from '../conformance/target/target.ts'
import { DAY, HOUR, MINUTE } from '../mock/simulation/duration.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { serving, servingWebhook } from '../mock/testing/serving.ts'
import { type Deployment, History, junitOf, summaryOf, viewOf, Watch, type WatchOptions } from './index.ts'

const folder = newFolder()
let stores = 0
const newStore = () => join(folder, `${stores++}.db`)

const TUESDAY = Date.UTC(2026, 10, 24, 9)
const target: TargetInput = {
  name: 'staging',
  base_url: 'http://127.0.0.1:1',
  keys: { admin: { value: 'awk_secret_of_the_admin' } },
  budget: { runs: 10, euros: 1 },
}
const staging: Deployment = { name: 'staging', file: 'staging.yaml', target }

/** What the suite says of these requirements; a text is why nothing could be judged. */
type Says = Readonly<Record<string, 'met' | 'violated'>> | string
interface Asked {
  at: number
  budget: TargetInput['budget']
  readOnly: boolean | undefined
  only: readonly string[] | undefined
  journal: string | false | undefined
}

function reportOf(says: Says, spent = { runs: 0, euros: 0 }): Report {
  const down = typeof says === 'string'
  const verdicts = Object.entries(down ? {} : says)
  return makeReport({
    target: readTarget(target),
    started: new Date(TUESDAY),
    redactor: new Redactor(),
    selected: new Set(verdicts.map(([id]) => id)),
    results: [
      {
        id: 'tasks/get',
        title: '',
        ms: 1,
        findings: verdicts.map(([requirement, kind]) => ({
          requirement,
          kind,
          sentence: `${requirement} is ${kind}`,
          scenario: 'tasks/get',
          evidence: [],
        })),
      },
    ],
    observations: [],
    advice: [],
    strict: false,
    unkeyed: new Map(),
    command: 'agent-work conformance --target staging.yaml',
    problems: down ? [says] : [],
    cost: { requests: { other: 3 }, ...spent, cuts: [] },
    heldSeconds: 0,
    leftovers: [],
    notes: [],
    allowNotExercised: ['all'],
  })
}

const DEFAULTS = { every: HOUR, fullEvery: DAY, repeatAfter: 5 * MINUTE, readOnly: false }

/** A watch whose suite says what is set, on a clock that stands until it is moved. */
function watched(more: Partial<WatchOptions> = {}) {
  const state = {
    now: TUESDAY,
    says: { 'TASK-01': 'met', 'TASK-02': 'met' } as Says,
    spent: { runs: 0, euros: 0 },
  }
  const asked: Asked[] = []
  const watch = new Watch({
    deployments: [staging],
    store: newStore(),
    pace: DEFAULTS,
    env: {},
    onPass: () => {},
    now: () => state.now,
    judge: async ({ budget }, { readOnly, only, journal }) => {
      asked.push({ budget, readOnly, only, journal, at: state.now })
      const { runs, euros } = state.spent
      const most = { runs: budget?.runs ?? 0, euros: budget?.euros ?? 0 }
      return reportOf(
        state.says,
        readOnly ? undefined : { runs: Math.min(runs, most.runs), euros: Math.min(euros, most.euros) },
      )
    },
    ...more,
  })
  const next = () => Math.min(...watch.tasks.map(one => one.next()))
  /** Moves the clock to what is due next, and does it. */
  async function step(): Promise<void> {
    state.now = Math.max(state.now, next())
    for (const task of watch.tasks) if (task.next() <= state.now) await task.run()
  }
  /** Does everything that is due within that time. */
  async function pass(ms: number): Promise<void> {
    const end = state.now + ms
    while (next() <= end) await step()
    state.now = end
  }
  const view = () => viewOf(watch.history, [], state.now)
  const alerts = () =>
    watch.history
      .alerts(100)
      .map(one => JSON.parse(one.body).text.split('\n')[0])
      .toReversed()
  const standing = (id: string) => view().deployments[0]?.verdicts.findLast(one => one.requirement === id)
  const end = () => watch[Symbol.dispose]()
  return { watch, state, asked, step, pass, view, alerts, standing, [Symbol.dispose]: end }
}

test('asks everything first, then reads every hour, and everything again after a day', async () => {
  using one = watched()
  await one.pass(25 * HOUR)
  const full = one.asked.filter(each => !each.readOnly)
  expect(full.map(each => each.at - TUESDAY)).toEqual([0, DAY])
  expect(one.asked.length).toBe(1 + 23 + 1 + 1)
  expect(one.alerts()).toEqual([])
  expect(one.standing('TASK-01')).toMatchObject({ verdict: 'met', since: TUESDAY, times: 26 })
})

test('a change counts from its first sight once a repetition shows it again, and is told once', async () => {
  using one = watched()
  await one.pass(90 * MINUTE)
  one.state.says = { 'TASK-01': 'met', 'TASK-02': 'violated' }
  await one.pass(30 * MINUTE)
  expect(one.alerts()).toEqual([])
  expect(one.standing('TASK-02')?.verdict).toBe('met')
  await one.pass(5 * HOUR)
  expect(one.alerts()).toEqual(['staging violates one requirement since 2026-11-24 11:00 UTC'])
  expect(one.standing('TASK-02')).toMatchObject({
    verdict: 'violated',
    since: TUESDAY + 2 * HOUR,
    evidence: { sentence: 'TASK-02 is violated' },
  })
  one.state.says = { 'TASK-01': 'met', 'TASK-02': 'met' }
  await one.pass(2 * HOUR)
  expect(one.alerts()).toEqual([
    expect.anything(),
    'staging meets again one requirement since 2026-11-24 16:05 UTC',
  ])
  expect(summaryOf(one.view()).exit).toBe(0)
})

test('one odd pass is no change; a second within a day makes the verdict flaky, and that is told once', async () => {
  using one = watched()
  await one.step()
  const once = async () => {
    one.state.says = { 'TASK-01': 'met', 'TASK-02': 'violated' }
    await one.step()
    one.state.says = { 'TASK-01': 'met', 'TASK-02': 'met' }
    await one.step()
  }
  await once()
  expect(one.alerts()).toEqual([])
  expect(one.view().deployments[0]?.flaky).toEqual([])
  await once()
  await once()
  expect(one.alerts()).toEqual(['staging meets now and then one requirement'])
  expect(one.view().deployments[0]).toMatchObject({ flaky: ['TASK-02'], blips: { length: 3 } })
  expect(one.standing('TASK-02')).toMatchObject({ verdict: 'met', since: TUESDAY })
  await one.pass(25 * HOUR)
  expect(one.view().deployments[0]?.flaky).toEqual([])
})

test('reads do not take back what only a full pass has seen', async () => {
  const says = { full: 'violated' as 'met' | 'violated' }
  using one = watched({
    judge: async (_, { readOnly, only }) => {
      const all = { 'TASK-01': 'met', 'TASK-02': readOnly ? 'met' : says.full } as const
      return reportOf(Object.fromEntries(Object.entries(all).filter(([id]) => only?.includes(id) ?? true)))
    },
  })
  await one.pass(23 * HOUR)
  expect(one.standing('TASK-02')).toMatchObject({ verdict: 'violated', since: TUESDAY })
  says.full = 'met'
  await one.pass(2 * HOUR)
  expect(one.standing('TASK-02')).toMatchObject({ verdict: 'met', since: TUESDAY + DAY })
  expect(one.alerts()).toEqual(['staging meets again one requirement since 2026-11-25 09:00 UTC'])
})

test('a deployment that is down is one alert, is looked at more often, and loses no verdict', async () => {
  using one = watched()
  await one.pass(90 * MINUTE)
  one.state.says = 'http://127.0.0.1:1 cannot be reached: nothing listens there'
  await one.pass(DAY)
  expect(one.alerts()).toEqual([
    'staging is down since 2026-11-24 11:00 UTC: http://127.0.0.1:1 cannot be reached: nothing listens there',
  ])
  expect(summaryOf(one.view())).toMatchObject({
    exit: 4,
    text: expect.stringContaining('down since 2026-11-24 11:00Z'),
  })
  expect(one.standing('TASK-01')?.verdict).toBe('met')
  one.state.says = { 'TASK-01': 'met', 'TASK-02': 'met' }
  await one.pass(15 * MINUTE)
  expect(one.alerts().at(-1)).toMatch(/^staging answers again since 2026-11-25 10:3\d UTC$/)
})

test('full passes of 24 hours together spend what the budget of the target allows', async () => {
  using one = watched({ pace: { ...DEFAULTS, fullEvery: 6 * HOUR } })
  one.state.spent = { runs: 4, euros: 0.4 }
  await one.pass(DAY)
  const budgets = one.asked.filter(each => !each.readOnly).map(each => each.budget)
  expect(budgets).toEqual([
    { runs: 10, euros: 1 },
    { runs: 6, euros: expect.closeTo(0.6) },
    { runs: 2, euros: expect.closeTo(0.2) },
    { runs: 0, euros: expect.closeTo(0) },
    { runs: 4, euros: expect.closeTo(0.4) },
  ])
})

test('asks everything when the deployed version changed, and only then', async () => {
  let commit = 'abc'
  const server = await serving((_, response) =>
    response.end(JSON.stringify({ build: { commit }, at: Math.random() })),
  )
  const versionUrl = `${server.url}/health#/build/commit`
  using one = watched({ deployments: [{ ...staging, versionUrl }] })
  await one.pass(3 * HOUR)
  expect(one.asked.filter(each => !each.readOnly).length).toBe(1)
  commit = 'def'
  await one.pass(10 * MINUTE)
  expect(one.asked.filter(each => !each.readOnly).length).toBe(2)
  await server[Symbol.asyncDispose]()
  await one.pass(HOUR)
  expect(one.asked.filter(each => !each.readOnly).length).toBe(2)
  expect(one.view().deployments[0]?.version).toBe('def')
})

test('a clock that was set back or forth stops nothing', async () => {
  using one = watched()
  await one.pass(2 * HOUR)
  const before = one.asked.length
  one.state.now -= 3 * DAY
  await one.pass(3 * HOUR)
  expect(one.asked.length).toBeGreaterThanOrEqual(before + 2)
  one.state.now += 30 * DAY
  const soon = one.asked.length
  await one.pass(10 * MINUTE)
  // It does not catch up on what it has missed.
  expect(one.asked.length).toBe(soon + 1)
  expect(one.alerts()).toEqual([])
})

test('while the store cannot be written nothing new is asked, and what was seen is saved later', async () => {
  const store = newStore()
  using one = watched({ store })
  await one.pass(30 * MINUTE)
  one.state.says = { 'TASK-01': 'met', 'TASK-02': 'violated' }
  await one.pass(31 * MINUTE)
  const other = new DatabaseSync(store)
  other.exec('BEGIN IMMEDIATE')
  const before = one.asked.length
  await one.pass(6 * MINUTE)
  expect(one.asked.length).toBe(before)
  expect(one.watch.problem).toContain('locked')
  expect(one.alerts()).toEqual([])
  other.exec('ROLLBACK')
  other.close()
  await one.pass(10 * MINUTE)
  expect(one.watch.problem).toBeUndefined()
  expect(one.alerts()).toEqual(['staging violates one requirement since 2026-11-24 10:00 UTC'])
})

test('a pass that was killed counts as having spent all it might have, and its remains are removed', async () => {
  const store = newStore()
  let journal: string | undefined
  const killed = watched({
    store,
    judge: (_, options) => {
      journal = String(options.journal)
      const made = new CleanupJournal('nonce', journal)
      void made
      return new Promise(() => {})
    },
  })
  void killed.watch.deployments[0]?.run()
  await expect.poll(() => journal).toBeDefined()
  killed[Symbol.dispose]()
  using one = watched({ store })
  one.state.now += HOUR
  await one.pass(2 * HOUR)
  expect(readdirSync(folder).filter(name => name.endsWith('.created'))).toEqual([])
  expect(one.watch.history.passes('staging', 10).at(-1)).toMatchObject({ outcome: 'interrupted', euros: 1 })
  expect(one.asked.find(each => !each.readOnly)?.budget).toEqual({ runs: 0, euros: 0 })
})

test('read-only never asks more than reads', async () => {
  using one = watched({ pace: { ...DEFAULTS, readOnly: true } })
  await one.pass(3 * DAY)
  expect(one.asked.filter(each => !each.readOnly || each.journal !== false)).toEqual([])
})

test('an alert that is not taken is sent again with the same id, until it is', async () => {
  const got: { id: string; body: { text: string } }[] = []
  let status = 500
  await using server = await servingWebhook<{ text: string }>((id, body) => {
    got.push({ id, body })
    return status
  })
  using one = watched({ webhook: server.url })
  await one.pass(90 * MINUTE)
  one.state.says = { 'TASK-01': 'met', 'TASK-02': 'violated' }
  await one.pass(60 * MINUTE)
  expect(got.length).toBeGreaterThan(2)
  status = 204
  await one.pass(3 * HOUR)
  const sent = got.length
  await one.pass(DAY)
  expect(got.length).toBe(sent)
  expect(new Set(got.map(each => each.id)).size).toBe(1)
  expect(got[0]?.body.text).toContain('TASK-02')
  expect(one.watch.history.alerts(9)).toMatchObject([{ next: null, delivered: expect.any(Number) }])
})

test('one file belongs to one watch; anybody may read it, and no key is in it', async () => {
  const store = newStore()
  using one = watched({ store })
  one.state.says = { 'TASK-01': 'violated' }
  await one.pass(HOUR)
  expect(() => new History(store)).toThrow(`is in use by another watch (process ${process.pid})`)
  using reader = new History(store, true)
  expect(junitOf(viewOf(reader, [], one.state.now))).toContain(
    '<testsuite name="staging" tests="2" failures="1">',
  )
  for (const name of readdirSync(folder).filter(each => each.startsWith(store.split('/').at(-1)!)))
    expect(readFileSync(join(folder, name)).includes('awk_secret')).toBe(false)
})

test('refuses a file of something else, and leaves it as it is', () => {
  const notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'milk, and a long line that is certainly no database at all '.repeat(20))
  expect(() => new History(notes)).toThrow(
    `${notes} is not a store of agent-work watch; choose another file.`,
  )
  expect(readFileSync(notes, 'utf8')).toMatch(/^milk/)
  const database = join(folder, 'other.db')
  const other = new DatabaseSync(database)
  other.exec('CREATE TABLE mine (a)')
  other.close()
  expect(() => new History(database)).toThrow('is not a store of agent-work watch')
  expect(() => new History(join(folder, 'none/verdicts.db'))).toThrow(
    'must be a file in a folder that exists',
  )
})
