/** What a deployment shows to its keys: people, agents, workflows, models, boards and knowledge bases. */

import { Client } from '../engine/client.ts'
import { findLike, findNamed, isObject, type Json } from '../extract/find-value.ts'
import { listIn, rowsOfObjects } from '../extract/list-rows.ts'
import { idOf, recordIn, wordIn } from '../extract/record.ts'
import type { Key, Target } from '../target/target.ts'

export interface SeenPerson {
  readonly id: string
  readonly name: string | undefined
  readonly role: string | undefined
  /** The person's keys. */
  readonly keys: readonly string[]
}

export interface SeenAgent {
  readonly id: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly owner: string | undefined
  readonly isPrivate: boolean
  readonly model: string | undefined
  readonly prompt: string | undefined
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
}

/** A workflow step; without an agent it is a gate. */
export interface SeenStep {
  readonly name: string | undefined
  readonly agent: string | undefined
  readonly approvers: readonly string[]
}

export interface SeenWorkflow {
  readonly id: string
  readonly name: string | undefined
  readonly owner: string | undefined
  readonly steps: readonly SeenStep[]
}

export interface SeenThing {
  readonly id: string
  readonly name: string | undefined
}

export interface Seen {
  readonly people: readonly SeenPerson[]
  readonly agents: readonly SeenAgent[]
  readonly workflows: readonly SeenWorkflow[]
  readonly models: readonly string[]
  readonly boards: readonly (SeenThing & { readonly prefix: string | undefined })[]
  readonly projects: readonly SeenThing[]
  readonly knowledge: readonly SeenThing[]
  readonly plan: string | undefined
  /** Refused reads, such as `listTasks with the key member: 403`. */
  readonly refused: readonly string[]
}

const PAGE = 100
const MAX_PAGES = 50

/** Reads with every key; sends no writes. */
export async function readDeployment(target: Target): Promise<Seen> {
  const client = new Client(target)
  try {
    return await new Reading(client, target.keys).seen()
  } finally {
    client.close()
  }
}

class Reading {
  readonly #client: Client
  /** Keys that the deployment accepts. */
  #keys: readonly Key[]
  readonly #refused: string[] = []
  readonly #owners = new Map<string, { name: string | undefined; role: string | undefined; keys: string[] }>()

  constructor(client: Client, keys: readonly Key[]) {
    this.#client = client
    this.#keys = keys
  }

  async seen(): Promise<Seen> {
    for (const key of this.#keys) await this.#person(key)
    const agents = await this.#agents()
    const workflows = await this.#workflows(agents)
    return {
      agents: byId(agents),
      workflows: byId(workflows),
      models: (await this.#rows('listModels', ['models'])).map(row => idOf(row, 'model')).filter(isText),
      ...(await this.#places()),
      knowledge: things(
        await this.#rows('listKnowledgeFolders', ['folders', 'knowledge_bases']),
        'knowledge_base',
      ),
      plan: await this.#plan(),
      people: byId([...this.#owners].map(([id, person]) => ({ id, ...person }))),
      refused: this.#refused,
    }
  }

  /** The owner of a key, who may be visible only through their tasks. */
  async #person(key: Key): Promise<void> {
    const reply = await this.#get('listTasks', key, { owner: 'me', limit: 1 })
    const [task] = rowsOfObjects(listIn(reply, ['tasks']) ?? [])
    const owner = key.personId ?? (task && personIn(task, /^(owner|owner_id|ownerId|created_by)$/))
    if (owner !== undefined) this.#meet(owner, undefined, key)
  }

  #meet(id: string, name?: string, key?: Key): string {
    const known = this.#owners.get(id) ?? { name: undefined, role: undefined, keys: [] }
    this.#owners.set(id, {
      name: known.name ?? name,
      role: known.role ?? key?.role,
      keys: key ? [...new Set([...known.keys, key.name])] : known.keys,
    })
    return id
  }

  /** The person behind a field such as `owner` or `owner_id`. */
  #owner(record: Json): string | undefined {
    const id = personIn(record, /owner/i)
    if (id === undefined) return undefined
    const place = findLike(record, /^owner$/i, isObject)
    return this.#meet(id, place && isObject(place.value) ? textIn(place.value, NAMES) : undefined)
  }

