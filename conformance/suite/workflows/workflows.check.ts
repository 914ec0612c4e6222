/** Workflows and their runs: read, paged, filtered, started. */
import { Missing, type Scenario, scenario } from '../../check.ts'
import type { Exchange } from '../../client.ts'
import { eventsOf, isFramed } from '../../event-stream.ts'
import { idsOf, refusalsOf } from '../../ledger.ts'
import { refuses } from '../../negatives/refusals.ts'
import { asId, findLike, findNamed, type Json, mentions, places } from '../../reading/find.ts'
import { listIn, rowsOfObjects } from '../../reading/list.ts'
import { idOf, recordIn, wordIn } from '../../reading/record.ts'
import { phaseOf } from '../../reading/run.ts'
import type { Trial } from '../../trial.ts'
import { accessRows, turnsAway } from '../access/intruders.ts'
import { agents, knownWorkflow, workflows } from '../discover.ts'
import { judgePaging, page } from '../paging.ts'
import { beginWorkflow, histories, workflowRun, workflowRunId } from './known.ts'

const needs = { capability: 'workflows', scopes: ['workflows:read'] } as const

const list = scenario({
  id: 'workflows/list',
  title: 'The workflows are listed, and read one by one with their steps',
  requirements: ['WF-01', 'WF-02', 'WF-11', 'WF-12', 'WF-13', 'WF-21'],
  needs,
  cost: { requests: 8 },
  async run(t) {
    const reply = await t.call('listWorkflows')
    if (!t.answered('WF-01', reply))
      return t.violated('WF-02', `GET /workflows/ answered ${reply.status}`, reply)
    t.met('WF-02', 'served at the path with its final slash', reply)
    const rows = listIn(reply.json, ['workflows'])
    if (rows === undefined) return t.violated('WF-01', 'there is no list in the reply', reply)
    const usage = await t.call('getWorkflowRunUsage')
    if (t.answered('WF-11', usage)) {
      const figure = findLike(usage.json, /./, value => typeof value === 'number')
      if (figure) t.met('WF-11', `${figure.path} reads ${String(figure.value)}`, usage)
      else t.notExercised('WF-11', 'a number in the usage', usage)
    }
    const known = await knownWorkflow(t)
    const without = rowsOfObjects(rows).find(row => idOf(row, 'workflow') === undefined)
    t.expect(
      'WF-01',
      without === undefined,
      without ? 'a workflow has no id' : `${rows.length} workflows have ids`,
      reply,
    )
    const one = await t.call('getWorkflow', { path: { workflow_id: known.id } })
    if (t.served('WF-12', one)) await steps(t, one, known.id)
    const runs = await t.call('listWorkflowRuns', { path: { workflow_id: known.id } })
    if (t.served('WF-21', runs)) {
      const found = listIn(runs.json, ['runs', 'workflow_runs'])
      t.expect(
        'WF-21',
        found !== undefined,
        found ? 'the reply holds a list' : 'there is no list in the reply',
        runs,
      )
    }
  },
})

async function steps(t: Trial, one: Exchange, id: string) {
  const record = recordIn(one.json, ['workflow'])
  t.expect(
    'WF-12',
    idOf(record, 'workflow') === id,
    `read by ${id}, the workflow has the id ${idOf(record, 'workflow')}`,
    one,
  )
  const found = findNamed(one.json, 'steps', 4) ?? findLike(one.json, /step|node|stage/i, Array.isArray)
  const list = Array.isArray(found?.value) ? (found.value as unknown[]) : undefined
  t.expect(
    'WF-12',
    list !== undefined && list.length > 0,
    list ? `the workflow shows ${list.length} steps` : 'the workflow shows no steps',
    one,
  )
  if (!list || !t.wants('WF-13')) return
  const names = (await agents(t)).flatMap(({ record: agent }) =>
    [agent.name, agent.title, agent.label].filter(one => typeof one === 'string'),
  )
  const named = names.find(name => mentions(list, name))
  const says = findLike(list, /agent.*name/i, value => typeof value === 'string' && value !== '')
  if (named) t.met('WF-13', `a step names the agent ${named}`, one)
  else if (says)
    t.notExercised('WF-13', `an agent of that name in the list of agents: ${String(says.value)}`, one)
  else if (names.length === 0 || !findLike(list, /agent/i))
    t.notExercised('WF-13', 'a step with an agent, and the names of agents', one)
  else t.violated('WF-13', 'the steps point to agents and name none', one)
}

