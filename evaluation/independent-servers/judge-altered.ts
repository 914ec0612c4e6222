/** Judges an independent server behind a lawful alteration. */
import { run } from '#conformance'
import { alterations } from './alterations.ts'
import { independentServers, startServer } from './start-server.ts'

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
