/** What a mutant is, and helpers to write mutants with. */

import type { Exchange } from '#mock'
import type { OperationId, OperationRow } from '#openapi'
import type { Deviation, Tenants } from '../deployment.ts'
import { together } from '../together.ts'

export { together }

/** The unmodified mock with one deliberate violation of one stated requirement. */
export interface Mutant {
  /** The requirement and the defect: `RUN-21/page-loses-last`. */
  readonly id: string
  readonly requirement: string
  /** Completes "a service that …". */
  readonly what: string
  readonly make: Deviation | ((world: Tenants) => Deviation)
  /** Prefixes of the scenarios to run, where not every scenario of the requirement is needed. */
  readonly scenarios?: readonly string[]
  /** Scenarios that must also run, because the requirement is judged by their exchanges. */
  readonly beside?: readonly string[]
  /** Why it cannot be told from a lawful service, or what detecting it would need. */
  readonly lives?: string
  /** `slow` where the test needs long minutes of the deployment's clock. Default: `fast`. */
  readonly clock?: 'fast' | 'slow'
}

/** How a mutant is made, and what else there is to say of it. */
type Tried = Pick<Mutant, 'make'> & Partial<Mutant>
type Make = Mutant['make']

/** Mutants by requirement and defect: `RUN-21 the last page is lost`. */
export type MutantTable = Readonly<Record<string, Make | Tried>>

export const mutantsIn = (table: MutantTable): Mutant[] =>
  Object.entries(table).map(([name, made]) => {
    const [requirement = ''] = name.split(' ')
    const what = name.slice(requirement.length + 1)
    const id = `${requirement}/${what.replaceAll(/\W+/g, '-')}`
    return { id, requirement, what, ...tried({}, made) }
  })

/** One table from a part for each item. */
export const each = <const Item>(
  items: readonly Item[],
  part: (item: Item, index: number) => MutantTable,
): MutantTable => Object.assign({}, ...items.map(part))

/** A mutant that needs other scenarios or another clock. */
export const tried = (how: Partial<Mutant>, made: Make | Tried): Tried => ({
  ...how,
  ...('make' in made ? made : { make: made }),
})

/** The same of each mutant of a table. */
export const allTried = (how: Partial<Mutant>, table: MutantTable): MutantTable =>
  Object.fromEntries(Object.entries(table).map(([name, made]) => [name, tried(how, made)]))

/** A mutant that is known to survive, with the reason. Default: always. */
export const lives = (reason: string, made: Make | Tried, isSo = true) =>
  isSo ? tried({ lives: reason }, made) : made

/** A mutant that only a month before shows that is over by every clock. */
export const livesInNewMonths = (made: Make | Tried) =>
  lives('the month before has just ended, perhaps not by every clock', made, new Date().getUTCDate() <= 2)

/** Why a count that some records lack is not missed. */
export const NO_ZERO = 'where no record shows a zero, a count that is not there may be one that is left out'

/** A value on the wire or in a handler, untyped because mutants break types. */
// biome-ignore lint/suspicious/noExplicitAny: mutants break forms on purpose.
export type Loose = any

type Names = string | readonly string[]
const has = (names: Names, name: string) =>
  typeof names === 'string' ? names === name : names.includes(name)

/** What a change of a reply may depend on. */
export interface Asked {
  readonly path: Loose
  readonly query: URLSearchParams
  readonly sent: Loose
  readonly caller: Loose
}

/** Changes the body of successful replies; the returned value replaces it, unless undefined. */
export function answers(operations: Names, change: (body: Loose, asked: Asked) => Loose): Deviation {
  return {
    intercept: {
      reply(answer, exchange) {
        if (!has(operations, exchange.operation?.id ?? '') || !('body' in answer)) return answer
        const body = answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body))
        const changed = change(body, askedOf(exchange))
        return { ...answer, body: changed === undefined ? body : changed }
      },
    },
  }
}

/** Changes successful replies as a whole: status, headers, stream. */
export function replies(operations: Names, change: (answer: Loose, asked: Asked) => Loose): Deviation {
  return {
    intercept: {
      reply: (answer, exchange) =>
        has(operations, exchange.operation?.id ?? '') ? change(answer, askedOf(exchange)) : answer,
    },
  }
}

/** Changes the parts of streams. */
export const streams = (operations: Names, change: (parts: AsyncIterable<Loose>) => AsyncIterable<Loose>) =>
  replies(operations, answer => ('stream' in answer ? { ...answer, stream: change(answer.stream) } : answer))