const paging = scenario({
  id: 'workflows/paging',
  title: 'limit, offset, page and per_page page through the workflows',
  requirements: ['WF-03', 'WF-04', 'WF-05', 'WF-06'],
  needs,
  cost: { requests: 16 },
  async run(t) {
    const paged = { operation: 'listWorkflows', names: ['workflows'], kind: 'workflow' }
    await judgePaging(t, { ...paged, limit: 'WF-03', offset: 'WF-04', exact: true })
    const whole = await page(t, paged, { limit: 4 })
    if (whole.ids.length < 3)
      return t.notExercised(['WF-05', 'WF-06'], `three workflows: there are ${whole.ids.length}`)
    for (const size of [1, 2]) {
      const { ids, exchange } = await page(t, paged, { per_page: size })
      const same = ids.join() === whole.ids.slice(0, size).join()
      t.expect('WF-06', same, `per_page=${size} gives ${ids.length} workflows`, exchange, whole.exchange)
    }
    for (const [number, size] of [
      [1, 1],
      [2, 1],
      [3, 1],
      [1, 2],
    ] as const) {
      const { ids, exchange } = await page(t, paged, { page: number, per_page: size })
      const start = (number - 1) * size
      const same = ids.join() === whole.ids.slice(start, start + size).join()
      t.expect(
        ['WF-05', 'WF-06'],
        same,
        `page=${number}&per_page=${size} gives ${ids.join(', ')} of ${whole.ids.join(', ')}`,
        exchange,
        whole.exchange,
      )
    }
    // `page` is an alias for offset: beside `limit` it counts pages of that size as well.
  },
})

const invalid = scenario({
  id: 'workflows/list-invalid',
  title: 'The lists of workflows and of their runs refuse parameters of a wrong type',
  requirements: [
    ...idsOf(refusalsOf('listWorkflows', 'query')),
    ...idsOf(refusalsOf('listWorkflowRuns', 'query')),
  ],
  needs,
  cost: { requests: 14 },
  async run(t) {
    await refuses(t, 'listWorkflows', refusalsOf('listWorkflows', 'query'), {})
    const { id } = await knownWorkflow(t)
    const options = { path: { workflow_id: id } }
    await refuses(t, 'listWorkflowRuns', refusalsOf('listWorkflowRuns', 'query'), { options })
  },
})

const runs = scenario({
  id: 'workflows/runs',
  title: 'The runs of a workflow are filtered, paged and read',
  requirements: [
    ...['WF-22', 'WF-23', 'WF-24', 'WF-25', 'WF-26', 'WF-28', 'WF-29', 'WF-30', 'WF-31'],
    ...['WF-34', 'WF-35', 'WF-36', 'WF-37', 'WF-38'],
  ],
  needs,
  cost: { requests: 40 },
  alone: true,
  async run(t) {
    t.common.memory.delete('workflow-histories')
    const [best] = await histories(t)
    if (!best) throw new Missing('a workflow')
    const path = { workflow_id: best.workflow }
    const summary = await t.call('getWorkflowRunsSummary', { path })
    if (t.answered('WF-34', summary)) await figures(t, summary, path)
    if (best.runs.length === 0) throw new Missing('a run of a workflow: fixtures.workflow-history')
    await oneRun(t)
    const paged = {
      operation: 'listWorkflowRuns',
      names: ['runs', 'workflow_runs'],
      kind: 'run',
      options: { path },
    }
    await judgePaging(t, { ...paged, limit: 'WF-30', offset: 'WF-31' })
    await byStatus(t, path)
    await byDate(t, path)
    await byObjection(t)
  },
})

/** All runs under these filters, page by page. */
async function all(t: Trial, path: Record<string, string>, query: Record<string, string | boolean> = {}) {
  const rows: Json[] = []
  let first: Exchange | undefined
  const seen = new Set<string>()
  for (let step = 0; step < 40; step++) {
    const exchange = await t.call('listWorkflowRuns', {
      path,
      query: { ...query, ...(rows.length > 0 && { offset: rows.length }) },
    })
    if (exchange.status !== 200) return { rows, exchange }
    first ??= exchange
    const fresh = rowsOfObjects(listIn(exchange.json, ['runs', 'workflow_runs']) ?? []).filter(
      row => !seen.has(workflowRunId(row) ?? ''),
    )
    for (const row of fresh) seen.add(workflowRunId(row) ?? '')
    rows.push(...fresh)
    if (fresh.length === 0) break
  }
  return { rows, exchange: first as Exchange }
}

const runIds = (rows: readonly Json[]) => rows.flatMap(row => workflowRunId(row) ?? [])

