import type { Deviation } from './deployment.ts'

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
    ...(intercepts.length > 0 && { intercept: (intercepts as Changes[]).reduce(both) }),
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

type Change = (value: unknown, ...about: unknown[]) => unknown
type Changes = Readonly<Record<string, Change | undefined>>

const both = (first: Changes, second: Changes): Changes =>
  Object.fromEntries(
    Object.keys({ ...first, ...second }).map((name): [string, Change] => [
      name,
      (value, ...about) => {
        const changed = first[name]?.(value, ...about) ?? value
        return second[name]?.(changed, ...about) ?? changed
      },
    ]),
  )