/** Changes refusals; the returned value replaces them, unless undefined. */
export function refusals(
  operations: Names,
  change: (answer: { status: number; body: Loose; headers: Loose }, asked: Asked, workspace: Loose) => Loose,
): Deviation {
  return {
    intercept: {
      refusal: (answer, exchange, workspace) =>
        has(operations, exchange.operation?.id ?? '')
          ? (change(answer, askedOf(exchange), workspace) ?? answer)
          : answer,
    },
  }
}

function askedOf(exchange: Exchange): Asked {
  return {
    path: exchange.pathParams,
    query: new URLSearchParams(exchange.query),
    sent: jsonIn(exchange.requestText),
    caller: exchange.caller,
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Wraps a handler; the returned value is the reply. */
export function handles(
  operations: Names,
  act: (request: Loose, context: Loose, handler: (request: Loose, context: Loose) => Loose) => Loose,
): Deviation {
  return {
    intercept: {
      handler: (handler, row) =>
        has(operations, row.id)
          ? (request: Loose, context: Loose) => act(copy(request), context, handler as Loose)
          : handler,
    },
  }
}

/** Changes what a handler is asked; the change may be made in place. */
export const requests = (operations: Names, change: (request: Loose, context: Loose) => Loose) =>
  handles(operations, (request, context, handler) => handler(change(request, context) ?? request, context))

/** Changes the query of a request, in place. */
export const asks = (operations: Names, change: (query: Loose, context: Loose) => unknown) =>
  requests(operations, ({ query }, context) => void change(query, context))

/** Changes a parameter where it is given. */
export const given = (operation: string, name: string, change: (value: Loose, query: Loose) => Loose) =>
  asks(operation, query => {
    if (query[name] != null) query[name] = change(query[name], query)
  })

/** Takes one value of a parameter for another one. */
export const takesFor = (operation: string, name: string, from: unknown, to: unknown) =>
  given(operation, name, value => (value === from ? to : value))

/** Leaves parameters out beside another one, or beside one value of it. */
export const dropped = (operation: string, names: Names, beside: string, value?: unknown) =>
  asks(operation, query => {
    if (value === undefined ? query[beside] != null : query[beside] === value)
      for (const name of [names].flat()) delete query[name]
  })

/** Changes members of the body of a request. */
export const sends = (operations: Names, change: (body: Loose, context: Loose) => Loose) =>
  requests(operations, (request, context) => ({
    ...request,
    body: { ...request.body, ...change(request.body, context) },
  }))

/** Refuses some requests. */
export const refuses = (
  operations: Names,
  when: (request: Loose, context: Loose) => unknown = () => true,
  status = 422,
) =>
  handles(operations, (request, context, handler) =>
    when(request, context) ? reply(status, { error: {} }) : handler(request, context),
  )

/** Does something else beside what was asked for. */
export const also = (operations: Names, act: (request: Loose, context: Loose, answer: Loose) => void) =>
  handles(operations, (request, context, handler) => {
    const answer = handler(request, context)
    act(request, context, answer)
    return answer
  })

/** A deviation that depends on what an operation was called for before, such as the runs that were cancelled. */
export const after =
  (
    operation: string,
    idOf: (request: Loose, answer: Loose) => string,
    then: (seen: ReadonlySet<string>) => Deviation,
  ) =>
  (): Deviation => {
    const seen = new Set<string>()
    const remember = also(operation, (request, _, answer) => void seen.add(idOf(request, answer)))
    return together(remember, then(seen))
  }

/** The run that a request is for. */
export const runIn = ({ path }: Loose): string => path.run_id

/** The context in which another person asks. */
export const by = (person: Loose, context: Loose) => ({ ...context, caller: { ...context.caller, person } })
/** The context of the same caller in another workspace. */
export const within = (workspace: Loose, context: Loose) => ({
  ...context,
  workspace,
  tables: workspace.tables,
})

/** Serves such requests as if another person asked, named by a role of the demo. Default: all. */
export const asPerson =
  (
    operations: Names,
    role: keyof Tenants['roles']['people'],
    when: (request: Loose, context: Loose) => unknown = () => true,
  ) =>
  ({ home, roles }: Tenants) =>
    handles(operations, (request, context, handler) => {
      const person = home.tables.people.get(roles.people[role])
      return handler(request, when(request, context) ? by(person, context) : context)
    })

/** Refuses callers of a role. */
export const refusesRole = (operation: string, role: string) =>
  refuses(operation, (_, { caller }) => caller.person.role === role, 403)

/** The first value that it is given for each key. */
export function firstOf() {
  const kept = new Map<unknown, Loose>()
  return (key: unknown, value: Loose): Loose => {
    if (!kept.has(key)) kept.set(key, value)
    return kept.get(key)
  }
}

/** How many times it was called with each key. */
export function counter() {
  const times = new Map<string, number>()
  return (key: string) => times.set(key, (times.get(key) ?? 0) + 1).get(key)!
}

/** A member keeps its first value, or the first one for each key. */
export const frozen =
  (operation: string, name: string, keyOf = (_: Asked): unknown => '') =>
  () => {
    const first = firstOf()
    return shows(operation, (body, asked) => ({ [name]: first(keyOf(asked), body[name]) }))
  }

type Members<More> = Readonly<Record<string, unknown>> | ((value: Loose, more: More) => Loose)

/** Replaces members of the body of successful replies; undefined leaves it. */
export const shows = (operations: Names, members: Members<Asked>) =>
  answers(operations, (body, asked) => {
    const changed = typeof members === 'function' ? members(body, asked) : members
    return changed ? { ...body, ...changed } : undefined
  })

export const hides = (operations: Names, ...names: string[]) =>
  answers(operations, body => without(body, ...names))

/** Changes the rows of a list. */
export const rows = (operations: Names, change: (rows: Loose[], asked: Asked) => Loose[]) =>
  shows(operations, (body, asked) => (Array.isArray(body.data) ? { data: change(body.data, asked) } : {}))

/** Lists only some rows. */
export const onlyRows = (operations: Names, is: (row: Loose, asked: Asked) => unknown) =>
  rows(operations, (data, asked) => data.filter(row => is(row, asked)))

/** Replaces members of each row of a list. */
export const eachRow = (operations: Names, members: Members<number>) =>
  rows(operations, data =>
    data.map((row, n) => ({ ...row, ...(typeof members === 'function' ? members(row, n) : members) })),
  )

/** What else a change of a handler's reply may need. */
interface Handled {
  readonly request: Loose
  readonly context: Loose
  /** The body of the reply to a request with these members instead. */
  readonly again: (members: Loose, context?: Loose) => Loose
}

/** Replaces members of the body of a handler's reply; undefined leaves it. */
export const changes = (operations: Names, change: (body: Loose, handled: Handled) => Loose) =>
  handles(operations, (request, context, handler) => {
    const answer = handler(request, context)
    const again = (members: Loose, other = context) => handler({ ...request, ...members }, other).body
    const changed = change(answer.body, { request, context, again })
    return changed ? { ...answer, body: { ...answer.body, ...changed } } : answer
  })

/** Streams are announced as another type. */
export const streamsAs = (type: string): Deviation => ({
  depart: given =>
    /^text\/event-stream/.test(String(given.headers['content-type']))
      ? { ...given, headers: { ...given.headers, 'content-type': type } }
      : given,
})

/** Changes an operation: its scopes, its role rule, its rate limit. */
export function operates(operations: Names, change: (row: OperationRow) => Partial<OperationRow>): Deviation {
  return { intercept: { operation: row => (has(operations, row.id) ? { ...row, ...change(row) } : row) } }
}

/** Wraps the validation of requests. */
export function judges(
  operation: string,
  judge: (raw: Loose, contract: (raw: Loose) => Loose) => Loose,
): Deviation {
  return {
    intercept: {
      judge: contract =>
        ((id: OperationId, raw: Loose) =>
          id === operation ? judge(raw, other => contract(id, other)) : contract(id, raw)) as typeof contract,
    },
  }
}

/** Replaces the key of requests; `to` gets the header and returns a replacement or undefined. */
export function arrives(
  matches: (method: string, path: string) => boolean,
  change: (request: { headers: Loose; url: string }) => void,
): Deviation {
  return {
    arrive(request) {
      const path = (request.url ?? '').split('?')[0] ?? ''
      if (matches(request.method ?? '', path)) change(request as never)
      return undefined
    },
  }
}

/** The same deviation in the neighbour's workspace. */
export const inNeighbour = ({ intercept }: Deviation): Deviation =>
  intercept ? { neighbour: intercept } : {}

/** Removes members by name, anywhere in a value. */
export function without(value: Loose, ...names: string[]): Loose {
  if (Array.isArray(value)) return value.map(item => without(item, ...names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, inner]) => [name, without(inner, ...names)]),
  )
}

/** The rows, of which the last one lacks a member. */
export const lastWithout = (all: Loose[], name: string) => [
  ...all.slice(0, -1),
  ...all.slice(-1).map(row => without(row, name)),
]

/** A copy of the request whose query, body and path a mutant may change. */
function copy(request: Loose): Loose {
  return { ...request, path: { ...request.path }, query: { ...request.query }, body: plain(request.body) }
}
const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** A reply in the form that handlers return. */
export const reply = (status: number, body: unknown, headers = {}) => ({ status, body, headers })
