// The faults that are set on a workspace, and which of them strike a request.
import type { OperationRow } from '#openapi'
import { pathTest } from '../journal/path-pattern.ts'
import { machineNow } from '../simulation/machine-time.ts'
import { Random } from '../simulation/random.ts'
import type { KeyRow } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import type { FaultSpec, FaultState, FaultTarget, Strike } from './fault.ts'
import { Past } from './past.ts'
import { drawn, ms } from './spread.ts'

/** What a fault is chosen by. */
export interface Struck {
  readonly operation: OperationRow
  readonly method: string
  readonly path: string
  readonly key: KeyRow | undefined
}

const DEFAULT_TTL = '15m'

/** The faults of one workspace; they are no part of its forks. */
export class Faults {
  #set: Fault[] = []
  #count = 0

  get isEmpty(): boolean {
    return this.#set.length === 0
  }

  /** Sets a fault; it strikes from the next request on. */
  add(spec: FaultSpec, workspace: Workspace): FaultState {
    this.#count += 1
    const fault = new Fault(`fault_${this.#count}`, spec, workspace)
    this.#set.push(fault)
    return fault.state(workspace)
  }

  /** Every fault that has not been taken away, used up ones included. */
  all(workspace: Workspace): FaultState[] {
    this.#bury()
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

  /** What strikes a request, in the order in which the faults were set. */
  meet(request: Struck, workspace: Workspace): readonly Strike[] {
    this.#bury()
    this.observe(workspace)
    return this.#set.flatMap(fault => fault.meet(request, workspace))
  }

  /** Lets faults that show an earlier world see the present one, after something may have changed. */
  observe(workspace: Workspace): void {
    for (const fault of this.#set) fault.past?.observe(workspace)
  }

  /** The rest of the window of a fault in milliseconds of the workspace's clock; null where it has none. */
  restOf(id: string, workspace: Workspace): number | null {
    return this.#set.find(fault => fault.id === id)?.rest(workspace) ?? null
  }

  /** The world that a fault shows instead of the present one. */
  pastOf(id: string, workspace: Workspace): Workspace | undefined {
    return this.#set.find(fault => fault.id === id)?.past?.at(workspace)
  }

  #bury(): void {
    if (this.#set.some(fault => fault.isBuried())) this.#set = this.#set.filter(fault => !fault.isBuried())
  }
}

class Fault {
  readonly id: string
  readonly spec: FaultSpec
  readonly past: Past | undefined
  readonly #isFor: (request: Struck) => boolean
  readonly #random: Random
  readonly #from: number
  readonly #until: number
  readonly #buriedAt: number
  #met = 0
  #struck = 0

  constructor(id: string, spec: FaultSpec, workspace: Workspace) {
    const now = workspace.now()
    this.id = id
    this.spec = spec
    // Whatever is wrong with a length of time is said now, and not when it strikes.
    for (const effect of spec.effects) if (effect.do === 'delay') drawn(effect.takes, new Random('trial'))
    this.#isFor = targetTest(spec.on ?? {})
    this.#random = workspace.random.fork(`faults/${id}`)
    this.#from = spec.from === undefined ? now : Date.parse(spec.from)
    const until = spec.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(spec.until)
    this.#until = spec.for === undefined ? until : Math.min(until, this.#from + ms(spec.for))
    const ttl = ms(spec.ttl ?? DEFAULT_TTL)
    this.#buriedAt = ttl === 0 ? Number.POSITIVE_INFINITY : machineNow() + ttl
    const stale = spec.effects.find(effect => effect.do === 'stale')
    this.past = stale && new Past(workspace, stale.behind === undefined ? undefined : ms(stale.behind))
  }

  meet(request: Struck, workspace: Workspace): Strike[] {
    const { skip = 0, probability = 1 } = this.spec
    if (!this.#isFor(request) || !this.#isOpen(workspace) || this.#isUsedUp()) return []
    this.#met += 1
    if (this.#met <= skip || !this.#random.chance(probability)) return []
    this.#struck += 1
    return this.spec.effects.map(effect => ({ fault: this.id, effect }))
  }

  state(workspace: Workspace): FaultState {
    const active = !this.#isUsedUp() && workspace.now() < this.#until
    return {
      ...this.spec,
      effects: [...this.spec.effects],
      id: this.id,
      met: this.#met,
      struck: this.#struck,
      active,
    }
  }

  rest(workspace: Workspace): number | null {
    return this.#until === Number.POSITIVE_INFINITY ? null : this.#until - workspace.now()
  }

  isBuried(): boolean {
    return machineNow() >= this.#buriedAt
  }

  #isOpen(workspace: Workspace): boolean {
    const now = workspace.now()
    return now >= this.#from && now < this.#until
  }

  #isUsedUp(): boolean {
    return this.#struck >= (this.spec.times ?? Number.POSITIVE_INFINITY)
  }
}

function targetTest({ operation, tag, method, path, key }: FaultTarget): (request: Struck) => boolean {
  const operations = operation === undefined ? undefined : [operation].flat()
  const pattern = path === undefined ? undefined : pathTest(path)
  return request =>
    (operations === undefined || operations.includes(request.operation.id)) &&
    (tag === undefined || request.operation.tag === tag) &&
    (method === undefined || request.method === method.toUpperCase()) &&
    (pattern === undefined || pattern(request.path)) &&
    (key === undefined || request.key?.id === key || request.key?.name === key)
}
