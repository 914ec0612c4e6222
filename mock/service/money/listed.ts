// Who and what the rows of a table of figures stand for, and what they are called.
import type { Dimension } from '../../world/ledger.ts'
import type { Tables } from '../../world/tables.ts'
import type { Teams } from '../role-rule.ts'

/** Something that a row stands for. An id of null is what cannot be put down to any. */
export interface Listed {
  readonly id: string | null
  readonly name: string
}

/** What figures are listed by. */
export type Subject = Extract<Dimension, 'agentId' | 'userId' | 'teamId' | 'modelId'>

const NOBODY: Record<Subject, string> = {
  agentId: 'No agent',
  userId: 'Nobody',
  teamId: 'No team',
  modelId: 'No model',
}

/**
 * Everybody or everything of a kind that belongs to the teams, so that those without any figures are listed too; and
 * those with the ids given, which have figures without belonging there.
 */
export function listedWith(
  tables: Tables,
  subject: Subject,
  teams: Teams,
  ids: Iterable<string | null>,
): Listed[] {
  const rows = listed(tables, subject, teams)
  const known = new Set(rows.map(row => row.id))
  const others = [...new Set(ids)].filter(id => !known.has(id))
  return [...rows, ...others.map(id => ({ id, name: nameOf(tables, subject, id) }))]
}

/** What it is called; its id when it is gone. */
export function nameOf(tables: Tables, subject: Subject, id: string | null): string {
  if (id === null) return NOBODY[subject]
  switch (subject) {
    case 'agentId':
      return tables.agents.get(id)?.name ?? id
    case 'userId':
      return tables.people.get(id)?.name ?? id
    case 'teamId':
      return tables.teams.get(id)?.name ?? id
    case 'modelId':
      return tables.models.get(id)?.name ?? id
  }
}

/** Rows with the largest first; equal ones stay as they were. */
export function largestFirst<Row>(rows: Row[], size: (row: Row) => number): Row[] {
  return rows.sort((a, b) => size(b) - size(a))
}

/** Models belong to all teams. */
function listed(tables: Tables, subject: Subject, teams: Teams): Listed[] {
  switch (subject) {
    case 'modelId':
      return tables.models.all()
    case 'teamId':
      return tables.teams.all().filter(team => teams === 'all' || teams.includes(team.id))
    case 'userId':
      return tables.people
        .all()
        .filter(person => teams === 'all' || person.teamIds.some(id => teams.includes(id)))
    case 'agentId':
      return tables.agents
        .all()
        .filter(agent => teams === 'all' || (agent.teamId !== null && teams.includes(agent.teamId)))
  }
}