  async #agents(): Promise<SeenAgent[]> {
    const rows = await this.#rows('listAgents', ['agents'])
    const agents: SeenAgent[] = []
    for (const row of rows) {
      const id = idOf(row, 'agent')
      if (id === undefined || agents.some(agent => agent.id === id)) continue
      const record = (await this.#record('getAgent', { agent_id: id }, ['agent'])) ?? row
      const visibility = wordIn(record, 'visibility') ?? ''
      agents.push({
        id,
        name: textIn(record, NAMES) ?? textIn(row, NAMES),
        description: textIn(record, ['description', 'about']),
        owner: this.#owner(record) ?? this.#owner(row),
        isPrivate: visibility === 'private' || findNamed(record, 'shared')?.value === false,
        model: modelIn(record),
        prompt: textOf(findNamed(record, 'system_prompt')?.value),
        runs: await this.#runsOf(id),
      })
    }
    return agents
  }

  async #runsOf(agent: string): Promise<SeenRuns> {
    const rows = await this.#rows('listRuns', ['runs'], { agent_id: agent, limit: PAGE }, 1)
    const seconds = rows.flatMap(row => secondsOf(row) ?? []).toSorted((a, b) => a - b)
    return {
      seen: rows.length,
      failed: rows.filter(row => /fail|error/i.test(wordIn(row) ?? '')).length,
      seconds: seconds[Math.floor(seconds.length / 2)],
      question: rows.map(questionOf).find(isText),
      waitsForApproval: rows.some(row => findLike(row, /approval/i, isText) !== undefined),
    }
  }

  async #workflows(agents: SeenAgent[]): Promise<SeenWorkflow[]> {
    const rows = await this.#rows('listWorkflows', ['workflows'])
    const workflows: SeenWorkflow[] = []
    for (const row of rows) {
      const id = idOf(row, 'workflow')
      if (id === undefined || workflows.some(workflow => workflow.id === id)) continue
      const record = (await this.#record('getWorkflow', { workflow_id: id }, ['workflow'])) ?? row
      const steps = rowsOfObjects(listIn(findNamed(record, 'steps')?.value ?? [], ['steps']) ?? [])
      workflows.push({
        id,
        name: textIn(record, NAMES) ?? textIn(row, NAMES),
        owner: this.#owner(record) ?? this.#owner(row),
        steps: steps.map(step => this.#step(step, agents)),
      })
    }
    return workflows
  }

  /** A step names its agent by id or name; a step without one is a gate. An agent may be known only from steps. */
  #step(step: Json, agents: SeenAgent[]): SeenStep {
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
    const unknown = named ? undefined : textOf(findLike(step, /agent/i, isText)?.value)
    if (unknown !== undefined) agents.push({ ...NOTHING_KNOWN, id: `step:${unknown}`, name: unknown })
    return { name: textIn(step, NAMES), agent: named?.id ?? (unknown && `step:${unknown}`), approvers }
  }

  /** The boards and projects that tasks name. */
  async #places(): Promise<Pick<Seen, 'boards' | 'projects'>> {
    const boards = new Map<string, SeenThing & { prefix: string | undefined }>()
    const projects = new Map<string, SeenThing>()
    for (const key of this.#keys) {
      const rows = rowsOfObjects(listIn(await this.#get('listTasks', key, { limit: PAGE }), ['tasks']) ?? [])
      for (const row of rows) {
        const board = referred(row, 'board')
        const reference = findLike(row, /ref|number|key|code/i, value =>
          /^[A-Z][A-Z0-9]*-\d+$/.test(String(value)),
        )
        const prefix = typeof reference?.value === 'string' ? reference.value.replace(/-\d+$/, '') : undefined
        if (board) boards.set(board.id, { ...board, prefix: boards.get(board.id)?.prefix ?? prefix })
        const project = referred(row, 'project')
        if (project) projects.set(project.id, project)
      }
    }
    return { boards: byId([...boards.values()]), projects: byId([...projects.values()]) }
  }

  async #plan(): Promise<string | undefined> {
    // The service limits this endpoint to a few calls a minute.
    const admins = this.#keys.filter(({ role }) => role === 'admin')
    for (const key of [...admins, ...this.#keys].slice(0, 1)) {
      const body = await this.#get('getEntitlements', key, {})
      const plan = findLike(body, /^plan/i)?.value
      const text = isObject(plan) ? textIn(plan, [...NAMES, 'id']) : textOf(plan)
      if (text !== undefined) return text
    }
    return undefined
  }

  async #record(operation: string, path: Record<string, string>, names: string[]): Promise<Json | undefined> {
    for (const key of this.#keys) {
      const body = await this.#get(operation, key, {}, path)
      const record = body === undefined ? undefined : recordIn(body, names)
      if (record) return record
    }
    return undefined
  }

  /** The rows of a list over all keys, without duplicates. */
  async #rows(operation: string, names: string[], query: Query = {}, pages = MAX_PAGES): Promise<Json[]> {
    const rows = new Map<string, Json>()
    for (const key of this.#keys) {
      const paged = operation === 'listAgents' || operation === 'listWorkflows'
      for (let page = 0; page < (paged ? pages : 1); page++) {
        const part = paged ? { ...query, limit: PAGE, offset: page * PAGE } : query
        const found = rowsOfObjects(listIn(await this.#get(operation, key, part), names) ?? [])
        const before = rows.size
        for (const row of found) rows.set(idOf(row, names[0]!.replace(/s$/, '')) ?? JSON.stringify(row), row)
        // A server may ignore paging, or use smaller pages.
        if (found.length === 0 || rows.size === before) break
      }
    }
    return [...rows.values()]
  }

  async #get(operation: string, key: Key, query: Query, path: Record<string, string> = {}): Promise<unknown> {
    const reply = await this.#client.call(operation, { key, query, path })
    if (reply.status === 401) this.#keys = this.#keys.filter(each => each !== key)
    if (reply.status < 400) return reply.json
    const why = `${operation} with the key ${key.name}: ${reply.status}`
    if (!this.#refused.includes(why)) this.#refused.push(why)
    return undefined
  }
}

