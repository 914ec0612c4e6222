/** How quickly requests are answered, and what happens to connections. */
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Random, Refusal, type Workspace } from '#mock'
import { operationIds, operations } from '#openapi'
import { handles, operates, reply, requests, together } from '../mutants/mutant.ts'
import { type Difference, dimensions } from './dimension.ts'
import { whole } from './forms.ts'

/** Delays the handlers by a time in real milliseconds; 0 does not wait. */
const delayed = (ms: (workspace: Workspace) => number) =>
  handles(operationIds, (request, context, handler) => {
    const wait = ms(context.workspace)
    return wait > 0 ? setTimeout(wait).then(() => handler(request, context)) : handler(request, context)
  })

const bursts = (random: Random) => {
  let n = 0
  const every = random.int(20, 60)
  return delayed(() => (++n % every < 4 ? random.int(40, 150) : 0))
}

/** What never wakes whoever waits for it. */
const still = new Int32Array(new SharedArrayBuffer(4))

/** A process that gets no processor for some milliseconds, now and then. */
const busy = (ms: () => number) => requests(operationIds, () => void Atomics.wait(still, 0, 0, ms()))

/** Replies out of order, and a clock that is adjusted by milliseconds. */
const jumping = (): Difference => {
  let n = 0
  return delayed(({ simulation }) => {
    n += 1
    simulation.advance((n * 7) % 40)
    return (n * 13) % 30
  })
}

/** Requests that fail once, and are served when they are sent again. */
const failing = (
  every: number,
  statuses: readonly number[],
  isHit: (method: string) => boolean,
): Difference => {
  let n = 0
  const failed = new Set<string>()
  return {
    arrive({ method = '', url, headers: { authorization } }, response) {
      const request = `${method} ${url} ${authorization}`
      if (failed.delete(request) || !isHit(method) || ++n % every !== 0) return undefined
      failed.add(request)
      return fails(response, statuses[n % statuses.length])
    },
  }
}

function fails(response: ServerResponse, status = 503) {
  const headers = { 'content-type': 'text/html', ...(status === 503 && { 'retry-after': '1' }) }
  response.writeHead(status, headers).end('<h1>Something went wrong</h1>')
  return true
}

/** Writes that fail once, and are served when the same is sent again. */
const failingWrites = (every: number): Difference => {
  let n = 0
  const failed = new Set<string>()
  const writes = operationIds.filter(id => operations[id].method !== 'GET')
  return together(
    ...writes.map(id =>
      handles(id, (request, context, handler) => {
        const name = JSON.stringify([id, request.path, request.body, context.caller.key.secret])
        // The same may be sent twice at once.
        if (failed.has(name) || ++n % every !== 0) return handler(request, context)
        failed.add(name)
        return reply([500, 502, 504][(n / every) % 3] ?? 500, {})
      }),
    ),
  )
}

/** More creations than the suite sends at once, so that one that is sent again is served. */
const MANY = 60

/** Creations of tasks that fail once in a while, whatever is sent. */
const failingCreations = (nth: number): Difference => {
  let n = 0
  return {
    arrive({ method, url }, response) {
      if (method !== 'POST' || !/\/tasks$/.test(url ?? '') || ++n % MANY !== nth) return undefined
      return fails(response, [500, 502, 504][Math.floor(n / MANY) % 3])
    },
  }
}

/** Eleven requests in any minute, which those that are refused as invalid count towards. */
const eleven = (): Difference => ({
  ...operates(operationIds, ({ rateLimit }) => ({ rateLimit: rateLimit && { ...rateLimit, requests: 11 } })),
  profile: { 'rate-limit-window': 'sliding' },
})

const LIMITED = operationIds.filter(id => operations[id].rateLimit)

/** Windows of more than a month are of another plan. */
const short = (): Difference =>
  whole(
    'days-default',
    handles(LIMITED, (request, context, handler) => {
      if (Number(request.query.days) > 30)
        throw new Refusal('role_insufficient', 'Your plan shows no more than thirty days.')
      return handler(request, context)
    }),
  )

/** A limit of all analytics endpoints together as well, which fills up in the course of a minute. */
const bucket = (): Difference => {
  const most = 30
  let [left, at] = [most, 0]
  return handles(LIMITED, (request, context, handler) => {
    left = Math.min(most, left + (most * (context.now - at)) / 60_000)
    at = context.now
    if (left < 1) return reply(429, {}, { 'retry-after': '2' })
    left -= 1
    return handler(request, context)
  })
}