async function figures(t: Trial, summary: Exchange, path: Record<string, string>) {
  const figure = findLike(summary.json, /./, value => typeof value === 'number')
  if (figure) t.met('WF-34', `${figure.path} reads ${String(figure.value)}`, summary)
  else t.notExercised('WF-34', 'a number in the summary', summary)
  const total = findLike(
    summary.json,
    /^(total|total_runs|runs|run_count|count|runs_total|total_count)$/i,
    value => typeof value === 'number',
  )
  const { rows } = await all(t, path)
  if (!total) return t.notExercised('WF-35', 'a total in the summary', summary)
  t.expect(
    'WF-35',
    Number(total.value) <= rows.length,
    `the summary counts ${String(total.value)} runs, the list holds ${rows.length}`,
    summary,
  )
}

async function oneRun(t: Trial) {
  const path = await workflowRun(t)
  const reply = await t.call('getWorkflowRun', { path })
  if (!t.served('WF-36', reply)) return
  const record = recordIn(reply.json, ['run', 'workflow_run'])
  t.expect('WF-36', wordIn(record) !== undefined, `the workflow run has the status ${wordIn(record)}`, reply)
  const cost = findLike(record, /cost|euro|spend|price|amount/i, figure)
  if (cost) t.met('WF-37', `${cost.path} reads ${String(cost.value)}`, reply)
  else t.notExercised('WF-37', 'a member of the workflow run that speaks of cost', reply)
  const steps = await t.call('listWorkflowRunSteps', { path })
  if (!t.answered('WF-38', steps)) return
  const rows = rowsOfObjects(listIn(steps.json, ['steps']) ?? [])
  const word = wordIn(record) ?? ''
  const worked = phaseOf(word, false) === 'ended' && !/cancel|stop|abort/i.test(word)
  if (rows.length > 0) t.met('WF-38', `${rows.length} steps`, steps)
  else if (worked) t.violated('WF-38', `the run is ${wordIn(record)} and has no steps`, reply, steps)
  if (!cost || !worked || rows.length === 0) return
  const parts = rows.map(row => findLike(row, new RegExp(`^${cost.name}$`), figure))
  if (parts.some(part => part === undefined)) return
  const sum = parts.reduce((total, part) => total + Number(part?.value), 0)
  const close = Math.abs(sum - Number(cost.value)) <= 0.006 * (rows.length + 1)
  t.expect(
    'WF-37',
    close,
    `the run cost ${String(cost.value)}, its steps together ${sum.toFixed(4)}`,
    reply,
    steps,
  )
}

const figure = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))

async function byStatus(t: Trial, path: Record<string, string>) {
  const { rows } = await all(t, path)
  const words = [...new Set(rows.flatMap(row => wordIn(row) ?? []))]
  if (words.length < 2)
    return t.notExercised('WF-22', 'runs of a workflow in two statuses: fixtures.workflow-history')
  for (const word of words.slice(0, 3))
    await narrows(t, 'WF-22', path, { status: word }, rows, row => wordIn(row) === word)
}

/** Exactly those rows of the whole list that fit, and none else. */
async function narrows(
  t: Trial,
  requirement: string | string[],
  path: Record<string, string>,
  query: Record<string, string | boolean>,
  whole: Json[],
  fits: (row: Json) => boolean,
) {
  const { rows, exchange } = await all(t, path, query)
  const name = Object.entries(query)
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
  if (exchange.status !== 200)
    return t.notExercised(requirement, `${name} answered ${exchange.status}`, exchange)
  const wrong = rows.find(row => !fits(row))
  const got = runIds(rows)
  const lost = runIds(whole.filter(fits)).find(id => !got.includes(id))
  const sentence = wrong
    ? `${name} lists the run ${workflowRunId(wrong)}, which does not fit`
    : lost
      ? `${name} leaves out the run ${lost}, which fits`
      : `${name} lists ${rows.length} of ${whole.length} runs`
  t.expect(requirement, wrong === undefined && lost === undefined, sentence, exchange)
}

/** Every moment that a row shows; which of them counts is not stated. */
function moments(row: Json): number[] {
  return [...places(row, 2)].flatMap(({ name, value }) => {
    if (typeof value !== 'string' || !/_at$|[a-z]At$|date|time|started|created|finished/i.test(name))
      return []
    const at = Date.parse(value)
    return Number.isNaN(at) ? [] : [at]
  })
}

const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

