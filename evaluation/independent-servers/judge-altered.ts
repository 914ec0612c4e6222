/** Judges an independent server behind a lawful alteration. */
import { run, type TargetInput } from '#conformance'
import { alterations, type Server } from './alterations.ts'

type Start = (options: { timeScale: number }) => Promise<Server>

const SERVERS = {
  'fastapi-like': () => import('./fastapi-like/index.ts'),
  enterprise: () => import('./enterprise/index.ts'),
  tiny: () => import('./tiny/index.ts'),
} satisfies Record<string, () => Promise<{ start: Start }>>

export type IndependentServer = keyof typeof SERVERS

/** Every server with every alteration. */
export const altered = (Object.keys(SERVERS) as IndependentServer[]).flatMap(server =>
  alterations.map(alteration => ({ server, alteration })),
)

export async function judgeAltered({ server, alteration }: (typeof altered)[number]) {
  const { start }: { start: Start } = await SERVERS[server]()
  const [running, idle] = [await start({ timeScale: 100 }), await start({ timeScale: 100 })]
  try {
    return await run(
      {
        ...(running.target as TargetInput),
        budget: { runs: 200, minutes: 10 },
        pace: { concurrency: 24, clock_scale: 100, poll_seconds: 0.05, analytics_per_minute: 900 },
      },
      { journal: false, fetch: alteration.fetch(running, idle) },
    )
  } finally {
    await Promise.all([running.stop(), idle.stop()])
  }
}
