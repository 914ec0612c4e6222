import type { Connection } from '../http/connection.ts'

/** Ends a connection without the rest of its reply. */
export function hangUp({ request, response, exchange }: Connection, how: 'reset' | 'close' = 'reset'): void {
  exchange.brokenOff = true
  if (how === 'reset') request.socket.resetAndDestroy()
  else response.destroy()
}
