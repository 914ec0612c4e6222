// The service as one person might have built it over a weekend, for a workspace of one.
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { numberRoutes } from './numbers.ts'
import { routes } from './routes.ts'
import { application } from './server.ts'
import { agents, BOARD, KEY, ME, scopes, TEAM, WORKFLOW, Workspace } from './state.ts'

export async function start(
  options: { port?: number; timeScale?: number } = {},
): Promise<{ url: string; stop(): Promise<void>; target: object }> {
  const speed = options.timeScale ?? 1
  const space = new Workspace(speed)
  const app = application([...routes(space), ...numberRoutes(space)], 60_000 / speed)
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async stop() {
      for (const timer of space.timers) clearTimeout(timer)
      await closed(server)
    },
    target: {
      base_url: url,
      keys: { admin: { value: KEY, role: 'admin', scopes, owner: ME, person_id: ME, tenant: 'tiny' } },
      fixtures: {
        'agent-finishes': { id: agents[0]?.id },
        'agent-asks-text': { id: agents[1]?.id },
        workflow: { id: WORKFLOW },
        board: BOARD,
        team: { id: TEAM },
      },
    },
  }
}

function closed(server: ServerType): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
