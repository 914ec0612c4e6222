/**
 * The filters of the task list, alone, in pairs and beside other parameters, against every task that the suite made:
 * each list holds those that fit it and no others. Tasks of agents count as well, so that no run is paid for.
 */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import { idOf, refIn } from '../../extract/record.ts'
import { assigneeOf, boardOf, statusOf } from '../../extract/task-record.ts'
import { ignoreMissing, lacks, SetupFailed } from '../../requirements/missing.ts'
import { agents, knownAgent } from '../discover.ts'
import { judgePagingBeside } from '../judge-paging.ts'
import { queryText } from '../query-text.ts'
import {
  A_PERSON,
  anotherPerson,
  boardId,
  existingTasks,
  knownPerson,
  secondBoard,
  seenOnTasks,
} from './existing-tasks.ts'
import { assign, makeTask, moveTo, type OwnTask } from './own-task.ts'
import { allTasks, type Query } from './task-pages.ts'

interface Filter {
  name: string
  /** The requirement about tasks that fit the value. */
  id: (value: string) => string
  valueIn: (row: Json) => string | undefined
  /** A row that shows no board may fit: every task has a number on one (2.1). */
  isUnshown?: boolean
}

const typeOf = (row: Json) => assigneeOf(row)?.type
export const FILTERS: readonly Filter[] = [
  { name: 'status', id: () => 'TASK-13', valueIn: statusOf },
  { name: 'board_id', id: () => 'TASK-15', valueIn: boardOf, isUnshown: true },
  { name: 'project_id', id: () => 'TASK-14', valueIn: row => refIn(row, 'project') },
  { name: 'assignee_id', id: () => 'TASK-19', valueIn: row => assigneeOf(row)?.id },
  { name: 'assignee_type', id: type => (type === 'user' ? 'TASK-09' : 'TASK-10'), valueIn: typeOf },
]

/** Whether a type is a stated one. */
export const isAssigneeType = (value: string | undefined) => value === 'user' || value === 'agent'

/** Parameters that all of these tasks match. */
const OPEN: readonly Query[] = [{ owner: 'me' }, { include_archived: true }, { limit: 50 }]

/** Days within which each task of this run was done. */
const LONG_AGO = '30'

/** Tasks of this run that are done; which others stay in the list is not stated. */
const doneLately = (t: Trial): Filter => ({
  name: 'done_since_days',
  id: () => 'TASK-24',
  valueIn: row => (statusOf(row) === 'done' && mentions(row, t.context.nonce, true) ? LONG_AGO : undefined),
  isUnshown: true,
})

const PAGED = { operation: 'listTasks', limit: 'TASK-27', offset: 'TASK-29' }

/** How many values of a filter are asked for. */
const VALUES = 2

export const taskFilterScenario = scenario({
  id: 'tasks/filters',
  title:
    'Each filter of the task list, each pair of them and each page hold what fits, of all tasks of the suite',
  requirements: [
    ...['TASK-31', 'TASK-09', 'TASK-10', 'TASK-13', 'TASK-14', 'TASK-15', 'TASK-19', 'TASK-25'],
    ...['TASK-27', 'TASK-29'],
  ],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 140 },
  writes: true,
  // Lists are compared with each other, which nobody else may change.
  turn: 'alone',
  async run(t) {
    const known = await makeTasks(t)
    const given = await giveToAgent(t).catch(ignoreMissing)
    const { rows: whole } = await ownRows(t, {})
    const asked = new Map(FILTERS.map(one => [one, valuesIn(whole, one, known)]))
    for (const [one, values] of asked)
      for (const [n, value] of values.entries()) {
        const query = { [one.name]: value }
        await holdsWhatFits(t, [one.id(value)], query, [one], whole)
        for (const open of n === 0 ? OPEN : [])
          await holdsWhatFits(t, ['TASK-31', one.id(value)], { ...query, ...open }, [one], whole)
        if (one.name === 'status')
          for (const done_since_days of [0, 1])
            await holdsWhatFits(t, ['TASK-25'], { ...query, done_since_days }, [one], whole)
      }
    for (const [n, one] of FILTERS.entries())
      for (const other of FILTERS.slice(n + 1)) {
        // Of people and of agents each, where tasks of both are there.
        const types = other.name === 'assignee_type' ? asked.get(other) : [undefined]
        for (const type of types ?? []) {
          const row = tellingRow(whole, one, other, known, type)
          const [value, second] = [one, other].map(filter => row && filter.valueIn(row))
          if (value === undefined || second === undefined) continue
          const query = { [one.name]: value, [other.name]: second }
          await holdsWhatFits(t, ['TASK-31'], query, [one, other], whole)
        }
      }
    await ofAnotherAgent(t, whole).catch(ignoreMissing)
    const done = doneLately(t)
    for (const [one, [value]] of asked)
      if (value !== undefined && one.name !== 'status')
        await holdsWhatFits(t, ['TASK-31'], { [one.name]: value, [done.name]: LONG_AGO }, [one, done], whole)
    for (const [one, [value]] of asked)
      if (value !== undefined) await judgePagingBeside(t, PAGED, { [one.name]: value })
    await judgePagingBeside(t, PAGED, { owner: 'me', include_archived: true, done_since_days: LONG_AGO })
    for (const [one, values] of asked)
      if (values.length === 0) t.notExercised(one.id('user'), lacking(one.name))
    if (!t.isDecided('TASK-10')) t.notExercised('TASK-10', 'a task that is assigned to an agent')
    if (given) await assign(t, given.id, null, null)
  },
})

