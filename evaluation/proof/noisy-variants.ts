/** Deployments behind proxies and gateways, and deployments that return additional data. */
import type { Deviation, Head } from './deployment.ts'
import type { Variant } from './variant.ts'

const head = (change: (given: Head) => Head): Deviation => ({ depart: change })

/** Adds unknown members to every object, except the input of a run, which belongs to the caller. */
function chatter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(chatter)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === 'input' ? one : chatter(one)]),
  )
  return {
    ...inner,
    x_trace: 'b7e1',
    links: { self: '/here' },
    metadata: null,
    '@type': 'thing',
    revision: 3,
  }
}

const body = (change: (body: unknown) => unknown): Deviation => ({
  intercept: {
    reply: answer =>
      'body' in answer && answer.body !== undefined
        ? ({ ...answer, body: change(JSON.parse(JSON.stringify(answer.body))) } as never)
        : answer,
  },
})

export const noisyVariants: readonly Variant[] = [
  { id: 'noisy/unknown-fields', what: 'unknown members in every object', deviation: body(chatter) },
  {
    id: 'noisy/reversed-members',
    what: 'the members of every object in another order',
    deviation: body(function turn(value): unknown {
      if (Array.isArray(value)) return value.map(turn)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, one]) => [name, turn(one)]),
      )
    }),
  },
  {
    id: 'noisy/header-case',
    what: 'header names in capitals',
    deviation: head(({ status, headers }) => ({
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    })),
  },
  {
    id: 'noisy/more-headers',
    what: 'headers of a proxy, a cache and a gateway',
    deviation: head(({ status, headers }) => ({
      status,
      headers: {
        ...headers,
        via: '1.1 gateway',
        'x-request-id': 'a1',
        'strict-transport-security': 'max-age=1',
        'set-cookie': 'a=1; Path=/',
        vary: 'accept, origin',
        etag: 'W/"1"',
      },
    })),
  },
  {
    id: 'noisy/content-type',
    what: 'content types with a charset in capitals',
    deviation: head(({ status, headers }) => ({
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          name === 'content-type' && value === 'application/json' ? 'Application/JSON; charset=UTF-8' : value,
        ]),
      ),
    })),
  },
  {
    id: 'noisy/redirects',
    what: 'every read is redirected once',
    deviation: {
      arrive(request, response) {
        const url = request.url ?? ''
        if (request.method !== 'GET' || url.includes('moved=1')) {
          request.url = url.replace(/[?&]moved=1/, '')
          return undefined
        }
        response.writeHead(307, { location: `${url}${url.includes('?') ? '&' : '?'}moved=1` }).end()
        return true
      },
    },
  },
  {
    id: 'noisy/chunked',
    what: 'no content length',
    deviation: head(({ status, headers }) => {
      const { 'content-length': _, ...rest } = headers
      return { status, headers: rest }
    }),
  },
  {
    id: 'noisy/retries',
    what: 'every tenth read is cut off once',
    deviation: (() => {
      let n = 0
      return {
        arrive(request) {
          if (request.method !== 'GET' || ++n % 10 !== 0) return undefined
          request.socket.destroy()
          return true
        },
      } satisfies Deviation
    })(),
  },
]
