/** What a mutant is, and helpers to write mutants with. */

import type { Exchange } from '#mock'
import type { OperationId, OperationRow } from '#openapi'
import type { Deviation, Tenants } from '../deployment.ts'
import type { Intercept } from '../intercept.ts'

/** The clean mock with one deliberate violation of one stated requirement. */
export interface Mutant {
  /** The requirement and what is wrong: `RUN-21/page-loses-last`. */
  readonly id: string
  readonly requirement: string
  /** Read after “a service that …”. */
  readonly what: string
  readonly make: Deviation | ((world: Tenants) => Deviation)
  /** The beginnings of the scenarios to run, where not every one that may judge the requirement has to. */
  readonly scenarios?: readonly string[]
  /** Scenarios that have to run beside, because the requirement is judged by what they get. */
  readonly beside?: readonly string[]
  /** Why it cannot be distinguished from a lawful service, or what would be needed to notice it. */
  readonly lives?: string
  /** `slow` where a minute of the deployment must be long enough for what it has to hold. Default: `fast`. */
  readonly clock?: 'fast' | 'slow'
}

/** A mutant that is known to live, with the reason. */
interface Living {
  readonly make: Mutant['make']
  readonly lives: string
}
export const lives = (reason: string, make: Mutant['make']): Living => ({ make, lives: reason })

/** Mutants of one requirement, by what is wrong. */
export function mutants(
  requirement: string,
  wrongs: Readonly<Record<string, Mutant['make'] | Living>>,
  more: Partial<Mutant> = {},
): Mutant[] {
  return Object.entries(wrongs).map(([wrong, make]) => ({
    id: `${requirement}/${wrong.replaceAll(/\W+/g, '-')}`,
    requirement,
    what: wrong,
    ...more,
    ...('lives' in make ? make : { make }),
  }))
}

/** A value of the wire or of a handler, whose form a mutant need not prove to the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: mutants break forms on purpose.
export type Loose = any

type Names = string | readonly string[]
const has = (names: Names, name: string) =>
  typeof names === 'string' ? names === name : names.includes(name)

/** What a change of a reply may look at. */
export interface Asked {
  readonly operation: string
  readonly path: Loose
  readonly query: URLSearchParams
  readonly sent: Loose
  readonly caller: Loose
  readonly secret: string
}

/** Changes the body of every reply of success; what is returned takes its place, unless it is undefined. */
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

/** Changes a reply of success as a whole: its status, its headers, its stream. */
export function replies(operations: Names, change: (answer: Loose, asked: Asked) => Loose): Deviation {
  return {
    intercept: {
      reply: (answer, exchange) =>
        has(operations, exchange.operation?.id ?? '') ? change(answer, askedOf(exchange)) : answer,
    },
  }
}

/** Changes refusals: what is returned takes their place, unless it is undefined. */
export function refusals(
  operations: Names,
  change: (answer: { status: number; body: Loose; headers: Loose }, asked: Asked) => Loose,
): Deviation {
  return {
    intercept: {
      refusal: (answer, exchange) =>
        has(operations, exchange.operation?.id ?? '')
          ? (change(answer, askedOf(exchange)) ?? answer)
          : answer,
    },
  }
}

function askedOf(exchange: Exchange): Asked {
  return {
    operation: exchange.operation?.id ?? '',
    path: exchange.pathParams,
    query: new URLSearchParams(exchange.query),
    sent: jsonIn(exchange.requestText),
    caller: exchange.caller,
    secret: exchange.caller?.key.secret ?? '',
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stands around a handler; what it returns is the answer. */
export function handles(
  operations: Names,
  act: (request: Loose, context: Loose, handler: (request: Loose, context: Loose) => Loose) => Loose,
): Deviation {
  return {
    intercept: {
      handler: (row, handler) =>
        has(operations, row.id)
          ? (request: Loose, context: Loose) => act(copy(request), context, handler as Loose)
          : handler,
    },
  }
}

/** Takes an operation otherwise: its scopes, its role rule, its rate limit. */
export function operates(operations: Names, change: (row: OperationRow) => Partial<OperationRow>): Deviation {
  return { intercept: { operation: row => (has(operations, row.id) ? { ...row, ...change(row) } : row) } }
}

/** Stands around the judge of requests. */
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

/** Requests are taken as if another key had come with them; `to` is given the header and returns one or nothing. */
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

/** One deviation with the parts of several. */
export function together(...all: readonly Deviation[]): Deviation {
  const intercepts = all.flatMap(one => one.intercept ?? [])
  const joined = intercepts.reduce<Intercept>(
    (sum, one) => ({
      operation: row => one.operation?.(sum.operation?.(row) ?? row) ?? sum.operation?.(row) ?? row,
      judge: contract => {
        const inner = sum.judge?.(contract) ?? contract
        return one.judge?.(inner) ?? inner
      },
      handler: (row, handler) => {
        const inner = sum.handler?.(row, handler) ?? handler
        return one.handler?.(row, inner) ?? inner
      },
      reply: (answer, exchange) => {
        const inner = sum.reply?.(answer, exchange) ?? answer
        return one.reply?.(inner, exchange) ?? inner
      },
      refusal: (answer, exchange, workspace) => {
        const inner = sum.refusal?.(answer, exchange, workspace) ?? answer
        return one.refusal?.(inner, exchange, workspace) ?? inner
      },
    }),
    {},
  )
  return { ...Object.assign({}, ...all), ...(intercepts.length > 0 && { intercept: joined }) }
}

/** The same in the neighbour's workspace. */
export const inNeighbour = ({ intercept }: Deviation): Deviation =>
  intercept ? { neighbour: intercept } : {}

/** Removes members by name wherever they stand in a value. */
export function without(value: Loose, ...names: string[]): Loose {
  if (Array.isArray(value)) return value.map(item => without(item, ...names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, inner]) => [name, without(inner, ...names)]),
  )
}

/** A copy whose query, body and path a mutant may change. */
function copy(request: Loose): Loose {
  return { ...request, path: { ...request.path }, query: { ...request.query }, body: plain(request.body) }
}
const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** A reply as a handler gives it. */
export const reply = (status: number, body: unknown, headers = {}) => ({ status, body, headers })
