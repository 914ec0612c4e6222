/** Reads a deployment: people, teams, agents with their latest runs, workflows, tasks, models, boards, knowledge bases. */

import { Client } from '../engine/client.ts'
import { findLike, findNamed, isObject, type Json } from '../extract/find-value.ts'
import { listIn, replyRows, rowKind, rowsOfObjects } from '../extract/list-rows.ts'
import { idOf, recordIn, refIn, wordIn } from '../extract/record.ts'
import type { Key, Target } from '../target/target.ts'
import {
  byId,
  isText,
  jobOf,
  modelIn,
  NAMES,
  personIn,
  questionOf,
  referred,
  type SeenThing,
  secondsOf,
  startOf,
  textIn,
  textOf,
  things,
} from './record-values.ts'

export type { Key }

const PAGE = 100
const MAX_PAGES = 50

/** Each team is a call to an endpoint that may allow ten a minute. */
const MAX_TEAMS = 6
const MAX_JOBS = 5

/** Replies to reads: of a deployment, or of a recording. */
export interface Source {
  call(
    operation: string,
    options: {
      readonly key: Key
      readonly query: Record<string, string | number>
      readonly path: Record<string, string>
      readonly refusable: boolean
    },
  ): Promise<{ readonly status: number; readonly json?: unknown }>
}

interface SeenAgent extends SeenThing {
  readonly description?: string | undefined
  readonly owner?: string | undefined
  readonly isPrivate: boolean
  readonly model?: string | undefined
  readonly prompt?: string | undefined
  readonly runs: SeenRuns
}

/** Outcomes of an agent's latest runs. */
export interface SeenRuns {
  readonly seen: number
  readonly failed: number
  /** The median working time. */
  readonly seconds?: number | undefined
  /** A question that one of them asked. */
  readonly question?: string | undefined
  readonly waitsForApproval?: boolean
  /** What some of them were asked for, and their summaries. */
  readonly jobs: readonly { readonly task: string; readonly summary: string }[]
  /** When they started, in epoch milliseconds. */
  readonly startedAt: readonly number[]
}

/** Reads with every key; sends no writes. */
export async function readDeployment(target: Target) {
  using client = new Client(target)
  return await readSource(client, target.keys)
}

/** Reads with the keys of the first key's tenant. */
export function readSource(source: Source, keys: readonly Key[]) {
  const usable = keys.filter(({ revoked, tenant }) => !revoked && tenant === keys[0]?.tenant)
  return new Reading(source, usable).seen()
}

/** What a deployment shows to its keys. */
export type Seen = Awaited<ReturnType<Reading['seen']>>

class Reading {
  readonly #client: Source
  /** Keys that the deployment accepts. */
  #keys: readonly Key[]
  readonly #refused: string[] = []
  readonly #owners = new Map<string, Met>()
  readonly #teams = new Map<string, SeenThing>()

  constructor(client: Source, keys: readonly Key[]) {
    this.#client = client
    this.#keys = keys
  }

