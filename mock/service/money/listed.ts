// The subjects of the rows in tables of figures, with their names.
import type { Dimension } from '../../world/ledger.ts'
import type { Tables } from '../../world/tables.ts'
import type { Teams } from '../visibility.ts'

/** The subject of a row. An id of null stands for what has no subject. */
export interface Listed {
  readonly id: string | null
  readonly name: string
}

/** The kinds of subjects. */
export type Subject = Extract<Dimension, 'agentId' | 'userId' | 'teamId' | 'modelId'>

const KINDS = {
  agentId: { table: 'agents', none: 'No agent' },
  userId: { table: 'people', none: 'Nobody' },
  teamId: { table: 'teams', none: 'No team' },
  modelId: { table: 'models', none: 'No model' },
} as const satisfies Record<Subject, { readonly table: keyof Tables; readonly none: string }>

/**
 * All subjects of a kind that belong to the teams, so that those without figures are listed as well, and those with the
 * given ids, which have figures without belonging there.
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

/** The name of a subject, or its id if it was deleted. */
export function nameOf(tables: Tables, subject: Subject, id: string | null): string {
  const { table, none } = KINDS[subject]
  return id === null ? none : (tables[table].get(id)?.name ?? id)
}

/**
 * Sorts rows, largest first, and equal ones by id: rows come in the order in which sums are visited, which a restart may
 * change.
 */
export function largestFirst<Row>(
  rows: Row[],
  by: (row: Row) => readonly [size: number, id: string | null],
): Row[] {
  return rows.sort((a, b) => {
    const [[size, id], [other, otherId]] = [by(a), by(b)]
    return other - size || ((id ?? '') < (otherId ?? '') ? -1 : id === otherId ? 0 : 1)
  })
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