async function byDate(t: Trial, path: Record<string, string>) {
  const { rows } = await all(t, path)
  const times = rows.flatMap(moments)
  if (times.length === 0 || rows.some(row => moments(row).length === 0))
    return t.notExercised(['WF-23', 'WF-24'], 'runs of a workflow that show a date')
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const some = (from: number) => iso(from)
  await narrows(t, 'WF-23', path, { date_from: some(first - 2 * DAY) }, rows, () => true)
  await narrows(t, 'WF-23', path, { date_from: some(last + 2 * DAY) }, rows, () => false)
  await narrows(t, 'WF-24', path, { date_to: some(last + 2 * DAY) }, rows, () => true)
  await narrows(t, 'WF-24', path, { date_to: some(first - 2 * DAY) }, rows, () => false)
  // Between two runs more than four days apart a date divides them, whichever moment counts.
  const sorted = rows
    .map(row => ({ row, from: Math.min(...moments(row)), to: Math.max(...moments(row)) }))
    .toSorted((a, b) => a.from - b.from)
  const gap = sorted.findIndex(
    (one, index) =>
      index > 0 && one.from - Math.max(...sorted.slice(0, index).map(other => other.to)) > 4 * DAY,
  )
  const [before, after] = [sorted[gap - 1], sorted[gap]]
  if (!before || !after) return
  const middle = iso((Math.max(...sorted.slice(0, gap).map(one => one.to)) + after.from) / 2)
  const late = (row: Json) => Math.min(...moments(row)) > Date.parse(middle)
  await narrows(t, 'WF-23', path, { date_from: middle }, rows, late)
  await narrows(t, 'WF-24', path, { date_to: middle }, rows, row => !late(row))
}

async function byObjection(t: Trial) {
  const ids = ['WF-25', 'WF-26', 'WF-28', 'WF-29']
  if (!t.wants(...ids)) return
  for (const { workflow } of await histories(t)) {
    const path = { workflow_id: workflow }
    const whole = await all(t, path)
    const objected = await all(t, path, { had_objection: true })
    if (objected.exchange.status !== 200)
      return t.violated('WF-25', `had_objection=true answered ${objected.exchange.status}`, objected.exchange)
    const yes = runIds(objected.rows)
    const told = whole.rows.filter(row => typeof objection(row) === 'boolean')
    const wrong = told.find(row => objection(row) !== yes.includes(workflowRunId(row) ?? ''))
    if (wrong)
      t.violated(
        'WF-25',
        `the run ${workflowRunId(wrong)} shows objection ${objection(wrong)} and is ${yes.includes(workflowRunId(wrong) ?? '') ? '' : 'not '}listed`,
        objected.exchange,
      )
    if (yes.length === 0 || yes.length >= whole.rows.length) continue
    t.met(
      'WF-25',
      `had_objection=true narrows ${whole.rows.length} runs to ${yes.length}`,
      objected.exchange,
      whole.exchange,
    )
    const both = yes.every(id => runIds(whole.rows).includes(id))
    t.expect(
      'WF-26',
      both,
      `without had_objection ${whole.rows.length} runs are listed, with and without objection`,
      whole.exchange,
    )
    const words = [...new Set(whole.rows.flatMap(row => wordIn(row) ?? []))]
    for (const word of words) {
      await narrows(
        t,
        'WF-28',
        path,
        { had_objection: true, status: word },
        whole.rows,
        row => wordIn(row) === word && yes.includes(workflowRunId(row) ?? ''),
      )
    }
    const times = whole.rows.flatMap(moments)
    if (times.length === 0) return t.notExercised('WF-29', 'runs of a workflow that show a date')
    await narrows(
      t,
      'WF-29',
      path,
      { had_objection: true, date_from: iso(Math.min(...times) - 2 * DAY) },
      whole.rows,
      row => yes.includes(workflowRunId(row) ?? ''),
    )
    await narrows(
      t,
      'WF-29',
      path,
      { had_objection: true, date_to: iso(Math.min(...times) - 2 * DAY) },
      whole.rows,
      () => false,
    )
    return
  }
  t.notExercised(ids, 'a workflow with runs with and without objection: fixtures.workflow-objection')
}

const objection = (row: Json) => findLike(row, /objection/i, value => typeof value === 'boolean')?.value

