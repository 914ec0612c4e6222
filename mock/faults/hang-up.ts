import type { Connection } from '../http/connection.ts'
import type { HangUp } from './fault.ts'

/** Ends a connection without the rest of its reply. */
export function hangUp(connection: Connection, how: HangUp = 'reset'): void {
  connection.brokenOff = true
  if (how === 'reset') connection.reset()
  else connection.response.destroy()
}
