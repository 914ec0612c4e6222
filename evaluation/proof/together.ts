import type { Deviation } from './deployment.ts'
import type { Intercept } from './intercept.ts'

/** Several deviations as one; later ones see what earlier ones made of a message. */
export function together(...all: readonly Deviation[]): Deviation {
  const arrivals = all.flatMap(one => one.arrive ?? [])
  const departures = all.flatMap(one => one.depart ?? [])
  const preparations = all.flatMap(one => one.prepare ?? [])
  const dialects = all.flatMap(one => one.dialect ?? [])
  const intercepts = all.flatMap(one => one.intercept ?? [])
  return {
    ...Object.assign({}, ...all),
    profile: Object.assign({}, ...all.map(one => one.profile)),
    workspace: Object.assign({}, ...all.map(one => one.workspace)),
    ...(dialects.length > 0 && {
      dialect: {
        ids: Object.assign({}, ...dialects.map(({ ids }) => ids)),
        words: Object.assign({}, ...dialects.map(({ words }) => words)),
        requests: Object.assign({}, ...dialects.map(({ requests }) => requests)),
      },
    }),
    ...(intercepts.length > 0 && { intercept: intercepts.reduce(both) }),
    ...(arrivals.length > 0 && {
      arrive: (...given) => arrivals.some(arrive => arrive(...given)),
    }),
    ...(departures.length > 0 && {
      depart: (head, request) => departures.reduce((changed, depart) => depart(changed, request), head),
    }),
    ...(preparations.length > 0 && {
      prepare(...given) {
        for (const prepare of preparations) prepare(...given)
      },
    }),
  } satisfies Deviation
}

const both = (first: Intercept, second: Intercept): Intercept => ({
  operation: row => second.operation?.(first.operation?.(row) ?? row) ?? first.operation?.(row) ?? row,
  judge: contract => {
    const inner = first.judge?.(contract) ?? contract
    return second.judge?.(inner) ?? inner
  },
  handler: (row, handler) => {
    const inner = first.handler?.(row, handler) ?? handler
    return second.handler?.(row, inner) ?? inner
  },
  reply: (answer, exchange) => {
    const inner = first.reply?.(answer, exchange) ?? answer
    return second.reply?.(inner, exchange) ?? inner
  },
  refusal: (answer, exchange, workspace) => {
    const inner = first.refusal?.(answer, exchange, workspace) ?? answer
    return second.refusal?.(inner, exchange, workspace) ?? inner
  },
  sent: (message, exchange) => {
    const inner = first.sent?.(message, exchange) ?? message
    return second.sent?.(inner, exchange) ?? inner
  },
})
