// The service as a Python team with a typed web framework might have built it.
import { agentRoutes } from './fastapi/agents.ts'
import { App } from './fastapi/app.ts'
import { Database } from './fastapi/db.ts'
import { flowRoutes } from './fastapi/flows.ts'
import { seed } from './fastapi/seed.ts'
import { spendRoutes } from './fastapi/spend.ts'
import { taskRoutes } from './fastapi/tasks.ts'
import { v1Routes } from './fastapi/v1.ts'

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
