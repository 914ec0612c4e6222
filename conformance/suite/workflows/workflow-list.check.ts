/** The workflows: listed, read with their steps, paged. */

import { readListed } from '../../engine/list-pages.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findLike, isNumber, isObject, mentions, places } from '../../extract/find-value.ts'
import { rowsOfObjects } from '../../extract/list-rows.ts'
import { recordIn, refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { judgeRecordId } from '../../rules/same-record.ts'
import { eachHasId } from '../../rules/stated-member.ts'
import { holdsList, servedAtPath } from '../../rules/stated-status.ts'
import { agents, knownWorkflow } from '../discover.ts'
import { beginWhereAsked, bounded, judgePaging, type Start } from '../judge-paging.ts'
import { judgeMembers } from '../named-figures.ts'
import { someWorkflows } from './existing-workflow-runs.ts'

const needs = { capability: 'workflows', scopes: ['workflows:read'] } as const

/** Bounds of the plan and the month itself are not the usage. */
const USAGE = {
  id: 'WF-11',
  what: 'the usage of the month',
  name: /^(?!(month|year)$|.*(includ|limit|quota|max|allow)).+/i,
  fits: (value: unknown) => typeof value === 'number',
  possible: isNumber,
}

const list = scenario({
  id: 'workflows/list',
  title: 'The workflows are listed, and read one by one with their steps',
  requirements: ['WF-01', 'WF-02', 'WF-11', 'WF-12', 'WF-13', 'WF-21'],
  needs,
  cost: { requests: 13 },
  async run(t) {
    const reply = await t.call('listWorkflows')
    if (!servedAtPath(t, 'WF-01', 'WF-02', reply)) return
    eachHasId(t, 'WF-01', reply)
    const usage = await t.call('getWorkflowRunUsage')
    if (t.answered('WF-11', usage)) {
      // Without runs in the month, a usage by workflow has no rows.
      if (findLike(usage.json, /./, isEmptyList)) t.notExercised('WF-11', 'a month with workflow runs', usage)
      else judgeMembers(t, [USAGE], [recordIn(usage.json)], usage)
    }
    const { id } = await knownWorkflow(t)
    const one = await ofListed(t, 'WF-12', 'getWorkflow', id)
    if (one && t.answered('WF-12', one)) {
      judgeRecordId(t, 'WF-12', 'workflow', id, one)
      steps(t, one, id)
    }
    if (t.wants('WF-13')) await everyName(t)
    const runs = await ofListed(t, 'WF-21', 'listWorkflowRuns', id)
    if (runs && t.answered('WF-21', runs) && holdsList(t, 'WF-21', runs))
      t.met('stated-type', 'WF-21', 'the reply holds a list', runs)
  },
})

/** Which workflows a key sees is not stated: one that the target names may be refused where the list does not show it. */
async function ofListed(t: Trial, requirement: string, operation: string, workflow_id: string) {
  const reply = await readListed(t, 'listWorkflows', operation, { workflow_id })
  if (!reply)
    t.notExercised(requirement, lacks.fixture('workflow', 'a workflow that this key sees in the list'))
  return reply
}

const stepsIn = ({ json }: Exchange) =>
  findLike(json, /^steps$/, Array.isArray) ?? findLike(json, /step|node|stage/i, Array.isArray)

/** A workflow that the target names has steps; another one may be a draft. */
function steps(t: Trial, one: Exchange, id: string) {
  const found = stepsIn(one)
  const list = found && rowsOfObjects(found.value as unknown[])
  const isNamed = t.target.fixtures.get('workflow')?.id === id
  const sentence = `the workflow ${id} shows ${list ? `${list.length} steps` : 'no list of steps'}`
  if (list?.length) t.met('stated-member', 'WF-12', sentence, one)
  else if (isNamed && (found?.name === 'steps' || !findLike(one.json, /./, holdsRecords)))
    t.violated('stated-member', 'WF-12', sentence, one)
  else t.notExercised('WF-12', lacks.fixture('workflow', `a workflow that has steps: ${sentence}`), one)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** A list of objects, or an object of them. */
const holdsRecords = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).some(isObject)

/** Every step of every workflow that is looked at: a gate, a branch or a loop may come before it. */
async function everyName(t: Trial) {
  const known = new Map((await agents(t)).map(({ id, record }) => [id, record.name]))
  for (const workflow_id of await someWorkflows(t)) {
    const one = await t.call('getWorkflow', { path: { workflow_id } })
    if (one.status === 200) namesOfAgents(t, known, one)
  }
  if (!t.isDecided('WF-13'))
    t.notExercised('WF-13', 'a step that refers to an agent of the list of agents, which shows its name')
}

/**
 * A step that refers to a listed agent names it. A name that was changed since may be an older one, but neither the name
 * of another agent, nor one for two agents.
 */
function namesOfAgents(t: Trial, known: ReadonlyMap<string, unknown>, one: Exchange) {
  const list = rowsOfObjects((stepsIn(one)?.value ?? []) as unknown[])
  const named = list.flatMap(step => {
    const id = refIn(step, 'agent') ?? ''
    const name = known.get(id)
    const says = Object.entries(step).find(([member]) => /^agent_?name$/i.test(member))?.[1] ?? null
    const isNameless = ![...places(step)].some(
      ({ path, value }) => /agent/i.test(path) && typeof value === 'string' && value !== id,
    )
    return typeof name === 'string' && name !== '' ? [{ id, name, says, isNameless }] : []
  })
  for (const { id, name, says, isNameless } of named) {
    const others = [...known].filter(([other, called]) => other !== id && called !== name)
    const isAnothers = others.some(([, called]) => called === says)
    const isShared = says !== null && named.some(step => step.says === says && step.name !== name)
    const sentence = `the list calls the agent ${id} ${name}, its step calls it ${t.quote(says)}`
    if (mentions(one.json, name, true)) t.met('stated-member', 'WF-13', sentence, one)
    else if (isAnothers || isShared || says === id || isNameless)
      t.violated('stated-member', 'WF-13', sentence, one)
  }
}

const paging = scenario({
  id: 'workflows/paging',
  title: 'limit, offset, page and per_page page through the workflows',
  requirements: ['WF-03', 'WF-04', 'WF-05', 'WF-06'],
  needs,
  cost: { requests: 20 },
  async run(t) {
    const paged = { operation: 'listWorkflows' }
    await judgePaging(t, { ...paged, limit: 'WF-03', offset: 'WF-04' })
    await bounded(t, { ...paged, limit: 'WF-06' }, 'per_page')
    const starts = [
      [1, 1],
      [2, 1],
      [3, 1],
      [1, 2],
    ].map(([number = 1, size = 1]): Start => [{ page: number, per_page: size }, (number - 1) * size])
    await beginWhereAsked(t, { ...paged, limit: 'WF-06' }, 'WF-05', starts)
  },
})

export const workflowListScenarios: readonly Scenario[] = [list, paging]
