import type { Schemas } from '#openapi'
import type { RunStatus } from '../world/runs.ts'
import type { AgentIds } from './agents.ts'
import type { ProjectIds } from './boards.ts'
import type { ColleagueIds, PersonIds } from './people.ts'
import type { WorkingAgentIds } from './working-agents.ts'

/** What the demo says of a task; who and what it names is named by handle. `{month}` stands for the month before. */
export interface TaskData {
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
  readonly runs?: readonly RunStatus[]
  /** What its completed runs came to. */
  readonly result?: string
  readonly maxRunsPerHour?: number
  readonly budgetEuros?: number
  readonly archived?: true
}
