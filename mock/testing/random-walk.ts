// A seeded walk over every operation of the contract: legal calls, illegal ones, and time that passes between them.
import { type OperationId, type OperationRow, operationIds, operations } from '#openapi'
import { Random } from '../simulation/random.ts'
import { generateBody, strangeBody } from './random-walk-bodies.ts'
import type { KeyName, TestKit } from './test-kit.ts'

/** One call of a walk. */
export interface Call {
  readonly operation: OperationRow
  readonly key: KeyName
  readonly path: string
  readonly body: unknown
}

const KEYS: readonly KeyName[] = ['admin', 'manager', 'member', 'other', 'read-only', 'no-scope', 'revoked']

/** Makes up the calls of a walk, one after the other; the same seed makes up the same ones in the same world. */
export class Walk {
  readonly #random: Random
  readonly #kit: Pick<TestKit, 'workspace' | 'foreign'>

  constructor(kit: Pick<TestKit, 'workspace' | 'foreign'>, seed: string) {
    this.#kit = kit
    this.#random = new Random(seed)
  }

  /** The next call: mostly what a client would send, sometimes nonsense. */
  next(): Call {
    const random = this.#random
    const operation = operations[this.#operationId()] as OperationRow
    const key = random.chance(0.75) ? 'admin' : random.pick(KEYS)
    const params = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(this.#id(name)),
    )
    const query = this.#query(operation)
    const strange = random.chance(0.15)
    const ids = (name: string) => this.#id(name)
    const body = operation.requestBody
      ? strange
        ? strangeBody(random)
        : generateBody(operation.id as OperationId, random, ids)
      : undefined
    return { operation, key, path: params + query, body }
  }

  /** How long nothing is called, in milliseconds. */
  pause(): number {
    const random = this.#random
    if (random.chance(0.5)) return 0
    return random.chance(0.05) ? random.int(60_000, 7_200_000) : random.int(1, 4_000)
  }

  #operationId(): OperationId {
    const random = this.#random
    // Runs are what has states, so they are called more than the rest.
    const runs = operationIds.filter(id => operations[id].tag === 'runs')
    return random.chance(0.4) ? random.pick(runs) : random.pick(operationIds)
  }

  #id(name: string): string {
    const random = this.#random
    // Now and then the id of something that another company has.
    const { tables } = random.chance(0.05) ? this.#kit.foreign : this.#kit.workspace
    if (random.chance(0.06)) return random.pick(['nothing', '0', '%00', 'run_x', '../admin', 'null'])
    const recent = <Row extends { id: string }>(rows: readonly Row[]) =>
      rows.length === 0 ? 'none' : random.pick(rows.slice(-25)).id
    switch (name) {
      case 'agent_id':
        return random.chance(0.6) ? this.#agentOfRecentRun() : recent(tables.agents.all())
      case 'run_id':
        return recent(tables.runs.range('newest', 'all', { descending: true, limit: 12 }))
      case 'task_id':
        return recent(tables.tasks.range('newest', 'all', { descending: true, limit: 12 }))
      case 'chat_id':
        return recent(tables.chats.all())
      case 'workflow_id':
        return recent(tables.workflows.all())
      case 'approval_id':
        return recent(tables.approvals.all())
      case 'client_id':
        return recent(tables.clients.all())
      case 'user_id':
        return recent(tables.people.all())
      case 'board_id':
        return recent(tables.boards.all())
      case 'team_id':
        return recent(tables.teams.all())
      case 'model':
        return recent(tables.models.all())
      case 'ref':
        return random.pick(['1', 'OPS-1', 'OPS-3', 'FIN-2', 'OPS-', 'x', '999999', `${random.int(1, 60)}`])
      default:
        return 'unknown'
    }
  }

  /** The agent of a recent run, so that paths with both often belong together. */
  #agentOfRecentRun(): string {
    const [run] = this.#kit.workspace.tables.runs.range('newest', 'all', { descending: true, limit: 1 })
    return run?.agentId ?? 'none'
  }

  #query(operation: OperationRow): string {
    const random = this.#random
    const query = new URLSearchParams()
    for (const { name } of operation.queryParams)
      if (random.chance(0.3)) query.append(name, this.#queryValue(name))
    const text = query.toString()
    return text === '' ? '' : `?${text}`
  }

  #queryValue(name: string): string {
    const random = this.#random
    if (random.chance(0.1)) return random.pick(['', 'null', '-1', '1e9', 'NaN', '💥', 'true'])
    if (name.endsWith('_id')) return this.#id(name === 'assignee_id' ? 'user_id' : name)
    const values: Record<string, readonly string[]> = {
      limit: ['1', '3', '20', '200', '100000'],
      per_page: ['1', '5'],
      page: ['1', '2', '9'],
      offset: ['0', '2', '50'],
      days: ['1', '7', '30', '90', '91'],
      period: ['today', '7d', '30d', '90d', 'month'],
      month: ['2026-11', '2026-10', '2030-01'],
      tz: ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Mars/Base'],
      status: ['running', 'paused', 'completed', 'done', 'backlog', 'waiting'],
      group_by: ['member', 'agent', 'team', 'day'],
      owner: ['me', this.#id('user_id')],
      assignee_type: ['user', 'agent'],
      date_from: ['2026-11-01', '2026-11-19T00:00:00Z'],
      date_to: ['2026-11-20', '2026-11-21T00:00:00Z'],
      view: ['summary'],
    }
    return random.pick(values[name] ?? ['true', 'false', '1', 'x'])
  }
}
