/**
 * A walk over the whole interface with every key of a target, always the same one, recorded line by line. These requests
 * cannot tell apart two servers with the same lines.
 */
import { Agent, request } from 'node:http'
import * as timers from 'node:timers'
import { Random } from '#mock'
import {
  bodySchemaOf,
  type Choice,
  document,
  isFields,
  kindOf,
  type OperationRow,
  operations,
  parametersOf,
  rightRequest,
  rightValues,
  typesOf,
  wrongItems,
  wrongTexts,
  wrongValues,
} from '#openapi'
import { jsonOf } from '../../conformance/extract/event-stream.ts'
import { asId } from '../../conformance/extract/find-value.ts'
import { listIn } from '../../conformance/extract/list-rows.ts'
import { idOf, recordIn } from '../../conformance/extract/record.ts'
import type { RunningServer } from '../independent-servers/start-server.ts'
import * as clock from './still-clock.ts'

/** How many times faster than the process's clock the server's time passes. */
export const WALK_SCALE = 100

/** As many as show nearly every defect that any request shows. */
const STEPS = 4000

/** More requests than any limit allows in a minute. */
const BURST = 35

const PAUSES_MS = [100, 400, 900, 1500, 4000, 20_000, 100_000, 400_000]

/** Values that show something of the servers' seed data, by parameter. */
const SEEDED: Readonly<Record<string, readonly string[]>> = {
  month: ['2026-06', '2026-05', '2019-01'],
  date_from: ['2026-06-17', '2026-06-16T00:00:00Z', '2020-01-01T00:00:00+02:00'],
  date_to: ['2026-06-17', '2026-06-18', '2020-01-01'],
  tz: ['UTC', 'Asia/Tokyo'],
  done_since_days: ['0', '1'],
}

/** Kinds that have another name in fixtures, paths and replies. */
const ALIASES: Readonly<Record<string, string>> = {
  second: 'team',
  agency: 'client',
  folder: 'base',
  user: 'owner',
}

/** Values that hardly any parameter or field takes. */
const STRANGE = ['no-such-word', '', '-1', '0', '100000']

const ALL: readonly OperationRow[] = Object.values(operations)
const KINDS = new Set([
  'model',
  'folder',
  ...ALL.flatMap(({ pathParams }) => pathParams.map(one => kindOf(one.name))),
])

/** What a reply says of one thing: its ids by kind. */
type Ids = Readonly<Record<string, string>>

interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body?: unknown
}

/** Ends where the replies first differ from the expected lines; without expectations, walks to the end. */
export async function walk(server: RunningServer, expected: readonly string[] = []): Promise<string[]> {
  const lines: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  try {
    for await (const line of replies(server, agent)) {
      lines.push(line)
      if (expected.length > 0 && line !== expected[lines.length - 1]) break
    }
  } finally {
    agent.destroy()
  }
  return lines
}

async function* replies({ url, target }: RunningServer, agent: Agent): AsyncGenerator<string> {
  const random = new Random('walk')
  const { keys, fixtures = {} } = target as {
    keys: Record<string, { value: string }>
    fixtures?: Record<string, Record<string, unknown>>
  }
  const requests = new Requests(
    random,
    Object.values(keys).map(({ value }) => value),
  )
  for (const [name, fixture] of Object.entries(fixtures)) requests.learn(fixture, name.replace(/-.*/, ''))
  for (let step = 0; step < STEPS; step++) {
    const tag = random.pick(['runs', 'tasks', undefined])
    const row = random.pick(ALL.filter(one => tag === undefined || one.tag === tag))
    const asked = random.chance(0.02) ? requests.unknown(row) : requests.likely(row)
    for (let times = row.rateLimit && random.chance(0.02) ? BURST : 1; times > 0; times--) {
      const reply = send(agent, url, asked)
      if (row.id === 'createAgentCompletion') await workOf(reply)
      const { line, body } = await reply
      for (const one of [recordIn(body), ...(listIn(body) ?? []).slice(0, 3)])
        requests.learn(one, kindIn(asked.path))
      yield `${JSON.stringify(asked)} -> ${line}`
    }
    if (random.chance(0.4)) await pass(random.pick(PAUSES_MS))
  }
}

/** The kind of the things at a path: that of its last word that names one. */
const kindIn = (path: string) =>
  path
    .split(/[/?]/)
    .map(word => word.replace(/s$/, ''))
    .findLast(word => KINDS.has(word))

/** Makes requests, mostly as a client would send them, with what replies have shown. */
class Requests {
  readonly #random: Random
  readonly #keys: readonly string[]
  readonly #seen: Ids[] = []
  /** Values that fixtures name, such as a query that finds something. */
  readonly #given = new Map<string, unknown>()

  constructor(random: Random, keys: readonly string[]) {
    this.#random = random
    this.#keys = keys
  }

  learn(record: unknown, kind: string | undefined): void {
    if (!isFields(record)) return
    const ids: Record<string, string> = {}
    const add = (kind: string | undefined, id: string | undefined) => {
      if (kind !== undefined && kind !== 'id' && id) ids[ALIASES[kind] ?? kind] = id
    }
    add(kind, idOf(record, kind))
    for (const [name, value] of Object.entries(record)) {
      add(/cursor|status|number/i.exec(name)?.[0].toLowerCase() ?? kindOf(name), asId(value))
      if (name === 'query' || name === 'values') this.#given.set(name, value)
    }
    if (ids.number !== undefined)
      ids.ref = `${this.#random.pick([`${asId(record.prefix) ?? 'T'}-`, 'X-', ''])}${ids.number}`
    this.#seen.push(ids)
  }

