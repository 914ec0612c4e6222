// The handlers of planned events, by kind.
import type { EventHandlers } from '../world/planned-events.ts'
import { chatEvents } from './chats.ts'
import { policyEvents } from './policies.ts'
import { runEvents } from './runs.ts'
import { spendingEvents } from './spending-limits.ts'
import { streamDelayEvents } from './stream-delay.ts'
import { subscriptionEvents } from './subscription.ts'
import { taskEvents } from './tasks.ts'
import { workflowEvents } from './workflows.ts'

/** Those of the company belong to the seed, which knows its history. */
export const workEvents: Omit<EventHandlers, 'company.morning' | 'company.act'> = {
  ...runEvents,
  ...chatEvents,
  ...workflowEvents,
  ...taskEvents,
  ...spendingEvents,
  ...subscriptionEvents,
  ...policyEvents,
  ...streamDelayEvents,
}
