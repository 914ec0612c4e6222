/**
 * Sends the calls of a recording in order to a mock in this process, with the mock's ids in place of the recorded ones.
 */
import {
  type Mock,
  type MockOptions,
  type MockWorkspace,
  type Profile,
  type Refusal,
  suiteTarget,
} from '#mock'
import { type GapId, operations, words } from '#openapi'
import { isEventStream, jsonOf } from '../../conformance/extract/event-stream.ts'
import type { Call, Calls } from '../recording/calls.ts'
import { eventsIn } from '../recording/stream-events.ts'
import { runsAwaitedBy } from './awaited-runs.ts'
import { kindOfFixture, kindsNamed } from './id-kinds.ts'
import { IdMap } from './id-map.ts'
import { pairIds, showsNew } from './pair-ids.ts'
import { type Index, indexOf, isSent } from './recording-index.ts'
import { asking, isCompiled, isReadAlike, mockFor, type Question, spokenBy, watch } from './replay-mock.ts'
import { namesIn, renamed, renamedValue } from './request-names.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A recorded call with the mock's reply to it. */
export interface Pair extends Reply {
  readonly call: Call
  readonly json: unknown
  readonly refusal: Refusal | undefined
  /** Whether the call names a record of the deployment without a counterpart in the mock. */
  readonly isUnmet: boolean
}

export type Answers = Partial<Record<GapId, string>>

/** The mock's reply to a call that is looked at. */
export interface Look {
  readonly pair: Pair
  /** The gaps whose answers the mock consulted. */
  readonly reads: ReadonlySet<string>
  /** What the mock would have replied with another answer to a gap; nothing changes. */
  readonly ask: (gap: GapId, answer: string) => Promise<Reply>
}

/**
 * Looks at calls as they are replayed. Reads that change nothing are left out, unless they are looked at or have a query:
 * what they show does not depend on the state of the mock.
 */
export interface Watcher {
  isLookedAt(call: Call): boolean
  look(look: Look): Promise<void>
}

/** Excludes calls that a replay cannot judge: rate limits depend on the clock, aborted replies on the network. */
export function isComparable(call: Call): boolean {
  return isSent(call) && call.whole && call.status < 500
}

type ReplayOptions = Pick<MockOptions, 'profile' | 'twin'>

export async function replayInMock(recorded: Calls, options: ReplayOptions = {}): Promise<Pair[]> {
  return (await replayWithIds(recorded, options)).pairs
}

/** The pairs of a replay, with the ids and agents that it has found to correspond. */
export type Replayed = Pick<Replay, 'pairs' | 'ids' | 'agents'>

export async function replayWithIds(recorded: Calls, options: ReplayOptions): Promise<Replayed> {
  await using mock = await mockFor(recorded, options)
  return await replayOn(mock, recorded)
}

/** `profile` contains answers in addition to the mock's own. */
export async function replayOn(
  mock: Mock,
  recorded: Calls,
  { profile, watcher }: { profile?: Partial<Profile>; watcher?: Watcher } = {},
): Promise<Replayed> {
  using replay = new Replay(mock, recorded, profile, watcher)
  for (const call of recorded.calls) if (isSent(call)) await replay.sendInOrder(call)
  return replay
}

/** A recorded request as the mock gets it. */
interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the mock's own target names. */
interface OwnTarget {
  readonly keys: Readonly<Record<string, { value: string; person_id: string; role?: string }>>
  readonly fixtures: Readonly<Record<string, { id?: string; folder?: string }>>
}

class Replay {
  readonly #mock: Mock
  readonly #home: MockWorkspace
  readonly pairs: Pair[] = []
  readonly ids = new IdMap()
  /** The handles of the mock's agents, by the recorded ids of the fixtures. */
  readonly agents = new Map<string, string>()
  readonly #index: Index
  readonly #secrets = new Map<string, string>()
  readonly #sent = new Set<Call>()
  readonly #begun = new Set<string>()

  readonly #watcher: Watcher | undefined
  readonly #profile: Profile
  /** The gaps whose answers the mock consults. */
  readonly #reads: Set<string>

  constructor(mock: Mock, recorded: Calls, profile: Partial<Profile> = {}, watcher?: Watcher) {
    this.#mock = mock
    this.#watcher = watcher
    this.#home = mock.workspace({ profile })
    this.#profile = this.#home.workspace.profile
    this.#reads = watch(this.#home.workspace)
    this.#index = indexOf(recorded)
    const target = suiteTarget({
      baseUrl: mock.url,
      workspace: this.#home.workspace,
      other: mock.registry.get('second-tenant')?.workspace,
    }) as unknown as OwnTarget
    this.#pairKeys(recorded, target)
    this.#pairFixtures(recorded, target)
  }

  [Symbol.dispose](): void {
    this.#home.dispose()
  }

