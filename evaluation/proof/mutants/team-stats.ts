/** Mutants of the team statistics: groupings, one team or every one, and the roster. */
import {
  asks,
  changes,
  dropped,
  each,
  type Loose,
  type MutantTable,
  refusals,
  refuses,
  shows,
  together,
  tried,
} from './mutant.ts'

const oneTeam = (query: Loose, { tables }: Loose) => (query.team_id ??= tables.teams.all()[0].id)

export const teamStatsMutants: MutantTable = {
  'SPEND-24 a team that is not there answers 500': refusals('getTeamStats', ({ status }) =>
    status === 404 ? { status: 500, body: { error: {} }, headers: {} } : undefined,
  ),
  'SPEND-24 a team that is not there is every team, where nothing was spent before': tried(
    { beside: ['runs/finish'] },
    together(
      { workspace: { from: 'quiet' } },
      asks('getTeamStats', (query, { tables }) => {
        if (!tables.teams.get(query.team_id)) query.team_id = undefined
      }),
    ),
  ),
  'SPEND-03 grouped by team the rows are those of people, by name': together(
    asks('getTeamStats', query => {
      if (query.group_by === 'team') query.group_by = 'member'
    }),
    shows('getTeamStats', ({ data, group_by }) =>
      group_by === 'member'
        ? { data: data.map(({ key, ...row }: Loose) => ({ user_id: key, ...row })) }
        : undefined,
    ),
  ),
  'SPEND-24 a manager who names the own team is refused': refuses(
    'getTeamStats',
    ({ query }, { caller }) => caller.person.role === 'manager' && query.team_id,
    404,
  ),
  'SPEND-24 team_id lists every team but that one': asks('getTeamStats', (query, { tables }) => {
    if (query.team_id) query.team_id = tables.teams.all().find((team: Loose) => team.id !== query.team_id).id
  }),
  'SPEND-24 team_id is ignored by day': dropped('getTeamStats', 'team_id', 'group_by', 'day'),
  'SPEND-25 without team_id only one team is covered': asks('getTeamStats', oneTeam),
  'SPEND-25 without team_id only the members of one team are listed': asks(
    'getTeamStats',
    (query, context) => {
      if (query.group_by === 'member') oneTeam(query, context)
    },
  ),
  'SPEND-25 without team_id the largest team is left out': changes('getTeamStats', ({ data }, { request }) =>
    request.query.team_id == null && request.query.group_by === 'team' ? { data: data.slice(1) } : undefined,
  ),
  'SPEND-26 the roster leaves out members who spent nothing': shows('getTeamStats', body =>
    body.group_by === 'member' ? { data: body.data.filter((row: Loose) => row.spend_euros > 0) } : undefined,
  ),
  'SPEND-26 the roster of one team leaves out members who spent nothing': changes(
    'getTeamStats',
    ({ data, group_by }, { request, context: { tables } }) => {
      if (group_by !== 'member') return undefined
      const rows = request.query.team_id ? data.filter((row: Loose) => row.spend_euros > 0) : data
      const teamOf = ({ id }: Loose) => tables.people.get(id).teamIds[0]
      return { data: rows.map((row: Loose) => ({ ...row, team_id: teamOf(row) })) }
    },
  ),
  ...each(['member', 'agent', 'team', 'day'], (group, n) => ({
    [`SPEND-0${n + 1} grouped by ${group}, a row comes twice`]: shows('getTeamStats', body =>
      body.group_by === group ? { data: [...body.data, ...body.data.slice(0, 1)] } : undefined,
    ),
  })),
}
