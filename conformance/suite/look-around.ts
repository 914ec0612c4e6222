/** Finds what a target file can name by reads alone: it starts nothing and asks nobody. */

import { READS } from '../engine/preflight.ts'
import { type Scenario, scenario } from '../engine/scenario.ts'
import { NoAnswer } from '../engine/transport.ts'
import type { Trial } from '../engine/trial.ts'
import { asId, isObject, type Json, places } from '../extract/find-value.ts'
import { replyRows } from '../extract/list-rows.ts'
import { idOf, refIn, wordIn } from '../extract/record.ts'
import { boardOf } from '../extract/task-record.ts'
import { scopeOf } from '../requirements/contract.ts'
import { Missing } from '../requirements/missing.ts'
import type { Key } from '../target/target.ts'
import type { FixtureInput, FixtureName } from '../target/target-schema.ts'
import { labelOf, moneyOf, rowsOf } from './analytics/read-rows.ts'
import { agents, workflows } from './discover.ts'
import { wordsThatHit } from './knowledge/search-results.ts'
import { pastRuns } from './runs/find-agents.ts'
import { type Habits, habitsIn, ranked } from './runs/past-runs.ts'

export interface Found {
  fixtures: Map<FixtureName, { value: FixtureInput; because: string }>
  /** For a person to confirm: only they know whether somebody decides these approvals. */
  maybe: Map<FixtureName, string>
  /** The person behind each key, by name of the key, where tasks show it. */
  persons: Map<string, string>
  /** Scopes of refused reads, by name of the key, for keys without declared scopes. */
  refused: Map<string, string[]>
}

export const nothingFound = (): Found => ({
  fixtures: new Map(),
  maybe: new Map(),
  persons: new Map(),
  refused: new Map(),
})

/** A scenario that fills `found`; refused or missing parts are left out. */
export const lookingAround = (found: Found): Scenario =>
  scenario({
    id: 'look-around',
    title: 'What the deployment has that a target can name',
    requirements: [],
    run: async t => {
      reaches(t, found)
      for (const look of [persons, agentsByHabit, flows, tasks, approvals, knowledge, models, teams])
        await look(t, found).catch(problem => {
          if (!(problem instanceof Missing) && !(problem instanceof NoAnswer)) throw problem
        })
    },
  })

type Look = (t: Trial, found: Found) => Promise<void>

function put(found: Found, name: FixtureName, value: FixtureInput | undefined, because: string) {
  if (value !== undefined && !found.fixtures.has(name)) found.fixtures.set(name, { value, because })
}

const withId = (id: string | undefined): FixtureInput | undefined => (id === undefined ? undefined : { id })

async function rows(t: Trial, operation: string, key?: Key, query = {}, path = {}) {
  const reply = await t.call(operation, { ...(key && { key }), query, path })
  return reply.status === 200 ? replyRows(reply) : []
}

/** The start of the suite run has read with each key what it may read. */
function reaches(t: Trial, found: Found) {
  for (const { name, scopes, declared, revoked } of t.target.keys) {
    const refused = READS.map(scopeOf).filter(scope => !scopes.has(scope))
    if (!declared && !revoked && refused.length > 0) found.refused.set(name, refused)
  }
}
/** The owner of the tasks that `owner=me` lists is the person behind the key. */
const persons: Look = async (t, found) => {
  for (const key of t.target.keys) {
    if (key.revoked || key.personId !== undefined || !key.scopes.has('tasks:read')) continue
    const own = await rows(t, 'listTasks', key, { owner: 'me' })
    const owners = new Set(own.map(row => refIn(row, 'owner') ?? asId(row.owner)))
    const [person] = owners
    if (owners.size === 1 && person !== undefined) found.persons.set(key.name, person)
  }
}

const agentsByHabit: Look = async (t, found) => {
  const known = new Set((await agents(t)).map(({ id }) => id))
  const habits = habitsIn(await pastRuns(t)).filter(one => known.has(one.agent))
  for (const [name, [its]] of ranked(habits)) {
    // The expected answers of a waiting agent are unknown, so agents that ask are not proposed for its questions.
    const plain = name === 'agent-fails' || name === 'agent-finishes'
    if (its && (plain || isSlow(name, its))) put(found, name, { id: its.agent }, habitsText(its))
  }
  const waiting = habits.find(one => one.waiting > 0)
  const pending = await rows(t, 'listPendingApprovals').catch(() => [])
  const names = (id: string) => pending.some(row => refIn(row, 'agent') === id)
  if (waiting && names(waiting.agent)) found.maybe.set('agent-waits-approval', waiting.agent)
  const long = (await agents(t)).find(({ record }) => longPrompt(record))
  put(found, 'agent-long-prompt', withId(long?.id), 'its prompt has more than 200 characters')
}

/** The scenarios of slow runs rely on a slow agent: one that may have finished by then is not named. */
const isSlow = (name: FixtureName, { quickest = 0 }: Habits) => name === 'agent-slow' && quickest >= 15

const habitsText = ({ runs, finished, failed, quickest, longest }: Habits) =>
  [
    `of ${runs} past runs ${finished} finished and ${failed} failed`,
    ...(quickest === undefined ? [] : [`they took ${round(quickest)} to ${round(longest ?? quickest)} s`]),
  ].join('; ')

const round = (seconds: number) => Math.round(seconds * 10) / 10

