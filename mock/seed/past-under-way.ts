// Unfinished work at the end of the history: runs that work, wait for a person or were paused.
import { millisecondsIn } from '../simulation/duration.ts'
import { moveRun, startRun } from '../work/runs.ts'
import type { History } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import type { Company } from './company.ts'
import type { Intentions } from './people-at-work.ts'

export function planWhatGoesOn(
  agenda: Agenda,
  company: Company,
  { leftWaiting }: Intentions,
  { under_way = [] }: History,
): void {
  const { workspace, end } = agenda
  for (const { agent, by, task, ago, waits, paused_after } of under_way) {
    const at = end - millisecondsIn(ago)
    agenda.add(at, () => {
      const startedBy = company.personId(by)
      const start = { agent: company.agent(agent), startedBy, input: { task }, triggeredBy: 'user' }
      const { id } = startRun(workspace, start)
      if (waits) leftWaiting.add(id)
      if (paused_after !== undefined)
        agenda.add(at + millisecondsIn(paused_after), () => {
          const run = workspace.tables.runs.get(id)
          if (run?.status === 'running') moveRun(workspace, run, 'pause')
        })
    })
  }
}