  /** The key that sees most. */
  get #admin(): Key | undefined {
    return this.#keys.find(({ role }) => role === 'admin') ?? this.#keys[0]
  }

  async seen() {
    for (const key of this.#keys) await this.#person(key)
    await this.#roster()
    const agents = await this.#agents()
    const workflows = await this.#workflows(agents)
    return {
      agents: byId(agents),
      workflows: byId(workflows),
      models: (await this.#rows('listModels')).map(row => idOf(row, 'model')).filter(isText),
      ...(await this.#places()),
      knowledge: things(await this.#rows('listKnowledgeFolders'), 'knowledge_base'),
      plan: await this.#plan(),
      balance: await this.#balance(),
      teams: byId([...this.#teams.values()]),
      people: byId(
        [...this.#owners].map(([id, { teams, manages, keys, ...person }]) => ({
          id,
          ...person,
          keys: [...keys],
          /** The ids of the person's teams, and of those that a manager sees. */
          teams: [...teams],
          manages: [...manages],
        })),
      ),
      /** Refused reads, such as `listTasks 403 for member`. */
      refused: this.#refused,
    }
  }

  /** The owner of a key, who may be visible only through their usage or their tasks. */
  async #person(key: Key): Promise<void> {
    const usage = recordIn(await this.#get('getMyUsage', key, {}))
    const own = usage && personIn(usage, /^(user|person|member)(_?id)?$/i)
    const [task] = own ? [] : await this.#list('listTasks', key, { owner: 'me', limit: 1 })
    const owner = key.personId ?? own ?? (task && personIn(task, /^(owner|owner_id|ownerId|created_by)$/))
    const name = usage && textOf(findLike(usage, /^(user|person|member|display)_?name$/i)?.value)
    if (owner !== undefined) this.#meet(owner, name, key)
  }

  #meet(id: string, name?: string, key?: Key): Met {
    const known = this.#owners.get(id)
    const sets = known ?? { keys: new Set(), teams: new Set(), manages: new Set() }
    const met: Met = { ...sets, name: known?.name ?? name, role: known?.role ?? key?.role }
    if (key) met.keys.add(key.name)
    this.#owners.set(id, met)
    return met
  }

  /** Everybody with their teams, and who manages which, from the figures by member and team. */
  async #roster(): Promise<void> {
    const admin = this.#admin
    const managers = this.#keys.filter(({ role }) => role === 'manager')
    if (!admin) return
    const grouped = async (by: 'team' | 'member', key: Key, more: Query = {}) =>
      things(await this.#list('getTeamStats', key, { group_by: by, ...more }), by === 'team' ? by : 'user')
    for (const team of await grouped('team', admin)) this.#teams.set(team.id, team)
    for (const { id, name } of await grouped('member', admin)) this.#meet(id, name)
    for (const team of [...this.#teams.keys()].slice(0, MAX_TEAMS))
      for (const { id, name } of await grouped('member', admin, { team_id: team }))
        this.#meet(id, name).teams.add(team)
    for (const key of managers) {
      const person = [...this.#owners.values()].find(({ keys }) => keys.has(key.name))
      for (const team of await grouped('team', key)) {
        this.#teams.set(team.id, team)
        person?.manages.add(team.id)
      }
    }
  }

  /** The person behind a field such as `owner` or `owner_id`. */
  #owner(record: Json): string | undefined {
    const id = personIn(record, /owner/i)
    if (id === undefined) return undefined
    const place = findLike(record, /^owner$/i, isObject)
    this.#meet(id, place && isObject(place.value) ? textIn(place.value, NAMES) : undefined)
    return id
  }

  async #agents(): Promise<SeenAgent[]> {
    const agents: SeenAgent[] = []
    for (const { record, ...known } of await this.#records('listAgents', 'getAgent', 'agent'))
      agents.push({
        ...known,
        description: textIn(record, ['description', 'about']),
        isPrivate: wordIn(record, 'visibility') === 'private' || findNamed(record, 'shared')?.value === false,
        model: modelIn(record),
        prompt: textOf(findNamed(record, 'system_prompt')?.value),
        runs: await this.#runsOf(known.id),
      })
    return agents
  }

  async #runsOf(agent: string): Promise<SeenRuns> {
    const all = await this.#rows('listRuns', { agent_id: agent, limit: PAGE })
    const rows = all.filter(row => [undefined, agent].includes(refIn(row, 'agent')))
    const seconds = rows.flatMap(row => secondsOf(row) ?? []).toSorted((a, b) => a - b)
    return {
      seen: rows.length,
      failed: rows.filter(row => /fail|error/i.test(wordIn(row) ?? '')).length,
      seconds: seconds[Math.floor(seconds.length / 2)],
      question: rows.map(questionOf).find(isText),
      waitsForApproval: rows.some(row => findLike(row, /approval/i, isText) !== undefined),
      jobs: [...new Map(rows.flatMap(row => jobOf(row) ?? []).map(job => [job.task, job])).values()].slice(
        0,
        MAX_JOBS,
      ),
      startedAt: rows.flatMap(row => startOf(row) ?? []),
    }
  }

  async #workflows(agents: SeenAgent[]) {
    const records = await this.#records('listWorkflows', 'getWorkflow', 'workflow')
    return records.map(({ record, ...known }) => {
      const steps = rowsOfObjects(listIn(findNamed(record, 'steps')?.value ?? [], ['steps']) ?? [])
      return { ...known, steps: steps.map(step => this.#step(step, agents)) }
    })
  }

  /**
   * A step names its agent by id or name, and may end with a gate; a step without one is a gate. An agent may be known
   * only from steps.
   */
  #step(step: Json, agents: SeenAgent[]) {
    const named = agents.find(({ id, name }) => {
      const place = findLike(step, /agent/i, value => value === id || (name !== undefined && value === name))
      const inner = findLike(step, /agent/i, isObject)?.value
      return (
        place !== undefined ||
        (isObject(inner) && (idOf(inner, 'agent') === id || textIn(inner, NAMES) === name))
      )
    })
    const list = findLike(step, /approver/i, Array.isArray)?.value
    const approvers = (Array.isArray(list) ? list : []).map(one => idOf(one, 'user')).filter(isText)
    for (const id of approvers) this.#meet(id)
    const gate = findLike(step, /approv|gate|review/i, value => value === true || isObject(value))
    const unknown = named ? undefined : textOf(findLike(step, /agent/i, isText)?.value)
    if (unknown !== undefined) agents.push({ ...NOTHING_KNOWN, id: `step:${unknown}`, name: unknown })
    const agent = named?.id ?? (unknown && `step:${unknown}`)
    const isGate = agent === undefined || approvers.length > 0 || gate !== undefined
    return { name: textIn(step, NAMES), agent, isGate, approvers }
  }

  /** The tasks, and the boards and projects that they name. */
  async #places() {
    const boards = new Map<string, SeenThing & { prefix: string | undefined }>()
    const projects = new Map<string, SeenThing>()
    const tasks = []
    for (const key of this.#keys)
      for (const row of await this.#list('listTasks', key, { limit: PAGE })) {
        const board = referred(row, 'board')
        const reference = findLike(row, /ref|number|key|code/i, value =>
          /^[A-Z][A-Z0-9]*-\d+$/.test(String(value)),
        )
        const prefix = typeof reference?.value === 'string' ? reference.value.replace(/-\d+$/, '') : undefined
        if (board) boards.set(board.id, { ...board, prefix: boards.get(board.id)?.prefix ?? prefix })
        const project = referred(row, 'project')
        if (project) projects.set(project.id, project)
        const id = idOf(row, 'task')
        if (id !== undefined)
          tasks.push({
            id,
            title: textOf(row.title),
            description: textOf(row.description),
            status: wordIn(row),
            board: board?.id,
            project: project?.id,
            owner: this.#owner(row),
            /** An agent or a person. */
            assignee: refIn(row, 'assignee'),
          })
      }
    return {
      boards: byId([...boards.values()]),
      projects: byId([...projects.values()]),
      tasks: byId([...new Map(tasks.map(task => [task.id, task])).values()]),
    }
  }

  async #balance(): Promise<number | undefined> {
    const body = this.#admin && (await this.#get('getWallet', this.#admin, {}))
    const amount = Number(findLike(body, /balance/i, value => /^-?\d+(\.\d+)?$/.test(String(value)))?.value)
    return Number.isFinite(amount) ? amount : undefined
  }

  async #plan(): Promise<string | undefined> {
    // The service limits this endpoint to a few calls a minute.
    const body = this.#admin && (await this.#get('getEntitlements', this.#admin, {}))
    const plan = findLike(body, /^plan/i)?.value
    return isObject(plan) ? textIn(plan, [...NAMES, 'id']) : textOf(plan)
  }

  /** The rows of a list, each with its record. */
  async #records(list: string, read: string, kind: string) {
    const found: (SeenThing & { record: Json; owner: string | undefined })[] = []
    for (const row of await this.#rows(list)) {
      const id = idOf(row, kind)
      if (id === undefined) continue
      const record = (await this.#record(read, kind, id)) ?? row
      const name = textIn(record, NAMES) ?? textIn(row, NAMES)
      found.push({ id, name, record, owner: this.#owner(record) ?? this.#owner(row) })
    }
    return found
  }

  async #record(operation: string, kind: string, id: string): Promise<Json | undefined> {
    for (const key of this.#keys) {
      const body = await this.#get(operation, key, {}, { [`${kind}_id`]: id })
      const record = body === undefined ? undefined : recordIn(body, [kind])
      if (record) return record
    }
    return undefined
  }

  /** The rows of a list over all keys, without duplicates. */
  async #rows(operation: string, query: Query = {}): Promise<Json[]> {
    const rows = new Map<string, Json>()
    const pages = operation === 'listAgents' || operation === 'listWorkflows' ? MAX_PAGES : 1
    for (const key of this.#keys)
      for (let page = 0; page < pages; page++) {
        const part = pages > 1 ? { ...query, limit: PAGE, offset: page * PAGE } : query
        const found = await this.#list(operation, key, part)
        const before = rows.size
        for (const row of found) rows.set(idOf(row, rowKind(operation)) ?? JSON.stringify(row), row)
        // A server may ignore paging, or use smaller pages.
        if (found.length === 0 || rows.size === before) break
      }
    return [...rows.values()]
  }

  async #list(operation: string, key: Key, query: Query): Promise<Json[]> {
    return replyRows({ operation, json: await this.#get(operation, key, query) })
  }

  async #get(operation: string, key: Key, query: Query, path: Record<string, string> = {}): Promise<unknown> {
    // What a rate limit refuses is left out: a service may take long to allow it again.
    const reply = await this.#client.call(operation, { key, query, path, refusable: true })
    if (reply.status === 401) this.#keys = this.#keys.filter(each => each !== key)
    if (reply.status < 400) return reply.json
    const why = `${operation} ${reply.status} for ${key.name}`
    if (!this.#refused.includes(why)) this.#refused.push(why)
    return undefined
  }
}

type Query = Record<string, string | number>

interface Met {
  readonly name: string | undefined
  readonly role: string | undefined
  readonly keys: Set<string>
  readonly teams: Set<string>
  readonly manages: Set<string>
}

/** Defaults for an agent that only a step names. */
const NOTHING_KNOWN = { isPrivate: false, runs: { seen: 0, failed: 0, jobs: [], startedAt: [] } }
