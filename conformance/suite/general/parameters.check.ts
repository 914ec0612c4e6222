/** Every stated query parameter is accepted: a valid value never makes a request fail. */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findNamed } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { wordIn } from '../../extract/record.ts'
import { operation, requirements } from '../../requirements/contract.ts'
import { type Exchange, isRefusal, queryOf } from '../../requirements/exchange.ts'
import { beginningWith, isServed, servedBeside } from '../../rules/stated-status.ts'
import { adminKey } from '../analytics/admin-key.ts'
import { GROUPS, ROWS } from '../analytics/figure-table.ts'
import { agents, needsOf } from '../discover.ts'
import { knownPath } from '../known-path.ts'
import { queryText } from '../query-text.ts'
import { boardId, knownPerson, seenOnTasks, statusWords } from '../tasks/existing-tasks.ts'
import { isRuledOut } from '../tasks/own-task.ts'

type Value = string | number | boolean
type Values = readonly Value[] | ((t: Trial) => Promise<readonly (Value | undefined)[]>)

/** Values per parameter of which a service accepts at least one; a plain word where nothing is stated. */
const VALUES: Readonly<Record<string, Values>> = {
  // The bounds of pages are not stated.
  limit: [1, 10, 50, 100],
  offset: [0, 1],
  page: [1],
  per_page: [1, 10, 50, 100],
  cursor,
  agent_id: async t => (await agents(t)).slice(0, 2).map(({ id }) => id),
  project_id: async t => [await seenOnTasks(t, 'project')],
  board_id: async t => [await boardId(t)],
  // The tasks of another person may be refused.
  owner: async t => ['me', await knownPerson(t)],
  assignee_id: async t => [await knownPerson(t)],
  done_since_days: [1, 7, 30],
  // The form of these is not stated, so that a refusal says nothing.
  date_from: ['2026-01-31T00:00:00Z', '2026-01-31'],
  date_to: ['2036-01-31T00:00:00Z', '2036-01-31'],
  'listRuns.status': ['running', 'cancelled', 'paused'],
  'listTasks.status': statusWords,
  'listWorkflowRuns.status': workflowRunWords,
}

const LISTS = ['listAgents', 'listRuns', 'listTasks', 'listWorkflows', 'listWorkflowRuns']
const DAYS = [30, 7, 90, 1]

type Taken = readonly [operation: string, name: string, requirement: string, values: Values]

/** The list parameters that requirements name. */
export const OF_LISTS = requirements.flatMap(({ id, operations: [list = ''], subject }): Taken[] => {
  if (!LISTS.includes(list) || subject?.in !== 'query' || !/^accepts/.test(subject.case)) return []
  const { field, value } = subject
  const usual = VALUES[`${list}.${field}`] ?? VALUES[field] ?? ['conformance']
  return [[list, field, id, value === undefined ? usual : [value]]]
})

/** Operation, parameter, requirement, and values of which a service accepts at least one. */
const TAKEN: readonly Taken[] = [
  ...OF_LISTS,
  ['getInsightsSummary', 'period', 'ANA-22', ['7d', '30d']],
  ...GROUPS.map(({ id, word }) => ['getTeamStats', 'group_by', id, [word]] as const),
  ['getTeamStats', 'group_by', 'SPEND-26', ['member']],
  ['getTeamStats', 'team_id', 'SPEND-24', async t => [t.target.fixtures.get('team')?.id]],
  // The bounds of these are not stated: a service violates them only if it accepts no value at all.
  ...ROWS.filter(it => it.bounds.length === 0).map(it => [it.operation, 'days', it.window, DAYS] as const),
  ['getTeamStats', 'days', 'SPEND-22', DAYS],
]

const OPERATIONS = [...new Set(TAKEN.map(([id]) => id))]

