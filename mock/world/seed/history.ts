// Ninety days in the life of the demo company.
import type { Workspace } from '../workspace.ts'
import type { AgentIds } from './agents.ts'
import type { BoardIds, ProjectIds } from './boards.ts'
import { Cast } from './cast.ts'
import { addCompletions } from './completions.ts'
import { draftLiveRuns } from './live-runs.ts'
import { Past } from './past.ts'
import type { PastRun } from './past-run.ts'
import type { ColleagueIds, PersonIds } from './people.ts'
import { addRun } from './runs.ts'
import { draftSingleRuns } from './single-runs.ts'
import { addTasks, draftTasks } from './tasks.ts'
import { spendOnPlan } from './wallet.ts'
import { draftWorkflowRuns } from './workflow-history.ts'
import { addWorkflowRun } from './workflow-story.ts'
import { seedMoreWorkflows } from './workflows.ts'
import type { WorkingAgentIds } from './working-agents.ts'

const RUNS = 250

/** What of the workspace is there before its history. */
export interface Stage {
  readonly cast: PersonIds & ColleagueIds & AgentIds & WorkingAgentIds
  readonly boards: BoardIds
  readonly projects: ProjectIds
}

/** Tells the history: what was started, by whom and for what; then writes all of it down in order of time. */
export function seedHistory(workspace: Workspace, { cast: ids, boards, projects }: Stage): void {
  seedMoreWorkflows(workspace, ids)
  const past = new Past(workspace)
  const cast = new Cast(workspace, ids)
  const random = (about: string) => workspace.random.fork(`history of ${about}`)
  const now = workspace.now()

  const workflowRuns = draftWorkflowRuns(past, random('workflows'), cast)
  const tasks = draftTasks(past, random('tasks'), cast)
  const ofSteps = workflowRuns.flatMap(({ steps }) =>
    steps.flatMap(step => ('run' in step ? [step.run] : [])),
  )
  const ofTasks = tasks.flatMap(task => task.runs)
  const live = draftLiveRuns(cast, now)
  const others = RUNS - ofSteps.length - ofTasks.length - live.length
  const single = draftSingleRuns(random('runs'), cast, now, others)

  for (const run of inOrder(workflowRuns)) {
    run.id = workspace.ids.next('wrun')
    run.chatId = workspace.ids.next('chat')
  }
  const runs = inOrder([...single, ...ofSteps, ...ofTasks, ...live])
  for (const run of runs) {
    run.id = workspace.ids.next('run')
    run.chatId = run.step?.of.chatId ?? workspace.ids.next('chat')
  }
  const pace = random('pace')
  const happened = new Map<PastRun, ReturnType<typeof addRun>>(
    runs.map(run => [run, addRun(past, run, pace)]),
  )
  for (const run of workflowRuns) addWorkflowRun(past, run, ofStep => happened.get(ofStep) ?? [])
  addTasks(past, random('task fields'), cast, tasks, boards, projects)
  addCompletions(past, random('completions'), cast)
  spendOnPlan(past, 3)
  past.settle()
}

function inOrder<Started extends { readonly at: number }>(started: Started[]): Started[] {
  return started.sort((a, b) => a.at - b.at)
}
