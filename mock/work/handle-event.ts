// Handles every planned event: one table from its kind to what it does.
import type { EventHandler, EventHandlers } from '../world/workspace.ts'
import { chatEvents } from './chats.ts'
import { policyEvents } from './policies.ts'
import { runEvents } from './runs.ts'
import { spendingEvents } from './spending-limits.ts'
import { streamDelayEvents } from './stream-delay.ts'
import { subscriptionEvents } from './subscription.ts'
import { taskEvents } from './tasks.ts'
import { workflowEvents } from './workflows.ts'

const handlers: EventHandlers = {
  ...runEvents,
  ...chatEvents,
  ...workflowEvents,
  ...taskEvents,
  ...spendingEvents,
  ...subscriptionEvents,
  ...policyEvents,
  ...streamDelayEvents,
}

/** Does what a planned event says. Every kind that is planned has its handler. */
export const handleEvent: EventHandler = (workspace, event, instant) => {
  const handle = handlers[event.kind]
  if (!handle) throw new Error(`nothing knows what to do for a planned ${event.kind} of ${event.subject}`)
  handle(workspace, event, instant)
}
