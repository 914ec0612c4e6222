// What a test, or a person in the app, does to the world: everything below `/_mock`, which the service never uses.
import { document } from '#openapi'
import type { Exchange } from '../server/exchange.ts'
import type { Hub } from '../server/hub.ts'
import { sendJson } from '../server/send.ts'
import { Refusal } from '../world/refusal.ts'

type Door = (exchange: Exchange, hub: Hub) => unknown

const doors: Readonly<Record<string, Door>> = {
  'GET /_mock/health': (_, hub) => ({ status: 'ok', workspaces: hub.all().length }),
  'GET /_mock/openapi.json': () => document,
}

/** Serves the control API of a hub. */
export function controlOf(hub: Hub) {
  return async (exchange: Exchange): Promise<void> => {
    const door = doors[`${exchange.method} ${exchange.path}`]
    if (door) {
      sendJson(exchange, 200, await door(exchange, hub), {})
      return
    }
    const refusal = new Refusal('route_not_found', `There is nothing at ${exchange.method} ${exchange.path}.`)
    sendJson(exchange, 404, refusal.body(), {})
  }
}
