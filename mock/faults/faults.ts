// The faults of a workspace, and which of them apply to a request.
import type { OperationRow } from '#openapi'
import { pathTest } from '../journal/path-pattern.ts'
import { machineNow } from '../simulation/machine-time.ts'
import { Random } from '../simulation/random.ts'
import type { KeyRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import { draw, ms } from './distribution.ts'
import type { AppliedEffect, FaultSpec, FaultState, FaultTarget } from './fault.ts'
import { PastWorld } from './past-world.ts'

/** What decides whether a fault matches. */
export interface FaultedRequest {
  readonly operation: OperationRow
  readonly method: string
  readonly path: string
  readonly key: KeyRow | undefined
}

const DEFAULT_TTL = '15m'

/** The faults of one workspace. Forks do not inherit them. */
export class Faults {
  #set: Fault[] = []
  #count = 0

  get isEmpty(): boolean {
    return this.#set.length === 0
  }

  /** Adds a fault. It applies from the next request on. */
  add(spec: FaultSpec, workspace: Workspace): FaultState {
    this.#count += 1
    const fault = new Fault(`fault_${this.#count}`, spec, workspace)
    this.#set.push(fault)
    return fault.state(workspace)
  }

  /** Every fault that has not been removed, including those that are used up. */
  all(workspace: Workspace): FaultState[] {
    this.#removeExpired()
    return this.#set.map(fault => fault.state(workspace))
  }

  remove(id: string): boolean {
    const before = this.#set.length
    this.#set = this.#set.filter(fault => fault.id !== id)
    return this.#set.length < before
  }

  clear(): void {
    this.#set = []
  }

  /** The effects that apply to a request, in the order in which the faults were added. */
  match(request: FaultedRequest, workspace: Workspace): readonly AppliedEffect[] {
    this.#removeExpired()
    this.observe(workspace)
    return this.#set.flatMap(fault => fault.match(request, workspace))
  }

  /** Records the present world for faults that show an earlier one. Call it after anything may have changed. */
  observe(workspace: Workspace): void {
    for (const fault of this.#set) fault.past?.observe(workspace)
  }

  /** How long a fault will still apply, in milliseconds of the workspace's clock; null without an end. */
  restOf(id: string, workspace: Workspace): number | null {
    return this.#set.find(fault => fault.id === id)?.rest(workspace) ?? null
  }

  /** The world that a fault shows instead of the present one. */
  pastOf(id: string, workspace: Workspace): Workspace | undefined {
    return this.#set.find(fault => fault.id === id)?.past?.at(workspace)
  }

  #removeExpired(): void {
    if (this.#set.some(fault => fault.isExpired())) this.#set = this.#set.filter(fault => !fault.isExpired())
  }
}

class Fault {
  readonly id: string
  readonly spec: FaultSpec
  readonly past: PastWorld | undefined
  readonly #isFor: (request: FaultedRequest) => boolean
  readonly #random: Random
  readonly #from: number
  readonly #until: number
  readonly #expiresAt: number
  #matched = 0
  #applied = 0

  constructor(id: string, spec: FaultSpec, workspace: Workspace) {
    const now = workspace.now()
    this.id = id
    this.spec = spec
    // A wrong length of time has to fail now, and not when the fault applies.
    for (const effect of spec.effects) if (effect.do === 'delay') draw(effect.takes, new Random('trial'))
    this.#isFor = targetTest(spec.on ?? {})
    this.#random = workspace.random.fork(`faults/${id}`)
    this.#from = spec.from === undefined ? now : Date.parse(spec.from)
    const until = spec.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(spec.until)
    this.#until = spec.for === undefined ? until : Math.min(until, this.#from + ms(spec.for))
    const ttl = ms(spec.ttl ?? DEFAULT_TTL)
    this.#expiresAt = ttl === 0 ? Number.POSITIVE_INFINITY : machineNow() + ttl
    const stale = spec.effects.find(effect => effect.do === 'stale')
    this.past = stale && new PastWorld(workspace, stale.behind === undefined ? undefined : ms(stale.behind))
  }

  match(request: FaultedRequest, workspace: Workspace): AppliedEffect[] {
    const { skip = 0, probability = 1 } = this.spec
    if (!this.#isFor(request) || !this.#isOpen(workspace) || this.#isUsedUp()) return []
    this.#matched += 1
    if (this.#matched <= skip || !this.#random.chance(probability)) return []
    this.#applied += 1
    return this.spec.effects.map(effect => ({ fault: this.id, effect }))
  }

  state(workspace: Workspace): FaultState {
    const active = !this.#isUsedUp() && workspace.now() < this.#until
    return {
      ...this.spec,
      effects: [...this.spec.effects],
      id: this.id,
      matched: this.#matched,
      applied: this.#applied,
      active,
    }
  }

  rest(workspace: Workspace): number | null {
    return this.#until === Number.POSITIVE_INFINITY ? null : this.#until - workspace.now()
  }

  isExpired(): boolean {
    return machineNow() >= this.#expiresAt
  }

  #isOpen(workspace: Workspace): boolean {
    const now = workspace.now()
    return now >= this.#from && now < this.#until
  }

  #isUsedUp(): boolean {
    return this.#applied >= (this.spec.times ?? Number.POSITIVE_INFINITY)
  }
}

function targetTest({
  operation,
  tag,
  method,
  path,
  key,
}: FaultTarget): (request: FaultedRequest) => boolean {
  const operations = operation === undefined ? undefined : [operation].flat()
  const pattern = path === undefined ? undefined : pathTest(path)
  return request =>
    (operations === undefined || operations.includes(request.operation.id)) &&
    (tag === undefined || request.operation.tag === tag) &&
    (method === undefined || request.method === method.toUpperCase()) &&
    (pattern === undefined || pattern(request.path)) &&
    (key === undefined || request.key?.id === key || request.key?.name === key)
}
