// The other shards, through their control APIs. Replies are validated, because a peer may be down, slow, or another
// program.
import { textOf } from '../replay/text-of.ts'
import { type ControlId, type ControlResult, controlOperations, isReplyOf } from './document.ts'
import { ControlRefusal } from './refusal.ts'

/** Addresses by shard: `{ s2: 'http://10.0.0.2:4010' }`. A function is asked each time, so that it may learn of new shards. */
export type PeerAddresses = Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)

/** A request, how many milliseconds it may take, and how long its reply may be. */
type Reading = RequestInit & { readonly ms: number; readonly maxBytes: number }

const LIST: Reading = { ms: 5_000, maxBytes: 16 * 1024 * 1024 }
const FILE: Reading = { ms: 30_000, maxBytes: 256 * 1024 * 1024 }

type Query = Readonly<Record<string, string>>

export class Peers {
  readonly #given: PeerAddresses
  readonly #ownShard: string | undefined
  readonly #controlKey: string | undefined

  /** All shards may be given the same addresses, their own one included. */
  constructor(addresses: PeerAddresses = {}, ownShard?: string, controlKey?: string) {
    this.#given = addresses
    this.#ownShard = ownShard
    this.#controlKey = controlKey
  }

  get #addresses(): Readonly<Record<string, string>> {
    const { [this.#ownShard ?? '']: _, ...others } =
      typeof this.#given === 'function' ? this.#given() : this.#given
    return others
  }

  get isEmpty(): boolean {
    return this.names.length === 0
  }

  /** The other shards. */
  get names(): string[] {
    return Object.keys(this.#addresses)
  }

  addressOf(shard: string): string | undefined {
    return this.#addresses[shard]
  }

  /** Requests every other shard's own part; also says which ones did not answer, or not as a shard does. */
  async gather<Id extends ControlId>(id: Id, query?: Query) {
    const shards = this.names
    const answers = await Promise.all(shards.map(shard => this.ask(shard, id, query)))
    return {
      answers: answers.filter(answer => answer !== undefined),
      unreachable: shards.filter((_, index) => answers[index] === undefined),
    }
  }

  /** Requests one shard's own part; undefined if it does not answer, or not as a shard does. */
  async ask<Id extends ControlId>(
    shard: string,
    id: Id,
    query: Query = {},
  ): Promise<ControlResult<Id> | undefined> {
    const path = `${controlOperations[id].path}?${new URLSearchParams({ ...query, shards: 'own' })}`
    try {
      const answer: unknown = JSON.parse(await this.#read(shard, path, LIST))
      return isReplyOf(id, answer) ? (answer as ControlResult<Id>) : undefined
    } catch {
      return undefined
    }
  }

  /** Refuses a shard that is not known. */
  require(shard: string, param: string): void {
    const { names } = this
    if (names.includes(shard)) return
    const known = names.length === 0 ? 'none; start this one with --peers' : names.join(', ')
    throw new ControlRefusal('shard_unknown', `There is no shard ${shard}; --peers names ${known}.`, param)
  }

  /** Sends a body to another shard. Throws a refusal. */
  async send(shard: string, path: string, body: unknown): Promise<void> {
    const request = { ...LIST, ms: FILE.ms, method: 'POST', body: JSON.stringify(body) }
    await this.#read(shard, path, request).catch(error => {
      throw unreachable(`The shard ${shard} at ${this.#addresses[shard]} did not take it`, 'body.to', error)
    })
  }

  /** Takes back a workspace that may have arrived there; false if the shard does not answer. */
  takeBack(shard: string, id: string, sentAt: number): Promise<boolean> {
    const path = `/_mock/arrivals/${encodeURIComponent(id)}?sent_at=${sentAt}`
    const read = this.#read(shard, path, { ...LIST, method: 'DELETE' })
    return read.then(
      () => true,
      () => false,
    )
  }

  /** The file of a workspace or snapshot of that shard. Throws a refusal. */
  fileOf(name: string, shard: string): Promise<string> {
    const address = this.#addresses[shard]
    if (!address)
      throw unreachable(
        `${name} is on shard ${shard}, which --peers of this shard does not name`,
        'body.from',
      )
    const path = name.startsWith('snap_')
      ? `/_mock/snapshots/${encodeURIComponent(name)}/file`
      : `/_mock/workspaces/${encodeURIComponent(name)}/snapshots/now/file`
    return this.#read(shard, path, FILE).catch(error => {
      throw unreachable(`${name} could not be fetched from shard ${shard} at ${address}`, 'body.from', error)
    })
  }

  async #read(shard: string, path: string, { ms, maxBytes, ...request }: Reading): Promise<string> {
    const reply = await fetch(`${this.#addresses[shard]}${path}`, {
      ...request,
      headers: this.#controlKey === undefined ? {} : { 'x-mock-control-key': this.#controlKey },
      signal: AbortSignal.timeout(ms),
      redirect: 'error',
    })
    const text = await textOf(reply, maxBytes)
    if (text === undefined) throw new Error(`it sent more than ${maxBytes} bytes`)
    if (!reply.ok) throw new Error(`it answered ${reply.status}: ${text.slice(0, 200)}`)
    return text
  }
}

function unreachable(what: string, param: string, error?: Error): ControlRefusal {
  return new ControlRefusal('shard_unreachable', `${what}${error ? `: ${error.message}` : ''}.`, param)
}