const limited = (requests: number) =>
  operates(operationIds, ({ rateLimit }) => ({ rateLimit: rateLimit ?? { requests, windowSeconds: 60 } }))

/** A limit of all requests of all callers in each minute, whatever they ask for. */
const limitedTogether = (limit: number): Difference => {
  let [minute, served] = [0, 0]
  return handles(operationIds, (request, context, handler) => {
    const now = Math.floor(context.now / 60_000)
    if (now !== minute) [minute, served] = [now, 0]
    served += 1
    if (served <= limit) return handler(request, context)
    return reply(429, {})
  })
}

export const timing = [
  ...dimensions('time', {
    slow: {
      what: 'time that a reply takes',
      lawful: '4: how quickly requests are answered is not stated',
      choices: {
        little: () => delayed(() => 20),
        much: () => delayed(() => 60),
        varied: random => delayed(() => random.int(0, 40)),
        bursts,
      },
    },
    processor: {
      what: 'a processor that is taken by other work',
      lawful: '4: how quickly requests are answered is not stated',
      weight: 0.5,
      choices: {
        briefly: random => busy(() => (random.chance(0.1) ? random.int(1, 30) : 0)),
        long: random => busy(() => (random.chance(0.02) ? random.int(20, 120) : 0)),
      },
    },
    clock: {
      what: 'a clock that is adjusted by milliseconds',
      lawful: '2: how exact times are is not stated',
      choices: { jumps: jumping },
    },
    'own-limits': {
      what: 'rate limits of the analytics endpoints, and what counts towards them',
      lawful:
        '8: each has its own limit from 10 to 30; that a refused request does not count is not stated, nor that there is no limit of all of them',
      limits: true,
      weight: 0.3,
      choices: { eleven, short, bucket },
    },
    limits: {
      limits: true,
      opens: ['other-rate-limits'],
      what: 'rate limits of other endpoints',
      lawful: '8: rate limits of endpoints other than analytics are not shown',
      weight: 0.3,
      choices: {
        wide: () => limited(240),
        together: () => limitedTogether(120),
        narrow: () => limited(40),
      },
    },
  }),
  ...dimensions('connection', {
    redirects: {
      what: 'every read is redirected once',
      lawful: '4: the address of a resource is not stated to be final',
      weight: 0.2,
      choices: {
        once: () => ({
          arrive(request, response) {
            const url = request.url ?? ''
            if (request.method !== 'GET' || url.includes('moved=1')) {
              request.url = url.replace(/[?&]moved=1/, '')
              return undefined
            }
            response.writeHead(307, { location: `${url}${url.includes('?') ? '&' : '?'}moved=1` }).end()
            return true
          },
        }),
      },
    },
    chunked: {
      what: 'no content length',
      lawful: '4: headers are not described, except one',
      weight: 0.2,
      choices: {
        always: () => ({
          depart: ({ status, headers: { 'content-length': _, ...headers } }) => ({ status, headers }),
        }),
      },
    },
    capitals: {
      what: 'header names in capitals',
      lawful: '4: names of headers have no case',
      weight: 0.2,
      choices: {
        always: () => ({
          depart: ({ status, headers }) => ({
            status,
            headers: Object.fromEntries(
              Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
            ),
          }),
        }),
      },
    },
    failures: {
      what: 'requests that a gateway fails once',
      lawful: '7: failures of the moment are not described',
      weight: 0.6,
      limits: true,
      choices: {
        unavailable: random => failing(random.int(15, 60), [503], () => true),
        writes: random => failingWrites(random.int(3, 30)),
        creations: random => failingCreations(random.int(5, 20)),
        reads: random => failing(random.int(15, 60), [500, 502, 503, 504], method => method === 'GET'),
        often: () => failing(7, [503], method => method === 'GET'),
        seldom: () => failing(23, [503, 502], method => method === 'GET'),
      },
    },
    cut: {
      what: 'every tenth read is cut off once',
      lawful: '4: connections may break',
      weight: 0.2,
      choices: {
        reads: () => {
          let n = 0
          return {
            arrive(request) {
              if (request.method !== 'GET' || ++n % 10 !== 0) return undefined
              request.socket.destroy()
              return true
            },
          }
        },
      },
    },
  }),
]
