// The past of a world: what people and programs did. The service itself produces the consequences.
import type { Workspace } from '../world/workspace.ts'
import type { History, World } from '../world-file/index.ts'
import { Agenda } from './agenda.ts'
import { Company } from './company.ts'
import { planCompletions } from './past-completions.ts'
import { planRuns } from './past-runs.ts'
import { planTasks } from './past-tasks.ts'
import { planWhatGoesOn } from './past-under-way.ts'
import { planWorkflowRuns } from './past-workflows.ts'
import { type Intentions, letPeopleWork } from './people-at-work.ts'

/** Simulates the history of the workspace, from the clock's instant to `end`. */
export function liveThrough(workspace: Workspace, end: number, world: World, history: History): void {
  const agenda = new Agenda(workspace, end)
  const company = new Company(workspace, world, history)
  const random = (about: string) => workspace.random.fork(`history of ${about}`)
  const intentions: Intentions = { leftWaiting: new Set(), gates: new Map() }
  letPeopleWork(agenda, random('people'), company, intentions, history)
  planWorkflowRuns(agenda, random('workflows'), company, intentions, { world, history })
  planTasks(agenda, random('tasks'), company, intentions, { world, history })
  planRuns(agenda, random('runs'), company, history)
  planCompletions(agenda, random('completions'), company, history)
  planWhatGoesOn(agenda, company, intentions, history)
  agenda.run()
}
