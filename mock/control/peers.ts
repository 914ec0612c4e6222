// The other shards, through their control APIs. Replies are validated, because a peer may be down, slow, or another
// program.
import { shardIn } from '../world/shard.ts'
import { ControlRefusal } from './refusal.ts'

/** Addresses by shard: `{ s2: 'http://10.0.0.2:4010' }`. */
export type PeerAddresses = Readonly<Record<string, string>>

/** Timeouts in milliseconds for lists and for files. */
const LIST_MS = 5_000
const FILE_MS = 30_000

const MAX_LIST_BYTES = 16 * 1024 * 1024
const MAX_FILE_BYTES = 256 * 1024 * 1024

/** The merged replies of all shards. */
export interface Gathered<Answer> {
  readonly answers: Answer[]
  /** The shards that did not answer, or not as a shard does. */
  readonly unreachable: string[]
}

export class Peers {
  readonly #addresses: PeerAddresses
  readonly #controlKey: string | undefined

  constructor(addresses: PeerAddresses = {}, controlKey?: string) {
    this.#addresses = addresses
    this.#controlKey = controlKey
  }

  get isEmpty(): boolean {
    return Object.keys(this.#addresses).length === 0
  }

  addressOf(shard: string): string | undefined {
    return this.#addresses[shard]
  }

  /** Requests every other shard's part. `read` returns undefined for an answer that no shard would give. */
  async gather<Answer>(
    path: string,
    read: (answer: unknown, shard: string) => Answer | undefined,
  ): Promise<Gathered<Answer>> {
    const shards = Object.keys(this.#addresses)
    const answers = await Promise.all(
      shards.map(async shard => {
        try {
          const text = await this.#read(shard, path, LIST_MS, MAX_LIST_BYTES)
          return read(JSON.parse(text), shard)
        } catch {
          return undefined
        }
      }),
    )
    return {
      answers: answers.filter(answer => answer !== undefined),
      unreachable: shards.filter((_, index) => answers[index] === undefined),
    }
  }

  /** The file of a workspace or snapshot of another shard; undefined if the name has no shard. Throws a refusal. */
  async fileOf(name: string, ownShard: string | undefined): Promise<string | undefined> {
    const shard = shardIn(name)
    if (ownShard === undefined || shard === undefined || shard === ownShard) return undefined
    if (!this.#addresses[shard])
      throw unusable(name, `is on shard ${shard}, which --peers of this shard (${ownShard}) does not name`)
    const path = name.startsWith('snap_')
      ? `/_mock/snapshots/${encodeURIComponent(name)}/file`
      : `/_mock/workspaces/${encodeURIComponent(name)}/snapshots/now/file`
    try {
      return await this.#read(shard, path, FILE_MS, MAX_FILE_BYTES)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw unusable(name, `could not be fetched from shard ${shard} at ${this.#addresses[shard]}: ${reason}`)
    }
  }

  async #read(shard: string, path: string, ms: number, maxBytes: number): Promise<string> {
    const reply = await fetch(`${this.#addresses[shard]}${path}`, {
      headers: this.#controlKey === undefined ? {} : { 'x-mock-control-key': this.#controlKey },
      signal: AbortSignal.timeout(ms),
      redirect: 'error',
    })
    const text = await textOf(reply, maxBytes)
    if (!reply.ok) throw new Error(`it answered ${reply.status}: ${text.slice(0, 200)}`)
    return text
  }
}

/** The body as text; throws if it is too long. */
async function textOf(reply: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`it sent more than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

function unusable(name: string, reason: string): ControlRefusal {
  return new ControlRefusal(502, 'shard_unreachable', `${name} ${reason}.`, { param: 'body.from' })
}
