import type { Connection } from '../http/connection.ts'
import type { HangUp } from './fault.ts'

/** Ends a connection without the rest of its reply. */
export function hangUp({ request, response, exchange }: Connection, how: HangUp = 'reset'): void {
  exchange.brokenOff = true
  if (how === 'reset') request.socket.resetAndDestroy()
  else response.destroy()
}
