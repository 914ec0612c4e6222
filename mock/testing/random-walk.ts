// A seeded walk over every operation of the contract: legal calls, illegal ones, and time that passes between them.
import {
  bodySchemaOf,
  document,
  type OperationId,
  type OperationRow,
  operationIds,
  operations,
  rightRequest,
  wrongValues,
} from '#openapi'
import { Random } from '../simulation/random.ts'
import { rowsNamed } from '../world/resource-rows.ts'
import type { Workspace } from '../world/workspace.ts'
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
    const names = (kind: string) => this.#ids(kind)
    const { path, query, body: right } = rightRequest(operation, { document, names, choice: random })
    for (const [name] of [...query]) if (random.chance(0.1)) query.set(name, random.pick(STRANGE))
    const text = query.toString()
    const strange = random.chance(0.15) && operation.requestBody
    const body = strange ? this.#strangeBody(operation, right) : this.#scripted(operation, right)
    return { operation, key, path: text === '' ? path : `${path}?${text}`, body }
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

  /** A body with one wrong value in it, or no object at all. */
  #strangeBody(operation: OperationRow, right: unknown): unknown {
    const random = this.#random
    const fields = Object.entries(bodySchemaOf(document, operation)?.properties ?? {})
    if (fields.length === 0 || random.chance(0.4)) return random.pick<unknown>([null, [], 'text', 17])
    const [field, schema] = random.pick(fields)
    return { ...(right as object), [field]: random.pick(wrongValues(document, schema, field)) }
  }

  /** Most runs follow a script, so that there are runs in every state. */
  #scripted({ id }: OperationRow, right: unknown): unknown {
    if (id !== 'startRun' || this.#random.chance(0.4)) return right
    return { ...(right as object), input: { task: 'Walk on.', mock_script: this.#random.pick(SCRIPTS) } }
  }

  /** One thing of that kind, seldom one that another company has or that nobody has; none for what is no kind of thing. */
  #ids(kind: string): string[] {
    const random = this.#random
    if (kind === 'ref')
      return [random.pick(['1', 'OPS-1', 'OPS-3', 'FIN-2', 'OPS-', 'x', '999999', `${random.int(1, 60)}`])]
    const rows = this.#rows(kind, random.chance(0.05) ? this.#kit.foreign : this.#kit.workspace)
    if (rows === undefined) return []
    if (random.chance(0.06)) return [random.pick(['nothing', '0', '%00', 'run_x', '../admin', 'null'])]
    return [rows.length === 0 ? 'none' : random.pick(rows.slice(-12)).id]
  }

  #rows(kind: string, { tables }: Workspace): readonly { readonly id: string }[] | undefined {
    const random = this.#random
    if ((kind === 'agent' || kind === 'id') && random.chance(0.6)) return this.#agentOfRecentRun()
    const isPerson = kind === 'owner' || kind === 'approver' || kind === 'assignee'
    return rowsNamed(tables, isPerson && random.chance(0.5) ? 'agent' : kind)
  }

  /** The agent of a recent run, so that paths with both often belong together. */
  #agentOfRecentRun(): { readonly id: string }[] {
    const [run] = this.#kit.workspace.tables.runs.range('newest', null, { descending: true, limit: 1 })
    return run ? [{ id: run.agentId }] : []
  }
}

/** What no parameter takes, or hardly one. */
const STRANGE = ['', 'null', '-1', '1e9', 'NaN', '💥', 'true', '100000', 'Mars/Base']

const SCRIPTS = [
  'work 2s; finish Done.',
  'work 1s; ask Which?; work 1s; finish Used {{answer}}.',
  'ask-fields Pay what?: amount number, currency text; finish Paid.',
  'approval Release it; work 1s; finish Released.',
  'work 1s; fail No luck.',
  'work 90m; finish Late.',
  'agent-that-asks-decisions',
]