type Query = Record<string, string | number>

const NAMES = ['name', 'title', 'label', 'display_name', 'displayName']

/** Defaults for an agent that only a step names. */
const NOTHING_KNOWN = {
  description: undefined,
  owner: undefined,
  isPrivate: false,
  model: undefined,
  prompt: undefined,
  runs: { seen: 0, failed: 0 },
}

/** Sorted by id, so that every import gives the same text. */
function byId<Thing extends { readonly id: string }>(things: readonly Thing[]): Thing[] {
  return things.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined
}

function textIn(record: Json, names: readonly string[]): string | undefined {
  return names.map(name => record[name]).find(isText)
}

/** The id in a field such as `owner_id`, or of the object in one such as `owner`. */
function personIn(record: Json, name: RegExp): string | undefined {
  const place = findLike(record, name, value => isText(value) || typeof value === 'number' || isObject(value))
  return place === undefined ? undefined : idOf(place.value, 'user')
}

function secondsOf(run: Json): number | undefined {
  const place = findLike(run, /duration|elapsed/i, value => typeof value === 'number')
  if (place === undefined) return undefined
  return /ms$|milli/i.test(place.name) ? Number(place.value) / 1000 : Number(place.value)
}

function questionOf(run: Json): string | undefined {
  const value = findLike(run, /question/i, value => isText(value) || isObject(value))?.value
  return isObject(value) ? textIn(value, ['prompt', 'text', 'question', 'message']) : textOf(value)
}

function modelIn(record: Json): string | undefined {
  const value = findLike(record, /^model(_?(id|name))?$/i)?.value
  return isObject(value) ? idOf(value, 'model') : textOf(value)
}

function referred(row: Json, kind: string): SeenThing | undefined {
  const value = row[`${kind}_id`] ?? row[`${kind}Id`] ?? row[kind]
  const id = idOf(value, kind)
  return id === undefined ? undefined : { id, name: isObject(value) ? textIn(value, NAMES) : undefined }
}

function things(rows: readonly Json[], kind: string): SeenThing[] {
  return byId(
    rows.flatMap(row => {
      const id = idOf(row, kind)
      return id === undefined ? [] : [{ id, name: textIn(row, NAMES) }]
    }),
  )
}