const start = scenario({
  id: 'workflows/start',
  title: 'A workflow is started, is among its runs, and its shared chat can be followed',
  requirements: [
    ...['WF-14', 'WF-15', 'WF-16', 'WF-17', 'WF-19', 'WF-20', 'EVENT-05'],
    ...idsOf(refusalsOf('startWorkflowRun', 'body')),
    ...idsOf(refusalsOf('startWorkflowRun', 'query')),
    ...accessRows('startWorkflowRun', 'VIS-06'),
  ],
  needs: { capability: 'workflows', scopes: ['workflows:run', 'workflows:read'] },
  cost: { requests: 26, runs: 3 },
  writes: true,
  async run(t) {
    const { id, body } = await startable(t)
    const options = { path: { workflow_id: id } }
    await refuses(t, 'startWorkflowRun', refusalsOf('startWorkflowRun', 'body'), { options })
    await refuses(t, 'startWorkflowRun', refusalsOf('startWorkflowRun', 'query'), {
      options,
      ...(body && { right: body }),
    })
    const before = new Set(runIds((await all(t, options.path)).rows))
    const first = await turnsAway(t, 'startWorkflowRun', {
      options: { ...options, ...(body && { body }) },
      foreign: ['VIS-06'],
      async seenBy(key) {
        const seen =
          key.scopes.has('workflows:read') &&
          (await t.call('getWorkflow', { key, path: options.path })).status < 300
        return seen ? 'another' : 'nothing'
      },
      right: () => beginWorkflow(t, id, {}, body),
    })
    if (!t.served(body ? 'WF-14' : ['WF-14', 'WF-16'], first)) return
    if (!body) t.met('WF-16', 'started without a body', first)
    else await tried(t, 'WF-16', id, {})
    const chat = asId(findNamed(first.json, 'shared_chat_id')?.value)
    t.expect(
      'WF-15',
      chat !== undefined,
      `the reply carries ${chat ? `shared_chat_id ${chat}` : 'no shared_chat_id'}`,
      first,
    )
    await amongItsRuns(t, id, first, before)
    if (chat !== undefined) await follow(t, chat)
    for (const test of [true, false]) await tried(t, 'WF-17', id, { test }, body)
    const group = t.target.fixtures.get('group')?.id
    if (group) await tried(t, 'WF-19', id, { group_id: group }, body)
    else t.notExercised('WF-19', 'the id of a group: fixtures.group')
  },
})

/** The fixture; without one, the first workflow that may be started: drafts are refused. */
async function startable(t: Trial): Promise<{ id: string; body?: Record<string, unknown> }> {
  const fixture = t.target.fixtures.get('workflow')
  if (fixture?.id) return fixture
  for (const { id } of (await workflows(t)).slice(0, 3)) {
    if ((await beginWorkflow(t, id, {}, undefined)).status === 202) return { id }
  }
  throw new Missing('a workflow that may be started: fixtures.workflow')
}

async function tried(
  t: Trial,
  requirement: string,
  workflow: string,
  query: Record<string, boolean | string>,
  body?: unknown,
) {
  if (!t.wants(requirement)) return
  const exchange = await beginWorkflow(t, workflow, query, body)
  t.expect(
    requirement,
    exchange.status === 202,
    `a start with ${JSON.stringify(query)} answered ${exchange.status}`,
    exchange,
  )
}

async function amongItsRuns(t: Trial, workflow: string, started: Exchange, before: Set<string>) {
  if (!t.wants('WF-20')) return
  const named =
    asId(findNamed(started.json, 'run_id')?.value) ??
    asId(findNamed(started.json, 'workflow_run_id')?.value) ??
    asId(recordIn(started.json, ['run', 'workflow_run'])?.id)
  const found = await t.until('the workflow run to be listed', 15, async () => {
    const ids = runIds((await all(t, { workflow_id: workflow })).rows)
    return ids.find(id => id === named) ?? (named === undefined ? ids.find(id => !before.has(id)) : undefined)
  })
  t.expect(
    'WF-20',
    found !== undefined,
    found
      ? `the run ${found} is among the runs of its workflow`
      : 'the started run is not among the runs of its workflow',
    started,
  )
  const other = (await workflows(t)).find(({ id }) => id !== workflow)
  if (found === undefined || !other) return
  const strange = runIds((await all(t, { workflow_id: other.id })).rows).includes(found) && found.length > 8
  t.expect(
    'WF-20',
    !strange,
    `the run ${found} is ${strange ? '' : 'not '}among the runs of another workflow`,
    started,
  )
}

async function follow(t: Trial, chat: string) {
  if (!t.wants('EVENT-05')) return
  const exchange = await t.call('streamChat', {
    path: { chat_id: chat },
    stop: text => /(^|[\r\n])data:/.test(text),
    timeoutSeconds: 8,
  })
  const type = exchange.headers['content-type'] ?? 'none'
  if (exchange.status !== 200)
    return t.notExercised(
      'EVENT-05',
      `the path of that stream: /chats/{chat_id}/stream answered ${exchange.status}`,
      exchange,
    )
  const right = /^text\/event-stream\b/i.test(type) && isFramed(exchange.text)
  t.expect(
    'EVENT-05',
    right,
    `the shared chat answered with the type ${type}, ${eventsOf(exchange.chunks).length} events`,
    exchange,
  )
}

export const workflowScenarios: readonly Scenario[] = [list, paging, invalid, runs, start]
