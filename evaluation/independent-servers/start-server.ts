/** Starts the independent servers by name, each loaded when it is first needed. */
import type { TargetInput } from '#conformance'

/** A running server: where it is, and how it ends. */
export interface RunningServer {
  readonly url: string
  readonly target: object
  stop(): Promise<void>
}
export type Start = (options: { timeScale: number }) => Promise<RunningServer>

const servers = {
  'fastapi-like': () => import('./fastapi-like/index.ts'),
  enterprise: () => import('./enterprise/index.ts'),
  tiny: () => import('./tiny/index.ts'),
} satisfies Record<string, () => Promise<{ start: Start }>>

export type IndependentServer = keyof typeof servers

export const independentServers = Object.keys(servers) as IndependentServer[]

/** How many times faster runs and rate limits of the servers pass. */
export const SCALE = 100

/** How the suite asks such a server. */
export const PACE = { concurrency: 24, clock_scale: SCALE, poll_seconds: 0.05, analytics_per_minute: 900 }

export async function startServer(name: IndependentServer) {
  const { start }: { start: Start } = await servers[name]()
  const server = await start({ timeScale: SCALE })
  const target = { ...(server.target as TargetInput), budget: { runs: 200, minutes: 10 }, pace: PACE }
  return { ...server, target }
}
