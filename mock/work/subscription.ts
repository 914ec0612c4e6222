// What happens when a month begins: the last one is closed, and the subscription fee of the new one is charged.

import { monthAt } from '../simulation/time-zone.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import type { Workspace } from '../world/workspace.ts'
import { chargeFee, topUp } from './funds.ts'

export const subscriptionEvents = {
  'wallet.month-begins': (workspace, { subject, payload }, instant) => {
    const { topUpMicros } = payload
    const { agents, declarations } = workspace.tables
    const names = Object.fromEntries(agents.all().map(({ id, name }) => [id, name]))
    declarations.put({ id: statementOf(new Date(instant - 1).toISOString().slice(0, 7)), declared: names })
    if (topUpMicros > 0) topUp(workspace, topUpMicros)
    chargeFee(workspace)
    workspace.simulation.plan(monthAt(instant).to, 'wallet.month-begins', subject, payload, true)
  },
} satisfies Partial<EventHandlers>

/** The names of the agents on the statement of a closed month. A later change of a name does not change it. */
export function namesAtClosing({ tables }: Workspace, month: string): Readonly<Record<string, unknown>> {
  return tables.declarations.get(statementOf(month))?.declared ?? {}
}

function statementOf(month: string): string {
  return `statements/${month}`
}
