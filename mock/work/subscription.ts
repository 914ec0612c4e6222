// The monthly subscription fee of the workspace.

import { utcMonth } from '../simulation/time-zone.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import { chargeFee, topUp } from './funds.ts'

export const subscriptionEvents = {
  'wallet.month-begins': (workspace, { subject, payload }, instant) => {
    const { topUpMicros } = payload
    if (topUpMicros > 0) topUp(workspace, topUpMicros)
    chargeFee(workspace)
    const month = utcMonth(new Date(instant).toISOString().slice(0, 7))
    if (month) workspace.simulation.plan(month.to, 'wallet.month-begins', subject, payload, true)
  },
} satisfies Partial<EventHandlers>