  likely(row: OperationRow): Asked {
    const random = this.#random
    // Ids in one request mostly belong together, and mostly to something recent.
    const focus = random.pick(random.chance(0.6) ? this.#seen.slice(-12) : this.#seen)
    const names = (kind: string) => {
      if (random.chance(0.04)) return ['nothing']
      const known = focus[kind] ?? random.pick([{}, ...this.#seen.filter(ids => ids[kind])].slice(-20))[kind]
      return known === undefined ? [] : [known]
    }
    const instead = (name: string) => {
      const values = this.#given.has(name) ? [this.#given.get(name)] : (SEEDED[name] ?? [])
      return values.length > 0 && random.chance(0.6) ? { value: random.pick(values) } : undefined
    }
    // With few parameters at once, each shows more.
    const sparing: Choice = { chance: () => random.chance(0.1), pick: items => random.pick(items) }
    const choice = random.chance(0.5) ? sparing : random
    const { path, query, body } = rightRequest(row, { document, names, choice, instead })
    for (const { in: where, name, schema } of parametersOf(document, row))
      if (where === 'query' && random.chance(0.08)) {
        const seen = /status|cursor/.test(name) ? names(name) : []
        query.set(name, random.pick([...wrongTexts(document, schema), ...seen, ...seen, ...STRANGE]))
      }
    if (random.chance(0.02)) query.append(random.pick([...query.keys(), 'surprise']), '1')
    return {
      method: row.method,
      path: query.size === 0 ? path : `${path}?${query}`,
      authorization: this.#authorization(),
      ...(row.requestBody && { body: this.#body(row, body, names) }),
    }
  }

  /** A body with one field that has any right or wrong value, with one that is unknown, or none that is an object. */
  #body(row: OperationRow, right: unknown, names: (kind: string) => readonly string[]): unknown {
    const random = this.#random
    if (random.chance(0.05)) return random.pick<unknown>([[], {}, '{"title":', null, 7])
    if (random.chance(0.5)) return right
    const fields = Object.entries(bodySchemaOf(document, row)?.properties ?? {})
    const own = isFields(right) ? right : {}
    if (fields.length === 0 || random.chance(0.2)) return { ...own, surprise: 1 }
    const [name, schema] = random.pick(fields)
    const rightOnes = rightValues(document, schema, name, names)
    const values = [
      ...rightOnes,
      ...rightOnes.filter(isFields).map(value => ({ ...value, task: 7 })),
      ...wrongValues(document, schema, name),
      ...(typesOf(document, schema).has('array') ? wrongItems(document, schema) : []),
      ...STRANGE,
      undefined,
    ]
    return { ...own, [name]: random.pick(values) }
  }

  #authorization(): string | undefined {
    const random = this.#random
    const [main = ''] = this.#keys
    if (random.chance(0.8)) return `Bearer ${main}`
    if (random.chance(0.8)) return `Bearer ${random.pick(this.#keys)}`
    const changed = ['', main, `bearer ${main}`, `Bearer  ${main}`, `Basic ${main}`, `Bearer ${main}x`]
    const wrong = [main.slice(0, -1), main.toUpperCase(), `${main} ${main}`, `x ${main}`, '']
    return random.pick([undefined, ...changed, ...wrong.map(key => `Bearer ${key}`)])
  }

  /** A method or a path that the contract does not have. */
  unknown({ path }: OperationRow): Asked {
    const random = this.#random
    const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    return {
      method: random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path: random.pick([path, slashed, '/nothing/here']).replaceAll(/[{}]/g, ''),
      authorization: this.#authorization(),
    }
  }
}

const pass = (ms: number) => clock.pass(ms / WALK_SCALE)

/** Lets the work of an agent end, which a reply may wait for. It begins when the request has arrived, in real time. */
async function workOf(reply: Promise<unknown>): Promise<void> {
  const before = clock.planned()
  let isAnswered = false
  void reply.then(() => {
    isAnswered = true
  })
  while (!isAnswered && clock.planned() === before)
    await new Promise<void>(resolve => void timers.setTimeout(resolve, 2))
  await pass(360_000)
}

/** A server that never answers or never ends its reply differs from one that does: the walk continues after this. */
const PATIENCE_MS = 2000

const HEADERS = ['content-type', 'deprecation', 'allow', 'retry-after', 'www-authenticate', 'location']

function send(
  agent: Agent,
  url: string,
  { method, path, authorization, body }: Asked,
): Promise<{ body: unknown; line: string }> {
  return new Promise(resolve => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const headers = {
      ...(authorization !== undefined && { authorization }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = request(url + path, { method, headers, agent }, reply => {
      const said = HEADERS.flatMap(name => reply.headers[name] ?? []).join(' ')
      let got = ''
      reply.setEncoding('utf8')
      reply.on('data', (piece: string) => {
        got += piece
        // An endless stream is closed after its first events.
        if (/event-stream/.test(said) && path.startsWith('/chats/'))
          timers.setTimeout(() => reply.destroy(), 10)
      })
      reply.on('close', () => {
        const line = `${reply.statusCode} ${said.replaceAll(/127\.0\.0\.1:\d+/g, 'host')} ${got}`
        resolve({ body: jsonOf(got), line })
      })
    })
    const timer = timers.setTimeout(
      () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
      PATIENCE_MS,
    )
    sent.on('close', () => timers.clearTimeout(timer))
    sent.on('error', error =>
      resolve({ body: undefined, line: `failed ${(error as NodeJS.ErrnoException).code}` }),
    )
    sent.end(text)
  })
}
