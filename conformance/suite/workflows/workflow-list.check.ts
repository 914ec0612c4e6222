/** The workflows: listed, read with their steps, paged. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, findNamed, isObject, type Json, mentions } from '../../extract/find-value.ts'
import { replyList, rowsOfObjects } from '../../extract/list-rows.ts'
import { idOf, recordIn, refIn } from '../../extract/record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { agents, knownWorkflow } from '../discover.ts'
import { judgePaging, page } from '../judge-paging.ts'
import { judgeMembers } from '../named-figures.ts'

const needs = { capability: 'workflows', scopes: ['workflows:read'] } as const

const USAGE = {
  id: 'WF-11',
  what: 'the usage of the month',
  name: /./,
  fits: (value: unknown) => typeof value === 'number',
}

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
    const rows = replyList(reply)
    if (rows === undefined) return t.violated('WF-01', 'there is no list in the reply', reply)
    const usage = await t.call('getWorkflowRunUsage')
    if (t.answered('WF-11', usage)) judgeMembers(t, [USAGE], [recordIn(usage.json)], usage)
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
      const found = replyList(runs)
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
  const wrong = await misnamed(t, list)
  if (wrong !== undefined) return t.violated('WF-13', wrong, one)
  const named = names.find(name => mentions(list, name))
  const says = findLike(list, /agent.*name/i, value => typeof value === 'string' && value !== '')
  if (named) t.met('WF-13', `a step names the agent ${named}`, one)
  else if (says && names.length > 0 && (await agents(t)).some(({ id }) => id === says.value))
    t.violated('WF-13', `a step gives ${String(says.value)}, the id of an agent, for its name`, one)
  // Where agents have no names, a step can only show something else.
  else if (says && names.length === 0) t.met('WF-13', `a step names its agent ${String(says.value)}`, one)
  else if (says)
    t.notExercised('WF-13', `an agent of that name in the list of agents: ${String(says.value)}`, one)
  else if (names.length === 0 || !findLike(list, /agent/i))
    t.notExercised('WF-13', 'a step with an agent, and the names of agents', one)
  else t.violated('WF-13', 'the steps point to agents and name none', one)
}

/** A step that refers to a listed agent under a name that the list does not show. */
async function misnamed(t: Trial, steps: readonly unknown[]): Promise<string | undefined> {
  const known = new Map((await agents(t)).map(({ id, record }) => [id, record]))
  for (const step of steps) {
    const id = refIn(step, 'agent') ?? ''
    const agent = known.get(id)
    const says = isObject(step) ? agentNameIn(step) : undefined
    if (!agent || typeof says !== 'string' || typeof agent.name !== 'string') continue
    if (!Object.values(agent).includes(says))
      return `a step calls the agent ${id} ${says}, the list ${agent.name}`
  }
  return undefined
}

const agentNameIn = (step: Json): unknown =>
  Object.entries(step).find(([name]) => /^agent_?name$/i.test(name))?.[1] ??
  (isObject(step.agent) ? step.agent.name : undefined)

const paging = scenario({
  id: 'workflows/paging',
  title: 'limit, offset, page and per_page page through the workflows',
  requirements: ['WF-03', 'WF-04', 'WF-05', 'WF-06'],
  needs,
  cost: { requests: 16 },
  async run(t) {
    const paged = { operation: 'listWorkflows' }
    await judgePaging(t, { ...paged, limit: 'WF-03', offset: 'WF-04' })
    const whole = await page(t, paged, { limit: 4 })
    if (whole.ids.length < 2) return onePage(t, paged, whole.ids)
    for (const size of [1, 2]) {
      const { ids, exchange } = await page(t, paged, { per_page: size })
      const same = ids.join() === whole.ids.slice(0, size).join()
      t.expect('WF-06', same, `per_page=${size} gives ${ids.length} workflows`, exchange, whole.exchange)
    }
    for (const [number, size] of [
      [1, 1],
      [2, 1],
      ...(whole.ids.length > 2 ? ([[3, 1]] as const) : []),
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
    // `page` is an alias for offset: with `limit` it also counts pages of that size.
  },
})

/** With a single workflow and a page size of one, the first page contains it and the second is empty. */
async function onePage(t: Trial, paged: Parameters<typeof page>[1], [only, ...others]: readonly string[]) {
  if (only === undefined || others.length > 0) return t.notExercised(['WF-05', 'WF-06'], 'a workflow')
  const first = await page(t, paged, { page: 1, per_page: 1 })
  const second = await page(t, paged, { page: 2, per_page: 1 })
  const right = first.ids.join() === only && second.ids.length === 0
  const sentence = `with per_page=1, page 1 holds ${first.ids.length} workflows of one and page 2 ${second.ids.length}`
  t.expect(['WF-05', 'WF-06'], right, sentence, first.exchange, second.exchange)
}

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

export const workflowListScenarios: readonly Scenario[] = [list, paging, invalid]
