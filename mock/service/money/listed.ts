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

interface Kind {
  readonly table: keyof Tables
  readonly none: string
  /** The members that show a subject. */
  readonly named: (id: string | null, name: string) => object
}

const KINDS = {
  agentId: { table: 'agents', none: 'No agent', named: (id, name) => ({ agent_id: id, agent_name: name }) },
  userId: { table: 'people', none: 'Nobody', named: (id, name) => ({ user_id: id, user_name: name }) },
  teamId: { table: 'teams', none: 'No team', named: (id, name) => ({ team_id: id, team_name: name }) },
  modelId: { table: 'models', none: 'No model', named: (id, name) => ({ model: id, model_name: name }) },
} as const satisfies Record<Subject, Kind>

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

/** The members of a row that show its subject. */
export function namedBy<Of extends Subject>(subject: Of, { id, name }: Listed) {
  return KINDS[subject].named(id, name) as ReturnType<(typeof KINDS)[Of]['named']>
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
  if (subject === 'modelId' || teams === 'all') return tables[KINDS[subject].table].all()
  const isAmong = (id: string | null) => id !== null && teams.includes(id)
  if (subject === 'teamId') return tables.teams.all().filter(({ id }) => isAmong(id))
  if (subject === 'agentId') return tables.agents.all().filter(({ teamId }) => isAmong(teamId))
  return tables.people.all().filter(({ teamIds }) => teamIds.some(isAmong))
}
