// What goes on when the history ends: runs that work, runs that wait for a person, and one that somebody paused.
import { moveRun, startRun } from '../work/runs.ts'
import type { Agenda } from './agenda.ts'
import { HOUR, MINUTE } from './calendar.ts'
import type { Company } from './company.ts'
import type { Intentions } from './people-at-work.ts'

const SECOND = 1000

export function planWhatGoesOn(agenda: Agenda, company: Company, { leftWaiting }: Intentions): void {
  const { workspace, end } = agenda
  const slow = company.agent('agent-that-is-slow')
  const start = (
    ago: number,
    agent: ReturnType<Company['agent']>,
    person: Parameters<Company['person']>[0],
    task: string,
    then: (id: string) => void = () => {},
  ) =>
    agenda.add(end - ago, () => {
      const startedBy = company.ids[person]
      then(startRun(workspace, { agent, startedBy, input: { task }, triggeredBy: 'user' }).id)
    })

  start(150 * SECOND, slow, 'person-admin', 'Read the contracts with Brenner Logistics.')
  start(
    100 * SECOND,
    company.agent('access-reviewer'),
    'person-noor',
    'Prepare the access review of the quarter.',
  )
  start(5 * HOUR, slow, 'person-noor', 'Which licences end this year?', id =>
    agenda.add(end - 5 * HOUR + 210 * SECOND, () => {
      const run = workspace.tables.runs.get(id)
      if (run?.status === 'running') moveRun(workspace, run, 'pause')
    }),
  )
  start(
    25 * MINUTE,
    company.agent('agent-that-asks-text'),
    'person-other',
    'Write a briefing on the delays of Alster Packaging.',
    id => leftWaiting.add(id),
  )
  start(
    3 * HOUR,
    company.agent('agent-that-waits-for-approval'),
    'person-member',
    'Prepare the refunds of this week.',
    id => leftWaiting.add(id),
  )
}
