// The faults of a workspace, and which of them apply to a request.

import type { OperationRow } from '#openapi'
import type {
  Effect,
  FaultSpec,
  Fault as FaultState,
  FaultTarget,
  MovingFault,
  MovingWorkspace,
} from '../control/generated/control.gen.ts'
import { machineDate, machineNow } from '../simulation/machine-time.ts'
import { Random } from '../simulation/random.ts'
import { pathTest } from '../store/pattern.ts'
import type { KeyRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import { draw, ms } from './distribution.ts'
import { PastWorld } from './past-world.ts'

/** One effect of a fault that applies to a request. */
export interface AppliedEffect<Kind extends Effect['do'] = Effect['do']> {
  readonly fault: string
  readonly effect: Extract<Effect, { do: Kind }>
}

/** The parts of a request by which faults match. */
export interface FaultedRequest {
  readonly operation: OperationRow
  readonly method: string
  readonly path: string
  readonly key: KeyRow | undefined
}

/** The faults of a workspace as JSON, with the number of faults ever added. */
type SavedFaults = MovingWorkspace['faults']

const DEFAULT_TTL = '15m'

/** The faults of one workspace. Forks do not inherit them. */
export class Faults {
  /** Read on every request. */
  isEmpty = true
  #set: readonly Fault[] = []
  #count = 0
  #onChange = () => {}
  /** Those of the workspace itself: nobody sees, saves or removes them. */
  readonly #own: readonly Fault[]
  #all: readonly Fault[] = []

  constructor(own: readonly FaultSpec[], workspace: Workspace) {
    this.#own = own.map((spec, index) => new Fault(newFault(`own_${index + 1}`, spec, workspace), workspace))
    this.#replace([])
  }

  /** Adds a fault. It applies from the next request on. */
  add(spec: FaultSpec, workspace: Workspace): FaultState {
    this.#count += 1
    const fault = new Fault(newFault(`fault_${this.#count}`, spec, workspace), workspace)
    this.#replace([...this.#set, fault])
    this.#onChange()
    return fault.state(workspace)
  }

  /** Every fault that has not been removed, including those that are used up. */
  all(workspace: Workspace): FaultState[] {
    this.#removeExpired()
    return this.#set.map(fault => fault.state(workspace))
  }

  remove(id: string): boolean {
    const before = this.#set.length
    this.#replace(this.#set.filter(fault => fault.saved.id !== id))
    this.#onChange()
    return this.#set.length < before
  }

  clear(): void {
    this.#replace([])
    this.#onChange()
  }

  /** Lets the workspace's own faults forget the states of the workspace that this one replaces. */
  restart(workspace: Workspace): void {
    for (const { past } of this.#own) past?.restart(workspace)
  }

  /** Calls back whenever the result of `save` changes. There is one watcher at most. */
  watch(onChange: () => void): void {
    this.#onChange = onChange
  }

  save(): SavedFaults {
    return { count: this.#count, faults: this.#set.map(fault => fault.save()) }
  }

  /** Restores saved faults. A stale fault shows the present state, because earlier states are not saved. */
  restore({ count, faults }: SavedFaults, workspace: Workspace): void {
    this.#count = count
    this.#replace(faults.map(saved => new Fault(saved, workspace)))
  }

  /** The effects that apply to a request, in the order in which the faults were added. */
  match(request: FaultedRequest, workspace: Workspace): readonly AppliedEffect[] {
    this.#removeExpired()
    this.observe(workspace)
    const applied = this.#all.flatMap(fault => fault.match(request, workspace))
    // A fault that matched without being applied has advanced its random stream.
    if (this.#set.length > 0) this.#onChange()
    return applied
  }

  /** Records the present state for faults that show an earlier one. Call it after every possible change. */
  observe(workspace: Workspace): void {
    for (const fault of this.#all) fault.past?.observe(workspace)
  }

  /** How long a fault still applies, in milliseconds of the workspace's clock; null without an end. */
  restOf(id: string, workspace: Workspace): number | null {
    return this.#set.find(fault => fault.saved.id === id)?.rest(workspace) ?? null
  }

  /** The state that a fault shows instead of the present one. */
  pastOf(id: string, workspace: Workspace): Workspace | undefined {
    return this.#all.find(fault => fault.saved.id === id)?.past?.at(workspace)
  }

  #removeExpired(): void {
    if (this.#set.some(fault => fault.isExpired()))
      this.#replace(this.#set.filter(fault => !fault.isExpired()))
  }

  #replace(set: readonly Fault[]): void {
    this.#set = set
    this.#all = [...this.#own, ...set]
    this.isEmpty = this.#all.length === 0
  }
}

class Fault {
  readonly past: PastWorld | undefined
  readonly saved: MovingFault
  readonly #isFor: (request: FaultedRequest) => boolean
  readonly #random: Random
  /** By `machineNow`, which never goes back. */
  readonly #expiresAt: number
  readonly #counts: { matched: number; applied: number }

  constructor(saved: MovingFault, workspace: Workspace) {
    const { spec, expiresAt, matched, applied, random } = saved
    this.saved = saved
    this.#isFor = targetTest(spec.on ?? {})
    this.#random = Random.restore(random)
    this.#expiresAt = expiresAt === null ? Number.POSITIVE_INFINITY : machineNow() + expiresAt - machineDate()
    this.#counts = { matched, applied }
    const stale = spec.effects.find(effect => effect.do === 'stale')
    this.past = stale && new PastWorld(workspace, stale.behind === undefined ? undefined : ms(stale.behind))
  }

  match(request: FaultedRequest, workspace: Workspace): AppliedEffect[] {
    const { id, spec, from } = this.saved
    const { skip = 0, probability = 1 } = spec
    if (!this.#isFor(request) || workspace.now() < from || !this.#isActive(workspace)) return []
    this.#counts.matched += 1
    if (this.#counts.matched <= skip || !this.#random.chance(probability)) return []
    this.#counts.applied += 1
    return spec.effects.map(effect => ({ fault: id, effect }))
  }

  save(): MovingFault {
    const expiresAt = this.saved.expiresAt === null ? null : machineDate() + this.#expiresAt - machineNow()
    return { ...this.saved, ...this.#counts, expiresAt, random: this.#random.save() }
  }

  state(workspace: Workspace): FaultState {
    const { id, spec } = this.saved
    return { ...spec, effects: [...spec.effects], id, ...this.#counts, active: this.#isActive(workspace) }
  }

  /** The time to its end; null without one. */
  rest(workspace: Workspace): number | null {
    return this.saved.until === null ? null : this.saved.until - workspace.now()
  }

  isExpired(): boolean {
    return machineNow() >= this.#expiresAt
  }

  /** Whether it may still apply. */
  #isActive(workspace: Workspace): boolean {
    const isUsedUp = this.#counts.applied >= (this.saved.spec.times ?? Number.POSITIVE_INFINITY)
    const rest = this.rest(workspace)
    return !isUsedUp && (rest === null || rest > 0)
  }
}

/** Throws a RangeError for an invalid duration, so that it fails when added, not when applied. */
function newFault(id: string, spec: FaultSpec, workspace: Workspace): MovingFault {
  for (const effect of spec.effects) if (effect.do === 'delay') draw(effect.takes, new Random('trial'))
  const from = spec.from === undefined ? workspace.now() : Date.parse(spec.from)
  const ends = [
    ...(spec.until === undefined ? [] : [Date.parse(spec.until)]),
    ...(spec.for === undefined ? [] : [from + ms(spec.for)]),
  ]
  const ttl = ms(spec.ttl ?? DEFAULT_TTL)
  return {
    id,
    spec,
    from,
    until: ends.length === 0 ? null : Math.min(...ends),
    expiresAt: ttl === 0 ? null : machineDate() + ttl,
    matched: 0,
    applied: 0,
    random: workspace.random.fork(`faults/${id}`).save(),
  }
}

function targetTest({
  operation,
  tag,
  method,
  path,
  key,
}: FaultTarget): (request: FaultedRequest) => boolean {
  const operations: readonly string[] | undefined = operation && [operation].flat()
  const pattern = path === undefined ? undefined : pathTest(path)
  return request =>
    (operations === undefined || operations.includes(request.operation.id)) &&
    (tag === undefined || request.operation.tag === tag) &&
    (method === undefined || request.method === method.toUpperCase()) &&
    (pattern === undefined || pattern(request.path)) &&
    (key === undefined || request.key?.id === key || request.key?.name === key)
}
