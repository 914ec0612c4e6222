import type { Schemas } from '#openapi'
import type { AgentIds } from './agents.ts'
import type { ProjectIds } from './boards.ts'
import type { RunEnd } from './past-run.ts'
import type { ColleagueIds, PersonIds } from './people.ts'
import type { WorkingAgentIds } from './working-agents.ts'

/** What the seed says of a task; who and what it names is named by handle. */
export interface SeedTask {
  readonly title: string
  readonly description?: string
  readonly status: Schemas['TaskStatus']
  readonly owner: keyof (PersonIds & ColleagueIds)
  /** Who works on it: a person or an agent. */
  readonly to?: keyof (PersonIds & ColleagueIds & AgentIds & WorkingAgentIds)
  readonly priority?: Schemas['TaskPriority']
  readonly project?: keyof ProjectIds
  readonly tags?: readonly string[]
  readonly criteria?: readonly string[]
  /** The title of the task that it is a part of. */
  readonly under?: string
  readonly approvers?: readonly (keyof PersonIds)[]
  /** What became of its runs, the first one first. */
  readonly runs?: readonly RunEnd['status'][]
  /** What its completed runs came to. */
  readonly result?: string
  readonly maxRunsPerHour?: number
  readonly budgetEuros?: number
  readonly archived?: true
}
