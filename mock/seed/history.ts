// Ninety days in the life of the demo company: what people and programs did. What came of it is the service's work.
import type { Workspace } from '../world/workspace.ts'
import { Agenda } from './agenda.ts'
import type { BoardIds, ProjectIds } from './boards.ts'
import { DAY } from './calendar.ts'
import { Company, type CompanyIds } from './company.ts'
import { planCompletions } from './past-completions.ts'
import { planRuns } from './past-runs.ts'
import { planTasks } from './past-tasks.ts'
import { planWorkflowRuns } from './past-workflows.ts'
import { type Intentions, letPeopleWork } from './people-at-work.ts'
import { planWhatGoesOn } from './under-way.ts'

/** How long before its end the history begins. */
export const HISTORY_MS = 91 * DAY

const RUNS = 135

/** Lets the workspace live through its history, from where its clock stands to `end`. */
export function liveThrough(
  workspace: Workspace,
  end: number,
  {
    ids,
    boards,
    projects,
  }: { readonly ids: CompanyIds; readonly boards: BoardIds; readonly projects: ProjectIds },
): void {
  const agenda = new Agenda(workspace, end)
  const company = new Company(workspace, ids)
  const random = (about: string) => workspace.random.fork(`history of ${about}`)
  const intentions: Intentions = { leftWaiting: new Set(), gates: new Map() }
  letPeopleWork(agenda, random('people'), company, intentions)
  planWorkflowRuns(agenda, random('workflows'), company, intentions)
  planTasks(agenda, random('tasks'), company, { boards, projects, intentions })
  planRuns(agenda, random('runs'), company, RUNS)
  planCompletions(agenda, random('completions'), company)
  planWhatGoesOn(agenda, company, intentions)
  agenda.run()
}
