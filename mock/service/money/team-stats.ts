import type { Schemas } from '#openapi'
import { daysIn } from '../../simulation/time-zone.ts'
import type { Workspace } from '../../world/workspace.ts'
import { euros, tokensView } from '../time.ts'
import { type Selection, spentByDay, totalRuns, workBy } from './figures.ts'
import { largestFirst, listedWith } from './listed.ts'

type Row = Schemas['TeamStatsRow']

/** The usage of teams by member, agent, team or day. The rows add up to the spending of the teams. */
export function teamStatsRows(
  workspace: Workspace,
  groupBy: Schemas['TeamStats']['group_by'],
  selection: Selection,
): Row[] {
  if (groupBy === 'day') return rowsByDay(workspace, selection)
  return rowsBy(workspace, SUBJECTS[groupBy], selection)
}

const SUBJECTS = { member: 'userId', agent: 'agentId', team: 'teamId' } as const

function rowsBy(workspace: Workspace, subject: Parameters<typeof workBy>[1], selection: Selection): Row[] {
  const work = workBy(workspace, subject, selection)
  const rows = listedWith(workspace.tables, subject, selection.teams, work.ids).map(({ id, name }) => {
    const { runs, tokens, micros } = work.of(id)
    return { key: id, name, runs: runs.total, tokens, spend_euros: euros(micros) }
  })
  return largestFirst(rows, row => [row.spend_euros, row.key])
}

function rowsByDay(workspace: Workspace, selection: Selection): Row[] {
  const money = spentByDay(workspace, selection)
  return daysIn(selection).map(({ date, ...day }) => {
    const { tokensIn = 0, tokensOut = 0, micros = 0 } = money.get(date) ?? {}
    return {
      key: date,
      name: date,
      runs: totalRuns(workspace, { ...selection, ...day }),
      tokens: tokensView(tokensIn, tokensOut),
      spend_euros: euros(micros),
    }
  })
}
