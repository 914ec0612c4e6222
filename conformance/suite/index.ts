/** All scenarios, by resource. */
import type { Scenario } from '../check.ts'
import { approvalRunScenarios } from './runs/approval.check.ts'
import { askScenarios } from './runs/ask.check.ts'
import { failScenarios } from './runs/fail.check.ts'
import { finishScenarios } from './runs/finish.check.ts'
import { runListScenarios } from './runs/list.check.ts'
import { slowScenarios } from './runs/slow.check.ts'
import { streamScenarios } from './runs/stream.check.ts'
import { assignScenarios } from './tasks/assign.check.ts'
import { createScenarios } from './tasks/create.check.ts'
import { taskListScenarios } from './tasks/list.check.ts'
import { numberScenarios } from './tasks/number.check.ts'
import { updateScenarios } from './tasks/update.check.ts'

export const suite: readonly Scenario[] = [
  ...finishScenarios,
  ...slowScenarios,
  ...failScenarios,
  ...askScenarios,
  ...approvalRunScenarios,
  ...streamScenarios,
  ...runListScenarios,
  ...createScenarios,
  ...updateScenarios,
  ...assignScenarios,
  ...numberScenarios,
  ...taskListScenarios,
]
