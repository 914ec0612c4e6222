// The workflow runs that a history declares: when each started, for which task, and its outcome.
import { DAY, HOUR, SECOND } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import type { WorkflowRow } from '../world/workflows.ts'
import type { History } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import { atWork } from './calendar.ts'
import { startWorkflowWith, usualTasks, type WorkflowOutcome } from './company-workflows.ts'

export function planWorkflowRuns(agenda: Agenda, random: Random): void {
  const { company } = agenda
  const { history, workspace } = company
  for (const [handle, { outcomes, tasks }] of Object.entries(history.workflows ?? {})) {
    const [workflow] = workspace.tables.workflows.range('byHandle', handle, { limit: 1 })
    if (!workflow) continue
    const said = tasks ?? usualTasks(workflow)
    for (const [index, at] of instantsOf(random, workflow, outcomes, agenda.end, history).entries())
      agenda.add(at, () => {
        const task = said[index % said.length] ?? ''
        startWorkflowWith(company, random, workflow, task, outcomes[index] ?? 'completed')
      })
  }
}

/** When they started. Ended runs started early enough to have ended, including weekends before a gate. */
function instantsOf(
  random: Random,
  { steps }: WorkflowRow,
  outcomes: readonly WorkflowOutcome[],
  end: number,
  history: History,
): number[] {
  const length = history.days * DAY
  const latest = end - Math.min(steps.some(step => step.kind === 'gate') ? 6 * DAY : 6 * HOUR, length / 2)
  return outcomes
    .map(outcome => {
      if (outcome === 'working') return end - 80 * SECOND
      if (outcome === 'waiting') return end - random.int(2 * HOUR, Math.min(30 * HOUR, length / 2))
      return atWork(random, latest, history, 0.89)
    })
    .sort((a, b) => a - b)
}
