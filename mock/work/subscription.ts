// The monthly subscription fee of the workspace.

import { utcMonth } from '../simulation/time-zone.ts'
import type { EventHandlers } from '../world/workspace.ts'
import { chargeFee, topUp } from './funds.ts'

/** The payload of the event for the first instant of a month in UTC; the seed plans the first one. */
export interface MonthBegins {
  /** Micro-euros that the company adds to the wallet each month. */
  readonly topUpMicros: number
}

export const subscriptionEvents: EventHandlers = {
  'wallet.month-begins': (workspace, { subject, payload }, instant) => {
    const { topUpMicros } = payload as MonthBegins
    if (topUpMicros > 0) topUp(workspace, topUpMicros)
    chargeFee(workspace)
    const month = utcMonth(new Date(instant).toISOString().slice(0, 7))
    if (month) workspace.simulation.plan(month.to, 'wallet.month-begins', subject, payload, true)
  },
}
