// The past of a world: its days, and what it declares. The service itself produces the consequences.
import { DAY, HOUR, MINUTE, millisecondsIn } from '../simulation/duration.ts'
import type { Slices } from '../simulation/slices.ts'
import { moveRun, startRun } from '../work/runs.ts'
import type { World } from '../world-file/index.ts'
import { perform } from './acts.ts'
import { type Agenda, newAgenda } from './agenda.ts'
import type { Company } from './company.ts'
import { beginDays, endHistory } from './going-on.ts'
import { idOf } from './handles.ts'
import { planTasks } from './past-tasks.ts'
import { planWorkflowRuns } from './past-workflows.ts'

/** Simulates the history of the workspace, from the clock's instant to its end, in slices. */
export function* livingThrough(company: Company, world: World): Slices<void> {
  const { workspace, history, began } = company
  const agenda = newAgenda(company)
  const random = (about: string) => workspace.random.fork(`history of ${about}`)
  beginDays(workspace, began - history.days * DAY)
  planWorkflowRuns(agenda, random('workflows'))
  planTasks(agenda, random('tasks'), world)
  planThisMorning(agenda)
  planWhatIsUnderWay(agenda)
  yield* agenda.running()
  endHistory(workspace, history.goes_on ?? false)
}

/** At any hour, some runs are from this morning. */
function planThisMorning(agenda: Agenda): void {
  const { company } = agenda
  const { runs_per_day, days } = company.history
  for (let i = 0; i < Math.min(3, runs_per_day * days); i++) {
    const random = company.workspace.random.fork(`this morning ${i}`)
    const at = agenda.end - (12 + 37 * i) * MINUTE - HOUR
    agenda.add(at, () => perform(company, { what: 'run', about: '' }, random))
  }
}

/** Unfinished runs at the end of the history: they work, wait for a person or were paused. */
function planWhatIsUnderWay(agenda: Agenda): void {
  const { company } = agenda
  const { workspace, history } = company
  for (const { agent, by, task, ago, waits, paused_after } of history.under_way ?? []) {
    const at = agenda.end - millisecondsIn(ago)
    const random = workspace.random.fork(`${task} under way`)
    agenda.add(at, () => {
      const startedBy = idOf(workspace, 'people', by)
      const start = { agent: company.agent(agent), startedBy, input: { task }, triggeredBy: 'user' }
      const { id } = startRun(workspace, start)
      if (!waits) company.planCare(random, id)
      if (paused_after !== undefined)
        agenda.add(at + millisecondsIn(paused_after), () => {
          const run = workspace.tables.runs.get(id)
          if (run?.status === 'running') moveRun(workspace, run, 'pause')
        })
    })
  }
}
