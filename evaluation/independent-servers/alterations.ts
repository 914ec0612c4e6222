/** Lawful alterations of a server: a `fetch` that stands between the suite and the server. */
import { run } from '#conformance'
import { independentServers, type RunningServer, startServer } from './start-server.ts'

type Fetch = typeof globalThis.fetch

interface Alteration {
  readonly what: string
  /** Whether the server is left as it is. */
  readonly isNone?: true
  /** `idle` is a second server of the same seed that nobody else calls. */
  readonly fetch: (server: RunningServer, idle: RunningServer) => Fetch
}

/** Refusals whose status is stated, or that end with the next minute. */
const STATED = new Set([401, 422, 429])
const FIGURES = /\/(insights|dashboard|wallet|admin\/(agents|wallet)|agency)\b/
const PAID = /\/(run|retry)$|\/chat\/completions$/

const alterations: readonly Alteration[] = [
  { what: 'as it is', isNone: true, fetch: () => fetch },
  {
    what: 'with 403 for everything refused',
    fetch: () => async (input, init) => {
      const reply = await fetch(input, init)
      return reply.status < 400 || reply.status > 499 || STATED.has(reply.status) ? reply : refusal(403)
    },
  },
  {
    what: 'with statistics of before the run',
    fetch: (server, idle) => (input, init) => {
      const url = String(input)
      return fetch(FIGURES.test(url) ? url.replace(server.url, idle.url) : url, init)
    },
  },
  {
    what: 'with an empty wallet',
    // Whether the request is refused anyway, for its key or its body, shows the idle server.
    fetch: (server, idle) => async (input, init) => {
      const url = String(input)
      if (init?.method !== 'POST' || !PAID.test(new URL(url).pathname)) return fetch(url, init)
      const usual = await fetch(url.replace(server.url, idle.url), init)
      if (usual.status >= 400) return usual
      await usual.body?.cancel()
      return refusal(402)
    },
  },
]

const refusal = (status: number) => Response.json({ error: 'refused' }, { status })

/** Every server with every alteration. */
export const altered = independentServers.flatMap(server =>
  alterations.map(alteration => ({ server, alteration })),
)

/** What is not altered is also asked what `--record` asks. */
export async function judgeAltered({ server, alteration }: (typeof altered)[number]) {
  const [running, idle] = [await startServer(server), await startServer(server)]
  try {
    const questions = alteration.isNone ?? false
    return await run(running.target, { journal: false, fetch: alteration.fetch(running, idle), questions })
  } finally {
    await Promise.all([running.stop(), idle.stop()])
  }
}