  /** Pairs each key with one whose owner has the same role; different owners stay different. */
  #pairKeys({ keys }: Calls, target: OwnTarget): void {
    const { people } = this.#home
    const persons = this.#home.roles.people as Readonly<Record<string, string>>
    const free: Record<string, string[]> = {
      admin: ['person-admin'],
      manager: ['person-manager', 'person-outsider-manager'],
      member: ['person-member', 'person-other'],
    }
    const byOwner = new Map<string, string>()
    const personOf = (role: string) =>
      Object.values(target.keys).find(key => key.role === role)?.person_id ?? ''
    for (const [index, key] of keys.entries()) {
      if (key.tenant !== 'home') {
        this.#secrets.set(key.name, target.keys['other-tenant']?.value ?? '')
        continue
      }
      const role = key.role ?? 'admin'
      const owner = key.owner ?? key.person_id ?? role
      const names = free[role] ?? []
      const handle = names.length > 1 && !byOwner.has(owner) ? names.shift() : names[0]
      const person = byOwner.get(owner) ?? persons[handle ?? ''] ?? personOf(role)
      byOwner.set(owner, person)
      if (key.person_id !== null) this.ids.learn('person', key.person_id, person)
      const made = people.createKey({
        name: `replayed-${index + 1}`,
        person,
        scopes: key.scopes,
      })
      if (key.revoked) people.revokeKey(made.name)
      this.#secrets.set(key.name, made.secret)
    }
  }

  #pairFixtures({ fixtures }: Calls, own: OwnTarget): void {
    for (const [name, { id, folder }] of Object.entries(fixtures)) {
      const kind = kindOfFixture(name)
      const like = own.fixtures[name]
      if (kind && id !== '' && like?.id !== undefined) this.ids.learnFixture(kind, id, like.id)
      const agent = this.#home.workspace.tables.agents.get(like?.id ?? '')
      if (agent) this.agents.set(id, agent.handle)
      if (folder !== undefined && like?.folder !== undefined) this.ids.learn('knowledge', folder, like.folder)
    }
  }

  /**
   * Sends a call after the calls that created the records that its scenario names, because time for their runs passes
   * in between.
   */
  async sendInOrder(call: Call): Promise<void> {
    if (this.#sent.has(call)) return
    if (!this.#begun.has(call.scenario)) {
      this.#begun.add(call.scenario)
      for (const one of this.#index.scenarios.get(call.scenario) ?? []) await this.#sendMakers(one)
      if (this.#sent.has(call)) return
    }
    this.#sent.add(call)
    await this.#sendMakers(call)
    this.#catchUp(call)
    const watcher = this.#watcher
    if (watcher && !this.#saysTheirWords(call) && watcher.isLookedAt(call))
      this.pairs.push(await this.#lookAt(call, watcher))
    else if (!watcher || call.query !== '' || !this.#isIdle(call))
      this.pairs.push(await this.#send(call, this.#requestOf(call)))
  }

  async #sendMakers(call: Call): Promise<void> {
    for (const [name, value] of namesIn(call))
      for (const kind of kindsNamed(name, call)) {
        const maker = this.#index.makers.get(`${kind} ${value}`)
        // Records that the scenario itself creates come in its own order.
        if (maker && maker.scenario !== call.scenario && !this.#sent.has(maker)) await this.#sendUntil(maker)
      }
  }

  /** Sends the maker's earlier calls too, because they belong to what it creates. */
  async #sendUntil(maker: Call): Promise<void> {
    for (const call of this.#index.scenarios.get(maker.scenario) ?? []) {
      await this.sendInOrder(call)
      if (call === maker) return
    }
  }

  /** Whether sending it would neither change the mock nor pair ids; a stream lets time pass. */
  #isIdle(call: Call): boolean {
    const streams = call.isStream || (call.operation && operations[call.operation].streams)
    return call.method === 'GET' && !streams && !showsNew(call, { ids: this.ids, index: this.#index })
  }

  async #lookAt(call: Call, watcher: Watcher): Promise<Pair> {
    const request = this.#requestOf(call)
    const { profile } = this.#home.workspace
    const question: Question = { profile, before: this.#isIdle(call) ? 'same' : 'copied' }
    this.#reads.clear()
    const pair = await asking(this.#mock, question, () => this.#send(call, request))
    const reads = new Set(this.#reads)
    await watcher.look({
      pair,
      reads,
      ask: async (gap, answer) => {
        const profile = { ...this.#profile, [gap]: answer } as Profile
        const spoken = isCompiled(gap) ? spokenBy(this.#mock, profile) : undefined
        // What is refused before the contract reads it depends on an answer only where that is consulted.
        const { read } = question
        if (spoken && (read ? isReadAlike(read, spoken) : !reads.has(gap))) return pair
        return asking(this.#mock, { ...question, instead: { profile, spoken } }, () =>
          this.#reply(call, request),
        )
      },
    })
    return pair
  }

  async #send(call: Call, request: Sent): Promise<Pair> {
    const reply = await this.#reply(call, request)
    const exchange = this.#exchange(reply.headers['x-mock-exchange'])
    let json: { readonly read: unknown } | undefined
    const pair: Pair = {
      call,
      ...reply,
      get json() {
        json ??= { read: jsonOf(reply.text) }
        return json.read
      },
      refusal: exchange?.refusal,
      isUnmet: this.#isUnmet(call),
    }
    const known = { ids: this.ids, index: this.#index, tables: this.#home.workspace.tables }
    if (reply.status < 300 && showsNew(call, known)) pairIds(call, pair.json, known)
    return pair
  }

  /** Whether it says a word, cursor or id that only the deployment knows: the mock's reply would mean something else. */
  #saysTheirWords(call: Call): boolean {
    return namesIn(call).some(
      ([name, value]) =>
        this.#index.shown.has(value) &&
        !KNOWN_WORDS.has(value) &&
        /[a-z]/i.test(value) &&
        renamedValue(name, value, call, this.ids) === value,
    )
  }

  #isUnmet(call: Call): boolean {
    return namesIn(call).some(([name, value]) => {
      const kinds = kindsNamed(name, call)
      return (
        this.#index.shown.has(value) &&
        kinds.some(kind => this.#index.named.get(value)?.has(kind)) &&
        this.ids.get(kinds, value) === undefined
      )
    })
  }

  #exchange(id: string | undefined) {
    if (id === undefined) return undefined
    const hosted = this.#mock.registry.all().find(({ workspace }) => id.startsWith(`${workspace.id}.`))
    return (hosted?.journal ?? this.#mock.registry.journal).get(id)
  }

  #requestOf(call: Call): Sent {
    const { path, query, body } = renamed(call, this.ids)
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(call.headers))
      if (KEPT.has(name.toLowerCase()) && SENDABLE.test(value)) headers[name.toLowerCase()] = value
    const secret = this.#secrets.get(call.key)
    if (secret !== undefined) headers.authorization = `Bearer ${secret}`
    else if (call.key !== 'none') headers.authorization = unknownKeyOf(call)
    const { method } = call
    const url = `${this.#mock.url}${path}${query === '' ? '' : `?${query}`}`
    return { url, method, headers, body: method === 'GET' ? '' : (body ?? '') }
  }

  async #reply(call: Call, { headers, body, ...request }: Sent): Promise<Reply> {
    const response = await this.#mock.fetch({
      ...request,
      headers: Object.entries(headers),
      arrayBuffer: async () => new TextEncoder().encode(body),
    })
    const replied = Object.fromEntries(response.headers)
    const text =
      isEventStream(replied) && response.body ? await this.#read(response.body, call) : await response.text()
    return { status: response.status, headers: replied, text }
  }

  /** A stream ends when no more events are due, or where the client closed it. */
  async #read(body: ReadableStream<Uint8Array>, call: Call): Promise<string> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    let over = false
    const reading = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
      over = true
    })()
    const enough = call.wasLeft ? eventsIn(call.text).length : Infinity
    const isEnough = () => eventsIn(text).length >= enough
    for (let step = 0; step < MAX_STEPS && !over && !isEnough(); step += 1) {
      // The later steps only wait for data in transit.
      if (step > 0 && step < STEPS_OF_TIME) this.#home.clock.advance('15s')
      await new Promise(resolve => setTimeout(resolve, 4))
    }
    await reader.cancel()
    await reading
    return text
  }

  /** Lets time pass until the runs in a reply have progressed as far as in the recording. */
  #catchUp(call: Call): void {
    const { runs, workflowRuns } = this.#home.workspace.tables
    for (const [kind, recorded] of runsAwaitedBy(call)) {
      const id = this.ids.get([kind], recorded)
      const table = kind === 'run' ? runs : workflowRuns
      for (let step = 0; id && step < MAX_WAITS && table.get(id)?.status === 'running'; step += 1)
        this.#home.clock.advance('20s')
    }
  }
}

/** A stream is read in steps: time passes in these first steps; the others wait for data in transit. */
const STEPS_OF_TIME = 20
const MAX_STEPS = 100

/** How many times 20 seconds pass for a run that has ended in the recording and not in the mock. */
const MAX_WAITS = 60

/** Words that the contract states. */
const KNOWN_WORDS: ReadonlySet<string> = new Set(Object.values(words).flat())

/** The recorded header with another key that no workspace has, in the same form. */
function unknownKeyOf({ headers: { authorization = '' } }: Call): string {
  const known = SENDABLE.test(authorization) ? authorization : ''
  return (known || 'Bearer (made up)').replaceAll('(made up)', 'made-up-key-that-no-workspace-has')
}

/** What a header may hold; a recording that somebody has edited may hold more. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Request headers that affect the mock. */
const KEPT = new Set(['content-type', 'accept', 'last-event-id'])