const lacking = (name: string) =>
  name === 'project_id'
    ? lacks.fixture('project', 'a project')
    : name === 'board_id'
      ? lacks.any('two boards', lacks.fixture('board'), lacks.fixture('second-board'))
      : name === 'status'
        ? 'a task that shows its status'
        : A_PERSON

/** A task that fits every filter, and for each filter one that fits all others. Returns the ids that are known to exist. */
async function makeTasks(t: Trial): Promise<Known> {
  const board = await boardId(t)
  const second = await secondBoard(t, board)
  const [project, person] = [await seenOnTasks(t, 'project'), await knownPerson(t)]
  const sets: Json[] = [
    ...(board === undefined || second === undefined ? [] : [{ board_id: second }]),
    ...(project === undefined ? [] : [{ project_id: project }]),
    ...(person === undefined ? [] : [{ assignee_type: 'user', assignee_id: person }]),
  ]
  const all = Object.assign({}, ...sets) as Json
  await makeTask(t, 'that fits every filter', all)
  for (const set of sets) {
    const names = Object.keys(set)
    const others = Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
    const fields = 'board_id' in set ? { ...others, board_id: board } : others
    await makeTask(t, `that misses ${names.join(' and ')}`, fields)
  }
  const done = await makeTask(t, 'that fits but is done', all)
  await moveTo(t, done.id, 'done')
  const other = anotherPerson(t, person)
  if (other !== undefined) {
    const theirs = { assignee_type: 'user', assignee_id: other }
    const given = await makeTask(t, 'given on by another person', theirs).catch(ignoreMissing)
    if (given && person !== undefined) await assign(t, given.id, 'user', person)
    await makeTask(t, 'of another person', theirs).catch(ignoreMissing)
  }
  const agent = await knownAgent(t).catch(ignoreMissing)
  const listed = (await agents(t).catch(ignoreMissing)) ?? []
  return new Set([board, second, project, person, agent?.id, ...listed.map(({ id }) => id)])
}

/** How many tasks of agents are looked at beside the suite's own. */
const MAX_OF_AGENTS = 5

/** Tasks of the deployment that are assigned to agents, of as many agents as there are. */
async function ofAgents(t: Trial): Promise<string[]> {
  const rows = (await existingTasks(t)).filter(row => typeOf(row) === 'agent')
  const first = [...Map.groupBy(rows, row => assigneeOf(row)?.id).values()].map(([row]) => row!)
  return [...new Set([...first, ...rows])].flatMap(row => idOf(row, 'task') ?? []).slice(0, MAX_OF_AGENTS)
}

/** Where no task of the deployment is assigned to an agent, assigns one of our own, which may cost a run. */
async function giveToAgent(t: Trial): Promise<OwnTask | undefined> {
  if (!t.wants('TASK-10') || (await ofAgents(t)).length > 0) return undefined
  const agent = await knownAgent(t)
  const task = await makeTask(t, 'assigned to an agent')
  t.context.budget.takeRun()
  await assign(t, task.id, 'agent', agent.id)
  return task
}

/** The rows of the suite's own tasks, and of some that agents have, by id, and the pages that show them. */
async function ownRows(t: Trial, query: Query) {
  const { rows, exchanges } = await allTasks(t, query)
  const agents = await ofAgents(t)
  const own = rows.filter(
    row => mentions(row, t.context.nonce, true) || agents.includes(idOf(row, 'task') ?? ''),
  )
  return { rows: new Map(own.map(row => [idOf(row, 'task') ?? '', row] as const)), exchanges }
}

/** The values that most tasks have. */
function valuesIn(whole: ReadonlyMap<string, Json>, filter: Filter, known: Known): string[] {
  const shown = [...whole.values()].flatMap(row => askedOf(filter, row, known) ?? [])
  const groups = [...Map.groupBy(shown, one => one)].toSorted((a, b) => b[1].length - a[1].length)
  return groups.slice(0, VALUES).map(([value]) => value)
}

type Known = ReadonlySet<string | undefined>

/**
 * A value that may be asked for: of a type a stated one, and of an id one that exists. Other checks make tasks with ids of
 * nothing, by which a list may be refused.
 */
function askedOf({ name, valueIn }: Filter, row: Json, known: Known): string | undefined {
  const value = valueIn(row)
  const isAsked = name === 'assignee_type' ? isAssigneeType(value) : !name.endsWith('_id') || known.has(value)
  return isAsked ? value : undefined
}

