// What is planned, happens: one table from the kind of an entry to what it does.
import type { Happen } from '../world/workspace.ts'
import { chatEvents } from './chats.ts'
import type { Events } from './events.ts'
import { policyEvents } from './policies.ts'
import { runEvents } from './runs.ts'
import { spendingEvents } from './spending-limits.ts'
import { streamDelayEvents } from './stream-delay.ts'
import { subscriptionEvents } from './subscription.ts'
import { taskEvents } from './tasks.ts'
import { workflowEvents } from './workflows.ts'

const events: Events = {
  ...runEvents,
  ...chatEvents,
  ...workflowEvents,
  ...taskEvents,
  ...spendingEvents,
  ...subscriptionEvents,
  ...policyEvents,
  ...streamDelayEvents,
}

/** Does what a planned entry says. Every kind that is planned has its function. */
export const happen: Happen = (workspace, entry, instant) => {
  const event = events[entry.kind]
  if (!event) throw new Error(`nothing knows what to do for a planned ${entry.kind} of ${entry.subject}`)
  event(workspace, entry, instant)
}
