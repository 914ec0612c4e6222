// The service as a Python team with a typed web framework might have built it.
import { agentRoutes } from './agents.ts'
import { App } from './app.ts'
import { Database } from './db.ts'
import { flowRoutes } from './flows.ts'
import { seed } from './seed.ts'
import { spendRoutes } from './spend.ts'
import { taskRoutes } from './tasks.ts'
import { v1Routes } from './v1.ts'

export async function start(
  options: { port?: number; timeScale?: number } = {},
): Promise<{ url: string; stop(): Promise<void>; target: object }> {
  const timeScale = options.timeScale ?? 1
  const db = new Database(timeScale)
  const target = seed(db)
  const app = new App(db.keys, timeScale)
  for (const routes of [v1Routes, agentRoutes, taskRoutes, flowRoutes, spendRoutes]) routes(app, db)
  const url = await app.listen(options.port ?? 0)
  return {
    url,
    target: { base_url: url, ...target },
    async stop() {
      for (const timer of db.timers) clearTimeout(timer)
      db.timers.clear()
      await app.close()
    },
  }
}