const longPrompt = (record: Json) =>
  [...places(record, 2)].some(
    ({ name, value }) => name === 'system_prompt' && typeof value === 'string' && value.length > 200,
  )

const flows: Look = async (t, found) => {
  const histories = []
  for (const { id } of (await workflows(t)).slice(0, 8)) {
    const runs = await rows(t, 'listWorkflowRuns', undefined, {}, { workflow_id: id })
    const gate = (await t.call('getWorkflow', { path: { workflow_id: id } })).json
    const gated = [...places(gate)].some(({ value }) => typeof value === 'string' && GATE.test(value))
    histories.push({ id, runs, gated })
  }
  const byRuns = histories.toSorted((a, b) => b.runs.length - a.runs.length)
  const straight = byRuns.find(one => !one.gated)
  put(found, 'workflow', withId(straight?.id), 'it has no gate')
  put(found, 'workflow-with-gate', withId(byRuns.find(one => one.gated)?.id), 'one of its steps is a gate')
  const varied = byRuns.find(({ runs }) => new Set(runs.map(row => wordIn(row))).size > 1)
  put(found, 'workflow-history', withId(varied?.id), 'its runs are in several statuses')
  for (const { id, runs } of byRuns) {
    const path = { workflow_id: id }
    const query = { had_objection: true }
    const objected = await rows(t, 'listWorkflowRuns', undefined, query, path)
    if (objected.length > 0 && objected.length < runs.length)
      return put(found, 'workflow-objection', { id }, 'somebody objected in some of its runs')
  }
}
const GATE = /^(human_)?(gate|approval|review)$/i

const tasks: Look = async (t, found) => {
  const shown = await rows(t, 'listTasks')
  const boards = [...new Set(shown.flatMap(row => boardOf(row) ?? []))]
  for (const [index, name] of (['board', 'second-board'] as const).entries()) {
    const id = boards[index]
    const prefix = shown.filter(row => boardOf(row) === id).flatMap(row => prefixIn(row) ?? [])[0]
    put(found, name, id === undefined ? undefined : { id, ...(prefix && { prefix }) }, 'tasks are on it')
  }
  put(found, 'project', withId(shown.flatMap(row => refIn(row, 'project') ?? [])[0]), 'tasks belong to it')
  const all = await rows(t, 'listTasks', undefined, { include_archived: true })
  const ids = new Set(shown.map(row => idOf(row, 'task')))
  const hidden = all.length > shown.length ? all.find(row => !ids.has(idOf(row, 'task'))) : undefined
  if (hidden?.archived === true)
    put(found, 'archived-task', withId(idOf(hidden, 'task')), 'only include_archived lists it')
  for (const row of shown.filter(one => typeof one.last_run_status === 'string').slice(0, 6)) {
    const id = idOf(row, 'task')
    const runs = id && (await rows(t, 'listTaskRuns', undefined, {}, { task_id: id }))
    if (runs && runs.length > 1) return put(found, 'task-with-runs', { id }, `it had ${runs.length} runs`)
  }
}

/** The letters before the number in a task's reference. */
const prefixIn = (row: Json): string | undefined =>
  Object.values(row).flatMap(value => /^([A-Z][A-Z0-9]{0,11})-\d{1,9}$/.exec(String(value))?.[1] ?? [])[0]

const approvals: Look = async (t, found) => {
  const [first] = await rows(t, 'listPendingApprovals')
  put(found, 'pending-approval', withId(idOf(first, 'approval')), 'it is pending')
}

const knowledge: Look = async (t, found) => {
  const query = await wordsThatHit(t)
  put(found, 'knowledge-hit', query === undefined ? undefined : { query }, 'it finds something')
}

const models: Look = async (t, found) => {
  const ids = (await rows(t, 'listModels')).flatMap(row => idOf(row, 'model') ?? [])
  const small = ids.find(id => /mini|small|lite|nano|flash|tiny|haiku/i.test(id))
  put(found, 'model', withId(small ?? ids[0]), small ? 'its name says that it is small' : 'it is the first')
}

/** Some services add a row without an id for those who have no team. */
const isTeam = (row: Json) => isObject(row) && row.id !== null && row.team_id !== null

/** A manager's rows by team are their own teams; the further ones of an admin are other teams. */
const teams: Look = async (t, found) => {
  const keys = t.keys.home('analytics:read')
  const of = async (role: string) => {
    const key = keys.find(one => one.role === role)
    const reply = key && (await t.read('getSpendByTeam', { key, query: { days: 90 } }))
    return reply?.status === 200
      ? rowsOf(reply.json, 'team').flatMap(row =>
          isTeam(row) && moneyOf(row) ? (labelOf(row, 'team') ?? []) : [],
        )
      : []
  }
  const [all, managed] = [await of('admin'), await of('manager')]
  const own = managed.find(team => all.includes(team))
  put(found, 'team', withId(own ?? all[0]), own ? 'the manager sees it' : 'it has spent')
  const second = all.find(team => !managed.includes(team) && team !== all[0])
  put(found, 'second-team', withId(second), 'it has spent')
  const key = keys.find(one => one.role === 'admin')
  const roster = key && (await t.read('getTeamStats', { key, query: { group_by: 'member', days: 90 } }))
  const idle = rowsOf(roster?.json, 'user').find(row => moneyOf(row) === 0)
  put(found, 'zero-member', withId(idle && labelOf(idle, 'user')), 'nothing spent in 90 days')
}
