// A `fetch` that notes which members of replies a client reads. Names that the contract does not declare are `*`.
import { branchesOf, document, operationAt, propertiesOf, resolve, route, type Schema } from '#openapi'
import type { Usage } from '#openapi/usage'
import type { Coverage } from '../control/generated/control.gen.ts'

/** What shows a reply other than as JSON, so that nobody knows what is read of it. */
const OTHERWISE = ['arrayBuffer', 'blob', 'body', 'bytes', 'formData', 'text'] as const

type Note = (place: string) => void

/**
 * Finds out what a client reads of replies: give it `fetch`, and complete its usage.
 *
 * @example
 * const replies = new WatchedReplies()
 * const client = createClient<paths>({ baseUrl: workspace.url, fetch: replies.fetch })
 * const usage = replies.complete(await workspace.usage('billing'), workspace.coverage())
 */
export class WatchedReplies {
  /** A `fetch` that notes what is read of its replies. */
  readonly fetch: typeof globalThis.fetch
  /** By operation: how many replies passed, and the places that were read. */
  readonly #seen = new Map<string, { times: number; places: Set<string> }>()

  /** By default, calls go to the network. */
  constructor(fetch: typeof globalThis.fetch = globalThis.fetch) {
    this.fetch = async (input, init) => {
      const asked = input instanceof Request ? input : { url: String(input), method: 'GET' }
      const method = (init?.method ?? asked.method).toUpperCase()
      const { pathname = '' } = URL.parse(asked.url, 'http://mock') ?? {}
      return this.#watched(await fetch(input, init), method, pathname)
    }
  }

  #watched(response: Response, method: string, path: string): Response {
    const found = route(method, path)
    if (!('operation' in found)) return response
    const { operation } = found
    const seen = this.#seen.get(operation.id) ?? { times: 0, places: new Set() }
    this.#seen.set(operation.id, seen)
    seen.times += 1
    const at = `reply ${response.status}`
    const note: Note = place => void seen.places.add(place)
    const declared = operationAt(document, operation)?.responses[response.status]
    const { content } = declared ? resolve(document, declared).element : {}
    return watchedReply(response, content?.['application/json']?.schema ?? {}, at, note)
  }

  /** The usage with what was read, of operations all of whose replies passed here. */
  complete(usage: Usage, { areas }: Coverage): Usage {
    const replies = areas.find(({ area }) => area === 'replies')?.exercised ?? []
    const operations = Object.entries(usage.operations).map(([id, use]) => {
      const times = replies.reduce((sum, one) => sum + (one.name.startsWith(`${id} `) ? one.times : 0), 0)
      const seen = this.#seen.get(id)
      const isWhole = seen !== undefined && seen.times >= times
      return [id, isWhole ? { ...use, reads: [...seen.places].sort() } : use]
    })
    return { ...usage, operations: Object.fromEntries(operations) }
  }
}

/** The same reply, which notes what is read of its JSON, also by way of a clone. */
function watchedReply(response: Response, schema: Schema, place: string, note: Note): Response {
  const [read, clone] = [response.json.bind(response), response.clone.bind(response)]
  const instead: PropertyDescriptorMap = {
    json: { value: async () => watched(await read(), schema, place, note) },
    clone: { value: () => watchedReply(clone(), schema, place, note) },
  }
  for (const name of OTHERWISE) {
    const original: unknown = response[name]
    instead[name] = {
      get: () => {
        note(`${place} as text`)
        return typeof original === 'function' ? original.bind(response) : original
      },
    }
  }
  return Object.defineProperties(response, instead)
}

/** The same value, which notes what is read of it. */
function watched(value: unknown, schema: Schema, place: string, note: Note): unknown {
  if (typeof value !== 'object' || value === null) return value
  const branches = branchesOf(document, schema)
  const declared = propertiesOf(document, schema)
  const { items = {} } = branches.find(one => one.items) ?? {}
  return new Proxy(value, {
    get(target, name) {
      const inner: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return inner
      if (Array.isArray(target)) return watched(inner, items, `${place}[]`, note)
      const own = Object.hasOwn(declared, name) ? declared[name] : undefined
      const below = `${place}.${own ? name : '*'}`
      note(below)
      return watched(inner, own ?? {}, below, note)
    },
  })
}
