// The handlers of all operations. A missing one does not compile.
import { agencies } from './agencies.ts'
import { agents } from './agents.ts'
import { analytics } from './analytics.ts'
import { approvals } from './approvals.ts'
import { chats } from './chats.ts'
import { completions } from './completions.ts'
import type { Handlers } from './handler.ts'
import { knowledge } from './knowledge.ts'
import { models } from './models.ts'
import { runs } from './runs.ts'
import { spend } from './spend.ts'
import { tasks } from './tasks.ts'
import { wallet } from './wallet.ts'
import { workflows } from './workflows.ts'

export const handlers: Handlers = {
  ...agents,
  ...runs,
  ...chats,
  ...workflows,
  ...approvals,
  ...tasks,
  ...analytics,
  ...spend,
  ...wallet,
  ...agencies,
  ...completions,
  ...models,
  ...knowledge,
}