/** Asks for an agent that no listed task is assigned to: none of them may be in its list. */
async function ofAnotherAgent(t: Trial, whole: ReadonlyMap<string, Json>) {
  const rows = [...whole.values()].filter(row => typeOf(row) === 'agent')
  if (rows.length === 0) return
  const having = new Set(rows.map(row => assigneeOf(row)?.id))
  const other = (await agents(t)).find(({ id }) => !having.has(id))
  const query = { assignee_type: 'agent', assignee_id: other?.id ?? '' }
  const narrowing = FILTERS.filter(({ name }) => name in query)
  // That nothing can be assigned to this one may be a reason to refuse it.
  if (other && (await t.call('listTasks', { query })).status === 200)
    await holdsWhatFits(t, ['TASK-31'], query, narrowing, whole)
}

/** A task that fits both, while others fit one of the two. */
function tellingRow(
  whole: ReadonlyMap<string, Json>,
  one: Filter,
  other: Filter,
  known: Known,
  value: string | undefined,
): Json | undefined {
  const rows = [...whole.values()]
  const alike = (row: Json, like: Json, filter: Filter) => filter.valueIn(row) === filter.valueIn(like)
  const telling = (like: Json) =>
    Number(rows.some(row => alike(row, like, one) && !alike(row, like, other))) +
    Number(rows.some(row => !alike(row, like, one) && alike(row, like, other)))
  const both = rows.filter(
    row =>
      [one, other].every(filter => askedOf(filter, row, known) !== undefined) &&
      (value === undefined || other.valueIn(row) === value),
  )
  return both.toSorted((a, b) => telling(b) - telling(a))[0]
}

/** Of the suite's own tasks, the list holds those whose rows fit it in the unfiltered list before and after. */
async function holdsWhatFits(
  t: Trial,
  ids: readonly string[],
  query: Query,
  narrowing: readonly Filter[],
  whole: ReadonlyMap<string, Json>,
) {
  if (!t.wants(...ids)) return
  const filter = queryText(query)
  const fits = (row: Json | undefined) =>
    row !== undefined && narrowing.every(({ name, valueIn }) => valueIn(row) === query[name])
  const isUnfit = (row: Json | undefined) =>
    row !== undefined &&
    narrowing.some(({ name, valueIn, isUnshown }) => {
      const value = valueIn(row)
      return value !== query[name] && !(isUnshown && value === undefined)
    })
  let isFirst = true
  const look = async () => {
    // The first comparison is with the list as it was; what differs is compared with lists read before and after.
    const before = isFirst ? whole : (await ownRows(t, {})).rows
    const listed = await ownRows(t, query).catch(statusOfRefusal)
    const after = isFirst ? whole : (await ownRows(t, {})).rows
    isFirst = false
    if (typeof listed === 'number')
      return { refused: listed, lost: undefined, wrong: undefined, count: 0, pages: [] }
    const { rows, exchanges: pages } = listed
    const lost = [...before].find(([id, row]) => fits(row) && fits(after.get(id)) && !rows.has(id))
    const wrong = [...rows.keys()].find(id => isUnfit(before.get(id)) && isUnfit(after.get(id)))
    return { refused: undefined, lost: lost?.[0], wrong, count: rows.size, pages }
  }
  const isRight = ({ refused, lost, wrong }: Awaited<ReturnType<typeof look>>) =>
    refused !== undefined || (lost === undefined && wrong === undefined)
  const last = await t.settled('the list to follow its filter', look, isRight)
  const { refused, lost, wrong, count, pages } = last
  const shows = pages.filter(({ text }) => wrong === undefined || text.includes(wrong)).slice(0, 1)
  // The values are words of the specification, or those of tasks that the deployment shows. The bounds of pages and of days
  // are not stated.
  const isBounded = 'limit' in query || query.done_since_days === 0 || query.done_since_days === LONG_AGO
  if ((refused === 422 || refused === 500) && !isBounded)
    t.violated('accepts-value', ids, `GET /tasks with ${filter} answered ${refused}`)
  else if (refused !== undefined) t.notExercised(ids, `a list with ${filter}: it answered ${refused}`)
  else if (wrong !== undefined)
    t.violated('filter-satisfied', ids, `${filter} lists the task ${wrong}, which does not fit it`, ...shows)
  else if (lost !== undefined)
    t.violated('filter-complete', ids, `${filter} leaves out the task ${lost}, which fits it`, ...shows)
  else if (count > 0 && count < whole.size)
    t.met(
      'filter-satisfied',
      ids,
      `${filter} lists ${count} of ${whole.size} tasks: those that fit`,
      ...shows,
    )
  else t.notExercised(ids, `tasks that fit ${filter}, and others: ${count} of ${whole.size} do`)
}

function statusOfRefusal(problem: unknown): number {
  if (problem instanceof SetupFailed) return problem.status
  throw problem
}
