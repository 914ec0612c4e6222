// Dispatches planned events to their handlers, by kind.
import type { EventHandlers } from '../world/planned-events.ts'
import type { EventHandler } from '../world/workspace.ts'
import { chatEvents } from './chats.ts'
import { policyEvents } from './policies.ts'
import { runEvents } from './runs.ts'
import { spendingEvents } from './spending-limits.ts'
import { streamDelayEvents } from './stream-delay.ts'
import { subscriptionEvents } from './subscription.ts'
import { taskEvents } from './tasks.ts'
import { workflowEvents } from './workflows.ts'

/** Those of the company belong to the seed, which knows its history. */
const handlers: Omit<EventHandlers, 'company.morning' | 'company.act'> = {
  ...runEvents,
  ...chatEvents,
  ...workflowEvents,
  ...taskEvents,
  ...spendingEvents,
  ...subscriptionEvents,
  ...policyEvents,
  ...streamDelayEvents,
}

/** Handles a planned event. Every kind that is planned has a handler. */
export const handleEvent: EventHandler = (workspace, event, instant) => {
  const handle = handlers[event.kind as keyof typeof handlers] as EventHandler | undefined
  if (!handle) throw new Error(`nothing knows what to do for a planned ${event.kind} of ${event.subject}`)
  handle(workspace, event, instant)
}