export const parameterScenarios: readonly Scenario[] = OPERATIONS.map(id => {
  const rows = TAKEN.filter(([one]) => one === id)
  return scenario({
    id: `parameters/${id}`,
    title: `${id} takes each of its parameters`,
    requirements: [...new Set(rows.map(([, , requirement]) => requirement))],
    needs: needsOf(id),
    cost: operation(id).rateLimit ? { analytics: { [id]: 2 } } : { requests: 20 },
    // Requests that other checks sent to a rate-limited endpoint are reused.
    ...(operation(id).rateLimit && { turn: 'overall' as const }),
    writes: id === 'listTasks',
    async run(t) {
      const options: CallOptions = {
        ...(operation(id).rateLimit && { key: adminKey(t) }),
        path: await knownPath(t, id),
      }
      // A refusal is due to the parameter only if the request without it is served.
      const bare = await (operation(id).rateLimit ? t.read(id, options) : t.call(id, options))
      if (bare.status !== 200) return
      for (const row of rows) if (t.wants(row[2])) await taken(t, row, { ...options, query: queryOf(bare) })
    },
  })
})

export const valuesOf = (t: Trial, values: Values) =>
  typeof values === 'function' ? values(t).catch(() => []) : values

async function taken(t: Trial, [id, name, requirement, wanted]: Taken, options: CallOptions) {
  const values = (await valuesOf(t, wanted)).filter(one => one !== undefined)
  const before = operation(id).rateLimit && t.context.observed.taken.get(`${id}?${name}`)
  if (before) return t.notExercised(requirement, `rows that show what ${name} does: it is accepted`, before)
  const replies: Exchange[] = []
  for (const value of values.slice(0, 4)) {
    const exchange = await t.call(id, { ...options, query: { ...options.query, [name]: value } })
    const lack = `rows that show what ${name} does: ${name}=${value} is accepted`
    if (exchange.status === 200) {
      t.notExercised(requirement, lack, exchange)
      return await onLaterPages(t, id, requirement, exchange, { ...options, query: { [name]: value } })
    }
    replies.push(exchange)
  }
  if (replies.length === 0) return t.notExercised(requirement, `a right value of ${name}`)
  const { method, path } = operation(id)
  const sentence = `${method} ${path} is served without ${name} and not with it: ${replies.map((one, n) => `${name}=${values[n]} ${one.status}`).join(', ')}`
  // The first page of a list is its beginning, which is there in every state.
  const isOpen =
    (name !== 'page' && replies.every(isRuledOut)) ||
    // A form that is not taken is refused: it is no reason to fail.
    (name.startsWith('date_') && replies.some(isRefusal)) ||
    (await t.call(id, options)).status !== 200
  if (isOpen) t.notExercised(requirement, `a right value of ${name}: ${sentence}`)
  else t.violated('accepts-value', requirement, sentence)
}

/** The second row of a list with a filter may be asked for as that of the whole list: a page behind the end may be refused. */
async function onLaterPages(t: Trial, id: string, requirement: string, all: Exchange, options: CallOptions) {
  const later = { limit: 1, offset: 1 }
  const isPaged = operation(id).queryParams.some(({ name }) => name === 'offset')
  if (!isPaged || PAGING.has(Object.keys(options.query ?? {})[0] ?? '') || replyRows(all).length < 2) return
  const send = (query: object) => t.call(id, { ...options, query: { ...query } })
  const first = await send({ ...options.query, ...later })
  if (!isRefusal(first)) return
  const next = beginningWith(first, () => send({ ...options.query, ...later }))
  const control = async () => {
    const whole = await send(later)
    const narrow = await send(options.query ?? {})
    // The second row may be gone by now.
    const isThere = !isServed(narrow) || replyRows(narrow).length > 1
    return !isThere ? first : isServed(whole) ? narrow : whole
  }
  const what = `${operation(id).path} with ${queryText({ ...options.query, ...later })}`
  await servedBeside(t, requirement, what, next, control, 'accepts-value')
}
export const PAGING = new Set(['limit', 'offset', 'page', 'per_page', 'cursor'])

async function cursor(t: Trial): Promise<string[]> {
  const first = await t.need('listRuns', { query: { limit: 1 } })
  const next = findNamed(first.json, 'next_cursor')?.value
  return typeof next === 'string' && next !== '' ? [next] : []
}

async function workflowRunWords(t: Trial): Promise<string[]> {
  const path = await knownPath(t, 'listWorkflowRuns')
  const rows = replyRows(await t.need('listWorkflowRuns', { path }))
  return [...new Set(rows.flatMap(row => wordIn(row) ?? []))]
}
